import StitcherEngine
import StitcherTestSupport
import Testing

@Suite struct ParameterTests {
  @Test func passesAnyNumberOfArgumentsInOrder() throws {
    let graph = Graph([
      .type(String.self) { "0" },
      .type(String.self) { (a: Int) in "\(a)" },
      .type(String.self) { (a: Int, b: String) in "\(a)\(b)" },
      .type(String.self) { (a: Int, b: String, c: Double) in "\(a)\(b)\(c)" },
      .type(String.self) { (a: Int, b: Int, c: Int, d: Int) in "\(a)\(b)\(c)\(d)" },
      .type(String.self) { (a: Int, b: Int, c: Int, d: Int, e: String) in "\(a)\(b)\(c)\(d)\(e)" },
      .type(String.self) { (a: Int, b: Int, c: Int, d: Int, e: Int, f: [Int]) in
        "\(a)\(b)\(c)\(d)\(e)\(f)"
      },
    ])
    defer { graph.deactivateAll() }
    for _ in 0..<2 {
      #expect(try graph.resolve(String.self) == "0")
      #expect(try graph.resolve(String.self, arguments: 1) == "1")
      #expect(try graph.resolve(String.self, arguments: 1, "b") == "1b")
      #expect(try graph.resolve(String.self, arguments: 1, "b", 2.5) == "1b2.5")
      #expect(try graph.resolve(String.self, arguments: 1, 2, 3, 4) == "1234")
      #expect(try graph.resolve(String.self, arguments: 1, 2, 3, 4, "e") == "1234e")
      #expect(try graph.resolve(String.self, arguments: 1, 2, 3, 4, 5, [6]) == "12345[6]")
    }
  }

  @Test func comparesTheStaticTypesOfArguments() {
    let graph = Graph([.type(String.self) { (a: Int) in "\(a)" }])
    defer { graph.deactivateAll() }
    let missing = Failure.missing(.type(String.self))
    for _ in 0..<2 {
      #expect(failure { try graph.resolve(String.self, arguments: Optional(1)) } == missing)
      #expect(failure { try graph.resolve(String.self, arguments: 1.0) } == missing)
      #expect(failure { try graph.resolve(String.self, arguments: AnyHashable(1)) } == missing)
      let existential: any Hashable = 1
      #expect(failure { try graph.resolve(String.self, arguments: existential) } == missing)
      #expect(failure { try graph.resolve(String.self, arguments: 1 as Any) } == missing)
      #expect(failure { try graph.resolve(String.self, arguments: 1, 1) } == missing)
      #expect(failure { try graph.resolve(String.self) } == missing)
    }
  }

  @Test func acceptsAnExistentialThatTheFactoryTakes() throws {
    let graph = Graph([.type(String.self) { (a: any Sendable) in "\(a)" }])
    defer { graph.deactivateAll() }
    let existential: any Sendable = 1
    #expect(try graph.resolve(String.self, arguments: existential) == "1")
    #expect(failure { try graph.resolve(String.self, arguments: 1) } != .none)
  }

  @Test(arguments: [Scope.instance, .shared, .singleton])
  func refusesArgumentsThatAFactoryWithoutParametersDoesNotTake(scope: Scope) throws {
    let lifetimes = Lifetimes()
    let graph = Graph([.type(Tracked.self, scope: scope) { Tracked(lifetimes) }])
    defer { graph.deactivateAll() }
    let missing = Failure.missing(.type(Tracked.self))
    for _ in 0..<3 {
      #expect(failure { try graph.resolve(Tracked.self, arguments: 1) } == missing)
      let instance = try graph.resolve(Tracked.self)
      #expect(failure { try graph.resolve(Tracked.self, arguments: 1) } == missing)
      withExtendedLifetime(instance) {}
    }
    graph.deactivateAll()
    #expect(lifetimes.living == 0)
  }

  @Test func passesArgumentsByNameAndByValue() throws {
    let graph = Graph([
      .name("n") { (a: Int) in a + 1 }, .value(5) { (a: Int, b: Int) in a + b },
      .name("s", scope: .singleton) { (a: Int) in Tracked(Lifetimes(), number: a) },
    ])
    defer { graph.deactivateAll() }
    for _ in 0..<2 {
      #expect(try graph.resolve(name: "n", as: Int.self, arguments: 1) == 2)
      #expect(try graph.resolve(value: 5, as: Int.self, arguments: 1, 2) == 3)
      #expect(failure { try graph.resolve(name: "n", as: Int.self) } == .missing(.name("n")))
      // A kept instance belongs to its combination of arguments.
      #expect(try graph.resolve(name: "s", as: Tracked.self, arguments: 8).number == 8)
    }
    #expect(try graph.resolve(name: "s", as: Tracked.self, arguments: 9).number == 9)
  }

  @Test func leavesOutOfAnArrayWhatTakesOtherArguments() throws {
    let graph = Graph([
      .type(Int.self) { 1 }, .type(Int.self) { (a: Int) in a }, .name("n") { 3 },
      .type(Int.self, scope: .singleton) { 4 },
    ])
    defer { graph.deactivateAll() }
    for _ in 0..<2 {
      #expect(try graph.resolveAll(Int.self) == [1, 4])
      #expect(try graph.resolveAll(Int.self, arguments: 7) == [7])
      #expect(try graph.resolveAll(Int.self, arguments: "x") == [])
    }
  }
}
