import Stitcher
import StitcherTestSupport
import Testing

/// What comes after the end of a graph, and what a kept dependency must not ask for.
@Suite(.timeLimit(.minutes(10))) struct EndTests {
  let parent = DependencyGraph.process.isolated(named: "parent")
  let lifetimes = Lifetimes()

  @Test func theEndReleasesAndThrowsFromThenOn() async throws {
    let graph = parent.child(named: "request") {
      Dependency { [lifetimes] in Tracked(lifetimes) }.scope(.singleton)
      Dependency(named: "n") { 1 }
    }
    await parent.activate(DependencyContainer { Engine() })
    _ = try graph.inject(byType: Tracked.self)
    #expect(try graph.inject() as Int? == nil)
    try await graph.end()
    #expect(lifetimes.living == 0)
    let ended = InjectionError.graphEnded("request")
    #expect(throws: ended) { try graph.inject(byType: Tracked.self) }
    #expect(throws: ended) { try graph.inject() as Tracked? }
    #expect(throws: ended) { try graph.inject() as Int? }
    #expect(throws: ended) { try graph.inject(byType: Engine.self) }
    #expect(throws: ended) { try graph.inject(byType: Tracked.self, parameters: 1) }
    #expect(throws: ended) { try graph.inject() as [Tracked] }
    #expect(throws: ended) { try graph.inject(byName: "n") as Int }
    #expect(throws: ended) { try graph.inject(byValue: 1) as Int }
    graph.runHere {
      #expect(throws: ended) { try DependencyGraph.inject(byType: Engine.self) }
      #expect(throws: ended) { try Injected<Engine>().loadIfNeeded() }
    }
    try await graph.end()
    await graph.activate(DependencyContainer { 5 })
    #expect(throws: ended) { try graph.inject(byType: Int.self) }
    // The parent goes on.
    _ = try parent.inject(byType: Engine.self)
  }

  @Test func aChildOfWhatHasEndedSaysSo() async throws {
    let request = parent.child(named: "request") { Engine() }
    let child = request.child(named: "child")
    _ = try child.inject(byType: Engine.self)
    try await request.end()
    #expect(throws: InjectionError.graphEnded("request")) { try child.inject(byType: Engine.self) }
    #expect(throws: InjectionError.graphEnded("request")) { try child.inject() as [Engine] }
  }

  @Test func theTextNamesTheGraph() async throws {
    let graph = parent.child(named: "request")
    try await graph.end()
    let error = try injectionError { try graph.inject(byType: Engine.self) as Engine }
    #expect(
      error.description.hasPrefix(
        """
        The graph 'request' has ended.
        Recovery: Please consider injecting what is needed before the end, or from a graph that lives longer.
        """))
  }

  @Test func theEndTellsThoseWhoListen() async throws {
    let graph = parent.child()
    let count = Counter()
    let subscription = graph.graphChanges.sink { _ in count.count() }
    try await graph.end()
    #expect(count.value == 1)
    subscription.cancel()
  }

  @Test func anErrorIsAboutTheGraphThatWasAsked() throws {
    let graph = parent.child { Dependency(named: "engine") { Engine() } }
    let error = try injectionError { try graph.inject(byName: "engin") as Engine }
    #expect(error.description.contains("Closest registrations:"))
    #expect(error.description.contains("EndTests.swift"))
    #expect(!error.description.contains("No container is active."))
  }

  @Test(arguments: [DependencyScope.singleton, .shared, .managed(by: ChangeSource())])
  func aCaptiveIsThrownWithBothPlaces(scope: DependencyScope) throws {
    final class Service: Sendable { init() throws { _ = try DependencyGraph.inject() as Engine } }
    let line = #line + 2
    let graph = parent.child {
      Dependency { Engine() }.scope(.scoped)
      Dependency { try Service() }.scope(scope)
    }
    let error = try injectionError { try graph.inject(byType: Service.self) as Service }
    guard case .captiveDependency(let captive) = error else { throw error }
    #expect(captive.dependency == .type("Engine"))
    #expect(captive.place.hasSuffix("EndTests.swift:\(line)"))
    #expect(captive.holder == .type("Service"))
    #expect(captive.holderPlace.hasSuffix("EndTests.swift:\(line + 1)"))
    #expect(error.description.contains("Please consider taking it as a parameter"))
    // In a property it is injected later, where it is used.
    _ = try graph.inject(byType: Engine.self)
  }

  @Test func whatOnlyANearerGraphDeclaresIsACaptive() throws {
    final class Service: Sendable { init() throws { _ = try DependencyGraph.inject() as Engine } }
    final class Other: Sendable {
      let engine: Engine?
      init() throws { engine = try DependencyGraph.inject() }
    }
    parent.activate(
      DependencyContainer {
        Dependency { try Service() }.scope(.singleton)
        Dependency { try Other() }.scope(.singleton)
      })
    let child = parent.child { Dependency { Engine() }.scope(.scoped) }
    let error = try injectionError { try child.inject(byType: Service.self) as Service }
    guard case .captiveDependency(let captive) = error else { throw error }
    #expect(captive.dependency == .type("Engine"))
    #expect(captive.holder == .type("Service"))
    // Where it is optional, there is none in the parent.
    #expect(try child.inject(byType: Other.self).engine == nil)
    #expect(throws: InjectionError.missingDependency(.type("Engine"))) {
      try parent.inject(byType: Service.self)
    }
  }

  @Test func theProcessDoesNotEnd() async throws {
    // What that does is seen in a process of its own.
    await #expect(processExitsWith: .success) {
      await DependencyGraph.activate(DependencyContainer { 5 })
      try await DependencyGraph.process.end()
      guard try DependencyGraph.inject() as Int? == nil else { fatalError("It is there.") }
      await DependencyGraph.activate(DependencyContainer { 6 })
      guard try DependencyGraph.inject() as Int == 6 else { fatalError("It is not there.") }
    }
  }
}
