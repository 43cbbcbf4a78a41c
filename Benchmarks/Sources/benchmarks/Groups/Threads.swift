internal import CBenchmark
import Stitcher

/// An object that two threads retain and release.
private final class Contended: Sendable { init() {} }

extension Benchmark {
  /// Injections on two threads.
  static let threads: [Benchmark] = [
    Benchmark(["threads2.speedup"]) { results in
      let iterations = Rounds.iterations(for: injectService)
      let speedup = Rounds.median {
        ThreadTeam.speedup(iterations: iterations, injectService, injectOther)
      }
      results.add("threads2.speedup", speedup, "×")
    },
    Benchmark(["threads2.same", "threads2.same.inject", "baseline.retain-release"]) { results in
      let contended = Contended()
      let retainAndRelease: ThreadTeam.Work = { iterations in
        let reference = Unmanaged.passUnretained(contended)
        for _ in 0..<iterations {
          benchmark_sink(reference.retain().toOpaque())
          reference.release()
        }
      }
      let iterations = Rounds.iterations(for: injectService) / 2
      func nanoseconds(_ work: @escaping ThreadTeam.Work) -> Double {
        ThreadTeam.seconds(iterations: iterations, [work, work]) * 1e9 / Double(iterations)
      }
      var injections: [Double] = []
      var counts: [Double] = []
      let ratio = Rounds.median {
        injections.append(nanoseconds(injectService))
        counts.append(nanoseconds(retainAndRelease))
        return injections[injections.count - 1] / counts[counts.count - 1]
      }
      results.add("threads2.same", ratio, "×")
      results.add("threads2.same.inject", injections.median, "ns")
      results.add("baseline.retain-release", counts.median, "ns")
    },
  ]

  /// Injects the singleton.
  private static let injectService: ThreadTeam.Work = { iterations in
    for _ in 0..<iterations {
      Sink<any Service>.take(try! DependencyGraph.inject())
    }
  }

  /// Injects the second thread's own singleton.
  private static let injectOther: ThreadTeam.Work = { iterations in
    for _ in 0..<iterations {
      Sink<any OtherService>.take(try! DependencyGraph.inject())
    }
  }
}
