import StitcherEngine
import StitcherTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct StressTests {
  @Test func keepsAccountOfEveryInstanceWhateverThreadsDo() {
    let lifetimes = Lifetimes()
    let captured = Lifetimes()
    let lifetime = Lifetime()
    let graph = Graph()
    defer { graph.deactivateAll() }
    @Sendable func contents(_ round: Int) -> RegistrationSet {
      let held = Tracked(captured)
      var set: RegistrationSet = [
        .type(Tracked.self, also: [(any Numbered).self], scope: .singleton) {
          Tracked(lifetimes, number: held.number)
        },
        .name("managed", scope: .managed(lifetime)) { Tracked(lifetimes, number: held.number) },
        .name("shared", scope: .shared) { Tracked(lifetimes, number: held.number) },
        .value(7, scope: .shared) { OtherTracked(lifetimes, number: held.number) },
        .type(Int.self) { held.number },
        .name("deep", scope: .singleton) {
          _ = try? graph.resolve(name: "shared", as: Tracked.self)
          return try graph.resolve(Tracked.self)
        },
      ]
      for number in 0..<(round % 12) { set.insert(.value("\(round % 3) \(number)") { number }) }
      if round % 2 == 0 { set.insert(.name("even", scope: .singleton) { Tracked(lifetimes) }) }
      return set
    }
    let registries = Box((0..<3).map { DeclaredRegistry(contents: contents($0)) })
    let unexpected = Log<String>()
    @Sendable func note(_ error: any Error) {
      // The error `missing` is right while no registry is active; `multiple` is right as well.
      if let failure = error as? ResolutionFailure {
        switch failure.reason {
        case .missing, .multiple: return
        default: break
        }
      }
      unexpected.add("\(error)")
    }
    runThreads(6) { thread in
      for round in 0..<1_000 {
        let registry = registries.value[round % 3]
        switch thread {
        case 0 where round % 5 == 0: graph.deactivate(registry)
        case 0: graph.activate(registry)
        case 1: registry.replaceContents(contents(round))
        case 2 where round % 7 == 0: lifetime.end()
        case 2 where round % 50 == 0: graph.deactivateAll()
        case 2: graph.releaseUnusedStorage()
        default:
          do {
            switch round % 8 {
            case 0: _ = try graph.resolve(Tracked.self)
            case 1: _ = try graph.resolve((any Numbered).self)
            case 2: _ = try graph.resolve(name: "managed", as: Tracked.self)
            case 3: _ = try graph.resolve(name: "shared", as: (any Numbered).self)
            case 4: _ = try graph.resolve(value: 7, as: OtherTracked.self)
            case 5: _ = try graph.resolve(Int.self)
            case 6: _ = try graph.resolve(name: "deep", as: Tracked.self)
            default: _ = try graph.resolveAll((any Numbered).self)
            }
          } catch {
            note(error)
          }
        }
      }
    }
    #expect(unexpected.entries == [])
    graph.deactivateAll()
    #expect(lifetimes.living == 0)
    #expect(lifetime.subscriberCount == 0)
    registries.value = []
    #expect(captured.living == 0)
  }

  @Test func handsOutOneSingletonForEachTimeThatARegistryIsActive() {
    let lifetimes = Lifetimes()
    let graph = Graph()
    defer { graph.deactivateAll() }
    let registry = DeclaredRegistry(contents: [
      .type(Tracked.self, also: [(any Numbered).self], scope: .singleton) { Tracked(lifetimes) }
    ])
    let barrier = Barrier(4)
    let rounds = 400
    let seen = runThreads(4) { thread in
      (0..<rounds).map { round -> ObjectIdentifier? in
        if thread == 0 { graph.activate(registry) }
        barrier.wait()
        // All threads see one instance while the registry stays active.
        let instance: (any Numbered)? =
          thread % 2 == 0
          ? try? graph.resolve(Tracked.self) : try? graph.resolve((any Numbered).self)
        let id = instance.map { ObjectIdentifier($0) }
        barrier.wait()
        if thread == 1 { graph.deactivate(registry) }
        barrier.wait()
        return id
      }
    }
    for round in 0..<rounds {
      #expect(Set(seen.map { $0[round] }).count == 1)
      #expect(seen[0][round] != nil)
    }
    #expect(lifetimes.inits == rounds)
    #expect(lifetimes.living == 0)
  }

  @Test func handsOutOneSingletonWhileEqualContentsComeAndGo() {
    let lifetimes = Lifetimes()
    let graph = Graph()
    defer { graph.deactivateAll() }
    @Sendable func contents() -> RegistrationSet {
      [.type(Tracked.self, scope: .singleton) { Tracked(lifetimes) }]
    }
    for _ in 0..<100 {
      let registry = DeclaredRegistry(contents: contents())
      graph.activate(registry)
      let ids = runThreads(4) { thread -> ObjectIdentifier? in
        if thread == 0 {
          for _ in 0..<5 { registry.replaceContents(contents()) }
          return nil
        }
        return (try? graph.resolve(Tracked.self)).map { ObjectIdentifier($0) }
      }
      #expect(Set(ids.dropFirst()).count == 1)
      graph.deactivate(registry)
    }
    #expect(lifetimes.inits == 100)
    #expect(lifetimes.living == 0)
  }
}
