internal import Foundation
internal import NotesAccounts
internal import NotesCommandLine
internal import NotesDomain
internal import NotesStorage
internal import Stitcher

/// Shows all of the application, and how the graph changes meanwhile, on real databases.
///
/// Every number that it tells was counted or measured while it ran.
struct Tour {
  /// Tells what happens.
  var narrator: Narrator

  /// Whether the databases stay when the tour is over.
  let isKeeping: Bool

  /// The folder of all databases.
  let folder: URL

  /// The clock of the tour, which moves only when the tour says so.
  let clock: SteppedClock

  /// The application that is shown.
  let composition: Composition

  /// Prepares the tour; nothing is created yet.
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

  /// When the tour takes place, by its own clock: the day after the last of the sample notes.
  private static let start = Timestamp(milliseconds: 1_726_300_800_000)

  /// Takes the tour, and tidies up also if it fails.
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

  /// Runs a closure and returns its result and how long it took.
  func measure<Result>(_ body: () throws -> Result) rethrows -> (Result, Duration) {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try body()
    return (result, clock.now - start)
  }

  /// How many registrations the graph holds.
  var registrationCount: Int { GraphReport().entries.count }

  /// Ends what the tour began: the composition is inactive, and the folder gone unless it is kept.
  private func tidyUp() {
    composition.deactivate()
    if !isKeeping { try? FileManager.default.removeItem(at: folder) }
  }
}
