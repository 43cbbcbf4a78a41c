public import Stitcher

extension DependencyContainer {
  /// Returns what every other module stands on: the clock and the events.
  ///
  /// - Parameter clock: What is found under ``DomainName/clock``.
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
