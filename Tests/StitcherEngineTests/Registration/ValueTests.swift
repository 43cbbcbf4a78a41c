import StitcherEngine
import StitcherTestSupport
import Testing

@Suite struct ValueTests {
  @Test func comparesNumbersAcrossTypes() throws {
    let graph = Graph([.value(7) { "seven" }])
    defer { graph.deactivateAll() }
    for _ in 0..<2 {
      #expect(try graph.resolve(value: 7, as: String.self) == "seven")
      #expect(try graph.resolve(value: 7.0, as: String.self) == "seven")
      #expect(try graph.resolve(value: UInt8(7), as: String.self) == "seven")
      #expect(try graph.resolve(value: AnyHashable(7), as: String.self) == "seven")
    }
    #expect(failure { try graph.resolve(value: 7.5, as: String.self) } != .none)
    #expect(failure { try graph.resolve(value: "7", as: String.self) } != .none)
  }

  @Test func distinguishesCollidingValues() throws {
    var set = RegistrationSet()
    for number in 0..<100 { set.insert(.value(Colliding(number: number)) { number }) }
    let graph = Graph(set)
    defer { graph.deactivateAll() }
    for _ in 0..<2 {
      for number in 0..<100 {
        #expect(try graph.resolve(value: Colliding(number: number), as: Int.self) == number)
      }
    }
    #expect(failure { try graph.resolve(value: Colliding(number: 100), as: Int.self) } != .none)
  }

  @Test func distinguishesTypesWithEqualHashes() throws {
    let graph = Graph([.value(Colliding(number: 1)) { 1 }, .value(OtherColliding()) { 2 }])
    defer { graph.deactivateAll() }
    for _ in 0..<2 {
      #expect(try graph.resolve(value: Colliding(number: 1), as: Int.self) == 1)
      #expect(try graph.resolve(value: OtherColliding(), as: Int.self) == 2)
    }
  }

  @Test(.timeLimit(.minutes(20))) func letsAKeyResolveWhereItIsComparedAndHashed() throws {
    let graph = Graph()
    defer { graph.deactivateAll() }
    let key = ResolvingKey(number: 1, graph: graph)
    graph.activate(
      DeclaredRegistry(contents: [
        .type(Engine.self, scope: .singleton) { Engine() },
        .type(Int.self) { 5 },
        .value(key, scope: .singleton) { "one" },
        .value(ResolvingKey(number: 2, graph: graph)) { "two" },
      ]))
    for _ in 0..<2 {
      #expect(try graph.resolve(value: key, as: String.self) == "one")
      let other = ResolvingKey(number: 2, graph: graph)
      #expect(try graph.resolve(value: other, as: String.self) == "two")
      #expect(
        failure { try graph.resolve(value: ResolvingKey(number: 3, graph: graph), as: String.self) }
          != .none)
    }
    #expect(key.comparisons.value > 0)
  }

  @Test(.timeLimit(.minutes(20))) func letsAKeyChangeTheGraphWhereItIsCompared() throws {
    let graph = Graph()
    defer { graph.deactivateAll() }
    let extra = DeclaredRegistry(contents: [.type(Engine.self) { Engine() }])
    let key = ResolvingKey(number: 1, graph: graph) {
      graph.activate(extra)
      graph.deactivate(extra)
    }
    graph.activate(DeclaredRegistry(contents: [.type(Int.self) { 5 }, .value(key) { "one" }]))
    for _ in 0..<2 { #expect(try graph.resolve(value: key, as: String.self) == "one") }
  }

  @Test(.timeLimit(.minutes(20))) func letsAKeyResolveWhileACycleIsLookedFor() throws {
    let graph = Graph()
    defer { graph.deactivateAll() }
    let key = ResolvingKey(number: 1, graph: graph)
    let other = ResolvingKey(number: 2, graph: graph)
    var contents: RegistrationSet = [
      .type(Int.self) { try graph.resolve(String.self).count },
      .type(String.self) { "text" },
      .value(key) { try graph.resolve(value: other, as: Bool.self) ? 1 : 0 },
      .value(other) { true },
      .name("0") { try graph.resolve(value: key, as: Int.self) },
    ]
    // Levels that are deeper than the path's limit are searched one by one, too.
    for level in 1...60 {
      contents.insert(.name("\(level)") { try graph.resolve(name: "\(level - 1)", as: Int.self) })
    }
    graph.activate(DeclaredRegistry(contents: contents))
    for _ in 0..<2 {
      #expect(try graph.resolve(value: key, as: Int.self) == 1)
      #expect(try graph.resolve(name: "60", as: Int.self) == 1)
    }
  }
}

extension ValueTests {
  @Test(arguments: [Scope.singleton, .shared])
  func whatGoesOutOfUseWhileAKeyIsComparedIsNotCreatedOnceMore(scope: Scope) throws {
    let lifetimes = Lifetimes()
    let graph = Graph()
    let key = ResolvingKey(number: 1, graph: graph)
    let registry = DeclaredRegistry(contents: [
      .value(key, scope: scope) { Tracked(lifetimes) }
    ])
    graph.activate(registry)
    let held = try graph.resolve(value: key, as: Tracked.self)
    var goes = key
    goes.action = { graph.deactivate(registry) }
    #expect(
      failure { try graph.resolve(value: goes, as: Tracked.self) }
        == .missing(.value(TypedValueKey(key))))
    #expect((lifetimes.inits, held.number) == (1, 0))
  }
}

/// A value with the same hash as all others of its type.
private struct Colliding: Hashable, Sendable {
  var number: Int

  func hash(into hasher: inout Hasher) { hasher.combine(0) }
}

/// A value with the same hash as the values of another type.
private struct OtherColliding: Hashable, Sendable {
  func hash(into hasher: inout Hasher) { hasher.combine(0) }
}

/// A key that resolves dependencies while it is compared and hashed.
private struct ResolvingKey: Hashable, Sendable {
  var number: Int
  var graph: Graph
  var comparisons = Counter()
  var action: @Sendable () -> Void = {}

  static func == (left: ResolvingKey, right: ResolvingKey) -> Bool {
    left.comparisons.increment()
    left.action()
    right.action()
    _ = try? left.graph.resolve(Engine.self)
    _ = try? left.graph.resolve(Int.self)
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) {
    _ = try? graph.resolve(Int.self)
    hasher.combine(0)
  }
}
