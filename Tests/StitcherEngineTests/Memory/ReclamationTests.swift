import Foundation
import StitcherEngine
import StitcherTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ReclamationTests {
  /// Creates a registry with a factory that captures an object.
  private func registry(_ captured: Tracked, _ action: @escaping @Sendable () -> Void = {})
    -> DeclaredRegistry
  {
    DeclaredRegistry(contents: [
      .type(Int.self) {
        action()
        return captured.number
      }
    ])
  }

  @Test func releasesFactoriesWithTheRegistryAlthoughAnotherThreadIsIdle() {
    let lifetimes = Lifetimes()
    let graph = Graph()
    defer { graph.deactivateAll() }
    let hasResolved = Gate()
    let mayEnd = Gate()
    let registry = Box<DeclaredRegistry?>(registry(Tracked(lifetimes)))
    graph.activate(registry.value!)
    let idle = Worker {
      for _ in 0..<2 { _ = try? graph.resolve(Int.self) }
      hasResolved.open()
      mayEnd.wait()
    }
    hasResolved.wait()
    graph.deactivate(registry.value!)
    registry.value = nil
    #expect(lifetimes.living == 0)
    mayEnd.open()
    idle.join()
  }

  @Test(arguments: [false, true]) func releasesAFactoryThatWasRunningOnceItEnds(isWarm: Bool) {
    let lifetimes = Lifetimes()
    let graph = Graph()
    defer { graph.deactivateAll() }
    let isRunning = Gate()
    let mayFinish = Gate()
    let isPatient = Box(!isWarm)
    let registry = Box<DeclaredRegistry?>(
      registry(Tracked(lifetimes)) {
        guard isPatient.value else { return }
        isRunning.open()
        mayFinish.wait()
      })
    graph.activate(registry.value!)
    if isWarm { _ = try? graph.resolve(Int.self) }
    isPatient.value = true
    let runner = Worker { try? graph.resolve(Int.self) }
    isRunning.wait()
    let registration = Weak(object: graph.registrations.first)
    graph.deactivate(registry.value!)
    registry.value = nil
    // The running factory still uses the captured object.
    #expect(lifetimes.living == 1)
    #expect(registration.object != nil)
    mayFinish.open()
    #expect(runner.join() == 0)
    #expect(lifetimes.living == 0)
    #expect(registration.object == nil)
  }

  @Test func releasesAFactoryThatEndsItsOwnRegistryAndResolvesOn() throws {
    let lifetimes = Lifetimes()
    let graph = Graph()
    defer { graph.deactivateAll() }
    graph.activate(DeclaredRegistry(contents: [.type(String.self) { "stays" }]))
    let registry = Box<DeclaredRegistry?>(nil)
    let mayEnd = Box(false)
    registry.value = self.registry(Tracked(lifetimes)) {
      guard mayEnd.value, let own = registry.take() else { return }
      graph.deactivate(own)
      // The first lookup takes the slow path; later ones pin the next snapshot.
      for _ in 0..<3 { _ = try? graph.resolve(String.self) }
    }
    graph.activate(registry.value!)
    for _ in 0..<2 { _ = try graph.resolve(Int.self) }
    mayEnd.value = true
    #expect(try graph.resolve(Int.self) == 0)
    #expect(lifetimes.living == 0)
  }

  @Test func releasesAFactoryThatOtherGraphsStandBetween() throws {
    let lifetimes = Lifetimes()
    let graph = Graph()
    defer { graph.deactivateAll() }
    let other = Graph()
    let registry = Box<DeclaredRegistry?>(nil)
    let mayEnd = Box(false)
    other.activate(
      DeclaredRegistry(contents: [.type(Int.self) { try graph.resolve(String.self).count }]))
    registry.value = DeclaredRegistry(contents: [
      .type(String.self) {
        if mayEnd.value, let own = registry.take() { graph.deactivate(own) }
        return "text"
      },
      .type(Int.self) { [captured = Tracked(lifetimes)] in
        try other.resolve(Int.self) + captured.number
      },
    ])
    graph.activate(registry.value!)
    for _ in 0..<2 { #expect(try graph.resolve(Int.self) == 4) }
    mayEnd.value = true
    #expect(try graph.resolve(Int.self) == 4)
    #expect(lifetimes.living == 0)
  }

  @Test func releasesAFactoryWhileOtherThreadsReleaseTheirs() throws {
    let lifetimes = Lifetimes()
    let isDone = Box(false)
    let others = (0..<3).map { _ in
      Worker { while !isDone.value { Self.deactivateInAFactory(Lifetimes()) } }
    }
    defer {
      isDone.value = true
      for other in others { other.join() }
    }
    for round in 0..<fewerInDebug(2_000) {
      Self.deactivateInAFactory(lifetimes) { for _ in 0..<20 { Thread.yieldToOthers() } }
      try #require(lifetimes.living == 0, "round \(round)")
    }
  }

  /// Runs a factory that captures an object and deactivates its own registry.
  private static func deactivateInAFactory(
    _ lifetimes: Lifetimes, onRelease: @escaping @Sendable () -> Void = {}
  ) {
    let graph = Graph()
    let registry = Box<DeclaredRegistry?>(nil)
    let mayEnd = Box(false)
    registry.value = DeclaredRegistry(contents: [
      .type(Int.self) { [captured = Tracked(lifetimes, onDeinit: onRelease)] in
        if mayEnd.value, let own = registry.take() { graph.deactivate(own) }
        return captured.number
      }
    ])
    graph.activate(registry.value!)
    // The first lookup takes the slow path, which pins nothing.
    _ = try? graph.resolve(Int.self)
    mayEnd.value = true
    _ = try? graph.resolve(Int.self)
  }

  @Test func releasesEverySnapshotOfANestOfChanges() throws {
    let lifetimes = Lifetimes()
    let graph = Graph()
    defer { graph.deactivateAll() }
    let depth = 12
    // Each level changes the graph and continues, so that more snapshots are in use than a thread
    // can record.
    var set = RegistrationSet()
    for level in 0..<depth {
      set.insert(
        .name("\(level)") {
          let extra = DeclaredRegistry(contents: [
            .value(level) { [captured = Tracked(lifetimes)] in captured.number }
          ])
          graph.activate(extra)
          for _ in 0..<2 { _ = try graph.resolve(value: level, as: Int.self) }
          defer { graph.deactivate(extra) }
          for _ in 0..<2 { _ = try graph.resolveAll(Bool.self) }
          return level == depth - 1 ? 0 : try graph.resolve(name: "\(level + 1)", as: Int.self) + 1
        })
    }
    graph.activate(DeclaredRegistry(contents: set))
    for _ in 0..<3 {
      #expect(try graph.resolve(name: "0", as: Int.self) == depth - 1)
      #expect(lifetimes.living == 0)
    }
  }

  @Test func releasesInstancesOutsideEveryLockSoThatADeinitMayResolve() throws {
    let lifetimes = Lifetimes()
    let lifetime = Lifetime()
    let graph = Graph([.type(Int.self, scope: .singleton) { 3 }, .type(String.self) { "fresh" }])
    defer { graph.deactivateAll() }
    let seen = Counter()
    let registry = DeclaredRegistry()
    @Sendable func make() -> Tracked {
      Tracked(lifetimes) {
        // Calls that could wait for a lock.
        guard (try? graph.resolve(Int.self)) == 3, (try? graph.resolve(String.self)) == "fresh",
          (try? graph.resolve(name: "missing", as: Int.self)) == nil
        else { return }
        graph.activate(registry)
        graph.deactivate(registry)
        graph.releaseUnusedStorage()
        lifetime.end()
        seen.increment()
      }
    }
    let contents: RegistrationSet = [
      .type(Tracked.self, scope: .singleton) { make() },
      .name("managed", scope: .managed(lifetime)) { make() },
      .name("shared", scope: .shared) { make() },
    ]
    let own = DeclaredRegistry(contents: contents)
    func use() throws {
      _ = try graph.resolve(Tracked.self)
      _ = try graph.resolve(name: "managed", as: Tracked.self)
      _ = try graph.resolve(name: "shared", as: Tracked.self)
    }
    graph.activate(own)
    try use()
    graph.deactivate(own)
    graph.activate(own)
    try use()
    own.replaceContents([])
    own.replaceContents(contents)
    try use()
    lifetime.end()
    graph.deactivateAll()
    #expect(lifetimes.living == 0)
    // The singleton was missing whenever the graph was empty.
    #expect(seen.value >= lifetimes.inits - 1)
  }

  @Test func doesNotGrowWhereInstancesComeAndGo() throws {
    // Each round finds the cell empty and takes the slow path.
    let lifetimes = Lifetimes()
    let graph = Graph([.type(Tracked.self, scope: .shared) { Tracked(lifetimes) }])
    defer { graph.deactivateAll() }
    for _ in 0..<20_000 { _ = try graph.resolve(Tracked.self) }
    #expect(lifetimes.inits == 20_000)
    #expect(lifetimes.living == 0)
  }

  @Test func letsThreadsComeAndGo() {
    let lifetimes = Lifetimes()
    let graph = Graph([
      .type(Tracked.self, scope: .singleton) { Tracked(lifetimes) },
      .type(Int.self) { 5 },
    ])
    defer { graph.deactivateAll() }
    let registry = DeclaredRegistry(contents: [.name("n", scope: .shared) { Tracked(lifetimes) }])
    for _ in 0..<50 {
      let results = runThreads(6) { thread in
        graph.activate(registry)
        let isFine = (try? graph.resolve(Int.self)) == 5
        _ = try? graph.resolve(name: "n", as: Tracked.self)
        return isFine && (try? graph.resolve(Tracked.self)) != nil
      }
      #expect(results == Array(repeating: true, count: 6))
      graph.deactivate(registry)
    }
    graph.deactivateAll()
    #expect(lifetimes.living == 0)
  }

  @Test func theLastOfSeveralFactoriesThatRunReleases() async {
    // In a separate process: the objects of other tests would be counted as well.
    await #expect(processExitsWith: .success) {
      for round in 0..<500 {
        let lifetimes = Lifetimes()
        let graph = Graph()
        let all = Barrier(4)
        let registry = Box<DeclaredRegistry?>(nil)
        registry.value = DeclaredRegistry(contents: [
          .type(Int.self) { [captured = Tracked(lifetimes)] in
            all.wait()
            return captured.number
          }
        ])
        graph.activate(registry.value!)
        let runners = (0..<3).map { _ in Worker { try? graph.resolve(Int.self) } }
        // The factories end while the graph changes.
        all.wait()
        graph.deactivate(registry.take()!)
        for runner in runners { precondition(runner.join() == 0) }
        precondition(lifetimes.living == 0, "round \(round)")
        precondition(Reclamation.pinnedSnapshotCount == 0, "round \(round)")
      }
      #if STITCHER_INVARIANTS
        Reclamation._invariantCheck()
      #endif
    }
  }
}
