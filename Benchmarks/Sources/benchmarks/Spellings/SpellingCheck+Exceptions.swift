extension SpellingCheck {
  /// The spellings that may cost more than the limit, each with the reason.
  static let exceptions: [String: String] = reasons.reduce(into: [:]) { exceptions, entry in
    for id in entry.ids { exceptions[id] = entry.reason }
  }

  /// The reasons, each with the spellings to which it applies. The aim is to have none.
  private static let reasons: [(reason: String, ids: [String])] = [
    (
      "the compiler copies and destroys an optional existential by its metadata",
      ["injected.later.optional"]
    ),
    (
      "the property's type is not the registered one, so first reads share an injection by a cell",
      ["injected.first.optional", "injected.first.type.optional"]
    ),
    (
      "makes the property and reads it, so the existential is copied and destroyed once more",
      ["container.injected"]
    ),
    (
      "as fast as its siblings in one run, twice as slow in the next one, with the same code",
      ["inject.by-type.optional.inferred"]
    ),
    (
      "the property is an object that calls a closure; through its sibling's, the compiler sees",
      ["stitch.published"]
    ),
    (
      "each read finds out whether it is on the main thread, and calls the type by its witnesses",
      ["stitchable.property", "stitchable.published"]
    ),
    (
      "allocates the owner, since a property may hold the isolated graph in which it was created",
      ["stitch.property.new-owner"]
    ),
    (
      "a read of 7 ns, after which the property has to find out whether it is in an isolated graph",
      ["stitch.property.value"]
    ),
  ]
}
