internal import Foundation
internal import NotesAccounts
internal import NotesCommandLine
internal import NotesDomain
internal import NotesStorage
internal import Stitcher

extension Tour {
  /// Shows the registrations of the graph.
  mutating func showGraph() throws {
    narrator.chapter("What the graph holds")
    narrator.lines(GraphReport().lines(style: narrator.style))
    narrator.pause()
    for rule in GraphRule.all {
      try rule.check()
      narrator.lines(["\(narrator.style.good("✓")) \(rule.summary)"])
    }
    narrator.pause()
    let description = DependencyGraph.description(titled: "Notes")
    narrator.fact("needs seen at the start", "\(description.edges.count)")
    narrator.fact("problems", "\(description.problems.count)")
    narrator.say("'notes graph --html --output graph.html' draws it, for a browser.")
  }

  /// Signs the account out, shows that its database is closed, and signs another account in.
  mutating func signOut() throws {
    narrator.chapter("Signing out")
    let accounts: AccountService = try DependencyGraph.inject()
    let recorder: EventRecorder = try DependencyGraph.inject()
    let witness = Witness(of: try DependencyGraph.inject(byName: AccountName.database))
    let wasOpen = witness.isOpen
    let heard = recorder.events.count
    let (account, duration) = try measure { try accounts.signOut() }
    let isOpen = witness.isOpen
    let news = recorder.events.dropFirst(heard).map(\.description)
    narrator.say(
      "The database has the scope .managed(by: session.ended). Signing out ends it: the graph lets",
      "go of the database, nobody else holds it, and its deinit closes the file.")
    narrator.pause()
    narrator.fact("signed out in", duration.brief)
    narrator.fact("database before", wasOpen ? "open" : "closed")
    narrator.fact("database after", isOpen ? "open" : "closed")
    narrator.fact("meanwhile recorded", news.joined(separator: "; "))
    narrator.fact("registrations now", "\(registrationCount)")

    try accounts.signIn("ben", creating: true)
    narrator.pause()
    narrator.say("'ben' signs in, and gets a database of his own:")
    narrator.pause()
    narrator.fact("his notes", "\(try countNotes())")
    narrator.fact("notes of \(account.name)", "not his to see")
    try accounts.signOut()
  }

  /// Shows the events of the recorder.
  mutating func readRecorder() throws {
    narrator.chapter("What the event recorder heard")
    let recorder: EventRecorder = try DependencyGraph.inject()
    var table = Table([.init(emphasis: narrator.style.dim), .init()])
    for entry in recorder.entries { table.add(entry.time.timeOfDay, entry.event.description) }
    narrator.lines(table.lines)
    narrator.pause()
    narrator.say("The times are those of the tour's own clock, registered by name.")
  }

  /// Deactivates the containers.
  mutating func farewell() {
    narrator.chapter("Leaving")
    let (_, duration) = measure { composition.deactivate() }
    narrator.fact("deactivated in", duration.brief)
    narrator.fact("registrations", "\(registrationCount)")
    let path = folder.path(percentEncoded: false)
    narrator.fact("databases", isKeeping ? "kept in \(path)" : "removed")
    narrator.pause()
  }

  /// Returns the number of notes of the signed-in account, and releases the store.
  private func countNotes() throws -> Int {
    let store: any NoteStore = try DependencyGraph.inject()
    return try store.count()
  }
}

/// Checks whether a database is still open, without retaining it.
private struct Witness {
  /// The database, while another reference keeps it.
  private weak var database: Database?

  /// Creates a witness of a database.
  init(of database: Database) {
    self.database = database
  }

  /// Whether the database is still open.
  var isOpen: Bool { database != nil }
}
