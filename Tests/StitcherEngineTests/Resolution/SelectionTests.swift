import StitcherEngine
import Testing

@Suite struct SelectionTests {
  @Test func ordersAnArrayByActivationThenRegistration() throws {
    let graph = Graph()
    defer { graph.deactivateAll() }
    let first = DeclaredRegistry(contents: [number(1), number(2), number(3)])
    let second = DeclaredRegistry(contents: [number(4), number(5)])
    graph.activate(first)
    graph.activate(second)
    graph.activate(first)
    for _ in 0..<2 { #expect(try numbers(in: graph) == [1, 2, 3, 4, 5]) }
    graph.deactivate(first)
    #expect(try numbers(in: graph) == [4, 5])
    graph.activate(first)
    for _ in 0..<2 { #expect(try numbers(in: graph) == [4, 5, 1, 2, 3]) }
  }

  @Test func ordersManyAsTheyWereRegistered() throws {
    var set = RegistrationSet()
    for value in 0..<500 { set.insert(number(value)) }
    let graph = Graph(set)
    defer { graph.deactivateAll() }
    #expect(try numbers(in: graph) == Array(0..<500))
    #expect(
      graph.registrations.map(ObjectIdentifier.init) == set.registrations.map(ObjectIdentifier.init)
    )
  }

  @Test func countsEqualRegistrationsOfTwoRegistriesOnceAndTakesTheEarlier() throws {
    let graph = Graph()
    defer { graph.deactivateAll() }
    let earlier = DeclaredRegistry(contents: [
      .type(Int.self) { 1 }, .name("n") { 1 }, .value(1) { 1 },
    ])
    let later = DeclaredRegistry(contents: [
      .type(Int.self) { 2 }, .name("n") { 2 }, .value(1) { 2 },
    ])
    graph.activate(earlier)
    graph.activate(later)
    for _ in 0..<2 {
      #expect(try graph.resolve(Int.self) == 1)
      #expect(try graph.resolve(name: "n", as: Int.self) == 1)
      #expect(try graph.resolve(value: 1, as: Int.self) == 1)
      #expect(try graph.resolveAll(Int.self) == [1])
    }
    #expect(graph.registrations.count == 3)
    graph.deactivate(earlier)
    #expect(try graph.resolve(Int.self) == 2)
  }

  @Test func namesAllCandidatesWhereOneIsAskedFor() {
    let graph = Graph([.type(Int.self) { 1 }, .type(Int.self, scope: .singleton) { 2 }])
    defer { graph.deactivateAll() }
    graph.activate(DeclaredRegistry(contents: [.type(Int.self, isEager: true) { 3 }]))
    for _ in 0..<2 {
      #expect(failure { try graph.resolve(Int.self) } == .multiple(.type(Int.self), count: 3))
      #expect(
        failure { try graph.resolveIfPresent(Int.self) } == .multiple(.type(Int.self), count: 3))
    }
  }

  @Test func findsNothingInAnEmptyGraph() throws {
    let graph = Graph()
    defer { graph.deactivateAll() }
    for _ in 0..<2 {
      #expect(failure { try graph.resolve(Int.self) } == .missing(.type(Int.self)))
      #expect(try graph.resolveIfPresent(Int.self) == nil)
      #expect(try graph.resolveAll(Int.self).isEmpty)
    }
    graph.activate(DeclaredRegistry(contents: [.type(Int.self) { 1 }]))
    #expect(try graph.resolve(Int.self) == 1)
    #expect(try graph.resolveIfPresent(Int.self) == 1)
  }

  @Test func findsEachOfManyTypesWhileTheTableGrows() throws {
    // More types than a new table has room for, each looked up in both ways.
    let graph = Graph([
      .type(Int.self) { 1 }, .type(Int8.self) { 2 }, .type(Int16.self) { 3 },
      .type(Int32.self) { 4 }, .type(Int64.self) { 5 }, .type(UInt.self) { 6 },
    ])
    defer { graph.deactivateAll() }
    func check<Value: FixedWidthInteger>(_ type: Value.Type, _ expected: Value) throws {
      #expect(try graph.resolve(type) == expected)
      #expect(try graph.resolveAll(type) == [expected])
      for depth in 0..<20 {
        #expect(failure { try graph.resolve(name: "\(depth)", as: type) } != .none)
      }
      _ = try graph.resolveAll([Value].self)
      _ = try graph.resolveAll(Set<Value>.self)
      _ = try graph.resolveAll(Value?.self)
      _ = try graph.resolveAll(ClosedRange<Value>.self)
      #expect(try graph.resolve(type) == expected)
    }
    for _ in 0..<2 {
      try check(Int.self, 1)
      try check(Int8.self, 2)
      try check(Int16.self, 3)
      try check(Int32.self, 4)
      try check(Int64.self, 5)
      try check(UInt.self, 6)
    }
  }

  @Test func passesOnTheErrorOfAFactory() {
    let graph = Graph([
      .type(Int.self) { throw FactoryError(number: 1) },
      .type(String.self, scope: .singleton) { throw FactoryError(number: 2) },
    ])
    defer { graph.deactivateAll() }
    for _ in 0..<2 {
      #expect(throws: FactoryError(number: 1)) { try graph.resolve(Int.self) }
      #expect(throws: FactoryError(number: 1)) { try graph.resolveAll(Int.self) }
      #expect(throws: FactoryError(number: 2)) { try graph.resolve(String.self) }
    }
  }

  /// Returns a registration of a number; a set may contain many of them.
  private func number(_ number: Int) -> Registration {
    .type(Int.self, also: Array(repeating: Double.self, count: number)) { number }
  }

  /// Returns all numbers.
  private func numbers(in graph: Graph) throws -> [Int] { try graph.resolveAll(Int.self) }
}
