internal import NotesCommandLine
internal import NotesDomain
internal import NotesSearch
internal import NotesStorage
internal import Stitcher

/// Shows notes.
struct ListAction: Action {
  /// Only notes with this tag are shown, if one is given.
  let tag: String?

  /// At most this many notes are shown.
  let limit: Int

  /// Where the notes go.
  let console: any Console

  /// Where the notes are.
  @Injected var store: any NoteStore

  /// Shows the notes that changed last.
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
  /// What is looked for.
  let words: String

  /// At most this many notes are shown.
  let limit: Int

  /// Whether typing errors are forgiven.
  let isFuzzy: Bool

  /// What the settings belong to.
  let composition: Composition

  /// Where the notes go.
  let console: any Console

  /// Finds notes in all ways there are, which are asked for once the settings have changed.
  @Injected var service: SearchService

  /// Shows what was found, the best first.
  func run() async throws {
    composition.settings.isFuzzy = isFuzzy
    let results = try service.results(for: SearchQuery(words, limit: limit))
    for line in ResultTable(results, style: console.style).lines { console.write(line) }
    if results.isEmpty { console.write("Nothing found.") }
  }
}

/// Shows what the graph holds.
struct GraphAction: Action {
  /// Where the table goes.
  let console: any Console

  /// Shows all registrations, and checks the rules of composition.
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
