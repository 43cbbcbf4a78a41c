internal import StitcherEngine

extension ResolutionFailure {
  /// Lines for an error message that name the child graphs that register the missing key, and say
  /// why this injection does not search them.
  ///
  /// The array is empty if no child graph registers the key, or if the error itself names the
  /// registration.
  var childRegistrationLines: [String] {
    guard let nearer, registrations.isEmpty, captive == nil else { return [] }
    let registration = nearer.registration
    let graph = nearer.graph.map { "the graph '\($0)'" } ?? "a nearer graph"
    let start = graph.prefix(1).uppercased() + graph.dropFirst()
    let asked = nearer.asked.map { "the graph '\($0)'" } ?? "the graph of the process"
    let place =
      registration.location == .unknown ? "" : " at \(registration.location)"
    guard let holder = nearer.holder else {
      return [
        "\(start) registers it\(place). The injection uses \(asked), which does not"
          + " see the registrations of its child graphs.",
        "Inject it from \(graph), or register it in \(asked).",
      ]
    }
    return [
      "\(start) registers it\(place), but \(holder.needer) is \(holder.scopeText) and kept by"
        + " \(asked), which does not see the registrations of its child graphs.",
      "Register it in \(asked), or write '.scope(.scoped)' or '.scope(.instance)' on"
        + " \(holder.scopeOwner).",
    ]
  }
}

extension Registration {
  /// The name, in quotation marks, of the registration that declares the scope: for a decorator,
  /// the decorated registration.
  fileprivate var scopeOwner: String {
    let name = "'\(undecorated.locator.key(at: 0).text)'"
    return isDecoration ? "\(name), which it decorates" : name
  }

  /// The scope in source code, such as `'.singleton'`, with a note if it is possibly the default
  /// scope.
  var scopeText: String {
    scope.kind == .shared && undecorated.producesObjects
      ? "'.shared' (the default for classes without a scope)" : "'.\(scope.kind)'"
  }
}
