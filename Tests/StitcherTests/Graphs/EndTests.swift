import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Injections after the end of a graph, and dependencies that kept instances must not inject.
@Suite(.timeLimit(.minutes(10)), .dependencies()) struct EndTests {
  let parent = DependencyGraph.process.isolated(named: "parent")
  let lifetimes = Lifetimes()

  /// A type that no other test registers.
  final class Part: Sendable {}

  /// Another type that no other test registers.
  struct Number: Sendable, Equatable { var value = 1 }

  @Test func theEndReleasesAndThrowsFromThenOn() async throws {
    let graph = parent.child(named: "request") {
      Dependency { [lifetimes] in Tracked(lifetimes) }.scope(.singleton)
      Dependency(named: "n") { Number() }
    }
    await parent.activate(DependencyContainer { Part() })
    _ = try graph.inject(byType: Tracked.self)
    #expect(try graph.inject() as Number? == nil)
    try await graph.end()
    #expect(lifetimes.living == 0)
    let ended = InjectionError.graphEnded("request")
    #expect(throws: ended) { try graph.inject(byType: Tracked.self) }
    #expect(throws: ended) { try graph.inject() as Tracked? }
    #expect(throws: ended) { try graph.inject() as Number? }
    #expect(throws: ended) { try graph.inject(byType: Part.self) }
    #expect(throws: ended) { try graph.inject(byType: Tracked.self, parameters: 1) }
    #expect(throws: ended) { try graph.inject() as [Tracked] }
    #expect(throws: ended) { try graph.inject(byName: "n") as Number }
    #expect(throws: ended) { try graph.inject(byValue: 1) as Number }
    graph.runHere {
      #expect(throws: ended) { try DependencyGraph.inject(byType: Part.self) }
      #expect(throws: ended) { try Injected<Part>().loadIfNeeded() }
    }
    try await graph.end()
    await graph.activate(DependencyContainer { Number() })
    #expect(throws: ended) { try graph.inject(byType: Number.self) }
    // The parent is still usable.
    _ = try parent.inject(byType: Part.self)
  }

  @Test func aChildOfWhatHasEndedSaysSo() async throws {
    let request = parent.child(named: "request") { Part() }
    let child = request.child(named: "child")
    _ = try child.inject(byType: Part.self)
    try await request.end()
    #expect(throws: InjectionError.graphEnded("request")) { try child.inject(byType: Part.self) }
    #expect(throws: InjectionError.graphEnded("request")) { try child.inject() as [Part] }
  }

  @Test func soDoesAChildThatDeclaresForItself() async throws {
    let request = parent.child(named: "request")
    let child = request.child {
      Part()
      Dependency { [lifetimes] in Tracked(lifetimes) }.scope(.singleton)
    }
    let grandchild = child.isolated()
    _ = try (child.inject() as Tracked, grandchild.inject() as Tracked)
    let ended = InjectionError.graphEnded("request")
    try await request.end()
    for graph in [child, grandchild] {
      #expect(throws: ended) { try graph.inject(byType: Part.self) }
      #expect(throws: ended) { try graph.inject(byType: Tracked.self) }
      #expect(throws: ended) { try graph.inject() as [Part] }
      #expect(throws: ended) { try graph.runHere { try DependencyGraph.inject() as Part } }
    }
    try await grandchild.end()
    try await child.end()
    #expect(lifetimes.living == 0)
  }

  @Test(arguments: [DependencyScope.instance, .shared, .singleton, .scoped])
  func aGraphMayGoWhileItsFactoryRuns(scope: DependencyScope) async throws {
    final class Service: Sendable {
      let tracked: Tracked
      let late = Injected<Part>()
      init(_ graph: Box<DependencyGraph?>) throws {
        // The lookup holds the graph while it runs.
        graph.value = nil
        tracked = try DependencyGraph.inject()
      }
    }
    let graph = Box<DependencyGraph?>(nil)
    let closed = Counter()
    graph.value = parent.child(named: "request") {
      Dependency { try Service(graph) }.scope(scope)
      Dependency { [lifetimes] in Tracked(lifetimes) }.scope(.singleton)
        .teardown { _ in closed.count() }
      Part()
    }
    let service: Service? = try graph.value?.inject()
    #expect(graph.value == nil)
    // Another test may be changing the graph of the process, which holds this graph meanwhile.
    await eventually { closed.value == 1 }
    #expect(throws: InjectionError.graphEnded("request")) { try service?.late.loadIfNeeded() }
    #expect(lifetimes.living == 1)
    withExtendedLifetime(service) {}
  }

  @Test func theTextNamesTheGraph() async throws {
    let graph = parent.child(named: "request")
    try await graph.end()
    let error = try injectionError { try graph.inject(byType: Part.self) as Part }
    #expect(
      error.description.hasPrefix(
        """
        The graph 'request' has ended.
        Recovery: Inject the dependency before the graph ends, or from a graph that ends later.
        """))
  }

  @Test func theEndNotifiesListeners() async throws {
    // Events of the process's graph are events of all graphs, and other tests send them.
    await #expect(processExitsWith: .success) {
      let graph = DependencyGraph.process.child()
      let count = Counter()
      let subscription = graph.graphChangedPublisher.sink { _ in count.count() }
      try await graph.end()
      #expect(count.value == 1)
      subscription.cancel()
    }
  }

  @Test func anErrorIsAboutTheGraphThatWasAsked() throws {
    let graph = parent.child { Dependency(named: "carburetor") { Part() } }
    let error = try injectionError { try graph.inject(byName: "carburettor") as Part }
    #expect(error.description.contains("Closest registrations:"))
    #expect(error.description.contains("EndTests.swift"))
    #expect(!error.description.contains("No container is active."))
  }

  @Test(arguments: [DependencyScope.singleton, .shared, .managed(by: ChangeSource())])
  func aCaptiveIsThrownWithBothPlaces(scope: DependencyScope) throws {
    final class Service: Sendable { init() throws { _ = try DependencyGraph.inject() as Part } }
    let line = #line + 2
    let graph = parent.child {
      Dependency { Part() }.scope(.scoped)
      Dependency { try Service() }.scope(scope)
    }
    let error = try injectionError { try graph.inject(byType: Service.self) as Service }
    guard case .captiveDependency(let captive) = error else { throw error }
    #expect(captive.dependency == .type("Part"))
    #expect(captive.place.hasSuffix("EndTests.swift:\(line)"))
    #expect(captive.holder == .type("Service"))
    #expect(captive.holderPlace.hasSuffix("EndTests.swift:\(line + 1)"))
    #expect(error.description.contains("Write '.scope(.scoped)' or '.scope(.instance)' on"))
    // A property of the instance injects later, when it is used.
    _ = try graph.inject(byType: Part.self)
  }

  @Test func whatOnlyANearerGraphDeclaresIsACaptive() throws {
    final class Service: Sendable { init() throws { _ = try DependencyGraph.inject() as Part } }
    final class Other: Sendable {
      let engine: Part?
      init() throws { engine = try DependencyGraph.inject() }
    }
    parent.activate(
      DependencyContainer {
        Dependency { try Service() }.scope(.singleton)
        Dependency { try Other() }.scope(.singleton)
      })
    let child = parent.child { Dependency { Part() }.scope(.scoped) }
    let error = try injectionError { try child.inject(byType: Service.self) as Service }
    guard case .captiveDependency(let captive) = error else { throw error }
    #expect(captive.dependency == .type("Part"))
    #expect(captive.holder == .type("Service"))
    // The optional dependency does not exist in the parent.
    #expect(try child.inject(byType: Other.self).engine == nil)
    #expect(throws: InjectionError.missingDependency(.type("Part"))) {
      try parent.inject(byType: Service.self)
    }
  }

  @Test func theProcessDoesNotEnd() async throws {
    // The effect is checked in a separate process.
    await #expect(processExitsWith: .success) {
      await DependencyGraph.activate(DependencyContainer { 5 })
      try await DependencyGraph.process.end()
      guard try DependencyGraph.inject() as Int? == nil else { fatalError("It is there.") }
      await DependencyGraph.activate(DependencyContainer { 6 })
      guard try DependencyGraph.inject() as Int == 6 else { fatalError("It is not there.") }
    }
  }
}
