import StitcherEngine
import StitcherTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct HookTests {
  /// Creates a graph that logs each call of its hook.
  private func makeGraph(_ log: Log<String>, action: @escaping @Sendable (Any) -> Void = { _ in })
    -> Graph
  {
    Graph(
      hook: InstantiationHook(
        applies: { $0 is any Noted.Type },
        call: { instance in
          log.add("\(type(of: instance))")
          action(instance)
        }))
  }

  @Test(arguments: [Scope.instance, .shared, .singleton, .managed(Lifetime())])
  func isCalledOnceForEachInstance(scope: Scope) throws {
    let log = Log<String>()
    let graph = makeGraph(log)
    defer { graph.deactivateAll() }
    graph.activate(
      DeclaredRegistry(contents: [
        .type(NotedObject.self, also: [(any Noted).self], scope: scope) { NotedObject() },
        .name("plain", scope: scope) { Engine() },
      ]))
    var held: [AnyObject] = []
    for _ in 0..<3 {
      held.append(try graph.resolve(NotedObject.self))
      held.append(try graph.resolve((any Noted).self) as AnyObject)
      held.append(try graph.resolve(name: "plain", as: Engine.self))
    }
    let count = Set(held.map(ObjectIdentifier.init)).count / 2
    #expect(log.entries.count == (scope.kind == .instance ? 6 : 1))
    #expect(scope.kind == .instance || count == 1)
  }

  @Test func isCalledForValuesAndByTheDynamicType() throws {
    let log = Log<String>()
    let graph = makeGraph(log)
    defer { graph.deactivateAll() }
    let isNoted = Box(false)
    graph.activate(
      DeclaredRegistry(contents: [
        .type(NotedValue.self) { NotedValue() },
        .type(Int.self) { 1 },
        .type((any Sendable).self) { isNoted.value ? NotedValue() as any Sendable : 1 },
        .type(Base.self) { isNoted.value ? Derived() : Base() },
        .name("name") { (_: Int) in NotedValue() },
      ]))
    for isNow in [false, true, false, true] {
      isNoted.value = isNow
      _ = try graph.resolve(Int.self)
      _ = try graph.resolve((any Sendable).self)
      _ = try graph.resolve(Base.self)
    }
    #expect(log.entries == ["NotedValue", "Derived", "NotedValue", "Derived"])
    _ = try graph.resolve(NotedValue.self)
    _ = try graph.resolve(name: "name", as: NotedValue.self, arguments: 1)
    #expect(log.entries.count == 6)
  }

  @Test func isCalledAfterTheInstanceIsKeptAndBeforeItIsReturned() throws {
    let log = Log<String>()
    let seen = Log<ObjectIdentifier>()
    let own = Box<Graph?>(nil)
    let graph = makeGraph(log) { instance in
      // The hook may inject the instance that it was called for.
      if let object = try? own.value?.resolve(NotedObject.self) {
        seen.add(ObjectIdentifier(object))
      }
    }
    defer { graph.deactivateAll() }
    own.value = graph
    graph.activate(
      DeclaredRegistry(contents: [.type(NotedObject.self, scope: .singleton) { NotedObject() }]))
    let instance = try graph.resolve(NotedObject.self)
    #expect(seen.entries == [ObjectIdentifier(instance)])
    own.value = nil
  }

  @Test func isOutsideTheCycleTraceOfItsInstance() throws {
    let log = Log<String>()
    let own = Box<Graph?>(nil)
    let depth = Counter()
    let failures = Log<Failure>()
    let graph = makeGraph(log) { _ in
      if depth.increment() < 3 {
        failures.add(failure { try own.value?.resolve(NotedObject.self) })
      }
    }
    defer { graph.deactivateAll() }
    own.value = graph
    graph.activate(DeclaredRegistry(contents: [.type(NotedObject.self) { NotedObject() }]))
    _ = try graph.resolve(NotedObject.self)
    #expect(failures.entries == [.none, .none, .none])
    own.value = nil
  }

  @Test func isNotCalledForAFailedCreation() {
    let log = Log<String>()
    let graph = makeGraph(log)
    defer { graph.deactivateAll() }
    graph.activate(
      DeclaredRegistry(contents: [
        .type(NotedObject.self, scope: .singleton) { throw FactoryError() },
        .type(NotedValue.self) { throw FactoryError() },
      ]))
    _ = try? graph.resolve(NotedObject.self)
    _ = try? graph.resolve(NotedValue.self)
    #expect(log.entries == [])
  }

  @Test func isThatOfTheGraphThatCreates() throws {
    let log = Log<String>()
    let noted = makeGraph(log)
    let deaf = Graph(hook: InstantiationHook(applies: { _ in false }, call: { _ in }))
    let registry = DeclaredRegistry(contents: [
      .type(NotedObject.self) { NotedObject() }, .type(NotedValue.self) { NotedValue() },
    ])
    for graph in [deaf, noted] {
      graph.activate(registry)
      for _ in 0..<2 {
        _ = try graph.resolve(NotedObject.self)
        _ = try graph.resolve(NotedValue.self)
      }
    }
    #expect(log.entries.count == 4)
  }
}

private protocol Noted {}
private final class NotedObject: Noted, Sendable {}
private struct NotedValue: Noted {}
// Safe: neither class has any state.
private class Base: @unchecked Sendable {}
// Safe: see `Base`.
private final class Derived: Base, Noted, @unchecked Sendable {}
