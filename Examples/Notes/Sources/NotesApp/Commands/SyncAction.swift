internal import NotesCommandLine
internal import NotesDomain
internal import NotesStorage
internal import NotesSync
internal import Stitcher

/// Synchronizes the notes with another database.
struct SyncAction: Action {
  /// The path of the other database.
  let path: String

  /// Whether a missing database is created.
  let isCreating: Bool

  /// The destination of the report.
  let console: any Console

  /// Synchronizes, and prints a report.
  func run() async throws {
    let location = DatabaseLocation.file(path: path)
    guard location.exists || isCreating else { throw InputError.missingDatabase(path: path) }
    let synchronizer: Synchronizer = try DependencyGraph.inject(parameters: location)
    let report = try synchronizer.synchronize()
    for line in SyncTable(report, style: console.style).lines { console.write(line) }
  }
}

/// The report of a synchronization as a table.
struct SyncTable {
  /// The lines of the table.
  let lines: [String]

  /// Creates the table of a report.
  init(_ report: SyncReport, style: Style) {
    var counts = Table([.init(isTrailing: true, emphasis: style.bold), .init()])
    counts.add("\(report.pushed)", "pushed to the other database")
    counts.add("\(report.pulled)", "pulled from it")
    counts.add("\(report.removed)", "of them removals")
    counts.add("\(report.unchanged)", "the same already")
    counts.add("\(report.conflicts.count)", "changed on both sides; the later version stays")
    var conflicts = Table([.init(limit: 44, emphasis: style.bold), .init(), .init()])
    for conflict in report.conflicts {
      conflicts.add(
        "  \(conflict.winner.title)",
        "\(conflict.keptSide.rawValue) of \(conflict.winner.modified) stays",
        "\(conflict.loser.modified) is replaced")
    }
    lines = counts.lines + conflicts.lines
  }
}
