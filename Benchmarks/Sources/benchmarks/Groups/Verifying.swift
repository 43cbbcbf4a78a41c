import Stitcher

/// A link of a chain of declared dependencies.
private struct Station: Sendable {
  init(_ before: (any Sendable)?) {}
}

extension Benchmark {
  /// The verification of a graph before it runs.
  static let verifying: [Benchmark] = [
    Benchmark(["verify.10k"]) { results in
      let container = DependencyContainer {
        for position in 0..<10_000 {
          if position == 0 {
            Dependency { Station(nil) }.named("0")
          } else {
            Dependency(
              autowired: { (before: Station) in Station(before) }, by: .name("\(position - 1)")
            ).named("\(position)").scope(position % 2 == 0 ? .singleton : .instance)
          }
        }
      }
      let graph = DependencyGraph.process.isolated()
      graph.activate(container)
      let time = Rounds.median {
        seconds { precondition(try! graph.verify().provenEdges == 9_999) } * 1e3
      }
      results.add("verify.10k", time, "ms")
    }
  ]
}
