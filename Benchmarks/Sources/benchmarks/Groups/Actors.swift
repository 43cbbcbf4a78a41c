extension Benchmark {
  /// The baselines of asynchronous containers.
  static let actors: [Benchmark] = [
    Benchmark("baseline.actor") { iterations in
      wait {
        let actor = DictionaryActor()
        for _ in 0..<iterations { Sink<any Service>.take(await actor.resolve()) }
      }
    }
  ]
}
