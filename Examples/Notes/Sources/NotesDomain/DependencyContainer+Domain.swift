public import Stitcher

extension DependencyContainer {
  /// Returns the clock and the events, which all other modules use.
  ///
  /// - Parameter clock: The clock with the name ``DomainName/clock``.
  public static func domain(clock: any WallClock = SystemClock()) -> DependencyContainer {
    DependencyContainer {
      Dependency(named: DomainName.clock) { clock }

      Dependency { EventChannel() }
        .scope(.singleton)

      Dependency {
        EventRecorder(
          channel: try DependencyGraph.inject(),
          clock: try DependencyGraph.inject(byName: DomainName.clock))
      }
      .scope(.singleton)
      .eagerness(.eager)
    }
  }
}
