import DependencyInjection
import Testing

/// Factories with typed throws: `tryResolve` rethrows their errors.
@Suite(.timeLimit(.minutes(20))) struct TypedThrowsTests {
  enum Failure: Error { case full }

  final class Disk: Sendable {
    let size: Int
    init(size: Int) throws(Failure) {
      guard size < 10 else { throw .full }
      self.size = size
    }
  }

  @Test func aContainerRegistersThem() throws {
    let container = Container()
    container.register(type: Disk.self) { (_) throws(Failure) -> Disk in try Disk(size: 10) }
    #expect(throws: Failure.full) { try container.tryResolve(type: Disk.self) }
    container.register(type: Disk.self, in: .new) { (_) throws(Failure) -> Disk in
      try Disk(size: 11)
    }
    #expect(throws: Failure.full) { try container.tryResolve(type: Disk.self) }
    container.register(type: Disk.self) { (_, size: Int) throws(Failure) -> Disk in
      try Disk(size: size)
    }
    #expect(throws: Failure.full) { try container.tryResolve(type: Disk.self, arguments: 12) }
    #expect(try container.tryResolve(type: Disk.self, arguments: 5).size == 5)
  }

  @MainActor @Test func aClosureOfAnActorRunsThere() throws {
    let container = Container()
    container.register(type: Disk.self) { @MainActor (_, size: Int) throws(Failure) -> Disk in
      MainActor.assertIsolated()
      return try Disk(size: size)
    }
    #expect(throws: Failure.full) { try container.tryResolve(type: Disk.self, arguments: 12) }
    #expect(try container.tryResolve(type: Disk.self, arguments: 5).size == 5)
  }

  @Test func anAsynchronousContainerRegistersThem() async throws {
    let container = AsyncContainer()
    await container.register(type: Disk.self) { (_) async throws(Failure) -> Disk in
      try Disk(size: 10)
    }
    await #expect(throws: Failure.full) { try await container.tryResolve(type: Disk.self) }
    await container.register(type: Disk.self) { (_, size: Int) async throws(Failure) -> Disk in
      try Disk(size: size)
    }
    await #expect(throws: Failure.full) {
      try await container.tryResolve(type: Disk.self, arguments: 12)
    }
    #expect(try await container.tryResolve(type: Disk.self, arguments: 5).size == 5)
  }
}
