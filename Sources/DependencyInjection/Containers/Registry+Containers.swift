internal import StitcherEngine

extension EditableRegistry {
  /// Adds a registration, instead of the one with the same key.
  ///
  /// - Complexity: O(1) on average, plus the number of registrations of the type.
  func register(_ new: Registration, as type: any Any.Type) {
    edit { edit in
      let old = edit.registrations(for: .type(type)).first { $0.hasSameParameters(as: new) }
      if let old { edit.replace(old, by: new) } else { edit.insert(new) }
    }
  }

  /// Takes all registrations out, and their instances with them.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  func removeAll() { edit { $0.removeAll() } }
}

extension DependencyScope {
  /// The scope of the engine that keeps instances for as long.
  var engineScope: Scope {
    switch self {
    case .new: .instance
    case .shared: .singleton
    }
  }
}
