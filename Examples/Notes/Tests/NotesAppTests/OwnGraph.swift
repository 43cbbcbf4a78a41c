import Foundation
import NotesAccounts
import NotesApp
import NotesDomain
import NotesStorage
import Stitcher
import StitcherTesting
import Testing

/// All tests that activate the application. Each test has its own graph, so they run in parallel.
@Suite("In a graph of its own", .dependencies(), .timeLimit(.minutes(5)))
enum OwnGraph {}

/// An application in memory, with a stopped clock.
struct TestBench {
  /// The clock.
  let clock = SteppedClock(at: Timestamp(milliseconds: 1_700_000_000_000))

  /// The application.
  let composition: Composition

  /// Creates the application with databases in memory.
  init() {
    composition = Composition(in: .memory, clock: clock)
  }

  /// Runs a closure while the application is active.
  func run(_ body: () async throws -> Void) async throws {
    await composition.activate()
    defer { composition.deactivate() }
    try await body()
  }

  /// Signs in.
  func signIn(_ name: String) throws {
    let accounts: AccountService = try DependencyGraph.inject()
    try accounts.signIn(name, creating: true)
  }

  /// Signs out.
  func signOut() throws {
    let accounts: AccountService = try DependencyGraph.inject()
    try accounts.signOut()
  }

  /// All events since the activation of the application.
  var events: [Event] {
    get throws {
      let recorder: EventRecorder = try DependencyGraph.inject()
      return recorder.events
    }
  }
}

/// A temporary folder of a test, removed at its deallocation.
final class ScratchFolder: Sendable {
  /// The folder.
  private let url: URL

  /// Creates the folder.
  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "notes-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Returns the path of a file in the folder.
  func path(_ name: String = "") -> String {
    url.appending(path: name).path(percentEncoded: false)
  }
}
