import DependencyInjection
import StitcherTestSupport
import Testing

/// Teardowns of shared instances of asynchronous containers, and the end of such containers.
@Suite(.timeLimit(.minutes(20))) struct AsyncTeardownTests {
  private final class File: Sendable {}
  private struct Journal: Sendable { let file: File }
  private struct Service: Sendable { let journal: Journal }
  private struct Failure: Error {}

  @Test func theEndClosesInReverseOrderOnce() async throws {
    let (container, log) = (AsyncContainer(), Log<String>())
    await container.register { r in Service(journal: await r.resolve()) }
      .teardown { _ in log.add("service") }
    await container.register(type: Journal.self) { r in
      Journal(file: try await r.tryResolve(type: File.self))
    }
    .teardown(within: .seconds(600)) { _ in log.add("journal") }
    await container.register(type: File.self, in: .shared) { _ in File() }.teardown { _ in
      await Task.yield()
      log.add("file")
      throw Failure()
    }
    let line: UInt = #line - 5
    _ = await container.resolve() as Service
    let error = await #expect(throws: ContainerTeardownError.self) { try await container.end() }
    #expect(error?.failures.map(\.place) == ["\(#fileID):\(line)"])
    #expect(log.entries == ["service", "journal", "file"])
    try await container.end()
    #expect(log.entries.count == 3)
    let ended = await #expect(throws: ResolutionError.self) {
      try await container.tryResolve(type: File.self, file: "There.swift", line: 5)
    }
    #expect(
      ended?.description == """
        Dependency not registered: Dependency of type \(String(reflecting: File.self)) can't be \
        resolved in container DependencyInjection.AsyncContainer because that container, or one of \
        its parents, has ended
        Resolved at There.swift:5.
        """)
  }

  @Test func whatIsReplacedReleasedOrCleanedIsClosed() async throws {
    let (container, log) = (AsyncContainer(), Log<String>())
    for round in ["first", "second"] {
      await container.register { _ in File() }.teardown { _ in log.add(round) }
      _ = await container.resolve() as File
    }
    #expect(log.entries == ["first"])
    await container.releaseSharedInstances()
    #expect(log.entries == ["first", "second"])
    _ = await container.resolve() as File
    await container.clean()
    #expect(log.entries == ["first", "second", "second"])
    try await container.end()
    #expect(log.entries.count == 3)
  }

  @Test func whatADroppedContainerHasIsClosed() async {
    let log = Log<String>()
    do {
      let container = AsyncContainer()
      await container.register { _ in File() }.teardown { _ in log.add("file") }
      _ = await container.resolve() as File
    }
    #expect(log.entries == ["file"])
  }

  @Test func aTeardownThatComesDuringTheCreationCounts() async throws {
    let (container, log) = (AsyncContainer(), Log<String>())
    let (begun, gate) = (AsyncGate(), AsyncGate())
    let registration: ContainerRegistration<File> = await container.register { _ in
      begun.open()
      await gate.wait()
      return File()
    }
    async let file: File = container.resolve()
    await begun.wait()
    registration.teardown { _ in log.add("file") }
    gate.open()
    _ = await file
    try await container.end()
    #expect(log.entries == ["file"])
  }
}
