import StitcherEngine
import StitcherTestSupport
import Testing

/// Recorders of injections, which are notified of each request and of its instance.
@Suite struct RecorderTests {
  /// The injected registrations and their instances.
  let log = Log<String>()

  /// Creates a recorder that logs all injections from graphs.
  func recorder(outer: InjectionRecorder? = nil, _ name: String = "") -> InjectionRecorder {
    InjectionRecorder(outer: outer) { [log] registration, declarer in
      log.add("\(name)\(registration.producedType) of \(declarer.name ?? "nil")")
    } didObtain: { [log] instance, _ in
      log.add("\(name)\(type(of: instance))")
    }
  }

  /// A graph with one registration.
  func parent() -> Graph {
    let graph = Graph(named: "parent", canBeCurrent: true)
    graph.activate(
      DeclaredRegistry(contents: [.type(Engine.self, scope: .singleton) { Engine() }]))
    return graph
  }

  @Test func eachReadIsReportedWithTheGraphThatDeclaresIt() throws {
    let graph = Graph(parent: parent(), isIsolated: true, named: "test", recorder: recorder())
    graph.activate(
      DeclaredRegistry(contents: [
        .name("one", scope: .singleton) { Counter() }, .name("two") { (_: Int) in 2.5 },
      ]))
    let engine = try graph.resolve(Engine.self)
    #expect(try graph.resolve(Engine.self) === engine)
    _ = try graph.resolve(name: "one", as: Counter.self)
    _ = try graph.resolve(name: "two", as: Double.self, arguments: 2)
    _ = try graph.resolveAll(Engine.self)
    #expect(
      log.entries == [
        "Engine of parent", "Engine", "Engine of parent", "Engine", "Counter of test", "Counter",
        "Double of test", "Double", "Engine of parent", "Engine",
      ])
    #if STITCHER_INVARIANTS
      graph._invariantCheck()
    #endif
  }

  @Test func graphsThatAreBuiltOnItTellAsWell() throws {
    let outer = Graph(parent: parent(), isIsolated: true, named: "outer", recorder: recorder())
    let same = Graph(parent: outer, named: "same")
    let inner = Graph(
      parent: same, isIsolated: true, named: "inner", recorder: recorder(outer: same.recorder, "+"))
    #expect(same.recorder === outer.recorder)
    _ = try same.resolve(Engine.self)
    #expect(log.entries == ["Engine of parent", "Engine"])
    _ = try inner.resolve(Engine.self)
    #expect(
      log.entries.dropFirst(2)
        == ["+Engine of parent", "Engine of parent", "+Engine", "Engine"])
  }

  @Test func parentsAreNotReported() throws {
    let parent = parent()
    let graph = Graph(parent: parent, named: "test", recorder: recorder())
    #expect(parent.recorder == nil)
    _ = try parent.resolve(Engine.self)
    #expect(log.entries.isEmpty)
    _ = try graph.resolve(Engine.self)
    #expect(log.entries == ["Engine of parent", "Engine"])
  }

  @Test func asynchronousReadsAreReported() async throws {
    let graph = Graph(named: "test", recorder: recorder())
    graph.activate(
      DeclaredRegistry(contents: [
        AsyncRegistration(
          locator: .type(Engine.self), scope: .singleton, location: .unknown
        ) { _ in Engine() },
        AsyncRegistration(
          locator: .type(Counter.self), scope: .instance, location: .unknown
        ) { _ in Counter() },
      ]))
    for _ in 0..<2 { _ = try await graph.resolve(Engine.self, in: nil) }
    _ = try await graph.resolve(Counter.self, in: nil)
    _ = try await graph.resolveAll(Counter.self, in: nil)
    #expect(
      log.entries == [
        "Engine of test", "Engine", "Engine of test", "Engine", "Counter of test", "Counter",
        "Counter of test", "Counter",
      ])
  }

  @Test func theFarthestParentKnowsTheGraphsThatAreBuiltOnIt() throws {
    let root = Graph(named: "root", canBeCurrent: true)
    let set: RegistrationSet = [.type(Engine.self) { Engine() }]
    let one = Graph(parent: root, isIsolated: true, named: "one")
    one.activate(DeclaredRegistry(contents: set))
    var two: Graph? = Graph(parent: one, isIsolated: true, named: "two")
    let three = Graph(parent: root, named: "three")
    three.activate(DeclaredRegistry(contents: set))
    func names() -> [String?] {
      root.isolatedGraphs.map(\.name)
    }
    #expect(names() == ["one", "two"])
    #expect(one.declares(.type(Engine.self), taking: []))
    #expect(!one.declares(.type(Engine.self), taking: [Int.self]))
    #expect(!one.declares(.type(Counter.self), taking: []))
    two = nil
    #expect(two == nil)
    #expect(names() == ["one"])
    #expect(root.followingGraphs.isEmpty, "nothing was looked up in it")
    _ = try three.resolve(Engine.self)
    #expect(root.followingGraphs.map(\.name) == ["three"])
    one.end()
    #expect(names() == [])
  }
}
