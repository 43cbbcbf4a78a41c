extension Campaign {
  /// Returns the percentage of an event among all events of its group: of `asked: one` among
  /// `asked: …`.
  package func share(of title: String) -> Double {
    let group = title.prefix { $0 != ":" }
    let total = events.filter { $0.key.hasPrefix("\(group):") }.values.reduce(0, +)
    return total == 0 ? 0 : 100 * Double(events[title] ?? 0) / Double(total)
  }

  /// Returns descriptions of the events that occur less often than required.
  ///
  /// - Parameter floors: The required percentages, by event.
  package func shortfalls(of floors: KeyValuePairs<String, Double>) -> [String] {
    floors.filter { share(of: $0.key) < $0.value }
      .map { "\($0.key): \(share(of: $0.key)) %, not \($0.value) %" }
  }
}
