import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Lookups in graphs with parents, and the owners of the instances.
@Suite(.timeLimit(.minutes(10)), .dependencies()) struct ChildTests {
  /// A stand-in for the graph of the process, which other tests use.
  let parent = DependencyGraph.process.isolated(named: "parent")

  final class Service: Sendable {
    let label: String
    init(_ label: String = "") { self.label = label }
  }

  final class User: Sendable {
    let service: Service
    init(_ service: Service) { self.service = service }
  }

  static var user: User { get throws { User(try DependencyGraph.inject()) } }

  @Test func aGraphKnowsItsNameAndItsParent() {
    let child = parent.child(named: "request")
    #expect(child.name == "request")
    #expect(child.parent === parent)
    #expect(parent.parent === DependencyGraph.process)
    #expect(DependencyGraph.process.parent == nil)
    #expect(parent.child().name == nil)
  }

  @Test(arguments: [true, false])
  func itsOwnRegistrationsComeFirst(isIsolated: Bool) throws {
    parent.activate(DependencyContainer { Service("parent") })
    let graph = isIsolated ? parent.isolated { Service("own") } : parent.child { Service("own") }
    #expect(try graph.inject(byType: Service.self).label == "own")
    #expect(try graph.inject(byType: [Service].self).map(\.label) == ["own"])
    #expect(try parent.inject(byType: Service.self).label == "parent")
  }

  @Test func onlyTheSameKeyWithTheSameParametersIsHidden() throws {
    parent.activate(
      DependencyContainer {
        Dependency { Service("parent") }
        Dependency { (number: Int) in Service("parent \(number)") }
        Dependency(named: "service") { Service("named") }
      })
    let graph = parent.child { Dependency { Service("own") } }
    #expect(try graph.inject(byType: Service.self).label == "own")
    #expect(try graph.inject(byType: Service.self, parameters: 3).label == "parent 3")
    #expect(try (graph.inject(byName: "service") as Service).label == "named")
  }

  @Test(arguments: [DependencyScope.singleton, .shared, .managed(by: ChangeSource())])
  func whatTheParentKeepsIsTheParents(scope: DependencyScope) throws {
    parent.activate(DependencyContainer { Dependency { Service() }.scope(scope) })
    let (one, other) = (parent.child(), parent.child())
    let service: Service = try one.inject()
    #expect(try service === other.child().inject() as Service)
    #expect(try service === parent.inject() as Service)
  }

  @Test(arguments: [DependencyScope.singleton, .shared, .managed(by: ChangeSource())])
  func anIsolatedGraphHasItsOwn(scope: DependencyScope) throws {
    parent.activate(DependencyContainer { Dependency { Service() }.scope(scope) })
    let (one, other) = (parent.isolated(), parent.isolated())
    let service: Service = try one.inject()
    #expect(try service === one.inject() as Service)
    #expect(try service === one.child().inject() as Service)
    #expect(try service !== other.inject() as Service)
    #expect(try service !== parent.inject() as Service)
  }

  @Test func whatIsScopedIsOneForEachGraphThatIsAsked() async throws {
    let lifetimes = Lifetimes()
    await parent.activate(
      DependencyContainer { Dependency { Tracked(lifetimes) }.scope(.scoped) })
    var graphs = [parent.child(), parent.child(), parent.isolated()]
    let objects = try graphs.map { try $0.inject(byType: Tracked.self) }.map { Weak(object: $0) }
    for (graph, object) in zip(graphs, objects) {
      #expect(try graph.inject(byType: Tracked.self) === object.object)
      #expect(try graph.run { try DependencyGraph.inject(byType: Tracked.self) } === object.object)
    }
    #expect(try parent.inject(byType: Tracked.self).lifetimes.living == 4)
    graphs = []
    // A change of the process's graph may hold its children for a moment.
    await eventually { lifetimes.living == 1 }
  }

  @Test func theScopeIsSeenByValidation() {
    let graph = parent.child { Dependency { Service() }.scope(.scoped) }
    graph.validate { registrations in
      let services = registrations.matches { $0.isLocatedBy(type: Service.self) }
      #expect(services.map(\.scope) == [.scoped])
    }
    #expect(Set([DependencyScope.scoped, .singleton, .scoped]).count == 2)
  }

  @Test func aFactoryOfWhatTheParentKeepsInjectsInTheParent() throws {
    parent.activate(
      DependencyContainer {
        Dependency { Service("parent") }
        Dependency { try Self.user }.scope(.singleton)
      })
    let child = parent.child { Service("child") }
    #expect(try child.inject(byType: User.self).service.label == "parent")
    #expect(
      try child.run { try DependencyGraph.inject(byType: User.self) }.service.label == "parent")
  }

  @Test func inAnIsolatedGraphItInjectsThere() throws {
    parent.activate(
      DependencyContainer {
        Dependency { Service("parent") }
        Dependency { try Self.user }.scope(.singleton)
      })
    let graph = parent.isolated { Service("isolated") }
    #expect(try graph.inject(byType: User.self).service.label == "isolated")
    #expect(
      try graph.child { Service("child") }.inject(byType: User.self).service.label == "isolated")
    #expect(try parent.inject(byType: User.self).service.label == "parent")
  }

  @Test func aFactoryOfWhatIsNotKeptInjectsInTheGraphThatIsAsked() throws {
    parent.activate(
      DependencyContainer {
        Dependency { Service("parent") }
        Dependency { try Self.user }.scope(.instance)
      })
    let child = parent.child { Service("child") }
    #expect(try child.inject(byType: User.self).service.label == "child")
    #expect(try child.child().inject(byType: User.self).service.label == "child")
    #expect(try parent.inject(byType: User.self).service.label == "parent")
  }

  @Test func overridesReachAnyDepth() throws {
    final class Screen: Sendable {
      let user: User
      init() throws { user = try DependencyGraph.inject() }
    }
    parent.activate(
      DependencyContainer {
        Dependency { Service("parent") }.scope(.singleton)
        Dependency { try Self.user }.scope(.singleton)
        Dependency { try Screen() }.scope(.singleton)
      })
    let graph = parent.isolated { Service("override") }
    #expect(try graph.inject(byType: Screen.self).user.service.label == "override")
    // An instance of the parent keeps its dependencies from the parent.
    let child = parent.child { Service("override") }
    #expect(try child.inject(byType: Screen.self).user.service.label == "parent")
    #expect(try parent.inject(byType: Screen.self).user.service.label == "parent")
  }

  @Test(arguments: [true, false])
  func changesOfTheParentAreFollowed(isIsolated: Bool) throws {
    let graph = isIsolated ? parent.isolated() : parent.child()
    #expect(try graph.inject() as Service? == nil)
    let container = DependencyContainer { Dependency { Service("1") }.scope(.singleton) }
    parent.activate(container)
    #expect(try graph.inject(byType: Service.self).label == "1")
    parent.deactivate(container)
    #expect(try graph.inject() as Service? == nil)
  }

  @Test(arguments: [true, false])
  func observedStateOfTheParentIsFollowed(isIsolated: Bool) throws {
    let model = Model()
    parent.activate(
      DependencyContainer { Dependency { [label = model.label] in Service(label) }.id(model.label) }
    )
    let graph = isIsolated ? parent.isolated() : parent.child()
    #expect(try graph.inject(byType: Service.self).label == "first")
    model.label = "second"
    #expect(try graph.inject(byType: Service.self).label == "second")
  }

  @Test func aContainerInTheBuilderFollowsWhatItIsBuiltFrom() throws {
    let model = Model()
    let container = DependencyContainer {
      Dependency { [label = model.label] in Service(label) }.id(model.label)
    }
    let graph = parent.isolated {
      Engine()
      container
      if model.label == "first" { Dependency(named: "n") { 1 } }
      for number in 0..<2 { Dependency(for: number) { "\(number)" } }
    }
    _ = try graph.inject() as Engine
    #expect(try graph.inject(byType: Service.self).label == "first")
    #expect(try graph.inject(byName: "n") as Int == 1)
    #expect(try graph.inject(byValue: 1) as String == "1")
    model.label = "second"
    #expect(try graph.inject(byType: Service.self).label == "second")
  }

  @Test func whatIsEagerIsMadeWithTheGraph() {
    let lifetimes = Lifetimes()
    let graph = parent.child {
      Dependency { Tracked(lifetimes) }.scope(.singleton).eagerness(.eager)
      DependencyContainer {
        Dependency { OtherTracked(lifetimes) }.scope(.singleton).eagerness(.eager)
      }
    }
    #expect(lifetimes.living == 2)
    graph.deactivateAll()
    #expect(lifetimes.living == 0)
  }

  @Test func oneContainerInTwoGraphsHasInstancesInEach() throws {
    let container = DependencyContainer { Dependency { Service() }.scope(.singleton) }
    let (one, other) = (parent.child(), parent.child())
    one.activate(container)
    other.activate(container)
    let service: Service = try one.inject()
    #expect(try service !== other.inject() as Service)
    other.deactivate(container)
    #expect(try service === one.inject() as Service)
    #expect(try other.inject() as Service? == nil)
  }

  @Test func activationInTheBackgroundIsOfTheGraph() async throws {
    let lifetimes = Lifetimes()
    let graph = parent.child()
    await graph.activate(
      DependencyContainer { Dependency { Tracked(lifetimes) }.scope(.singleton).eagerness(.eager) })
    #expect(lifetimes.living == 1)
    await graph.run { await DependencyGraph.activate(DependencyContainer { Service("late") }) }
    #expect(try graph.inject(byType: Service.self).label == "late")
    #expect(try parent.inject() as Service? == nil)
  }

  @Test func eventsOfAGraphAreItsOwnAndItsParents() async {
    // Events of the process's graph are events of all graphs, and other tests send them.
    await #expect(processExitsWith: .success) {
      let parent = DependencyGraph.process.child()
      let (one, other) = (parent.child(), parent.child())
      let count = Counter()
      let subscription = one.graphChangedPublisher.sink { _ in count.count() }
      let published = one.graphChangedPublisher.sink { _ in count.count() }
      one.activate(DependencyContainer { Service() }) {}
      #expect(count.value == 2)
      parent.activate(DependencyContainer { Engine() }) {}
      #expect(count.value == 4)
      DependencyGraph.activate(DependencyContainer { Engine() }) {}
      #expect(count.value == 6)
      other.activate(DependencyContainer { Service() }) {}
      #expect(count.value == 6)
      other.runHere { DependencyGraph.deactivateAll() }
      #expect(count.value == 6)
      one.runHere { DependencyGraph.deactivateAll() }
      #expect(count.value == 8)
      withExtendedLifetime((subscription, published)) {}
    }
  }

  @Test func aContainersPropertyIsActiveWhereItWasMade() throws {
    let graph = parent.child()
    do {
      let property = graph.run { Dependencies(wrappedValue: DependencyContainer { Service("1") }) }
      #expect(try graph.inject(byType: Service.self).label == "1")
      #expect(try parent.inject() as Service? == nil)
      property.setContainer(DependencyContainer { Service("2") }) {}
      #expect(try graph.inject(byType: Service.self).label == "2")
      #expect(try parent.inject() as Service? == nil)
    }
    #expect(try graph.inject() as Service? == nil)
  }

  @Test func theHookInjectsFromTheGraphThatHasCreated() throws {
    final class Aware: PostInstantiationAware, Sendable {
      let seen = Box<DependencyGraph?>(nil)
      func didInstantiate() { seen.value = DependencyGraph.current }
    }
    parent.activate(DependencyContainer { Dependency { Aware() }.scope(.singleton) })
    let child = parent.child { Dependency(named: "own") { Aware() } }
    #expect(try child.inject(byType: Aware.self).seen.value === parent)
    #expect(try (child.inject(byName: "own") as Aware).seen.value === child)
  }

  @Test func aDroppedGraphReleasesItsInstances() async throws {
    let lifetimes = Lifetimes()
    var graph: DependencyGraph? = parent.child {
      Dependency { Tracked(lifetimes) }.scope(.singleton)
    }
    _ = try graph?.inject(byType: Tracked.self)
    var child = graph?.child()
    graph = nil
    // The child holds the parent.
    #expect(lifetimes.living == 1)
    #expect(try child?.inject(byType: Tracked.self).lifetimes.inits == 1)
    child = nil
    await eventually { lifetimes.living == 0 }
  }
}
