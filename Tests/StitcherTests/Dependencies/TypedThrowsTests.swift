import Stitcher
import StitcherTesting
import Testing

/// Factories with typed throws, in each form of a registration. An injection rethrows the error; a
/// factory that does not fail returns its instance.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct TypedThrowsTests {
  enum Failure: Error { case full }

  protocol Storage: Sendable {}
  class Base: @unchecked Sendable {}  // Safe: it has no state.

  final class Disk: Base, Storage, @unchecked Sendable {
    // Safe: it has no state.
    init(isFull: Bool) throws(Failure) { if isFull { throw .full } }
  }

  struct Part: Sendable {}

  final class Drive: Sendable {
    init(part: Part) throws(Failure) { throw .full }
    init(part: Part, isSlow: Bool) async throws(Failure) { throw .full }
  }

  @MainActor final class Panel {
    init(isFull: Bool) throws(Failure) { if isFull { throw .full } }
    init(part: Part) throws(Failure) { throw .full }
  }

  /// Returns the factory's error that an injection rethrows.
  private func failure(_ inject: () throws -> Void) -> Failure? {
    do { try inject() } catch InjectionError.unknown(let error) { return error as? Failure } catch {
    }
    return nil
  }

  /// Returns the factory's error that an asynchronous injection rethrows.
  private func failure(
    isolation: isolated (any Actor)? = #isolation, _ inject: () async throws -> Void
  ) async -> Failure? {
    do { try await inject() } catch InjectionError.unknown(let error) {
      return error as? Failure
    } catch {}
    return nil
  }

  @Test func eachSynchronousFormThrowsIt() throws {
    let forms: [DependencyGraph] = [
      DependencyGraph.current.child {
        Dependency { () throws(Failure) -> Disk in try Disk(isFull: true) }
      },
      DependencyGraph.current.child {
        Dependency(conformingTo: (any Storage).self) { () throws(Failure) -> Disk in
          try Disk(isFull: true)
        }
      },
      DependencyGraph.current.child {
        Dependency(inheritingFrom: Base.self) { () throws(Failure) -> Disk in
          try Disk(isFull: true)
        }
      },
    ]
    for graph in forms { #expect(failure { _ = try graph.inject() as Disk } == .full) }
    let others = DependencyGraph.current.child {
      Dependency(named: "disk") { () throws(Failure) -> Disk in try Disk(isFull: true) }
      Dependency(for: 7) { () throws(Failure) -> Disk in try Disk(isFull: true) }
      Dependency { (isFull: Bool) throws(Failure) -> Disk in try Disk(isFull: isFull) }
        .scope(.instance)
    }
    #expect(failure { _ = try others.inject(byName: "disk") as Disk } == .full)
    #expect(failure { _ = try others.inject(byValue: 7) as Disk } == .full)
    #expect(failure { _ = try others.inject(parameters: true) as Disk } == .full)
    #expect(failure { _ = try others.inject(parameters: false) as Disk } == nil)
  }

  @Test func anAutowiredInitializerThrowsIt() {
    let graph = DependencyGraph.current.child {
      Part()
      Dependency(autowired: Drive.init(part:))
    }
    #expect(failure { _ = try graph.inject() as Drive } == .full)
  }

  @Test func autowiredFormsThrowIt() async {
    let graph = DependencyGraph.current.child {
      Part()
      Dependency(autowired: Drive.init(part:), by: .type).named("given")
      Dependency { true }
      Dependency(autowiredAsync: Drive.init(part:isSlow:))
      Dependency(autowiredOnMainActor: Panel.init(part:))
    }
    #expect(failure { _ = try graph.inject(byName: "given") as Drive } == .full)
    #expect(await failure { _ = try await graph.injectAsync() as Drive } == .full)
    await MainActor.run { #expect(failure { _ = try graph.inject() as Panel } == .full) }
  }

  @Test func asynchronousFormsThrowIt() async {
    let graph = DependencyGraph.current.child {
      Part()
      Dependency { () async throws(Failure) -> Drive in try await Drive(part: Part(), isSlow: true)
      }
      Dependency(named: "drive") { () async throws(Failure) -> Drive in
        try await Drive(part: Part(), isSlow: true)
      }
      Dependency(for: 7) { () async throws(Failure) -> Drive in
        try await Drive(part: Part(), isSlow: true)
      }
    }
    #expect(await failure { _ = try await graph.injectAsync() as Drive } == .full)
    #expect(await failure { _ = try await graph.injectAsync(byName: "drive") as Drive } == .full)
    #expect(await failure { _ = try await graph.injectAsync(byValue: 7) as Drive } == .full)
  }

  @MainActor @Test func factoriesOfAnActorThrowIt() throws {
    let graph = DependencyGraph.current.child {
      Dependency { @MainActor (isFull: Bool) throws(Failure) -> Panel in
        try Panel(isFull: isFull)
      }
      .scope(.instance)
    }
    #expect(failure { _ = try graph.inject(parameters: true) as Panel } == .full)
    _ = try graph.inject(parameters: false) as Panel
  }

  struct DiskDependency: DependencyRepresenting {
    var dependencyProvider: DependencyFactory.Provider<Disk> {
      DependencyFactory.Provider { () throws(Failure) -> Disk in try Disk(isFull: true) }
    }
  }

  @Test func providersThrowIt() {
    let graph = DependencyGraph.current.child { DiskDependency() }
    #expect(failure { _ = try graph.inject() as Disk } == .full)
  }

  @Test func decoratorsThrowIt() {
    let plain = DependencyGraph.current.child {
      Dependency { Part() }
      Decorator(Part.self) { (_) throws(Failure) -> Part in throw .full }
    }
    let autowired = DependencyGraph.current.child {
      Dependency { Part() }
      Dependency { 5 }
      Decorator(Part.self, autowired: { (_, _: Int) throws(Failure) -> Part in throw .full })
    }
    for graph in [plain, autowired] { #expect(failure { _ = try graph.inject() as Part } == .full) }
  }

  @Test func closuresOfSeveralStatementsAreInferred() async throws {
    let graph = DependencyGraph.current.child {
      Dependency {
        let part = Part()
        _ = part
        return try Disk(isFull: false)
      }
      Dependency(named: "caught") {
        do { return try Disk(isFull: true) } catch { return try Disk(isFull: false) }
      }
      Dependency(named: "awaited") { (isFull: Bool) in
        await Task.yield()
        if isFull { throw Failure.full }
        return 5
      }
    }
    _ = try graph.inject() as Disk
    _ = try graph.inject(byName: "caught") as Disk
    #expect(try await graph.injectAsync(byName: "awaited", false) as Int == 5)
    #expect(
      await failure { _ = try await graph.injectAsync(byName: "awaited", true) as Int } == .full)
  }
}
