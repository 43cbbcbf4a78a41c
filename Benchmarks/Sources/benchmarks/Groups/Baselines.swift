internal import CBenchmark

extension Benchmark {
  /// The baselines of the other rows.
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

  /// Returns the constant with a retain, through a call, as an injection does.
  @inline(never)
  private static func readStaticLet() -> any Service { Baselines.service }
}

extension LiveService {
  /// An object that one thread retains and releases, as for each returned reference.
  fileprivate static let kept = LiveService()
}
