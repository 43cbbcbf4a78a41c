import Stitcher

extension Benchmark {
  /// A hundred thousand registrations. The first benchmark that builds them includes the creation
  /// of their types' metadata.
  static let hundredThousand: [Benchmark] = [
    Benchmark([
      "memory.registration", "memory.registration.first", "build.100k.first",
    ]) { results in
      let count = Double(Containers.largeCount)
      // An empty run first, which measures the cost of the containers themselves.
      var kept: [DependencyContainer] = []
      func add(_ positions: Range<Int>) {
        let container = Containers.idle(positions)
        DependencyGraph.activate(container)
        kept.append(container)
      }
      func clear() {
        for container in kept { DependencyGraph.deactivate(container) }
        kept = []
      }
      for position in 0..<Containers.largeCount { _ = Fillers.type(at: position) }
      add(0..<0)
      clear()
      let empty = Allocations.bytes { add(0..<0) }
      clear()
      var time = 0.0
      let first = Allocations.bytes { time = seconds { add(0..<Containers.largeCount) } }
      clear()
      let warm = Allocations.bytes { add(0..<Containers.largeCount) }
      clear()
      results.add("memory.registration", (warm - empty) / count, "bytes")
      results.add("memory.registration.first", (first - empty) / count, "bytes")
      results.add("build.100k.first", time * 1e3, "ms")
    },
    Benchmark(["activate.100k", "build.100k", "build+activate.100k"]) { results in
      let positions = 0..<Containers.largeCount
      // A first run creates the types' metadata.
      var container = Containers.idle(positions)
      var builds: [Double] = []
      var activations: [Double] = []
      let sum = Rounds.median {
        let build = seconds { container = Containers.idle(positions) }
        let activation = seconds { DependencyGraph.activate(container) }
        DependencyGraph.deactivate(container)
        builds.append(build * 1e3)
        activations.append(activation * 1e3)
        return (build + activation) * 1e3
      }
      results.add("activate.100k", activations.median, "ms")
      results.add("build.100k", builds.median, "ms")
      results.add("build+activate.100k", sum, "ms")
    },
    Benchmark(["inject.singleton.100k"]) { results in
      let start = Containers.usualCount
      let container = Containers.idle(start..<Containers.largeCount)
      DependencyGraph.activate(container)
      results.measure("inject.singleton.100k") { iterations in
        for _ in 0..<iterations {
          Sink<any Service>.take(try! DependencyGraph.inject())
        }
      }
      DependencyGraph.deactivate(container)
    },
  ]
}
