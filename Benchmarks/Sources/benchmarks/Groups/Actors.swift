extension Benchmark {
  /// What asynchronous containers stand beside.
  static let actors: [Benchmark] = [
    Benchmark("baseline.actor") { iterations in
      wait {
        let actor = DictionaryActor()
        for _ in 0..<iterations { Sink<any Service>.take(await actor.resolve()) }
      }
    }
  ]
}
