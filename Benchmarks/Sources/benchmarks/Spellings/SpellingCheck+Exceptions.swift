extension SpellingCheck {
  /// The spellings that may cost more than the limit, each with the reason.
  static let exceptions: [String: String] = reasons.reduce(into: [:]) { exceptions, entry in
    for id in entry.ids { exceptions[id] = entry.reason }
  }

  /// The reasons, each with the spellings that it holds for. The aim is to have none.
  private static let reasons: [(reason: String, ids: [String])] = [
    ("an optional existential is copied by its metadata", ["injected.later.optional"]),
    ("the property calls a closure that nothing is known about", ["stitch.published"]),
    (
      "each read finds out whether it is on the main queue",
      ["stitchable.property", "stitchable.published"]
    ),
  ]
}
