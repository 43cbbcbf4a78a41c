package import StitcherEngine

extension Container: Counterpart {
  /// Removes all registrations, and with them all shared instances.
  package func endWithGraph(_ endings: inout Endings) {
    registry.edit(&endings) { $0.removeAll() }
  }

  /// What stands for the shared container where the caller runs.
  @inline(never)
  static var counterpartOfShared: Container {
    CurrentGraph.counterpart(of: processShared) { Container(standingFor: $0, in: $1) }
  }
}

extension AsyncContainer: Counterpart {
  /// Removes all registrations, and with them all shared instances.
  package nonisolated func endWithGraph(_ endings: inout Endings) {
    registry.edit(&endings) { $0.removeAll() }
  }
}
