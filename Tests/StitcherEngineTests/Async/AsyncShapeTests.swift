import StitcherEngine
import StitcherTestSupport
import Testing

/// Every kind of request (one, optional, all), for asynchronous and for synchronous factories.
@Suite(.timeLimit(.minutes(20))) struct AsyncShapeTests {
  let registry = EditableRegistry()
  let log = Log<String>()
  let graph: Graph

  init() {
    let log = log
    graph = Graph(
      hook: InstantiationHook(applies: { _ in true }, call: { log.add("\(type(of: $0))") }))
    graph.activate(registry)
  }

  private func register(_ registrations: Registration...) {
    registry.edit { edit in for registration in registrations { edit.insert(registration) } }
  }

  @Test(arguments: [Scope.singleton, .instance])
  func namesAndValuesAreFound(_ scope: Scope) async throws {
    register(
      .async(.name("a"), scope: scope) { _ in 1 }, .async(.value(7), scope: scope) { _ in "seven" },
      .async(.name("b"), scope: .instance) { (_, number: Int) in number + 1 },
      .async(.value(8), scope: .instance) { (_, text: String) in text + "!" })
    for _ in 0..<2 {
      #expect(try await graph.resolve(name: "a", as: Int.self, in: nil) == 1)
      #expect(try await graph.resolve(name: "a", as: (any Sendable).self, in: nil) as? Int == 1)
      #expect(try await graph.resolve(value: 7, as: String.self, in: nil) == "seven")
    }
    #expect(try await graph.resolve(name: "b", as: Int.self, arguments: 4, in: nil) == 5)
    #expect(try await graph.resolve(value: 8, as: String.self, arguments: "x", in: nil) == "x!")
    #expect(
      await failure { try await graph.resolve(name: "c", as: Int.self, in: nil) }
        == .missing(.name("c")))
    #expect(
      await failure { try await graph.resolve(name: "a", as: String.self, in: nil) }
        == .mismatch(Int.self, String.self))
  }

  @Test func whatIsMissingMayBeNil() async throws {
    register(
      .async(Int.self) { _ in 1 }, .async(UInt.self) { UInt(try await $0.get(String.self)) ?? 0 })
    #expect(try await graph.resolveIfPresent(Int.self, in: nil) == 1)
    #expect(try await graph.resolveIfPresent(String.self, in: nil) == nil)
    #expect(
      await failure { try await graph.resolveIfPresent(UInt.self, in: nil) }
        == .missing(.type(String.self)))
  }

  @Test func allAreFoundInOrder() async throws {
    func add<Value: Sendable>(_ value: Value, isAsync: Bool, _ scope: Scope) {
      let locator = Locator.types([Value.self, (any Sendable).self])
      register(
        isAsync
          ? .async(locator, scope: scope) { _ in value }
          : ParameterlessRegistration(.init(locator: locator, scope: scope, location: .unknown)) {
            value
          })
    }
    add(1, isAsync: true, .singleton)
    add("b", isAsync: false, .singleton)
    add(2.5, isAsync: true, .instance)
    add(true, isAsync: false, .instance)
    for _ in 0..<2 {
      let all = try await graph.resolveAll((any Sendable).self, in: nil)
      #expect(all.map { "\($0)" } == ["1", "b", "2.5", "true"])
    }
    #expect(log.entries == ["Int", "String", "Double", "Bool", "Double", "Bool"])
    #expect(try await graph.resolveAll([Int].self, in: nil).isEmpty)
  }

  @Test func theHookIsCalledOnceForEachInstance() async throws {
    register(
      .async(Int.self) { _ in 1 }, .async(String.self, scope: .instance) { _ in "a" },
      .async(.name("n"), scope: .instance) { (_, number: Int8) in number },
      .async(Double.self) { _ in throw FactoryError() }, .type(Bool.self) { true })
    for _ in 0..<2 {
      _ = try await graph.resolve(Int.self, in: nil)
      _ = try await graph.resolve(String.self, in: nil)
      _ = try await graph.resolve(name: "n", as: Int8.self, arguments: 5 as Int8, in: nil)
      _ = try? await graph.resolve(Double.self, in: nil)
      _ = try await graph.resolve(Bool.self, in: nil)
    }
    #expect(log.entries == ["Int", "String", "Int8", "Bool", "String", "Int8", "Bool"])
  }

  @Test(arguments: [Scope.singleton, .shared, .instance])
  func aSynchronousFactoryIsResolvedToo(_ scope: Scope) async throws {
    let lifetimes = Lifetimes()
    register(
      .type(Tracked.self, scope: scope) { Tracked(lifetimes) },
      .async(Int.self, scope: .instance) { try await $0.get(Tracked.self).number })
    let one = try await graph.resolve(Tracked.self, in: nil)
    #expect(try await graph.resolve(Tracked.self, in: nil) === one || scope.kind == .instance)
    #expect(try await graph.resolve(Int.self, in: nil) == 0)
    #expect(lifetimes.inits == (scope.kind == .instance ? 3 : 1))
  }

  @Test func aSynchronousFactoryTakesArguments() async throws {
    register(.type(String.self) { (a: Int, b: Bool) in "\(a) \(b)" })
    #expect(try await graph.resolve(String.self, arguments: 1, true, in: nil) == "1 true")
    #expect(
      await failure { try await graph.resolve(String.self, arguments: 1, in: nil) }
        == .missing(.type(String.self)))
  }

  @Test func whatIsScopedIsNotHeldByWhatIsKept() async throws {
    let parent = Graph()
    let holder = EditableRegistry()
    parent.activate(holder)
    let child = Graph(parent: parent)
    holder.edit {
      $0.insert(.async(Int.self, scope: .scoped) { _ in 1 })
      $0.insert(.async(UInt.self) { UInt(try await $0.get(Int.self)) })
    }
    #expect(try await child.resolve(Int.self, in: nil) == 1)
    #expect(
      await failure { try await child.resolve(UInt.self, in: nil) }
        == .captive(.type(Int.self), of: .type(UInt.self)))
  }
}
