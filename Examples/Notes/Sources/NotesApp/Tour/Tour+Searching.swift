internal import NotesCommandLine
internal import NotesDomain
internal import NotesSearch
internal import Stitcher

extension Tour {
  /// Searches with all registered searches.
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

  /// Enables a group of dependencies.
  mutating func forgiveErrors() throws {
    narrator.chapter("Turning a group of dependencies on")
    let words = "portugese grammer"
    let strict: SearchService = try DependencyGraph.inject()
    narrator.say("A search with typing errors finds nothing:")
    try show(words, with: strict)

    composition.settings.isFuzzy = true
    let (fuzzy, following) = try measure { try DependencyGraph.inject() as SearchService }
    narrator.pause()
    narrator.say(
      "A setting, observed like the session, enables one group more. The next line has it:")
    narrator.pause()
    narrator.fact("service injected in", following.brief)
    narrator.fact("ways to search", fuzzy.names.joined(separator: ", "))
    try show(words, with: fuzzy)
  }

  /// Searches, and prints the three best results.
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
