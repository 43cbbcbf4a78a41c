import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Collections in graphs with parents: a child adds, an isolated graph replaces.
@Suite(.timeLimit(.minutes(10)), .dependencies()) struct ChildCollectionTests {
  protocol Plugin: Sendable { var name: String { get } }

  struct Named: Plugin { let name: String }
  struct Other: Plugin { let name: String }

  /// Returns the names of all plugins that a graph injects, in each spelling.
  func names(in graph: DependencyGraph) async throws -> [String] {
    let all = try graph.inject(byType: [any Plugin].self).map(\.name)
    let awaited: [any Plugin] = try await graph.injectAsync()
    #expect(awaited.map(\.name) == all)
    try graph.run { () throws in
      #expect(try (DependencyGraph.inject() as [any Plugin]).map(\.name) == all)
      @Injected var plugins: [any Plugin]
      #expect(plugins.map(\.name) == all)
    }
    return all
  }

  @DependencyGraphBuilder
  static func plugins(_ names: String...) -> DependencyGraphRegistrations {
    for name in names {
      Dependency { Named(name: name) }.conforms(to: (any Plugin).self).id(name)
    }
  }

  @Test func aChildAddsToItsParents() async throws {
    let app = DependencyGraph.current.child { Self.plugins("a", "b") }
    let session = app.child()
    await session.activate(
      DependencyContainer { Dependency { Other(name: "c") }.conforms(to: (any Plugin).self) })
    let request = session.child {
      Dependency { Other(name: "d") }.conforms(to: (any Plugin).self).scope(.scoped)
    }
    #expect(try await names(in: app) == ["a", "b"])
    #expect(try await names(in: session) == ["a", "b", "c"])
    #expect(try await names(in: request) == ["a", "b", "c", "d"])
    #expect(try await names(in: request.child()) == ["a", "b", "c", "d"])
  }

  @Test func anEqualOneTakesThePlaceOfTheFartherOne() async throws {
    let app = DependencyGraph.current.child { Self.plugins("a", "b", "c") }
    let request = app.child { Self.plugins("b", "d") }
    #expect(try await names(in: request) == ["a", "b", "c", "d"])
    let overriding = app.child {
      Dependency { Named(name: "new") }.conforms(to: (any Plugin).self).id("b")
    }
    #expect(try await names(in: overriding) == ["a", "new", "c"])
  }

  @Test func anIsolatedGraphReplaces() async throws {
    let app = DependencyGraph.current.child { Self.plugins("a", "b") }
    let test = app.isolated { Self.plugins("fake") }
    #expect(try await names(in: test) == ["fake"])
    #expect(try await names(in: test.child { Self.plugins("c") }) == ["fake", "c"])
    #expect(try await names(in: app.isolated()) == ["a", "b"])
    #expect(try await names(in: app.isolated().child { Self.plugins("c") }) == ["a", "b", "c"])
    try await app.run { () async throws in
      try await DependencyGraph.withOverrides {
        Self.plugins("x", "y")
      } operation: { () async throws in
        #expect(try await names(in: .current) == ["x", "y"])
      }
    }
  }

  @Test func onlyThoseWithTheSameParametersAreReplaced() throws {
    let app = DependencyGraph.current.child {
      Dependency { (n: Int) in Named(name: "app \(n)") as any Plugin }
      Dependency { Named(name: "app") as any Plugin }
    }
    let test = app.isolated { Dependency { Named(name: "test") as any Plugin } }
    #expect(try test.inject(byType: [any Plugin].self).map(\.name) == ["test"])
    #expect(try test.inject(byType: [any Plugin].self, parameters: 1).map(\.name) == ["app 1"])
  }

  @Test func elementsOfTheParentKeepTheirInstances() throws {
    let app = DependencyGraph.current.child { Dependency { Counter() }.scope(.singleton) }
    let request = app.child { Dependency { Counter() }.scope(.scoped) }
    let all: [Counter] = try request.inject()
    #expect(all.count == 2)
    #expect(try all[0] === app.inject() as Counter)
    #expect(try all[1] === request.inject() as Counter)
    let again: [Counter] = try request.inject()
    #expect(zip(all, again).allSatisfy { $0 === $1 })
  }

  @Test func decoratedElementsOfTheParentKeepTheirInstances() throws {
    final class Box: Plugin {
      let name: String
      init(_ name: String) { self.name = name }
    }
    let app = DependencyGraph.current.child {
      Dependency { Named(name: "a") as any Plugin }.scope(.singleton)
      Decorator((any Plugin).self) { Box($0.name + "!") }
    }
    let request = app.child {
      Dependency { Named(name: "b") as any Plugin }.scope(.singleton).id("b")
    }
    let all: [any Plugin] = try request.inject()
    #expect(all.map(\.name) == ["a!", "b!"])
    request.activate(DependencyContainer { Counter() })
    let again: [any Plugin] = try request.inject()
    #expect(zip(all, again).allSatisfy { $0 as AnyObject === $1 as AnyObject })
  }

  @Test func oneIsStillTheNearest() throws {
    let app = DependencyGraph.current.child { Dependency { Named(name: "a") as any Plugin } }
    let request = app.child { Dependency { Named(name: "b") as any Plugin } }
    #expect(try request.inject(byType: (any Plugin).self).name == "b")
  }
}
