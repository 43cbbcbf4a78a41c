import StitcherEngine
import StitcherTestSupport
import Testing

@Suite struct TypeIdentityTests {
  @Test func distinguishesNestedTypesOfOneName() throws {
    let graph = Graph([
      .type(Upper.Service.self) { Upper.Service(number: 1) },
      .type(Lower.Service.self) { Lower.Service(number: 2) },
    ])
    defer { graph.deactivateAll() }
    #expect(try graph.resolve(Upper.Service.self).number == 1)
    #expect(try graph.resolve(Lower.Service.self).number == 2)
  }

  @Test func distinguishesArgumentsOfGenericTypes() throws {
    let graph = Graph([
      .type(Generic<Int>.self) { Generic(value: 1) },
      .type(Generic<String>.self) { Generic(value: "2") },
      .type(Generic<Upper.Service>.self) { Generic(value: Upper.Service(number: 3)) },
      .type(Generic<Lower.Service>.self) { Generic(value: Lower.Service(number: 4)) },
    ])
    defer { graph.deactivateAll() }
    #expect(try graph.resolve(Generic<Int>.self).value == 1)
    #expect(try graph.resolve(Generic<String>.self).value == "2")
    #expect(try graph.resolve(Generic<Upper.Service>.self).value.number == 3)
    #expect(try graph.resolve(Generic<Lower.Service>.self).value.number == 4)
  }

  @Test func distinguishesLocalTypesOfOneName() throws {
    let (one, resolveOne) = registerLocal(1)
    let (other, resolveOther) = registerOtherLocal(2)
    let graph = Graph([one, other])
    defer { graph.deactivateAll() }
    #expect(try resolveOne(graph) == 1)
    #expect(try resolveOther(graph) == 2)
  }

  @Test func findsAnEqualTypeFromEachThreadAndMetatype() throws {
    let graph = Graph([.type(Generic<[Int?]>.self) { Generic(value: [1, nil]) }])
    defer { graph.deactivateAll() }
    let values = runThreads(2) { _ in try? graph.resolve(Generic<[Int?]>.self).value }
    #expect(values == [[1, nil], [1, nil]])
  }

  @Test func findsNothingByATypeThatWasNotDeclared() {
    let graph = Graph([.type(Tracked.self) { Tracked(Lifetimes()) }])
    defer { graph.deactivateAll() }
    #expect(
      failure { try graph.resolve((any Numbered).self) } == .missing(.type((any Numbered).self)))
    #expect(failure { try graph.resolve(Tracked?.self) } == .missing(.type(Tracked?.self)))
  }

  @Test func findsARegistrationByEachOfItsTypes() throws {
    let lifetimes = Lifetimes()
    let graph = Graph([
      .type(Tracked.self, also: [(any Numbered).self, AnyObject.self], scope: .singleton) {
        Tracked(lifetimes)
      }
    ])
    defer { graph.deactivateAll() }
    let instance = try graph.resolve(Tracked.self)
    for _ in 0..<3 {
      #expect(try graph.resolve((any Numbered).self) === instance)
      #expect(try graph.resolve(AnyObject.self) === instance)
    }
    #expect(lifetimes.inits == 1)
  }

  @Test func throwsAMismatchForATypeThatWasDeclaredInVain() {
    let graph = Graph([
      .type(Engine.self, also: [(any Numbered).self], scope: .singleton) { Engine() }
    ])
    defer { graph.deactivateAll() }
    for _ in 0..<2 {
      #expect(
        failure { try graph.resolve((any Numbered).self) }
          == .mismatch(Engine.self, (any Numbered).self))
    }
  }
}

private enum Upper {
  struct Service { var number: Int }
}

private enum Lower {
  struct Service { var number: Int }
}

private struct Generic<Value: Sendable>: Sendable { var value: Value }

private typealias Resolver = (Graph) throws -> Int

/// Registers a type that is local to this function.
private func registerLocal(_ number: Int) -> (Registration, Resolver) {
  struct Local { var number: Int }
  return (.type(Local.self) { Local(number: number) }, { try $0.resolve(Local.self).number })
}

/// Registers a type that is local to this function and has the same name.
private func registerOtherLocal(_ number: Int) -> (Registration, Resolver) {
  struct Local { var number: Int }
  return (.type(Local.self) { Local(number: number) }, { try $0.resolve(Local.self).number })
}
