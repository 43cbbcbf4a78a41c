import StitcherEngine
import StitcherTestSupport
import Testing

/// Graph-local copies of objects that exist once for the process.
@Suite(.timeLimit(.minutes(10))) struct GraphCopyTests {
  /// An object that a front end has once for the process.
  final class Notebook: GraphLocalCopy {
    let outer: Notebook?
    let host: GraphReference?
    let ends = Counter()

    init(_ outer: Notebook? = nil, _ host: GraphReference? = nil) {
      self.outer = outer
      self.host = host
    }

    func endWithGraph(_ pendingTeardowns: inout PendingTeardowns) { ends.increment() }

    var current: Notebook { CurrentGraph.graphLocalCopy(of: self) { Notebook($0, $1) } }
  }

  let process = Graph(canBeCurrent: true)
  let notebook = Notebook()

  private func isolated(_ parent: Graph? = nil) -> Graph {
    Graph(parent: parent ?? process, isIsolated: true)
  }

  private func notebook(in graph: Graph) -> Notebook {
    CurrentGraph.run(in: graph) { notebook.current }
  }

  @Test func elsewhereAnObjectStandsForItself() {
    #expect(notebook.current === notebook)
    #expect(notebook(in: process) === notebook)
    #expect(notebook(in: Graph(parent: process)) === notebook)
  }

  @Test func anIsolatedGraphHasItsOwn() {
    let (graph, other) = (isolated(), isolated())
    let own = notebook(in: graph)
    #expect(own !== notebook)
    #expect(own.outer === notebook)
    #expect(own.host === graph.reference)
    #expect(notebook(in: graph) === own)
    #expect(notebook(in: other) !== own)
    #expect(Notebook().current !== own, "another object")
    #expect(CurrentGraph.run(in: graph) { Notebook().current } !== own)
  }

  @Test func theNearestIsolatedGraphCounts() {
    let graph = isolated()
    let inner = isolated(Graph(parent: graph))
    #expect(notebook(in: Graph(parent: inner)) === notebook(in: inner))
    #expect(notebook(in: inner).outer === notebook(in: graph))
    #expect(notebook(in: graph).outer === notebook)
    #expect(
      CurrentGraph.run(in: inner) { notebook(in: process) } === notebook, "the innermost counts")
  }

  @Test func allThreadsGetTheSame() {
    let graph = isolated()
    let notebook = notebook
    let all = runThreads(8) { _ in CurrentGraph.run(in: graph) { notebook.current } }
    #expect(all.allSatisfy { $0 === all[0] })
    #expect(all[0] !== notebook)
  }

  @Test func theEndOfAGraphEndsItsCopies() {
    let graph = isolated()
    let own = notebook(in: graph)
    graph.end()
    #expect(own.ends.value == 1)
    graph.end()
    #expect(own.ends.value == 1)
    // No instance is kept any more, and none is shared by the process.
    #expect(notebook(in: graph) !== notebook(in: graph))
    #expect(notebook(in: graph).outer === notebook)
    #expect(notebook(in: graph).ends.value == 1, "it has ended from the start")
    #expect(notebook.ends.value == 0)
  }

  @Test func whatIsMissingInAHostedGraphIsSoSinceItsHostHasEnded() throws {
    func ended(_ graph: Graph) -> GraphEnd? {
      do {
        _ = try graph.resolve(Int.self)
        return nil
      } catch {
        guard case .ended(let end) = (error as? ResolutionFailure)?.reason else { return nil }
        return end
      }
    }
    let host = Graph(parent: process, isIsolated: true, named: "search")
    let graph = Graph(host: host.reference)
    let child = Graph(parent: graph)
    let inner = Graph(host: Graph(parent: host, isIsolated: true, named: "inner").reference)
    #expect(ended(graph) == nil)
    host.end()
    for graph in [graph, child] {
      let end = try #require(ended(graph))
      #expect(end.name == "search")
      #expect(end.isHost)
      #expect(
        "\(end)" == """
          The graph 'search' has ended. Request the dependency before the graph ends, or in a graph that ends later.
          """)
    }
    #expect(ended(inner)?.name == "inner", "it is gone")
    #expect(ended(host)?.isHost == false)
  }

  @Test func aReleasedGraphEndsItsCopies() {
    weak var gone: Graph?
    let own: Notebook
    do {
      let graph = isolated()
      gone = graph
      own = notebook(in: graph)
      #expect(own.ends.value == 0)
    }
    #expect(gone == nil)
    #expect(own.ends.value == 1)
    #expect(own.host?.object == nil)
  }

  @Test func factoriesOfAHostedGraphRunInTheHost() throws {
    let host = isolated()
    let graph = Graph(host: host.reference)
    let registry = EditableRegistry()
    registry.edit {
      $0.insert(
        ParameterlessRegistration(
          .init(locator: .type(Notebook.self), scope: .instance, location: .unknown),
          { [notebook] in notebook.current }))
    }
    graph.activate(registry)
    let own = notebook(in: host)
    let found = try graph.runInHost { try graph.resolve(Notebook.self) }
    #expect(found === own)
    // A lookup that runs in a nested isolated graph still finds the host's copy.
    let foundInside = try CurrentGraph.run(in: isolated(host)) {
      try graph.runInHost { try graph.resolve(Notebook.self) }
    }
    #expect(foundInside === own)
    let foundOutside = try Graph().runInHost { try graph.resolve(Notebook.self) }
    #expect(foundOutside === notebook)
  }

  @Test func asynchronousFactoriesOfAHostedGraphDoToo() async throws {
    let host = isolated()
    let graph = Graph(host: host.reference)
    let registry = EditableRegistry()
    let notebook = notebook
    for (name, scope) in [("new", Scope.instance), ("kept", .singleton)] {
      registry.edit {
        $0.insert(
          AsyncRegistration(
            locator: .name(name), scope: scope, location: .unknown
          ) { _ in
            await Task.yield()
            return notebook.current
          })
      }
    }
    graph.activate(registry)
    let own = CurrentGraph.run(in: host) { notebook.current }
    for name in ["new", "kept"] {
      let found: Notebook = try await graph.resolve(name: name, as: Notebook.self, in: nil)
      #expect(found === own)
    }
    withExtendedLifetime(host) {}
  }
}
