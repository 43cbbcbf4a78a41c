import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

private enum Trace {
  @TaskLocal static var id = "none"
}

private final class Visit: Sendable {
  let trace: String
  init(_ trace: String) { self.trace = trace }
}

private final class Unit: Sendable {
  let visit: Visit
  let trace: String
  let graph: DependencyGraph

  init(_ visit: Visit, _ trace: String, _ graph: DependencyGraph) {
    (self.visit, self.trace, self.graph) = (visit, trace, graph)
  }
}

/// The task-local values that an asynchronous factory sees.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct ScopedTaskLocalTests {
  /// Returns a child graph with an asynchronous factory of the given scope.
  private func request(
    _ scope: DependencyScope, named name: String = "request",
    _ factory: @escaping @Sendable () async throws -> Visit = { Visit(Trace.id) }
  ) -> DependencyGraph {
    DependencyGraph.current.child(named: name) {
      Dependency { try await factory() }.scope(scope)
      Dependency { () async throws in
        Unit(try await DependencyGraph.injectAsync(), Trace.id, .current)
      }.scope(scope)
    }
  }

  @Test func aScopedInstanceSeesThoseOfItsFirstRequester() async throws {
    let graph = request(.scoped)
    let unit = try await Trace.$id.withValue("first") {
      try await graph.run { try await DependencyGraph.injectAsync() as Unit }
    }
    #expect(unit.trace == "first")
    #expect(unit.visit.trace == "first")
    #expect(unit.graph === graph)
    let again = try await Trace.$id.withValue("second") {
      try await graph.injectAsync() as Unit
    }
    #expect(again === unit)
  }

  @Test func itSeesThemIfTheFirstRequesterIsCancelled() async throws {
    let hasBegun = AsyncGate()
    let mayEnd = AsyncGate()
    let graph = request(.scoped) {
      hasBegun.open()
      await mayEnd.wait()
      return Visit(Trace.id)
    }
    let first = Trace.$id.withValue("first") { Task { try await graph.injectAsync() as Visit } }
    await hasBegun.wait()
    let second = Trace.$id.withValue("second") { Task { try await graph.injectAsync() as Visit } }
    for _ in 0..<100 { await Task.yield() }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    mayEnd.open()
    #expect(try await second.value.trace == "first")
  }

  @Test(arguments: [DependencyScope.singleton, .shared]) func aSharedInstanceSeesNone(
    _ scope: DependencyScope
  ) async throws {
    let graph = request(scope)
    let unit = try await Trace.$id.withValue("first") { try await graph.injectAsync() as Unit }
    #expect(unit.trace == "none")
    #expect(unit.visit.trace == "none")
  }

  @Test func anInstanceThatIsMadeAnewSeesThoseOfItsRequester() async throws {
    let graph = request(.instance)
    let unit = try await Trace.$id.withValue("first") { try await graph.injectAsync() as Unit }
    #expect(unit.trace == "first")
    #expect(unit.visit.trace == "first")
  }

  /// The current graph of a factory is the graph that resolves, not the current graph of the
  /// caller.
  @Test func theCurrentGraphIsTheOneThatIsAsked() async throws {
    let graph = request(.scoped)
    let other = request(.scoped, named: "other")
    let unit = try await other.run { try await graph.injectAsync() as Unit }
    #expect(unit.graph === graph)
    #expect(try await (graph.injectAsync() as Visit) === unit.visit)
    #expect(try await (other.injectAsync() as Visit) !== unit.visit)
  }

  /// The creation path of a request is not inherited by tasks that the creation starts, or by
  /// instances that it releases.
  @Test func theRequestersPathDoesNotLeak() async throws {
    let left = Box<Task<Visit, any Error>?>(nil)
    let mayAsk = AsyncGate()
    let graph = DependencyGraph.current.child {
      Dependency { () async throws in
        left.value = Task {
          await mayAsk.wait()
          return try await DependencyGraph.injectAsync()
        }
        return Visit(Trace.id)
      }.scope(.scoped)
      Dependency { () async throws in
        Unit(try await DependencyGraph.injectAsync(), Trace.id, .current)
      }.scope(.scoped)
    }
    let unit: Unit = try await graph.injectAsync()
    mayAsk.open()
    #expect(try await left.value?.value === unit.visit)
  }

  @Test func aCycleIsFound() async throws {
    let graph = DependencyGraph.current.child {
      Dependency { () async throws in
        async let unit = DependencyGraph.injectAsync() as Unit
        return Visit(try await unit.trace)
      }.scope(.scoped)
      Dependency { () async throws in
        Unit(try await DependencyGraph.injectAsync(), Trace.id, .current)
      }.scope(.scoped)
    }
    let error = await #expect(throws: InjectionError.self) {
      try await graph.injectAsync() as Unit
    }
    guard case .cyclicDependencyReference? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
