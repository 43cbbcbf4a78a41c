import StitcherEngine
import StitcherTestSupport
import Testing

/// Graphs with parents: which registrations are hidden, and which graph owns an instance.
@Suite(.timeLimit(.minutes(20))) struct ChildGraphTests {
  private let lifetimes = Lifetimes()
  private let parent = Graph()

  private func tracked(_ scope: Scope, number: Int = 0) -> Registration {
    .type(Tracked.self, scope: scope) { [lifetimes] in Tracked(lifetimes, number: number) }
  }

  @Test func aNearerGraphHidesWhatAFartherOneHas() throws {
    let far = EditableRegistry()
    let near = EditableRegistry()
    parent.activate(far)
    let graph = Graph(parent: parent)
    graph.activate(near)
    far.edit { $0.insert(.type(Int.self) { 1 }) }
    #expect(try graph.resolve(Int.self) == 1)
    let override = Registration.type(Int.self, scope: .singleton) { 2 }
    near.edit { $0.insert(override) }
    #expect(try graph.resolve(Int.self) == 2)
    // A request for all dependencies includes those of the child.
    #expect(try graph.resolveAll(Int.self) == [1, 2])
    #expect(try parent.resolve(Int.self) == 1)
    near.edit { $0.remove(override) }
    #expect(try graph.resolve(Int.self) == 1)
  }

  @Test func onlyTheSameParametersAreHidden() throws {
    parent.activate(
      DeclaredRegistry(contents: [
        .type(String.self) { "far" }, .type(String.self) { (number: Int) in "far \(number)" },
      ]))
    let graph = Graph(parent: parent)
    graph.activate(DeclaredRegistry(contents: [.type(String.self) { "near" }]))
    #expect(try graph.resolve(String.self) == "near")
    #expect(try graph.resolve(String.self, arguments: 5) == "far 5")
  }

  @Test func candidatesOfOneGraphAreStillAmbiguous() throws {
    parent.activate(DeclaredRegistry(contents: [.type(Int.self) { 1 }]))
    parent.activate(DeclaredRegistry(contents: [.type(Int.self, scope: .singleton) { 2 }]))
    let graph = Graph(parent: parent)
    #expect(failure { try graph.resolve(Int.self) } == .multiple(.type(Int.self), count: 2))
    graph.activate(DeclaredRegistry(contents: [.type(Int.self, isEager: true) { 3 }]))
    #expect(try graph.resolve(Int.self) == 3)
  }

  @Test(arguments: [Scope.singleton, .shared, .managed(Lifetime())])
  func whatTheParentKeepsIsTheParents(scope: Scope) throws {
    parent.activate(DeclaredRegistry(contents: [tracked(scope)]))
    do {
      let graph = Graph(parent: parent)
      let grandchild = Graph(parent: graph)
      let instance = try grandchild.resolve(Tracked.self)
      #expect(try graph.resolve(Tracked.self) === instance)
      #expect(try parent.resolve(Tracked.self) === instance)
    }
    parent.deactivateAll()
    #expect((lifetimes.inits, lifetimes.living) == (1, 0))
  }

  @Test(arguments: [Scope.singleton, .shared])
  func anIsolatedGraphHasInstancesOfItsOwn(scope: Scope) throws {
    let editable = EditableRegistry()
    editable.edit {
      $0.insert(.name("e", scope: scope) { [lifetimes] in Tracked(lifetimes, number: 7) })
    }
    parent.activate(DeclaredRegistry(contents: [tracked(scope)]))
    parent.activate(editable)
    let (ours, named) = (
      try parent.resolve(Tracked.self), try parent.resolve(name: "e", as: Tracked.self)
    )
    do {
      let isolated = Graph(parent: parent, isIsolated: true)
      let child = Graph(parent: isolated)
      let instance = try isolated.resolve(Tracked.self)
      #expect(instance !== ours)
      #expect(try isolated.resolve(Tracked.self) === instance)
      #expect(try child.resolve(Tracked.self) === instance)
      let other = try child.resolve(name: "e", as: Tracked.self)
      #expect(other !== named && other.number == 7)
      #expect(try isolated.resolve(name: "e", as: Tracked.self) === other)
    }
    #expect(lifetimes.living == 2)
    withExtendedLifetime((ours, named)) {}
  }

  @Test func whatIsScopedIsOneForEachGraphThatIsAsked() throws {
    parent.activate(DeclaredRegistry(contents: [tracked(.scoped)]))
    do {
      let graphs = (0..<3).map { _ in Graph(parent: parent) }
      let instances = try graphs.map { try $0.resolve(Tracked.self) }
      #expect(Set(instances.map { ObjectIdentifier($0) }).count == 3)
      for (graph, instance) in zip(graphs, instances) {
        #expect(try graph.resolve(Tracked.self) === instance)
      }
      #expect(try parent.resolve(Tracked.self) !== instances[0])
    }
    // The parent's instance stays.
    #expect(lifetimes.living == 1)
    parent.deactivateAll()
    #expect(lifetimes.living == 0)
  }

  @Test(arguments: [true, false])
  func whatIsScopedInAnEditableRegistryGoesWithItsRegistration(isRemoved: Bool) throws {
    let registry = EditableRegistry()
    let scoped = tracked(.scoped)
    registry.edit { $0.insert(scoped) }
    let graph = Graph(parent: parent)
    for asked in [parent, graph] {
      asked.activate(registry)
      _ = try asked.resolve(Tracked.self)
      #expect(lifetimes.living == 1)
      if isRemoved {
        registry.edit { $0.remove(scoped) }
        #expect(lifetimes.living == 0)
        registry.edit { $0.insert(scoped) }
      }
      asked.deactivate(registry)
      #expect(lifetimes.living == 0)
    }
  }

  @Test func whatGoesWhileAllAreResolvedIsNotMadeTheParents() throws {
    let kept = tracked(.singleton)
    // The first registration is equal to one of the child, which replaces it.
    parent.activate(
      DeclaredRegistry(contents: [
        .type(Tracked.self) { [lifetimes] in Tracked(lifetimes, number: 9) }, kept,
      ]))
    let near = DeclaredRegistry()
    near.replaceContents([
      .type(Tracked.self) { [lifetimes] in
        near.replaceContents([])
        return Tracked(lifetimes, number: 1)
      }, kept,
    ])
    let graph = Graph(parent: parent)
    graph.activate(near)
    let all = try graph.resolveAll(Tracked.self)
    #expect(all.map(\.number) == [1, 0])
    #expect(try parent.resolveAll(Tracked.self).last !== all.last)
  }

  @Test func anIsolatedGraphKeepsTheInstanceOfAMovedRegistration() throws {
    let registry = EditableRegistry()
    let old = ParameterlessRegistration(
      .init(
        locator: .keys([.type(Tracked.self), .name("moved")]), scope: .singleton, location: .unknown
      )
    ) { [lifetimes] in Tracked(lifetimes) }
    registry.edit { $0.insert(old) }
    parent.activate(registry)
    let graph = Graph(parent: parent, isIsolated: true)
    let instance = try graph.resolve(Tracked.self)
    let moved = old.moved(to: .name("moved"))
    registry.edit { $0.replace(old, by: moved) }
    #expect(try graph.resolve(name: "moved", as: Tracked.self) === instance)
    #expect(lifetimes.inits == 1)
  }

  @Test func aFactoryOfWhatIsKeptInjectsInTheGraphThatDeclaresIt() throws {
    let parent = parent
    parent.activate(
      DeclaredRegistry(contents: [
        .type(Int.self) { 1 },
        asking(
          locator: .type(String.self), scope: .singleton
        ) { (asker: any Asking) -> String in "kept \(try asker.graph.resolve(Int.self))" },
        asking(
          locator: .type(Substring.self), scope: .instance
        ) { (asker: any Asking) -> Substring in "fresh \(try asker.graph.resolve(Int.self))" },
      ]))
    let graph = Graph(parent: parent)
    graph.activate(DeclaredRegistry(contents: [.type(Int.self) { 2 }]))
    let isolated = Graph(parent: graph, isIsolated: true)
    let askers = [parent, graph, isolated].map { Requester($0) }
    #expect(try graph.resolve(String.self) == "kept 1")
    #expect(try graph.resolve(Substring.self) == "fresh 2")
    #expect(try isolated.resolve(String.self) == "kept 2")
    withExtendedLifetime(askers) {}
  }

  @Test func aFactoryCanTellWhoseGraphRunsIt() throws {
    let graph = Graph(parent: parent)
    let owners = [Requester(parent), Requester(graph), Requester(Graph())]
    let registry = DeclaredRegistry(contents: [
      asking(
        locator: .name("fresh"), scope: .instance, otherwise: owners[2]
      ) { ObjectIdentifier($0 as! Requester) },
      asking(
        locator: .name("kept"), scope: .singleton, otherwise: owners[2]
      ) { ObjectIdentifier($0 as! Requester) },
    ])
    parent.activate(registry)
    #expect(
      try graph.resolve(name: "fresh", as: ObjectIdentifier.self) == ObjectIdentifier(owners[1]))
    #expect(
      try graph.resolve(name: "kept", as: ObjectIdentifier.self) == ObjectIdentifier(owners[0]))
    let other = Graph()
    other.activate(registry)
    #expect(
      try other.resolve(name: "fresh", as: ObjectIdentifier.self) == ObjectIdentifier(owners[2]))
  }

  @Test func aCaptiveIsThrownWithWhatWouldHoldIt() throws {
    let graph = Graph(parent: parent)
    let name = Locator.type(Tracked.self)
    parent.activate(
      DeclaredRegistry(contents: [
        tracked(.scoped),
        .type(Engine.self, scope: .singleton) { [parent] in
          _ = try parent.resolve(Tracked.self)
          return Engine()
        },
        .type(Int.self) { [graph] in try graph.resolve(Tracked.self).number },
        .type(UInt.self, scope: .singleton) { [graph] in UInt(try graph.resolve(Int.self)) },
      ]))
    #expect(failure { try graph.resolve(Engine.self) } == .captive(name, of: .type(Engine.self)))
    #expect(try graph.resolve(Int.self) == 0)
    // The same error is thrown for an existing instance, and through a dependency that is not kept.
    #expect(failure { try graph.resolve(UInt.self) } == .captive(name, of: .type(UInt.self)))
    parent.deactivateAll()
  }

  @Test func changesOfTheParentAreFollowed() throws {
    let graph = Graph(parent: Graph(parent: parent))
    #expect(failure { try graph.resolve(Int.self) } == .missing(.type(Int.self)))
    let registry = DeclaredRegistry(contents: [.type(Int.self) { 1 }])
    parent.activate(registry)
    #expect(try graph.resolve(Int.self) == 1)
    registry.replaceContents([.type(Int.self) { 2 }])
    #expect(try graph.resolve(Int.self) == 2)
    parent.deactivate(registry)
    #expect(failure { try graph.resolve(Int.self) } == .missing(.type(Int.self)))
  }

  @Test(arguments: [true, false])
  func instancesOfWhatTheParentDeclaresNoMoreAreReleased(isIsolated: Bool) throws {
    let graph = Graph(parent: parent, isIsolated: isIsolated)
    let registry = DeclaredRegistry(contents: [
      tracked(.scoped), .name("n", scope: .singleton) { [lifetimes] in Tracked(lifetimes) },
    ])
    let stays = DeclaredRegistry(contents: [
      .name("stays", scope: .scoped) { [lifetimes] in Tracked(lifetimes) }
    ])
    parent.activate(registry)
    parent.activate(stays)
    _ = try graph.resolve(Tracked.self)
    _ = try graph.resolve(name: "n", as: Tracked.self)
    let kept = Weak(object: try graph.resolve(name: "stays", as: Tracked.self))
    // The graph is notified of the next change although nothing was looked up since the last one.
    parent.activate(DeclaredRegistry())
    parent.deactivate(registry)
    #expect(lifetimes.living == 1)
    #expect(try graph.resolve(name: "stays", as: Tracked.self) === kept.object)
  }

  @Test func aGraphThatHasEndedFindsNothingAndHoldsNothing() throws {
    parent.activate(DeclaredRegistry(contents: [tracked(.scoped)]))
    let graph = Graph(parent: parent)
    let registry = DeclaredRegistry(contents: [.type(Int.self, scope: .singleton) { 1 }])
    graph.activate(registry)
    _ = try graph.resolve(Tracked.self)
    graph.end()
    #expect(lifetimes.living == 0)
    #expect(failure { try graph.resolve(Int.self) } == .ended)
    #expect(failure { try graph.resolve(Tracked.self) } == .ended)
    graph.activate(registry)
    #expect(!graph.isActive(registry))
    graph.end()
    #expect(try parent.resolve(Tracked.self).number == 0)
  }

  /// A graph without registries finds the same dependencies before and after it gets registries.
  @Test func theFirstAnswersAreThoseOfLater() throws {
    let editable = EditableRegistry()
    editable.edit {
      $0.insert(
        .type(Int.self, scope: .scoped) { [lifetimes] in
          Tracked(lifetimes).number
        })
    }
    parent.activate(editable)
    let equal = tracked(.scoped)
    parent.activate(
      DeclaredRegistry(contents: [
        equal, .type(OtherTracked.self, scope: .shared) { [lifetimes] in OtherTracked(lifetimes) },
        .type(String.self) { "fresh" }, .type(Double.self) { 1 },
        .type(Double.self, scope: .singleton) { 2 },
        .type([Int].self) { (number: Int) in [number] },
        .type(Float.self, scope: .scoped) { throw FactoryError(number: 3) },
      ]))
    let graph = Graph(parent: parent)
    let grandchild = Graph(parent: Graph(parent: graph))
    let other = try parent.resolve(OtherTracked.self)
    for graph in [graph, grandchild] {
      let first = try graph.resolve(Tracked.self)
      for _ in 0..<20 {
        #expect(try graph.resolve(Tracked.self) === first)
        #expect(try graph.resolve(OtherTracked.self) === other)
        #expect(try graph.resolve(String.self) == "fresh")
        #expect(try graph.resolve(Int.self) == 0)
        #expect(
          failure { try graph.resolve(Double.self) } == .multiple(.type(Double.self), count: 2))
        #expect(failure { try graph.resolve([Int].self) } != .none)
        #expect(failure { try graph.resolve(Bool.self) } == .missing(.type(Bool.self)))
        #expect(failure { try graph.resolve(Float.self) } == .other("\(FactoryError(number: 3))"))
        #expect(try graph.resolve([Int].self, arguments: 4) == [4])
      }
    }
    #expect(try graph.resolve(Tracked.self) !== grandchild.resolve(Tracked.self))
    // Two instances of `Tracked`, one of the other type, and two that ended after their numbers
    // were read.
    #expect((lifetimes.inits, lifetimes.living) == (5, 3))
    withExtendedLifetime((grandchild, other)) {}
  }

  @Test(arguments: [1, 7, 8, 9, 40])
  func whatIsScopedGoesWithTheGraphHoweverMuchThereIs(count: Int) throws {
    var set = RegistrationSet()
    for number in 0..<count {
      set.insert(
        .value(number, scope: .scoped) { [lifetimes] in Tracked(lifetimes, number: number) })
    }
    let registry = DeclaredRegistry(contents: set)
    parent.activate(registry)
    parent.activate(DeclaredRegistry(contents: [.type(Int.self, scope: .scoped) { 1 }]))
    let graph = Graph(parent: parent)
    _ = try graph.resolve(Int.self)
    let all = try (0..<count).map { try graph.resolve(value: $0, as: Tracked.self) }
    for number in 0..<count {
      #expect(try graph.resolve(value: number, as: Tracked.self) === all[number])
    }
    #expect(try Graph(parent: parent).resolve(value: 0, as: Tracked.self) !== all[0])
    parent.deactivate(registry)
    #expect(try graph.resolve(Int.self) == 1)
    parent.activate(registry)
    #expect(try graph.resolve(value: 0, as: Tracked.self) !== all[0])
    #expect(try graph.resolve(value: count - 1, as: Tracked.self).number == count - 1)
    graph.end()
    withExtendedLifetime(all) { #expect(lifetimes.living == count) }
  }

  @Test func thousandsComeAndGoOnAllThreadsWhileTheParentChanges() {
    let parent = parent
    let base = DeclaredRegistry(contents: [tracked(.scoped, number: 1)])
    let one = Registration.type(Engine.self, scope: .singleton) { Engine() }
    let extra = DeclaredRegistry(contents: [one])
    parent.activate(base)
    let wrong = runThreads(3) { thread in
      (0..<1_000).count { round in
        if thread == 0 {
          parent.activate(extra)
          parent.deactivate(extra)
          return false
        }
        let graph = Graph(parent: parent, isIsolated: round % 2 == 0)
        let instance = try? graph.resolve(Tracked.self)
        _ = try? graph.resolve(Engine.self)
        let same = try? graph.resolve(Tracked.self)
        if round % 3 == 0 { graph.end() }
        return instance == nil || instance !== same
      }
    }
    #expect(wrong == [0, 0, 0])
    #expect(lifetimes.living == 0)
  }
}
