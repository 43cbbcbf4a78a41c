import StitcherEngine
import StitcherTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct CyclesOverThreadsTests {
  @Test(arguments: [true, false], [2, 3]) func areThrownNotWaitedFor(isChecking: Bool, count: Int) {
    for _ in 0..<20 {
      let meeting = Barrier(count)
      let isMeeting = Box(true)
      let graph = Graph()
      defer { graph.deactivateAll() }
      graph.detectsCycles = isChecking
      var set = RegistrationSet()
      for number in 0..<count {
        set.insert(
          .name("\(number)", scope: .singleton) {
            // All threads are inside their own factories before any of them resolves the next
            // dependency.
            if isMeeting.value { meeting.wait() }
            isMeeting.value = false
            return 1 + (try graph.resolve(name: "\((number + 1) % count)", as: Int.self))
          })
      }
      graph.activate(DeclaredRegistry(contents: set))
      let failures = runThreads(count) { number in
        failure { try graph.resolve(name: "\(number)", as: Int.self) }
      }
      for failure in failures {
        guard case .cycle(let path) = failure else {
          Issue.record("expected a cycle, got \(failure)")
          continue
        }
        // The path runs once around the cycle, from a locator back to the same locator.
        #expect(path.count == count + 1)
        #expect(path.first == path.last)
        #expect(Set(path).count == count)
        for (one, next) in zip(path, path.dropFirst()) {
          #expect(next == .name("\(((0..<count).first { one == .name("\($0)") }! + 1) % count)"))
        }
      }
    }
  }

  @Test(arguments: [Scope.shared, .managed(Lifetime())], [2, 3])
  func areThrownInEveryScopeThatKeepsInstances(scope: Scope, count: Int) {
    for _ in 0..<20 {
      let meeting = Barrier(count)
      let isMeeting = Box(true)
      let graph = Graph()
      defer { graph.deactivateAll() }
      var set = RegistrationSet()
      for number in 0..<count {
        set.insert(
          .name("\(number)", scope: scope) {
            if isMeeting.value { meeting.wait() }
            isMeeting.value = false
            let next = try graph.resolve(name: "\((number + 1) % count)", as: Tracked.self)
            return Tracked(next.lifetimes)
          })
      }
      graph.activate(DeclaredRegistry(contents: set))
      let failures = runThreads(count) { number in
        failure { try graph.resolve(name: "\(number)", as: Tracked.self) }
      }
      #expect(failures.map(\.isCycle) == Array(repeating: true, count: count))
    }
  }

  @Test func leaveEverythingUsable() throws {
    let meeting = Barrier(2)
    let attempts = Counter()
    let graph = Graph()
    defer { graph.deactivateAll() }
    graph.activate(
      DeclaredRegistry(contents: [
        .name("a", scope: .singleton) {
          if attempts.increment() < 2 {
            meeting.wait()
            return try graph.resolve(name: "b", as: Int.self)
          }
          return 1
        },
        .name("b", scope: .singleton) {
          if attempts.increment() < 2 {
            meeting.wait()
            return try graph.resolve(name: "a", as: Int.self)
          }
          return try graph.resolve(name: "a", as: Int.self) + 1
        },
      ]))
    let failures = runThreads(2) { number in
      failure { try graph.resolve(name: ["a", "b"][number], as: Int.self) }
    }
    #expect(failures.map(\.isCycle) == [true, true])
    #expect(try graph.resolve(name: "b", as: Int.self) == 2)
    #expect(try graph.resolve(name: "a", as: Int.self) == 1)
  }

  @Test func mayBeCaughtByTheFactoryThatClosesThem() {
    let meeting = Barrier(2)
    let graph = Graph()
    defer { graph.deactivateAll() }
    @Sendable func orZero(_ name: String) -> Int {
      (try? graph.resolve(name: name, as: Int.self)) ?? 0
    }
    graph.activate(
      DeclaredRegistry(contents: [
        .name("a", scope: .singleton) {
          meeting.wait()
          return orZero("b") + 1
        },
        .name("b", scope: .singleton) {
          meeting.wait()
          return orZero("a") + 1
        },
      ]))
    let results = runThreads(2) { orZero(["a", "b"][$0]) }
    // One thread closed the cycle and recovered from the error; the other one got its instance.
    #expect(results.sorted() == [1, 2])
  }

  @Test func areNotSeenWhereThreadsOnlyWaitInARow() {
    for _ in 0..<50 {
      let graph = Graph()
      defer { graph.deactivateAll() }
      graph.activate(
        DeclaredRegistry(contents: [
          .name("a", scope: .singleton) { try graph.resolve(name: "b", as: Int.self) + 1 },
          .name("b", scope: .singleton) { try graph.resolve(name: "c", as: Int.self) + 1 },
          .name("c", scope: .singleton) { 1 },
        ]))
      let results = runThreads(3) { number in
        try? graph.resolve(name: ["a", "b", "c"][number], as: Int.self)
      }
      #expect(results == [3, 2, 1])
    }
  }
}
