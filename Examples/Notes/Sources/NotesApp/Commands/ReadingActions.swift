internal import NotesCommandLine
internal import NotesDomain
internal import NotesSearch
internal import NotesStorage
internal import Stitcher

/// Lists notes.
struct ListAction: Action {
  /// The tag of the notes to list, if any.
  let tag: String?

  /// The maximal number of notes.
  let limit: Int

  /// The destination of the output.
  let console: any Console

  /// The store of the notes.
  @Injected var store: any NoteStore

  /// Lists the notes with the latest changes.
  func run() async throws {
    let notes = try store.notes(NoteFilter(tag: tag, limit: limit))
    var table = Table([
      .init(emphasis: console.style.dim), .init(), .init(limit: 44, emphasis: console.style.bold),
      .init(limit: 32, emphasis: console.style.accent),
    ])
    for note in notes {
      table.add(note.id.short, note.modified.day, note.title, note.tags.joined(separator: ", "))
    }
    for line in table.lines { console.write(line) }
    if notes.isEmpty { console.write("No notes.") }
  }
}

/// Finds notes.
struct SearchAction: Action {
  /// The words to search for.
  let words: String

  /// The maximal number of notes.
  let limit: Int

  /// Whether the search tolerates typing errors.
  let isFuzzy: Bool

  /// The composition with the search settings.
  let composition: Composition

  /// The destination of the output.
  let console: any Console

  /// The search service, which is injected after the settings have changed.
  @Injected var service: SearchService

  /// Prints the results, the best first.
  func run() async throws {
    composition.settings.isFuzzy = isFuzzy
    let results = try service.results(for: SearchQuery(words, limit: limit))
    for line in ResultTable(results, style: console.style).lines { console.write(line) }
    if results.isEmpty { console.write("Nothing found.") }
  }
}

/// Shows the registrations of the graph.
struct GraphAction: Action {
  /// The destination of the table.
  let console: any Console

  /// Prints all registrations, and checks the rules of the composition.
  func run() async throws {
    let report = GraphReport()
    for line in report.lines(style: console.style) { console.write(line) }
    console.write("")
    for rule in GraphRule.all {
      try rule.check()
      console.write("\(console.style.good("✓")) \(rule.summary)")
    }
    console.write("\n\(report.entries.count) registrations.")
  }
}
