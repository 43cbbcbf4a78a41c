internal import Foundation
internal import NotesAccounts
internal import NotesCommandLine
internal import NotesDomain
internal import NotesStorage
internal import Stitcher

/// A tour of the application, on real databases, with the changes of the graph.
///
/// All numbers of the tour are counted or measured during the run.
struct Tour {
  /// Prints the text of the tour.
  var narrator: Narrator

  /// Whether the databases are kept after the tour.
  let isKeeping: Bool

  /// The folder of all databases.
  let folder: URL

  /// The clock of the tour, which the tour advances itself.
  let clock: SteppedClock

  /// The composition of the application.
  let composition: Composition

  /// Creates the tour without creating dependencies.
  init(console: any Console, isKeeping: Bool) {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "notes-tour-\(UUID().uuidString.prefix(8).lowercased())")
    let clock = SteppedClock(at: Tour.start)
    narrator = Narrator(console: console)
    self.isKeeping = isKeeping
    self.folder = folder
    self.clock = clock
    composition = Composition(
      in: .folder(path: folder.path(percentEncoded: false)), clock: clock)
  }

  /// The start time of the tour: the day after the last sample note.
  private static let start = Timestamp(milliseconds: 1_726_300_800_000)

  /// Runs the tour, and removes its folder, also after a failure.
  func run() async throws {
    var tour = self
    defer { tour.tidyUp() }
    try await tour.compose()
    try tour.signIn()
    try tour.importNotes()
    try tour.search()
    try tour.forgiveErrors()
    try tour.sync()
    try tour.showGraph()
    try tour.signOut()
    try tour.readRecorder()
    tour.farewell()
  }

  /// Runs a closure, and returns its result and its duration.
  func measure<Result>(_ body: () throws -> Result) rethrows -> (Result, Duration) {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try body()
    return (result, clock.now - start)
  }

  /// The number of registrations of the graph.
  var registrationCount: Int { GraphReport().entries.count }

  /// Deactivates the composition, and removes the folder unless it is kept.
  private func tidyUp() {
    composition.deactivate()
    if !isKeeping { try? FileManager.default.removeItem(at: folder) }
  }
}
