import StitcherEngine
import StitcherTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ReplaceContentsTests {
  @Test func keepsWhatStayedAndReleasesWhatWentOnce() throws {
    let stays = Lifetimes()
    let goes = Lifetimes()
    let lifetime = Lifetime()
    let graph = Graph()
    defer { graph.deactivateAll() }
    @Sendable func contents(_ number: Int, hasMore: Bool) -> RegistrationSet {
      var set: RegistrationSet = [
        .type(Tracked.self, scope: .singleton) { Tracked(stays, number: number) },
        .name("managed", scope: .managed(lifetime)) { Tracked(stays, number: number) },
        .value(1, scope: .shared) { Tracked(stays, number: number) },
      ]
      if hasMore { set.insert(.name("more", scope: .singleton) { Tracked(goes) }) }
      return set
    }
    let registry = DeclaredRegistry(contents: contents(0, hasMore: true))
    graph.activate(registry)
    let held = try [
      graph.resolve(Tracked.self), graph.resolve(name: "managed", as: Tracked.self),
      graph.resolve(value: 1, as: Tracked.self),
    ]
    for round in 1...5 {
      _ = try graph.resolve(name: "more", as: Tracked.self)
      #expect(goes.living == 1)
      registry.replaceContents(contents(round, hasMore: false))
      #expect(goes.living == 0)
      #expect(goes.inits == round)
      #expect(failure { try graph.resolve(name: "more", as: Tracked.self) } != .none)
      registry.replaceContents(contents(round, hasMore: true))
      #expect(try graph.resolve(Tracked.self) === held[0])
      #expect(try graph.resolve(name: "managed", as: Tracked.self) === held[1])
      #expect(try graph.resolve(value: 1, as: Tracked.self) === held[2])
    }
    #expect(stays.inits == 3)
    lifetime.end()
    #expect(try graph.resolve(name: "managed", as: Tracked.self).number == 5)
    graph.deactivateAll()
    #expect(goes.living == 0)
    #expect(stays.living == 3)
    withExtendedLifetime(held) {}
  }

  @Test func usesTheNewFactoryForTheNextInstance() throws {
    let graph = Graph()
    defer { graph.deactivateAll() }
    let registry = DeclaredRegistry(contents: [
      .type(Int.self) { 1 }, .name("n", scope: .singleton) { 1 },
    ])
    graph.activate(registry)
    #expect(try graph.resolve(Int.self) == 1)
    registry.replaceContents([.type(Int.self) { 2 }, .name("n", scope: .singleton) { 2 }])
    #expect(try graph.resolve(Int.self) == 2)
    #expect(try graph.resolve(name: "n", as: Int.self) == 2)
    registry.replaceContents([.type(Int.self) { 3 }, .name("n", scope: .singleton) { 3 }])
    #expect(try graph.resolve(name: "n", as: Int.self) == 2)
  }

  @Test func changesWhatAnInactiveRegistryWillBe() throws {
    let graph = Graph()
    defer { graph.deactivateAll() }
    let registry = DeclaredRegistry(contents: [.type(Int.self) { 1 }])
    registry.replaceContents([.type(Int.self) { 2 }])
    graph.activate(registry)
    #expect(try graph.resolve(Int.self) == 2)
  }

  @Test func letsGoOfFactoriesOutsideEveryLock() {
    let lifetimes = Lifetimes()
    let graph = Graph()
    defer { graph.deactivateAll() }
    let registry = Box<DeclaredRegistry?>(DeclaredRegistry())
    let seen = Counter()
    func contents() -> RegistrationSet {
      let captured = Tracked(lifetimes) {
        // Runs when the factory is released.
        _ = registry.value?.contents
        graph.activate(DeclaredRegistry())
        seen.increment()
      }
      return [.type(Int.self) { captured.number }]
    }
    for isActive in [false, true] {
      if isActive { graph.activate(registry.value!) }
      registry.value?.replaceContents(contents())
      _ = try? graph.resolve(Int.self)
      registry.value?.replaceContents([])
      #expect(lifetimes.living == 0)
    }
    #expect(seen.value == 2)
  }

  @Test func keepsAnInstanceThatIsBeingCreated() throws {
    let lifetimes = Lifetimes()
    let isCreating = Gate()
    let mayFinish = Gate()
    let graph = Graph()
    defer { graph.deactivateAll() }
    let registry = DeclaredRegistry(contents: [
      .type(Tracked.self, scope: .singleton) {
        isCreating.open()
        mayFinish.wait()
        return Tracked(lifetimes, number: 1)
      }
    ])
    graph.activate(registry)
    let creator = Worker { try? graph.resolve(Tracked.self) }
    isCreating.wait()
    registry.replaceContents([
      .type(Tracked.self, scope: .singleton) { Tracked(lifetimes, number: 2) }
    ])
    let waiter = Worker { try? graph.resolve(Tracked.self) }
    mayFinish.open()
    let instance = try #require(creator.join())
    #expect(waiter.join() === instance)
    #expect(try graph.resolve(Tracked.self) === instance)
    #expect(lifetimes.inits == 1)
  }

  @Test func isNotLostDuringAnActivation() throws {
    for round in 0..<300 {
      let graph = Graph()
      defer { graph.deactivateAll() }
      let registry = DeclaredRegistry(contents: [.type(Int.self) { -1 }])
      runThreads(2) { thread in
        if thread == 0 {
          graph.activate(registry)
        } else {
          registry.replaceContents([.type(Int.self) { round }])
        }
      }
      #expect(try graph.resolve(Int.self) == round)
    }
  }

  @Test func whatMovesFromOneRegistryToAnotherIsAlwaysInOne() {
    let graph = Graph()
    defer { graph.deactivateAll() }
    let lifetimes = Lifetimes()
    let moving: RegistrationSet = [.type(Tracked.self, scope: .singleton) { Tracked(lifetimes) }]
    // The notification reaches the earlier registry, the later one and one that merges both.
    let parts = [DeclaredRegistry(contents: moving), DeclaredRegistry()]
    let others = [DeclaredRegistry(contents: moving), DeclaredRegistry()]
    let merged = DeclaredRegistry(merging: others)
    let extra = DeclaredRegistry()
    graph.activate(parts[0])
    graph.activate(parts[1])
    let missing = runThreads(3) { thread in
      (0..<2_000).count { round in
        switch thread {
        case 0:
          for pair in [parts, others] {
            move(moving, from: pair[round % 2], to: pair[1 - round % 2], round: round)
          }
          return false
        case 1:
          // Observes the change that the other thread has installed, before that thread notifies
          // the graph.
          graph.activate(extra)
          graph.deactivate(extra)
          return merged.contents.registrations.count != 1
        default: return (try? graph.resolve(Tracked.self)) == nil
        }
      }
    }
    #expect(missing == [0, 0, 0])
    #expect(lifetimes.inits == 1)
  }

  @Test func aRegistryThatIsActivatedMeanwhileIsFollowed() throws {
    for _ in 0..<500 {
      let graph = Graph()
      defer { graph.deactivateAll() }
      let moving: RegistrationSet = [.type(Int.self) { 1 }]
      let parts = [DeclaredRegistry(contents: moving), DeclaredRegistry()]
      graph.activate(parts[0])
      let missing = runThreads(2) { thread in
        if thread == 0 {
          move(moving, from: parts[0], to: parts[1], round: 0)
          return false
        }
        graph.activate(parts[1])
        // Before and after the notification by the first thread, the registration is in one of the
        // two.
        return (try? graph.resolve(Int.self)) == nil
      }
      #expect(missing == [false, false])
    }
  }

  /// Moves the contents of one registry to another one, in one step.
  private func move(
    _ contents: RegistrationSet, from old: DeclaredRegistry, to new: DeclaredRegistry, round: Int
  ) {
    var updates = RegistryUpdates()
    let build = UInt64(round) + 1
    updates.add(old, RegistrationSet(), build: build, sendsEvent: true) {}
    updates.add(new, contents, build: build, sendsEvent: true) {}
    updates.install()
  }

  @Test func whatIsActivatedAgainWhileItGoesIsFollowed() throws {
    let graph = Graph()
    defer { graph.deactivateAll() }
    let registry = DeclaredRegistry()
    for round in 0..<3_000 {
      graph.activate(registry)
      runThreads(2) { thread in
        if thread == 0 { graph.deactivate(registry) } else { graph.activate(registry) }
      }
      guard graph.isActive(registry) else { continue }
      registry.replaceContents([.type(Int.self) { round }])
      #expect(try graph.resolve(Int.self) == round)
    }
  }

  @Test func anEditableRegistryThatIsActivatedAgainWhileItGoesIsFollowed() throws {
    let graph = Graph()
    defer { graph.deactivateAll() }
    let registry = EditableRegistry()
    for round in 0..<3_000 {
      graph.activate(registry)
      runThreads(2) { thread in
        if thread == 0 { graph.deactivate(registry) } else { graph.activate(registry) }
      }
      guard graph.isActive(registry) else { continue }
      registry.edit { edit in
        edit.removeAll()
        edit.insert(.type(Int.self, scope: .singleton) { round })
      }
      #expect(try graph.resolve(Int.self) == round)
    }
  }

  @Test func isSeenAsAWhole() {
    let graph = Graph()
    defer { graph.deactivateAll() }
    @Sendable func contents(_ number: Int) -> RegistrationSet {
      [
        .type(Int.self) { number },
        // Successive sets differ, so that each replacement changes the registry.
        .type(Int.self, also: number % 2 == 0 ? [Bool.self] : [Double.self]) { number },
        .type(Int.self, also: [Float.self], scope: .shared) { number },
      ]
    }
    let registry = DeclaredRegistry(contents: contents(0))
    graph.activate(registry)
    let halves = runThreads(3) { thread in
      (0..<1_500).count { round in
        if thread == 0 {
          registry.replaceContents(contents(round))
          return false
        }
        guard let all = try? graph.resolveAll(Int.self) else { return true }
        return all.count != 3 || Set(all).count != 1
      }
    }
    #expect(halves == [0, 0, 0])
  }

  @Test func mayHappenInTheFactoryOfTheRegistry() throws {
    let lifetimes = Lifetimes()
    let graph = Graph()
    defer { graph.deactivateAll() }
    let own = Box<DeclaredRegistry?>(nil)
    let registry = DeclaredRegistry(contents: [
      .type(Tracked.self, scope: .singleton) {
        own.value?.replaceContents([
          .type(Tracked.self, scope: .singleton) { Tracked(lifetimes, number: 2) },
          .type(Int.self) { 5 },
        ])
        return Tracked(lifetimes, number: try graph.resolve(Int.self))
      }
    ])
    own.value = registry
    graph.activate(registry)
    let instance = try graph.resolve(Tracked.self)
    #expect(instance.number == 5)
    #expect(try graph.resolve(Tracked.self) === instance)
    own.value = nil
  }
}
