extension ResolutionFailure.Nearer {
  /// Lines that say where the key is registered, and why that does not count.
  var lines: [String] {
    let graph = Self.named(graph, else: "a nearer graph")
    let asked = Self.named(asked, else: "the graph of the process")
    let place =
      registration.location == .unknown ? "" : " at \(registration.location)"
    guard let holder else {
      return [
        "\(graph.capitalizedFirst) registers it\(place). The injection asks \(asked), which does not"
          + " see the registrations of graphs that are built on it.",
        "Inject it from \(graph), or register it in \(asked).",
      ]
    }
    let name = holder.needer
    return [
      "\(graph.capitalizedFirst) registers it\(place), but \(name) is \(holder.scopeText) and kept by"
        + " \(asked), which does not see the registrations of graphs that are built on it.",
      "Register it in \(asked), or write '.scope(.scoped)' or '.scope(.instance)' on"
        + " \(holder.scopeOwner).",
    ]
  }

  /// Returns the words for a graph.
  private static func named(_ name: String?, else words: String) -> String {
    name.map { "the graph '\($0)'" } ?? words
  }
}

extension Registration {
  /// The registration as the one that needs a dependency: a decorator is called one.
  package var needer: String {
    let name = "'\(locator.key(at: 0).text)'"
    return isDecoration ? "the decorator of \(name)" : name
  }

  /// The registration whose scope says how long the instance is kept.
  package var scopeOwner: String {
    let name = "'\(undecorated.locator.key(at: 0).text)'"
    return isDecoration ? "\(name), which it decorates" : name
  }

  /// The scope as it is written, and where it comes from if it may be the default.
  package var scopeText: String {
    scope.kind == .shared && undecorated.producesObjects
      ? "'.shared' (the default for classes without a scope)" : "'.\(scope.kind)'"
  }

  /// Where the registration, or the decorator that it stands for, was written.
  package var place: String {
    let locations = isDecoration ? decoratorLocations : [location]
    return locations.map(\.description).joined(separator: " or ")
  }
}

extension String {
  /// The text with its first character in upper case.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
