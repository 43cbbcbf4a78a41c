internal import CBenchmark

extension Benchmark {
  /// What the rows stand beside.
  static let baselines: [Benchmark] = [
    Benchmark("baseline.static-let") { iterations in
      for _ in 0..<iterations { Sink<any Service>.take(readStaticLet()) }
    },
    Benchmark("baseline.retain-release.one") { iterations in
      let object = Unmanaged.passUnretained(LiveService.kept)
      for _ in 0..<iterations {
        benchmark_sink(object.retain().toOpaque())
        object.release()
      }
    },
    Benchmark("baseline.init") { iterations in
      for _ in 0..<iterations { Sink<Record>.take(Record(number: opaque(1))) }
    },
    Benchmark("baseline.dictionary.singleton") { iterations in
      let dictionary = Baselines.dictionary
      for _ in 0..<iterations { Sink<any Service>.take(dictionary.resolve()) }
    },
    Benchmark("baseline.dictionary.fresh") { iterations in
      let dictionary = Baselines.dictionary
      for _ in 0..<iterations { Sink<Record>.take(dictionary.resolve()) }
    },
    Benchmark("baseline.dictionary.protocol") { iterations in
      let dictionary = Baselines.dictionary
      for _ in 0..<iterations { Sink<any Recording>.take(dictionary.resolve()) }
    },
  ]

  /// Returns the constant, retained, as an injection does: by a call.
  @inline(never)
  private static func readStaticLet() -> any Service { Baselines.service }
}

extension LiveService {
  /// The object that one thread retains and releases: who hands out a reference does so.
  fileprivate static let kept = LiveService()
}
