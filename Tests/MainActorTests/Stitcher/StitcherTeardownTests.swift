import Stitcher
import Testing

/// A resource that is opened and closed on the main actor.
private final class Panel {
  private(set) var isOpen = false

  init() { MainActor.assertIsolated() }

  func open() async throws {
    await Task.yield()
    isOpen = true
  }

  func close() {
    MainActor.assertIsolated()
    isOpen = false
  }

  func closeSlowly() async throws {
    await Task.yield()
    close()
  }
}

private nonisolated final class Connection: Sendable {
  let number: Int

  init(_ number: Int = 0) { self.number = number }

  static func open(_ number: Int = 0) async throws -> Connection {
    await Task.yield()
    return Connection(number)
  }
}

private nonisolated struct Failure: Error {}

/// Asynchronous creations and teardowns, in a module that is isolated to the main actor by default.
@Suite struct StitcherTeardownTests {
  /// The names of the closed instances.
  private final class Log {
    var closed: [String] = []
  }

  @Test func anAsynchronousFactoryOfTheMainActorRunsThere() async throws {
    let graph = DependencyGraph.process.isolated {
      Dependency { @MainActor () async throws in
        let panel = Panel()
        try await panel.open()
        MainActor.assertIsolated()
        return panel
      }
      .scope(.singleton)
      .teardown { @MainActor panel in panel.close() }
    }
    let panel: Panel = try await graph.injectAsync()
    #expect(panel.isOpen)
    #expect(try graph.inject() as Panel === panel)
    try await graph.end()
    #expect(!panel.isOpen)
  }

  @Test func aSynchronousFactoryOfTheMainActorIsInjectedFromAnywhere() async throws {
    let graph = DependencyGraph.process.isolated {
      Dependency { @MainActor in Panel() }
        .scope(.singleton)
        .teardown { @MainActor panel in try await panel.closeSlowly() }
    }
    let found = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
      for _ in 0..<20 {
        group.addTask { @concurrent in
          ObjectIdentifier(try await graph.injectAsync() as Panel)
        }
      }
      var found: Set<ObjectIdentifier> = []
      for try await panel in group { found.insert(panel) }
      return found
    }
    #expect(found.count == 1)
    let panel: Panel = try graph.inject()
    try await panel.open()
    try await graph.end()
    #expect(!panel.isOpen)
  }

  @Test func whatIsFreeIsMadeAndClosedAnywhere() async throws {
    let log = Log()
    let graph = DependencyGraph.process.isolated()
    let container = DependencyContainer {
      Dependency { try await Connection.open(1) }
        .scope(.singleton)
        .teardown { @MainActor connection in log.closed.append("\(connection.number)") }
      Dependency(named: "second") { try await Connection.open(2) }
        .scope(.singleton).eagerness(.eager)
        .teardown(within: .seconds(600)) { connection in
          await Task.yield()
          await MainActor.run { log.closed.append("\(connection.number)") }
        }
      Dependency { (number: Int) async throws in try await Connection.open(number) }
        .scope(.instance)
    }
    try await graph.activateAsync(container)
    #expect(try (graph.inject(byName: "second") as Connection).number == 2)
    let first: Connection = try await graph.injectAsync()
    #expect(first.number == 1)
    let third: Connection = try await graph.injectAsync(parameters: 3)
    #expect(third.number == 3)
    try await graph.deactivateAsync(container)
    #expect(log.closed == ["1", "2"])
  }

  @Test func failedCreationsAreReported() async throws {
    let graph = DependencyGraph.process.isolated {
      Dependency { Connection() }.scope(.singleton).teardown { _ in throw Failure() }
    }
    _ = try graph.inject() as Connection
    let error = await #expect(throws: TeardownError.self) { try await graph.end() }
    #expect(error?.failures.first?.error is Failure)
  }

  @Test func aViewModelLoads() async throws {
    struct Holder { @Injected var panel: Panel }
    let graph = DependencyGraph.process.isolated {
      Dependency { @MainActor () async in Panel() }.scope(.singleton)
    }
    #expect(throws: InjectionError.self) { _ = try graph.inject() as Panel }
    try await graph.run {
      let panel: Panel = try await DependencyGraph.injectAsync()
      #expect(Holder().panel === panel)
    }
  }
}
