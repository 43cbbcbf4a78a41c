package import StitcherEngine

extension Container: Counterpart {
  /// The container's graph.
  package var hostedGraph: Graph? { graph }

  /// Ends the container, and with it all shared instances.
  package func endWithGraph(_ endings: inout Endings) {
    if graph.end(with: registry, &endings) { graph.tellOfChange() }
  }

  /// What stands for the shared container where the caller runs.
  @inline(never)
  static var counterpartOfShared: Container {
    CurrentGraph.counterpart(of: processShared) { Container(standingFor: $0, in: $1) }
  }
}

extension AsyncContainer: Counterpart {
  /// The container's graph.
  package nonisolated var hostedGraph: Graph? { graph }

  /// Ends the container, and with it all shared instances.
  package nonisolated func endWithGraph(_ endings: inout Endings) {
    if graph.end(with: registry, &endings) { graph.tellOfChange() }
  }
}
