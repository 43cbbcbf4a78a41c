import StitcherEngine
import StitcherTestSupport
import Testing

@Suite struct NameTests {
  @Test(arguments: ["", "a", "Zürich 🏔", "👩‍👩‍👧", String(repeating: "long", count: 500), "\0", "日本語"])
  func findsAnyName(name: String) throws {
    let graph = Graph([.name(name) { 1 }, .name(name + "x") { 2 }])
    defer { graph.deactivateAll() }
    for _ in 0..<2 {
      #expect(try graph.resolve(name: name, as: Int.self) == 1)
      #expect(try graph.resolve(name: name + "x", as: Int.self) == 2)
    }
  }

  @Test func comparesAsStringsDo() throws {
    let graph = Graph([.name("caf\u{E9}") { 1 }])
    defer { graph.deactivateAll() }
    #expect(try graph.resolve(name: "cafe\u{301}", as: Int.self) == 1)
    #expect(failure { try graph.resolve(name: "CAFÉ", as: Int.self) } == .missing(.name("CAFÉ")))
    #expect(failure { try graph.resolve(name: "cafe", as: Int.self) } == .missing(.name("cafe")))
  }

  @Test func isNoValue() {
    let graph = Graph([.name("a") { 1 }, .value("b") { 2 }])
    defer { graph.deactivateAll() }
    #expect(failure { try graph.resolve(value: "a", as: Int.self) } != .none)
    #expect(failure { try graph.resolve(name: "b", as: Int.self) } == .missing(.name("b")))
  }

  @Test func findsEachOfManyNames() throws {
    var set = RegistrationSet()
    for number in 0..<1_000 { set.insert(.name("\(number)") { number }) }
    let graph = Graph(set)
    defer { graph.deactivateAll() }
    for _ in 0..<2 {
      for number in 0..<1_000 {
        #expect(try graph.resolve(name: "\(number)", as: Int.self) == number)
      }
    }
  }

  @Test func givesTheInstanceAsEachTypeItIsOf() throws {
    let graph = Graph([.name("n", scope: .shared) { Tracked(Lifetimes(), number: 5) }])
    defer { graph.deactivateAll() }
    let instance = try graph.resolve(name: "n", as: Tracked.self)
    for _ in 0..<2 {
      #expect(try graph.resolve(name: "n", as: (any Numbered).self) === instance)
      #expect(try graph.resolve(name: "n", as: Tracked?.self) === instance)
      #expect(
        failure { try graph.resolve(name: "n", as: Engine.self) }
          == .mismatch(Tracked.self, Engine.self))
    }
  }

  @Test(arguments: [Scope.singleton, .shared])
  func noArgumentsAreAsGoodAsNone(_ scope: Scope) throws {
    func resolve<each Argument>(_ graph: Graph, _ arguments: repeat each Argument) throws -> Engine
    {
      try graph.resolve(name: "engine", as: Engine.self, arguments: repeat each arguments)
    }
    let graph = Graph([.name("engine", scope: scope) { Engine() }])
    defer { graph.deactivateAll() }
    let one = try resolve(graph)
    #expect(try resolve(graph) === one)
    #expect(failure { try resolve(graph, 1) } == .missing(.name("engine")))
    #expect(try resolve(graph) === one)
  }
}
