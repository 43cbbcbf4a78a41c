extension SpellingCheck {
  /// The spellings that may cost more than the limit, each with the reason.
  static let exceptions: [String: String] = reasons.reduce(into: [:]) { exceptions, entry in
    for id in entry.ids { exceptions[id] = entry.reason }
  }

  /// The reasons, each with the spellings that it holds for. The aim is to have none.
  private static let reasons: [(reason: String, ids: [String])] = [
    (
      "an optional result is resolved through a parameter pack",
      [
        "inject.by-type", "inject.optional", "inject.by-type.class", "inject.optional.class",
        "inject.shared.by-type", "inject.shared.optional", "inject.fresh.by-type",
        "inject.fresh.optional",
      ]
    ),
    (
      "the optional type is looked up first, and an error is thrown",
      [
        "inject.by-type.optional", "inject.by-type.optional.inferred",
        "inject.by-type.class.optional", "inject.parameter1.by-type.optional",
        "inject.parameter1.unlabeled.optional",
      ]
    ),
    (
      "the property keeps a closure, and looks at what it returns",
      ["injected.first.type", "injected.first.optional", "injected.first.type.optional"]
    ),
    ("an optional existential is copied by its metadata", ["injected.later.optional"]),
    ("the property calls a closure that nothing is known about", ["stitch.published"]),
    (
      "each read finds out whether it is on the main queue",
      ["stitchable.property", "stitchable.published"]
    ),
  ]
}
