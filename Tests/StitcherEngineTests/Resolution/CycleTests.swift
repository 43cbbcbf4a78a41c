import StitcherEngine
import StitcherTestSupport
import Synchronization
import Testing

@Suite struct CycleTests {
  @Test(arguments: [Scope.instance, .shared, .singleton, .managed(Lifetime())])
  func isThrownWithItsPath(scope: Scope) {
    let graph = Graph()
    defer { graph.deactivateAll() }
    graph.activate(
      DeclaredRegistry(contents: [
        .name("root", scope: scope) { try graph.resolve(Tracked.self) },
        .type(Tracked.self, also: [(any Numbered).self], scope: scope) {
          let leaf = try graph.resolve(value: 7, as: OtherTracked.self)
          return Tracked(leaf.lifetimes)
        },
        .value(7, scope: scope) {
          let middle = try graph.resolve((any Numbered).self)
          return OtherTracked(Lifetimes(), number: middle.number)
        },
      ]))
    let locators: [Locator] = [
      .name("root"), Locator.types([Tracked.self, (any Numbered).self]), .value(7),
    ]
    for _ in 0..<3 {
      #expect(
        failure { try graph.resolve(name: "root", as: Tracked.self) }
          == .cycle(locators + [locators[1]]))
      #expect(
        failure { try graph.resolve((any Numbered).self) }
          == .cycle([locators[1], locators[2], locators[1]]))
    }
  }

  @Test func isFoundWhateverTheSettingIsWhereInstancesAreKept() {
    let graph = Graph()
    defer { graph.deactivateAll() }
    graph.detectsCycles = false
    graph.activate(
      DeclaredRegistry(contents: [
        .name("a", scope: .singleton) { try graph.resolve(name: "b", as: Int.self) },
        .name("b", scope: .singleton) { try graph.resolve(name: "a", as: Int.self) },
      ]))
    for _ in 0..<2 { #expect(failure { try graph.resolve(name: "a", as: Int.self) }.isCycle) }
  }

  @Test func isNoneWhereALiveInstanceIsReturned() throws {
    let graph = Graph()
    defer { graph.deactivateAll() }
    let isFirst = Box(true)
    graph.activate(
      DeclaredRegistry(contents: [
        .name("a", scope: .singleton) { 1 },
        .name("b") {
          defer { isFirst.value = false }
          return try graph.resolve(name: "a", as: Int.self)
            + (isFirst.value ? graph.resolve(name: "c", as: Int.self) : 0)
        },
        .name("c") { try graph.resolve(name: "a", as: Int.self) * 10 },
      ]))
    #expect(try graph.resolve(name: "b", as: Int.self) == 11)
  }

  @Test func isNoneWhereThreadsCreateTheSameIndependently() {
    let meeting = Barrier(2)
    let graph = Graph([
      .type(Int.self) {
        meeting.wait()
        return 1
      }
    ])
    defer { graph.deactivateAll() }
    #expect(runThreads(2) { _ in failure { try graph.resolve(Int.self) } } == [.none, .none])
  }

  @Test func isFoundAtAnyDepth() throws {
    let graph = chain(length: 300) { graph in try graph.resolve(name: "100", as: Int.self) }
    defer { graph.deactivateAll() }
    for _ in 0..<2 {
      guard case .cycle(let path) = failure(of: { try graph.resolve(name: "0", as: Int.self) })
      else {
        Issue.record("expected a cycle")
        return
      }
      #expect(path == (0..<300).map { .name("\($0)") } + [.name("100")])
    }
    // The failed lookups have left no path behind.
    #expect(failure { try graph.resolve(name: "250", as: Int.self) }.isCycle)
  }

  @Test(arguments: [true, false]) func isNoneInAChainOfAThousand(isChecking: Bool) {
    let graph = chain(length: 1_000) { _ in 0 }
    defer { graph.deactivateAll() }
    graph.detectsCycles = isChecking
    let results = runThreads(2, stackSize: deepStackSize) { _ in
      (0..<2).map { _ in try? graph.resolve(name: "0", as: Int.self) }
    }
    #expect(results == [[999, 999], [999, 999]])
  }

  @Test func isNoneInAChainOfAThousandThatIsKept() throws {
    let graph = chain(length: 1_000, scope: .singleton) { _ in 0 }
    defer { graph.deactivateAll() }
    let results = runThreads(2, stackSize: deepStackSize) { _ in
      try? graph.resolve(name: "0", as: Int.self)
    }
    #expect(results == [999, 999])
  }

  @Test func isFoundAfterTheSettingChangedInADeepChain() {
    let graph = Graph()
    defer { graph.deactivateAll() }
    var set = RegistrationSet()
    for number in 0..<100 {
      set.insert(
        .name("\(number)") {
          // Some creations run without the cycle check.
          graph.detectsCycles = number % 2 == 0 || number > 90
          return try graph.resolve(name: "\(number == 99 ? 61 : number + 1)", as: Int.self)
        })
    }
    graph.activate(DeclaredRegistry(contents: set))
    for _ in 0..<2 { #expect(failure { try graph.resolve(name: "0", as: Int.self) }.isCycle) }
  }

  /// Returns a graph in which each number needs the next one, and a closure creates the last one.
  private func chain(
    length: Int, scope: Scope = .instance, _ end: @escaping @Sendable (Graph) throws -> Int
  ) -> Graph {
    let graph = Graph()
    var set = RegistrationSet()
    for number in 0..<length - 1 {
      set.insert(
        .name("\(number)", scope: scope) {
          try graph.resolve(name: "\(number + 1)", as: Int.self) + 1
        })
    }
    set.insert(.name("\(length - 1)", scope: scope) { try end(graph) })
    graph.activate(DeclaredRegistry(contents: set))
    return graph
  }
}
