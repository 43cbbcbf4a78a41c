import StitcherEngine
import StitcherTestSupport
import Testing

/// Equal registrations of several registries share one cell while registries come and go.
@Suite(.timeLimit(.minutes(20))) struct EqualRegistrationsTests {
  private let lifetimes = Lifetimes()
  private let graph = Graph()

  /// Creates a registry with a registration that is equal in all registries created here.
  private func registry(_ number: Int, scope: Scope = .singleton) -> DeclaredRegistry {
    DeclaredRegistry(contents: [registration(number, scope: scope)])
  }

  private func registration(_ number: Int, scope: Scope = .singleton) -> Registration {
    .type(Tracked.self, scope: scope) { [lifetimes] in Tracked(lifetimes, number: number) }
  }

  @Test(arguments: [Scope.singleton, .shared, .managed(Lifetime())])
  func keepTheInstanceWhileOneOfThemIsActive(scope: Scope) throws {
    let one = registry(1, scope: scope)
    let other = registry(2, scope: scope)
    graph.activate(one)
    do {
      let instance = try graph.resolve(Tracked.self)
      graph.activate(other)
      graph.deactivate(one)
      #expect(try graph.resolve(Tracked.self) === instance)
      graph.activate(one)
      graph.deactivate(other)
      #expect(try graph.resolve(Tracked.self) === instance)
    }
    graph.deactivate(one)
    #expect(lifetimes.living == 0)
    #expect(lifetimes.inits == 1)
  }

  @Test func mayTakeTurnsBeforeThereIsAnInstance() throws {
    let one = registry(1)
    let other = registry(2)
    graph.activate(one)
    for _ in 0..<3 {
      graph.activate(other)
      graph.deactivate(one)
      graph.activate(one)
      graph.deactivate(other)
    }
    do {
      let instance = try graph.resolve(Tracked.self)
      #expect(instance.number == 1)
      #expect(try graph.resolve(Tracked.self) === instance)
    }
    graph.deactivate(one)
    #expect(lifetimes.living == 0)
    // No registry keeps an instance for its next activation.
    graph.activate(other)
    #expect(try graph.resolve(Tracked.self).number == 2)
    graph.deactivateAll()
    #expect(lifetimes.living == 0)
  }

  @Test func goOnToBeCreatedEagerlyAfterTwoHaveGone() throws {
    func registration(_ number: Int) -> Registration {
      .type(Tracked.self, scope: .singleton, isEager: true) { [lifetimes] in
        Tracked(lifetimes, number: number)
      }
    }
    let first = DeclaredRegistry()
    let second = DeclaredRegistry(contents: [registration(2)])
    let third = DeclaredRegistry(contents: [registration(3)])
    graph.activate(first)
    graph.activate(second)
    // From here on, the first registration shares the cell of the second one.
    first.replaceContents([registration(1)])
    graph.activate(third)
    graph.deactivate(third)
    graph.deactivate(second)
    graph.createEagerInstances(of: Array(first.contents.registrations))
    #expect(lifetimes.inits == 1)
    #expect(try graph.resolve(Tracked.self).number == 1)
    graph.deactivate(first)
    #expect(lifetimes.living == 0)
  }

  @Test func shareACreationThatIsUnderWay() throws {
    let isCreating = Gate()
    let mayFinish = Gate()
    let one = DeclaredRegistry(contents: [
      .type(Tracked.self, scope: .singleton) { [lifetimes] in
        isCreating.open()
        mayFinish.wait()
        return Tracked(lifetimes, number: 1)
      }
    ])
    let other = registry(2)
    graph.activate(one)
    graph.activate(other)
    let creator = Worker { [graph] in try? graph.resolve(Tracked.self) }
    isCreating.wait()
    graph.deactivate(one)
    let waiter = Worker { [graph] in try? graph.resolve(Tracked.self) }
    mayFinish.open()
    let instance = try #require(creator.join())
    #expect(waiter.join() === instance)
    #expect(try graph.resolve(Tracked.self) === instance)
    #expect(lifetimes.inits == 1)
  }

  @Test func keepTheInstanceWhenAnEarlierRegistryGetsOne() throws {
    let earlier = DeclaredRegistry(contents: [.type(Int.self) { 1 }])
    let later = registry(2)
    graph.activate(earlier)
    graph.activate(later)
    let instance = try graph.resolve(Tracked.self)
    earlier.replaceContents([registration(1)])
    #expect(try graph.resolve(Tracked.self) === instance)
    graph.deactivate(later)
    #expect(try graph.resolve(Tracked.self) === instance)
    #expect(lifetimes.inits == 1)
  }

  @Test func keepTheInstanceWhenTheEarlierRegistryLosesItsOne() throws {
    let earlier = registry(1)
    let later = registry(2)
    graph.activate(earlier)
    graph.activate(later)
    let instance = try graph.resolve(Tracked.self)
    earlier.replaceContents([])
    #expect(try graph.resolve(Tracked.self) === instance)
    later.replaceContents([])
    #expect(lifetimes.living == 1)
    withExtendedLifetime(instance) {}
  }

  @Test(arguments: [Scope.scoped, .singleton], [true, false])
  func areNotKeptByAnEditableRegistryWhoseInstancesAreItsOwn(scope: Scope, isChild: Bool) throws {
    let editable = EditableRegistry()
    editable.edit { $0.insert(registration(2, scope: scope)) }
    let isolated = Graph(parent: graph, isIsolated: true)
    let asked = isChild ? Graph(parent: isolated) : isolated
    let fixed = registry(1, scope: scope)
    isolated.activate(fixed)
    #expect(try asked.resolve(Tracked.self).number == 1)
    graph.activate(editable)
    #expect(lifetimes.living == 1)
    isolated.deactivate(fixed)
    #expect(lifetimes.living == 0)
    #expect(try asked.resolve(Tracked.self).number == 2)
    isolated.activate(fixed)
    #expect(try asked.resolve(Tracked.self).number == 1)
    #expect(lifetimes.inits == 3)
  }

  @Test(arguments: [Scope.scoped, .singleton], [true, false])
  func doNotLendTheirPlaceToAnEditableRegistry(scope: Scope, isAsked: Bool) throws {
    let editable = EditableRegistry()
    graph.activate(editable)
    graph.activate(registry(1, scope: scope))
    let isolated = Graph(parent: graph, isIsolated: true)
    #expect(try isolated.resolve(Tracked.self).number == 1)
    // This registration comes first, so it is used from now on, with an instance of its own.
    let own = registration(2, scope: scope)
    editable.edit { $0.insert(own) }
    if isAsked { #expect(try isolated.resolve(Tracked.self).number == 2) }
    editable.edit { $0.remove(own) }
    #expect(try isolated.resolve(Tracked.self).number == 1)
    #expect((lifetimes.inits, lifetimes.living) == (isAsked ? 2 : 1, 1))
  }

  @Test(arguments: [Scope.scoped, .singleton])
  func areDescribedAsLiveEachForItself(scope: Scope) throws {
    let editable = EditableRegistry()
    let own = registration(2, scope: scope)
    graph.activate(editable)
    graph.activate(registry(1, scope: scope))
    let isolated = Graph(parent: graph, isIsolated: true)
    #expect(try isolated.resolve(Tracked.self).number == 1)
    editable.edit { $0.insert(own) }
    // The new registration hides the equal one.
    func isLive() -> [Bool?] { isolated.outline.nodes.map(\.isLive) }
    #expect(isLive() == [false])
    // The instance of the farther graph is a different one.
    #expect(try graph.resolve(Tracked.self).number == 2)
    #expect(isLive() == [false])
    #expect(try isolated.resolve(Tracked.self).number == 2)
    #expect(isLive() == [true])
  }

  @Test func haveOneInstanceWhateverThreadsDo() {
    let rounds = 300
    let registries = [registry(1), registry(2)]
    let base = registry(0)
    graph.activate(base)
    let first = Box(try? graph.resolve(Tracked.self))
    let strangers = runThreads(4) { [graph] thread in
      (0..<rounds).count { round in
        if thread < 2 {
          graph.activate(registries[thread])
          graph.deactivate(registries[thread])
          return false
        }
        return (try? graph.resolve(Tracked.self)) !== first.value
      }
    }
    #expect(strangers == [0, 0, 0, 0])
    first.value = nil
    graph.deactivateAll()
    #expect(lifetimes.living == 0)
    #expect(lifetimes.inits == 1)
  }

  /// Registrations of one key with different parameters have the same hash, so a store finds both
  /// of their cells by it.
  @Test func ofTheSameKeyComeAndGoAmongManyCells() throws {
    var contents = RegistrationSet()
    for number in 0..<12 { contents.insert(.value(number, scope: .singleton) { number }) }
    let fillers = DeclaredRegistry(contents: contents)
    let one = registry(1)
    let other = DeclaredRegistry(contents: [
      .type(Tracked.self, scope: .singleton) { [lifetimes] number in
        Tracked(lifetimes, number: number)
      }
    ])
    graph.activate(fillers)
    for number in 0..<12 { #expect(try graph.resolve(value: number, as: Int.self) == number) }
    graph.activate(one)
    graph.activate(other)
    for round in 0..<40 {
      let isOne = round.isMultiple(of: 3)
      do {
        let (first, second) = (
          try graph.resolve(Tracked.self), try graph.resolve(Tracked.self, arguments: 2)
        )
        #expect((first.number, second.number) == (1, 2))
        graph.deactivate(isOne ? one : other)
        if isOne {
          #expect(try graph.resolve(Tracked.self, arguments: 2) === second)
        } else {
          #expect(try graph.resolve(Tracked.self) === first)
        }
      }
      #expect(lifetimes.living == 1)
      #expect(lifetimes.inits == round + 2)
      graph.activate(isOne ? one : other)
    }
    graph.deactivate(fillers)
    graph.deactivateAll()
    #expect(lifetimes.living == 0)
  }
}
