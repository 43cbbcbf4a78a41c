extension Campaign {
  /// Returns how many in a hundred of what begins alike are that: of `asked: one` those
  /// of `asked: …`.
  package func share(of title: String) -> Double {
    let group = title.prefix { $0 != ":" }
    let total = events.filter { $0.key.hasPrefix("\(group):") }.values.reduce(0, +)
    return total == 0 ? 0 : 100 * Double(events[title] ?? 0) / Double(total)
  }

  /// Returns what is rarer than it is to be, with its share.
  ///
  /// - Parameter floors: The least shares, in percent.
  package func shortfalls(of floors: KeyValuePairs<String, Double>) -> [String] {
    floors.filter { share(of: $0.key) < $0.value }
      .map { "\($0.key): \(share(of: $0.key)) %, not \($0.value) %" }
  }
}
