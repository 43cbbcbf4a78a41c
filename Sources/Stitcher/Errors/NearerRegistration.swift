internal import StitcherEngine

extension ResolutionFailure {
  /// Lines that say where a nearer graph registers the missing key, and why that does not count;
  /// none if that is not the reason, or if the error itself names it.
  var linesOfNearer: [String] {
    guard let nearer, registrations.isEmpty, captive == nil else { return [] }
    let registration = nearer.registration
    let graph = nearer.graph.map { "the graph '\($0)'" } ?? "a nearer graph"
    let start = graph.prefix(1).uppercased() + graph.dropFirst()
    let asked = nearer.asked.map { "the graph '\($0)'" } ?? "the graph of the process"
    let place =
      registration.location == .unknown ? "" : " at \(registration.location)"
    guard let holder = nearer.holder else {
      return [
        "\(start) registers it\(place). The injection asks \(asked), which does not"
          + " see the registrations of graphs that are built on it.",
        "Inject it from \(graph), or register it in \(asked).",
      ]
    }
    return [
      "\(start) registers it\(place), but \(holder.needer) is \(holder.scopeText) and kept by"
        + " \(asked), which does not see the registrations of graphs that are built on it.",
      "Register it in \(asked), or write '.scope(.scoped)' or '.scope(.instance)' on"
        + " \(holder.scopeOwner).",
    ]
  }
}

extension Registration {
  /// The registration with the scope, in quotation marks; of a decorator, the decorated one.
  fileprivate var scopeOwner: String {
    let name = "'\(undecorated.locator.key(at: 0).text)'"
    return isDecoration ? "\(name), which it decorates" : name
  }

  /// The scope as it is written, and where it comes from if it may be the default.
  var scopeText: String {
    scope.kind == .shared && undecorated.producesObjects
      ? "'.shared' (the default for classes without a scope)" : "'.\(scope.kind)'"
  }
}
