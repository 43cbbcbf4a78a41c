import StitcherEngine
import StitcherTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct EditTests {
  let registry = EditableRegistry()
  let graph = Graph()

  init() { graph.activate(registry) }

  @Test func whatIsInsertedIsFoundAndWhatIsRemovedIsNot() throws {
    let one = Registration.type(Int.self) { 1 }
    #expect(failure { try graph.resolve(Int.self) } == .missing(.type(Int.self)))
    registry.edit { $0.insert(one) }
    #expect(try graph.resolve(Int.self) == 1)
    registry.edit { $0.remove(one) }
    #expect(failure { try graph.resolve(Int.self) } == .missing(.type(Int.self)))
  }

  @Test func anEditReturnsWhatItsClosureReturns() {
    let count = registry.edit { edit in
      edit.insert(.type(Int.self) { 1 })
      return edit.registrations.count
    }
    #expect(count == 1)
  }

  @Test func whatIsNotThereIsNotRemoved() throws {
    let one = Registration.type(Int.self) { 1 }
    registry.edit { edit in
      edit.remove(one)
      edit.insert(one)
      edit.insert(.type(String.self) { "stays" })
      edit.remove(one)
      edit.remove(one)
    }
    #expect(try graph.resolve(String.self) == "stays")
    #expect(registry.registrations.count == 1)
  }

  /// A registration that is moved to another locator keeps its instance, unless the same edit also
  /// removes the moved registration for a while.
  @Test(arguments: [false, true])
  func movedRegistrationKeepsItsInstance(isRemovedMeanwhile: Bool) throws {
    let lifetimes = Lifetimes()
    let old = Registration.type(Tracked.self, scope: .singleton) { Tracked(lifetimes) }
    registry.edit { $0.insert(old) }
    let first = try graph.resolve(Tracked.self)
    let moved = old.moved(to: .types([Tracked.self, (any Sendable).self]))
    registry.edit { edit in
      edit.replace(old, by: moved)
      if isRemovedMeanwhile {
        edit.remove(moved)
        edit.insert(moved)
      }
    }
    #expect((try graph.resolve(Tracked.self) === first) == !isRemovedMeanwhile)
  }

  @Test func theOrderIsThatOfRegistration() throws {
    let registrations = (0..<100).map { number in
      Registration.type(Int.self, also: [(any Sendable).self]) { number }
    }
    registry.edit { edit in for registration in registrations { edit.insert(registration) } }
    registry.edit { edit in
      for number in 10..<90 { edit.remove(registrations[number]) }
      edit.replace(registrations[3], by: .type(Int.self) { 1003 })
      edit.replace(registrations[95], by: .type(Int.self) { 1095 })
    }
    let expected = [0, 1, 2, 1003] + Array(4..<10) + Array(90..<95) + [1095] + Array(96..<100)
    #expect(try graph.resolveAll(Int.self) == expected)
    #expect(graph.registrations.count == 20)
    #expect(registry.registrations(for: .type(Int.self)).count == 20)
    #expect(registry.registrations.count == 20)
  }

  @Test func whatIsRemovedAndInsertedInOneEditGoesOnWithoutItsInstance() throws {
    let lifetimes = Lifetimes()
    let registration = Registration.type(Tracked.self, scope: .singleton) { Tracked(lifetimes) }
    registry.edit { $0.insert(registration) }
    _ = try graph.resolve(Tracked.self)
    registry.edit { edit in
      edit.remove(registration)
      edit.insert(registration)
    }
    #expect(lifetimes.living == 0)
    let other = Tracked(lifetimes, number: 7)
    #expect(registry.setInstance(other, of: registration))
    #expect(try graph.resolve(Tracked.self) === other)
    #expect(lifetimes.inits == 2)
  }

  @Test(arguments: [Scope.singleton, .shared, .managed(Lifetime())])
  func whatIsRemovedIsReleasedOnce(scope: Scope) throws {
    let lifetimes = Lifetimes()
    let registration = Registration.type(Tracked.self, scope: scope) { Tracked(lifetimes) }
    registry.edit { $0.insert(registration) }
    do {
      let instance = try graph.resolve(Tracked.self)
      registry.edit { $0.removeAll() }
      #expect(instance.number == 0)
    }
    #expect((lifetimes.inits, lifetimes.deinits) == (1, 1))
    registry.edit { $0.insert(registration) }
    _ = try graph.resolve(Tracked.self)
    #expect(lifetimes.inits == 2)
  }

  @Test func aReplacementMakesANewInstanceOrKeepsTheOldOne() throws {
    let lifetimes = Lifetimes()
    func make(inPlaceOf old: Registration? = nil) -> Registration {
      ParameterlessRegistration(
        .init(
          locator: .type(Tracked.self), scope: .singleton, location: .unknown, original: old?.origin
        )
      ) { Tracked(lifetimes, number: lifetimes.inits) }
    }
    let first = make()
    let second = make(inPlaceOf: first)
    let third = make()
    registry.edit { $0.insert(first) }
    let instance = try graph.resolve(Tracked.self)
    registry.edit { $0.replace(first, by: second) }
    #expect(try graph.resolve(Tracked.self) === instance)
    registry.edit { $0.replace(second, by: third) }
    #expect(try graph.resolve(Tracked.self).number == 1)
    #expect((lifetimes.inits, lifetimes.deinits) == (2, 0))
  }

  @Test func aCreationUnderWayIsNotKeptAfterARemoval() throws {
    let lifetimes = Lifetimes()
    let hasBegun = Gate()
    let mayEnd = Gate()
    let registration = Registration.type(Tracked.self, scope: .singleton) {
      if lifetimes.inits == 0 {
        hasBegun.open()
        mayEnd.wait()
      }
      return Tracked(lifetimes, number: lifetimes.inits)
    }
    registry.edit { $0.insert(registration) }
    let graph = graph
    let worker = Worker { try? graph.resolve(Tracked.self).number }
    hasBegun.wait()
    registry.edit { $0.replace(registration, by: .type(Tracked.self) { Tracked(lifetimes) }) }
    mayEnd.open()
    #expect(worker.join() == 0)
    #expect(lifetimes.living == 0)
  }

  @Test func aDeinitThatEditsAndResolvesIsNotInTheWay() throws {
    let registry = registry
    let graph = graph
    let found = Log<Int>()
    registry.edit { edit in
      edit.insert(
        .type(Tracked.self, scope: .singleton) {
          Tracked(Lifetimes()) {
            registry.edit { $0.insert(.type(String.self) { "late" }) }
            found.add((try? graph.resolve(Int.self)) ?? -1)
          }
        })
      edit.insert(.type(Int.self) { 7 })
    }
    _ = try graph.resolve(Tracked.self)
    let registration = registry.registrations(for: .type(Tracked.self))[0]
    registry.edit { $0.remove(registration) }
    #expect(found.entries == [7])
    #expect(try graph.resolve(String.self) == "late")
  }

  @Test func anEditIsSeenAsAWholeAndByEveryThread() {
    let registry = registry
    let graph = graph
    let initial = [
      Registration.type(Int.self) { 0 }, .type(UInt.self) { 0 },
    ]
    registry.edit { edit in for registration in initial { edit.insert(registration) } }
    let latest = Box(0)
    let isOver = Box(false)
    let torn = runThreads(3) { thread -> Int in
      if thread == 0 {
        for round in 1...2000 {
          registry.edit { edit in
            let old = edit.registrations
            edit.replace(old[0], by: .type(Int.self) { round })
            edit.replace(old[1], by: .type(UInt.self) { UInt(round) })
          }
          latest.value = round
        }
        isOver.value = true
        return 0
      }
      var torn = 0
      while !isOver.value {
        let seen = latest.value
        // The first read is the older one: the second read never sees an earlier state.
        guard let one = try? graph.resolve(Int.self), let other = try? graph.resolve(UInt.self)
        else { return -1 }
        if one < seen || Int(other) < one { torn += 1 }
      }
      return torn
    }
    #expect(torn == [0, 0, 0])
  }

  @Test func anActivationAndEditsOfOneRegistryDoNotLoseEachOther() throws {
    for _ in 0..<300 {
      let registry = EditableRegistry()
      let graph = Graph()
      let one = Registration.type(Int.self, scope: .singleton) { 1 }
      registry.edit { $0.insert(one) }
      runThreads(2) { thread in
        if thread == 0 {
          graph.activate(registry)
        } else {
          registry.edit { $0.replace(one, by: .type(Int.self, scope: .singleton) { 2 }) }
        }
      }
      #expect(try graph.resolve(Int.self) == 2)
    }
  }

  @Test func graphsAreNotifiedOfEachEdit() {
    let count = Counter()
    let subscription = graph.changes.subscribe { count.increment() }
    registry.edit { $0.insert(.type(Int.self) { 1 }) }
    registry.edit { _ in }
    registry.edit { $0.removeAll() }
    #expect(count.value == 2)
    subscription.cancel()
  }

  @Test func whatIsInsertedWhereNothingIsIsInsertedOnce() throws {
    for _ in 0..<300 {
      let registry = EditableRegistry()
      let graph = Graph()
      graph.activate(registry)
      let lifetimes = Lifetimes()
      let instances = runThreads(4) { _ in
        try? graph.resolve(
          Tracked.self,
          orInserting: { .type(Tracked.self, scope: .singleton) { Tracked(lifetimes) } },
          into: registry)
      }
      #expect(Set(instances.map { $0.map { ObjectIdentifier($0) } }).count == 1)
      #expect(lifetimes.inits == 1)
      #expect(registry.registrations.count == 1)
    }
  }

  @Test func aThousandEditsTakeTheTimeOfAThousandNotOfAMillion() {
    // Quadratic behavior would take minutes here.
    for number in 0..<50_000 {
      registry.edit { $0.insert(.value(number) { number }) }
    }
    #expect((try? graph.resolve(value: 49_999, as: Int.self)) == 49_999)
  }

  @Test func anInstanceIsNotHandedToAnEqualRegistrationOfAnotherRegistry() throws {
    let lifetimes = Lifetimes()
    let other = EditableRegistry()
    let otherGraph = Graph()
    otherGraph.activate(other)
    registry.edit {
      $0.insert(.type(Tracked.self, scope: .singleton) { Tracked(lifetimes, number: 1) })
    }
    other.edit {
      $0.insert(.type(Tracked.self, scope: .singleton) { Tracked(lifetimes, number: 2) })
    }
    let shared = Graph()
    shared.activate(registry)
    shared.activate(other)
    let one = try graph.resolve(Tracked.self)
    let two = try otherGraph.resolve(Tracked.self)
    #expect(try shared.resolve(Tracked.self) === one)
    shared.deactivate(registry)
    #expect(try shared.resolve(Tracked.self) === two)
    #expect(try graph.resolve(Tracked.self) === one)
    #expect(try otherGraph.resolve(Tracked.self) === two)
    #expect(lifetimes.inits == 2)
  }

  @Test(arguments: [false, true])
  func whatIsRegisteredOnceMoreWhileAllAreResolvedIsKept(isAsynchronous: Bool) async throws {
    let lifetimes = Lifetimes()
    let last = ParameterlessRegistration(
      .init(
        locator: .keys([.type(Tracked.self), .name("kept")]), scope: .singleton, location: .unknown)
    ) { Tracked(lifetimes) }
    let first = Registration.type(Tracked.self) { [unowned registry] in
      // Removes and adds the same registration, which moves it to another place.
      registry.edit {
        $0.remove(last)
        $0.insert(last)
      }
      return Tracked(lifetimes)
    }
    registry.edit {
      $0.insert(first)
      $0.insert(last)
    }
    for _ in 0..<3 {
      let all =
        isAsynchronous
        ? try await graph.resolveAll(Tracked.self, in: nil) : try graph.resolveAll(Tracked.self)
      #expect(all.count == 2)
      let kept = try graph.resolve(name: "kept", as: Tracked.self)
      #expect(all.contains { $0 === kept })
    }
  }

  @Test(arguments: [false, true])
  func whatIsBeingCreatedGoesToTheRegistrationThatComesInItsPlace(isTwice: Bool) throws {
    let lifetimes = Lifetimes()
    let (isRunning, mayEnd) = (Gate(), Gate())
    let types: [any Any.Type] = isTwice ? [Tracked.self, Tracked.self] : [Tracked.self]
    let old = ParameterlessRegistration(
      .init(locator: Locator.types(types), scope: .singleton, location: .unknown)
    ) {
      isRunning.open()
      mayEnd.wait()
      return Tracked(lifetimes)
    }
    registry.edit { $0.insert(old) }
    let asking = Worker { [graph] in try? graph.resolve(Tracked.self) }
    isRunning.wait()
    let new = ParameterlessRegistration(
      .init(locator: old.locator, scope: .singleton, location: .unknown, original: old.origin)
    ) { Tracked(lifetimes) }
    registry.edit { $0.replace(old, by: new) }
    mayEnd.open()
    let instance = try #require(asking.join())
    #expect(try graph.resolve(Tracked.self) === instance)
    #expect(lifetimes.inits == 1)
  }

  @Test func aReplacementBesideACreationLosesNoInstance() throws {
    for round in 0..<2000 {
      let lifetimes = Lifetimes()
      let registry = EditableRegistry()
      let graph = Graph()
      let old = ParameterlessRegistration(
        .init(locator: .type(Tracked.self), scope: .singleton, location: .unknown)
      ) { Tracked(lifetimes) }
      registry.edit { $0.insert(old) }
      let both = Barrier(2)
      let asking = Worker {
        graph.activate(registry)
        both.wait()
        let instance = try? graph.resolve(Tracked.self)
        return instance != nil
      }
      let replacing = Worker {
        let new = ParameterlessRegistration(
          .init(locator: old.locator, scope: .singleton, location: .unknown, original: old.origin)
        ) { Tracked(lifetimes) }
        both.wait()
        registry.edit { $0.replace(old, by: new) }
      }
      #expect(asking.join())
      replacing.join()
      #expect(lifetimes.living == 1, "round \(round)")
      #expect(lifetimes.inits == 1, "round \(round)")
    }
  }
}
