import DependencyInjection
import StitcherTestSupport
import Testing

import class Stitcher.DependencyGraph

/// The end of containers that are attached, subclassed or shared.
@Suite(.timeLimit(.minutes(20))) struct TeardownPlaceTests {
  private final class File: Sendable {}

  /// A container that forwards registrations or ignores them.
  private final class Logging: Container, @unchecked Sendable {
    // Safe: its properties are constants.
    let isDeaf: Bool

    init(isDeaf: Bool) {
      self.isDeaf = isDeaf
      super.init()
    }

    override func register<Dependency>(
      type: Dependency.Type, in scope: DependencyScope, factory: @escaping Factory<Dependency>
    ) {
      if !isDeaf { super.register(type: type, in: scope, factory: factory) }
    }
  }

  @Test func registrationsGoThroughOverriddenMethods() async throws {
    let log = Log<String>()
    let container = Logging(isDeaf: false)
    container.register { _ in File() }.teardown { _ in log.add("file") }
    container.register(type: Int.self, in: .shared) { _ in 7 }.teardown { log.add("\($0)") }
    _ = container.resolve() as File
    _ = container.resolve() as Int
    try await container.end()
    #expect(log.entries == ["7", "file"])
    Logging(isDeaf: true).register { _ in File() }.teardown { _ in log.add("file") }
    #expect(log.entries.count == 2)
  }

  @Test func anAttachedContainerIsClosedOnce() async throws {
    let (container, log) = (Container(), Log<String>())
    let graph = DependencyGraph.process.isolated(named: "attached")
    let other = graph.child()
    container.register { _ in File() }.teardown { _ in log.add("file") }
    other.attach(container)
    let file: File = try other.inject()
    _ = file
    try await container.end()
    #expect(throws: (any Error).self) { try other.inject() as File }
    try await other.end()
    try await graph.end()
    #expect(log.entries.count == 1)
  }

  @Test func theEndOfAGraphLeavesAnAttachedContainerAlone() async throws {
    let (container, log) = (Container(), Log<String>())
    let graph = DependencyGraph.process.isolated(named: "attached")
    container.register { _ in File() }.teardown { _ in log.add("file") }
    graph.attach(container)
    let file: File = try graph.inject()
    #expect(container.resolve() as File === file)
    try await graph.end()
    #expect(log.entries == [])
    #expect(container.resolve() as File === file)
    try await container.end()
    #expect(log.entries == ["file"])
  }

  @Test func theSharedOneIsCleanedAndGoesOn() async throws {
    let log = Log<String>()
    let graph = DependencyGraph.process.isolated(named: "shared")
    try await graph.run {
      for _ in 0..<2 {
        Container.shared.register { _ in File() }.teardown { _ in log.add("file") }
        _ = Container.shared.resolve() as File
        try await Container.shared.end()
        #expect(throws: ResolutionError.self) { try Container.shared.tryResolve(type: File.self) }
      }
    }
    #expect(log.entries == ["file", "file"])
  }

  @Test func theEndOfAnIsolatedGraphWaitsForItsSharedContainers() async throws {
    let log = Log<String>()
    let graph = DependencyGraph.process.isolated(named: "shared")
    await graph.run {
      Container.shared.register { _ in File() }.teardown { _ in
        await Task.yield()
        log.add("file")
      }
      _ = Container.shared.resolve() as File
      await AsyncContainer.shared.register { _ in 7 }.teardown { _ in
        await Task.yield()
        log.add("7")
      }
      _ = await AsyncContainer.shared.resolve() as Int
    }
    try await graph.end()
    #expect(log.entries == ["7", "file"])
  }
}
