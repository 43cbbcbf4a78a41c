import Stitcher

extension Benchmark {
  /// Graphs for requests and tests. They come last: once an isolated graph exists, each injection
  /// looks up the current graph.
  static let children: [Benchmark] = [
    Benchmark(["child.inject.singleton"]) { results in
      let child = DependencyGraph.process.child(named: "request")
      results.measure("child.inject.singleton") { iterations in
        child.run {
          for _ in 0..<iterations { Sink<any Service>.take(try! DependencyGraph.inject()) }
        }
      }
    },
    Benchmark(["child.inject.singleton.task"]) { results in
      let child = DependencyGraph.process.child(named: "request")
      results.measure("child.inject.singleton.task") { iterations in
        wait {
          await child.run { await injectInTask(iterations) }
        }
      }
    },
    Benchmark(["child.inject.singleton.instance"]) { results in
      let child = DependencyGraph.process.child(named: "request")
      results.measure("child.inject.singleton.instance") { iterations in
        for _ in 0..<iterations { Sink<any Service>.take(try! child.inject()) }
      }
    },
    Benchmark(["child.inject.scoped"]) { results in
      let child = DependencyGraph.process.child(named: "request")
      results.measure("child.inject.scoped") { iterations in
        child.run {
          for _ in 0..<iterations { Sink<UnitOfWork>.take(try! DependencyGraph.inject()) }
        }
      }
    },
    Benchmark(["child.inject.scoped.task"]) { results in
      let child = DependencyGraph.process.child(named: "request")
      results.measure("child.inject.scoped.task") { iterations in
        wait {
          await child.run { await injectScopedInTask(iterations) }
        }
      }
    },
    Benchmark("child.life") { iterations in wait { await live(iterations) } },
    Benchmark("child.life.dropped") { iterations in
      for _ in 0..<iterations {
        DependencyGraph.process.child(named: "request").run {
          Sink<UnitOfWork>.take(try! DependencyGraph.inject())
        }
      }
    },
    Benchmark("child.life.task") { iterations in wait { await liveInTask(iterations) } },
    Benchmark("child.life.override") { iterations in
      for _ in 0..<iterations {
        DependencyGraph.process.child(named: "request") { Dependency { Tenant(id: 7) } }
          .run { Sink<Tenant>.take(try! DependencyGraph.inject()) }
      }
    },
    Benchmark("child.life.override.ended") { iterations in
      wait { await liveOverridden(iterations) }
    },
    Benchmark(["isolated.life"]) { results in
      let container = Containers.idle(Containers.usualCount..<1000)
      DependencyGraph.activate(container)
      results.measure("isolated.life") { iterations in
        wait { await liveIsolated(iterations) }
      }
      DependencyGraph.deactivate(container)
    },
    Benchmark(["children.100k", "children.100k.used"]) { results in
      func bytes(_ use: (DependencyGraph) -> Void) -> Double {
        let count = 100_000
        var children: [DependencyGraph] = []
        children.reserveCapacity(count)
        let bytes = Allocations.bytes {
          for _ in 0..<count {
            let child = DependencyGraph.process.child(named: "request")
            use(child)
            children.append(child)
          }
        }
        return bytes / Double(count)
      }
      results.add("children.100k", bytes { _ in }, "bytes")
      results.add("children.100k.used", bytes { _ = try! $0.inject() as UnitOfWork }, "bytes")
    },
    Benchmark(["children.threads2.speedup"]) { results in
      // Each thread injects other instances, as in `threads2.speedup`.
      let life: ThreadTeam.Work = { iterations in
        for _ in 0..<iterations {
          DependencyGraph.process.child(named: "request").run {
            Sink<UnitOfWork>.take(try! DependencyGraph.inject())
            for _ in 0..<100 { Sink<any Service>.take(try! DependencyGraph.inject()) }
          }
        }
      }
      let otherLife: ThreadTeam.Work = { iterations in
        for _ in 0..<iterations {
          DependencyGraph.process.child(named: "request").run {
            Sink<RequestLog>.take(try! DependencyGraph.inject())
            for _ in 0..<100 { Sink<any OtherService>.take(try! DependencyGraph.inject()) }
          }
        }
      }
      let iterations = Rounds.iterations(for: life)
      let speedup = Rounds.median {
        ThreadTeam.speedup(iterations: iterations, life, otherLife)
      }
      results.add("children.threads2.speedup", speedup, "×")
    },
  ]

  /// Injects an instance of the parent, in asynchronous code.
  private static func injectInTask(_ iterations: Int) async {
    for _ in 0..<iterations { Sink<any Service>.take(try! DependencyGraph.inject()) }
  }

  /// Injects an instance of the graph, in asynchronous code.
  private static func injectScopedInTask(_ iterations: Int) async {
    for _ in 0..<iterations { Sink<UnitOfWork>.take(try! DependencyGraph.inject()) }
  }

  /// Creates and releases children, one after the other, each with one scoped object.
  private static func live(_ iterations: Int) async {
    for _ in 0..<iterations {
      let child = DependencyGraph.process.child(named: "request")
      injectScoped(in: child)
      try! await child.end()
    }
  }

  /// Creates and releases children with a registration of their own.
  private static func liveOverridden(_ iterations: Int) async {
    for _ in 0..<iterations {
      let child = DependencyGraph.process.child(named: "request") { Dependency { Tenant(id: 7) } }
      injectOverridden(in: child)
      try! await child.end()
    }
  }

  /// Creates and releases children with asynchronous work in each.
  private static func liveInTask(_ iterations: Int) async {
    for _ in 0..<iterations {
      let child = DependencyGraph.process.child(named: "request")
      await child.run { await injectScopedInTask(1) }
      try! await child.end()
    }
  }

  /// Injects a registration and an instance of the child, in synchronous code.
  private static func injectOverridden(in child: DependencyGraph) {
    child.run {
      Sink<Tenant>.take(try! DependencyGraph.inject())
      Sink<UnitOfWork>.take(try! DependencyGraph.inject())
    }
  }

  /// Injects an instance of the child, in synchronous code.
  private static func injectScoped(in child: DependencyGraph) {
    child.run { Sink<UnitOfWork>.take(try! DependencyGraph.inject()) }
  }

  /// Creates and releases isolated graphs, one after the other.
  private static func liveIsolated(_ iterations: Int) async {
    for _ in 0..<iterations {
      let graph = DependencyGraph.process.isolated(named: "test")
      useTen(of: graph)
      try! await graph.end()
    }
  }

  /// Injects ten dependencies from a graph.
  private static func useTen(of graph: DependencyGraph) { graph.run(injectTen) }

  /// Injects ten dependencies for the first time in a graph.
  private static func injectTen() {
    Sink<any Service>.take(try! DependencyGraph.inject())
    Sink<any OtherService>.take(try! DependencyGraph.inject())
    Sink<Limits>.take(try! DependencyGraph.inject())
    Sink<SharedCache>.take(try! DependencyGraph.inject())
    Sink<UnitOfWork>.take(try! DependencyGraph.inject())
    Sink<Page>.take(try! DependencyGraph.inject())
    Sink<any Recording>.take(try! DependencyGraph.inject())
    Sink<[String: Int]>.take(try! DependencyGraph.inject())
    Sink<NamedService>.take(try! DependencyGraph.inject(byName: "service.main"))
    Sink<ValuedService>.take(try! DependencyGraph.inject(byValue: Channel.main))
  }
}
