import Stitcher
import StitcherTesting
import Testing

/// An error's description refers to the time of the failure, even if the graph changes later. Each
/// test runs in a separate process without other registrations.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct ErrorMomentTests {
  final class Engine: Sendable {}
  struct Engines: Sendable {}
  struct Broken: Error {}

  // Inside an exit test, `#line` is always the line of the test. So registrations and injections
  // pass explicit places.

  static let text = """
    No dependency could be found for Type[Engine].
    Recovery: Please consider registering a dependency that matches Type[Engine] in an active dependency container.
    Injected at Here.swift:7.
    Closest registrations:
      - Engines, parameters (), registered at Engines.swift:1
    """

  @DependencyGraphBuilder static func engines() -> DependencyGraphRegistrations {
    Dependency(file: "Engines.swift", line: 1) { Engines() }
  }

  @Test func theGraphOfATestHasEnded() async {
    await #expect(processExitsWith: .success) {
      let graph = DependencyGraph.process.isolated(named: "test") { Self.engines() }
      let error = try graph.run {
        try injectionError { try DependencyGraph.inject(file: "Here.swift", line: 7) as Engine }
      }
      #expect(error.description == Self.text)
      try await graph.end()
      #expect(error.description == Self.text)
    }
  }

  @Test func theOverridesAreOver() async {
    await #expect(processExitsWith: .success) {
      let error = try injectionError {
        try DependencyGraph.withOverrides {
          Self.engines()
        } operation: {
          try DependencyGraph.inject(file: "Here.swift", line: 7) as Engine
        }
      }
      #expect(error.description == Self.text)
      let awaited = await #expect(throws: InjectionError.self) {
        _ = try await DependencyGraph.withOverrides {
          Self.engines()
        } operation: {
          try await DependencyGraph.injectAsync(file: "Here.swift", line: 7) as Engine
        }
      }
      #expect(awaited?.description == Self.text)
    }
  }

  @Test func theContainerWasDeactivated() async {
    await #expect(processExitsWith: .success) {
      let container = DependencyContainer {
        Dependency(file: "Engines.swift", line: 1) { Engines() }
      }
      await DependencyGraph.activate(container)
      let error = try injectionError {
        try DependencyGraph.inject(file: "Here.swift", line: 7) as Engine
      }
      DependencyGraph.deactivate(container)
      #expect(error.description == Self.text)
      await DependencyGraph.activate(DependencyContainer { Engine() })
      #expect(error.description == Self.text)
    }
  }

  @Test func aPropertyOfAGraphThatHasEnded() async {
    await #expect(processExitsWith: .success) {
      let graph = DependencyGraph.process.isolated { Self.engines() }
      let property = graph.run { Injected<Engine>(file: "Here.swift", line: 7) }
      let error = try injectionError { try property.loadIfNeeded() }
      try await graph.end()
      #expect(error.description == Self.text)
    }
  }

  @Test func severalCandidatesAndWhatHasThrown() async {
    await #expect(processExitsWith: .success) {
      let graph = DependencyGraph.process.isolated {
        Dependency(file: "Engine.swift", line: 1) { Engine() }
        Dependency(file: "Engine.swift", line: 2) { Engine() }.scope(.singleton)
        Dependency(named: "broken", file: "Engine.swift", line: 3) { () throws -> Int in
          throw Broken()
        }
      }
      let multiple = try injectionError {
        try graph.inject(file: "Here.swift", line: 7) as Engine
      }
      let broken = try injectionError {
        try graph.inject(byName: "broken", file: "Here.swift", line: 8) as Int
      }
      try await graph.end()
      #expect(
        multiple.description == """
          Multiple dependencies found for Type[Engine].
          Recovery: Please consider checking whether multiple dependencies are registered for Type[Engine]. Maybe the dependency is registered in multiple active dependency containers.
          Injected at Here.swift:7.
          Candidates:
            - Engine, parameters (), registered at Engine.swift:1
            - Engine, parameters (), registered at Engine.swift:2
          Keep one of them, or tell them apart by names, values or parameters.
          """)
      #expect(
        broken.description == """
          Unknown error. Details: Broken()
          Injected at Here.swift:8.
          Thrown by:
            - Int named "broken", parameters (), registered at Engine.swift:3
          """)
    }
  }

  /// The objects that a factory has captured are released with its container, although the error is
  /// remembered.
  @Test func nothingIsKeptAlive() async {
    await #expect(processExitsWith: .success) {
      weak var captured: Engine?
      let error = try {
        let engine = Engine()
        captured = engine
        let graph = DependencyGraph.process.isolated {
          Dependency { [engine] () -> Int in withExtendedLifetime(engine) { 1 } }
        }
        return try injectionError { try graph.inject() as Engines }
      }()
      #expect(captured == nil)
      #expect(error == .missingDependency(.type("Engines")))
    }
  }

  @Test func anErrorThatWasNeverThrownClaimsNothing() async {
    await #expect(processExitsWith: .success) {
      #expect(
        InjectionError.missingDependency(.type("Engine")).description == """
          No dependency could be found for Type[Engine].
          Recovery: Please consider registering a dependency that matches Type[Engine] in an active dependency container.
          """)
    }
  }
}
