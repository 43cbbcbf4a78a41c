internal import StitcherEngine

/// The messages for a default that could not be created.
enum DefaultFailure {
  /// Returns the message for an error that the engine has thrown. In practice, the error is a cycle
  /// of defaults.
  static func description(of error: any Error) -> String {
    guard let failure = error as? ResolutionFailure, case .cycle(let path) = failure.reason else {
      return "A dependency of the map cannot be created: \(error)"
    }
    let start = path.dropLast().lastIndex { $0 == path.last } ?? 0
    let names = path[start...].map(name)
    return """
      The default values of dependency keys form a cycle: \(names.joined(separator: " → ")).
      Break the cycle in one of these ways:
        - Register a dependency for one of the keys before the first read.
        - Read the other dependency when it is used, as '@Stitch' does, not while the default is created.
      """
  }

  /// Returns the name of a key, given the locator that the engine has for the key.
  static func name(of locator: Locator) -> String {
    guard let type = locator.types.first else { return "?" }
    return (type as? any StoredDependency.Type).map { "\($0.key)" } ?? "\(type)"
  }
}
