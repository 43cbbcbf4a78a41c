internal import NotesCommandLine
internal import NotesDomain
internal import NotesSearch
internal import Stitcher

extension Tour {
  /// Searches in all ways that the graph has.
  mutating func search() throws {
    narrator.chapter("Searching")
    let service: SearchService = try DependencyGraph.inject()
    narrator.say(
      "The search service knows no way to search. It asks for an array of all Searchable, in the",
      "order of registration, and adds up what each of them finds.")
    narrator.pause()
    narrator.fact("ways to search", service.names.joined(separator: ", "))
    for words in ["bread oven", "jonas sql", "honey summer"] {
      try show(words, with: service)
    }
  }

  /// Turns a group of dependencies on.
  mutating func forgiveErrors() async throws {
    narrator.chapter("Turning a group of dependencies on")
    let words = "portugese grammer"
    let strict: SearchService = try DependencyGraph.inject()
    narrator.say("A search with typing errors finds nothing:")
    try show(words, with: strict)

    let clock = ContinuousClock()
    let start = clock.now
    composition.settings.isFuzzy = true
    await composition.settingsDidSettle()
    let duration = clock.now - start
    let fuzzy: SearchService = try DependencyGraph.inject()
    narrator.pause()
    narrator.say("A setting, observed like the session, enables one group more:")
    narrator.pause()
    narrator.fact("graph followed after", duration.brief)
    narrator.fact("ways to search", fuzzy.names.joined(separator: ", "))
    try show(words, with: fuzzy)
  }

  /// Searches, and shows the three best results.
  private func show(_ words: String, with service: SearchService) throws {
    let (results, duration) = try measure {
      try service.results(for: SearchQuery(words, limit: 50))
    }
    narrator.pause()
    narrator.lines([
      "\(narrator.style.bold("› \(words)"))  "
        + narrator.style.dim("\(results.count) found in \(duration.brief)")
    ])
    let table = ResultTable(Array(results.prefix(3)), style: narrator.style)
    narrator.lines(table.lines.map { "  \($0)" })
  }
}
