import StitcherEngine
import StitcherTestSupport
import Testing

@Suite struct ResolutionTests {
  @Test func findsASingletonByTypeNameAndValue() throws {
    let graph = Graph()
    defer { graph.deactivateAll() }
    graph.activate(
      DeclaredRegistry(contents: [
        .type(Engine.self, scope: .singleton) { Engine() },
        .name("n", scope: .singleton) { Engine() },
        .value(7, scope: .singleton) { Engine() },
      ]))
    let first = try graph.resolve(Engine.self)
    #expect(try graph.resolve(Engine.self) === first)
    let named = try graph.resolve(name: "n", as: Engine.self)
    #expect(try graph.resolve(name: "n", as: Engine.self) === named)
    let valued = try graph.resolve(value: 7, as: Engine.self)
    #expect(try graph.resolve(value: 7, as: Engine.self) === valued)
    #expect(named !== valued && named !== first)
    #expect(try graph.resolveAll(Engine.self).map { $0 === first } == [true])
  }
}
