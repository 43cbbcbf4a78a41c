import Stitcher

extension Benchmark {
  /// A graph of 146 singletons and 1,280 edges, compared with the same graph by hand; and a small
  /// container.
  static let graphs: [Benchmark] = [
    // This row precedes the others of the graph, so it includes the costs of the first run in a
    // process.
    Benchmark(["baseline.dag.complete.first"]) { results in
      let time = seconds { LayeredGraph.takeNodes(from: LayeredGraph.dictionary()) }
      results.add("baseline.dag.complete.first", time * 1e9, "ns")
    },
    Benchmark(["dag.complete.first"]) { results in
      results.add("dag.complete.first", seconds(completeGraph) * 1e9, "ns")
    },
    Benchmark(["baseline.dag.access"]) { results in
      let graph = LayeredGraph.dictionary()
      LayeredGraph.takeNodes(from: graph)
      results.measure("baseline.dag.access") { iterations in
        for _ in 0..<iterations { LayeredGraph.takeEdges(from: graph) }
      }
    },
    Benchmark(["dag.access"]) { results in
      let container = LayeredGraph.container()
      DependencyGraph.activate(container)
      LayeredGraph.injectNodes()
      results.measure("dag.access") { iterations in
        for _ in 0..<iterations { LayeredGraph.injectEdges() }
      }
      DependencyGraph.deactivate(container)
    },
    Benchmark("baseline.dag.complete") { iterations in
      for _ in 0..<iterations { LayeredGraph.takeNodes(from: LayeredGraph.dictionary()) }
    },
    Benchmark("dag.complete") { iterations in
      for _ in 0..<iterations { completeGraph() }
    },
    Benchmark(["activate.one"]) { results in
      // These fillers follow those of the usual container, so none of them is active already.
      let first = Containers.usualCount
      let container = Containers.idle(first..<first + 10)
      results.measure("activate.one") { iterations in
        for _ in 0..<iterations {
          DependencyGraph.activate(container)
          DependencyGraph.deactivate(container)
        }
      }
    },
  ]
  /// Builds the container, activates it, injects each node for the first time, and deactivates it.
  private static func completeGraph() {
    let container = LayeredGraph.container()
    DependencyGraph.activate(container)
    LayeredGraph.injectNodes()
    DependencyGraph.deactivate(container)
  }
}
