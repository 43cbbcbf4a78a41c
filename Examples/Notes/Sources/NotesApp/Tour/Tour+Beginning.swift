internal import Foundation
internal import NotesAccounts
internal import NotesCommandLine
internal import NotesDomain
internal import NotesStorage
internal import Stitcher

extension Tour {
  /// Activates the containers.
  mutating func compose() async throws {
    narrator.chapter("Composing the application")
    narrator.say(
      "Five modules contribute a container each. Two merged containers become active:",
      "the core (domain, storage), and the features (accounts, search, sync).")
    narrator.pause()
    DependencyGraph.current.recordCreations()
    let clock = ContinuousClock()
    let start = clock.now
    await composition.activate()
    narrator.fact("activated in", (clock.now - start).brief)
    narrator.fact("registrations", "\(registrationCount)")

    // The injection opens the database of accounts, which sends an event.
    let _: AccountService = try DependencyGraph.inject()
    let recorder: EventRecorder = try DependencyGraph.inject()
    let again: EventRecorder = try DependencyGraph.inject()
    narrator.pause()
    narrator.say(
      "The event recorder is eager: it listened before anybody asked for it, and so it knows",
      "what happened until then.")
    narrator.pause()
    narrator.fact("recorded already", recorder.events.map(\.description).joined(separator: "; "))
    narrator.fact("one recorder for all", recorder === again ? "yes" : "no")
    narrator.fact("databases in", folder.path(percentEncoded: false))
    showColdStart()
  }

  /// Prints the creations so far as a tree.
  private func showColdStart() {
    DependencyGraph.current.stopRecordingCreations()
    let report = DependencyGraph.current.creationReport(slowerThan: .milliseconds(10))
    narrator.pause()
    narrator.say(
      "The graph has recorded its cold start: what was created, how long that took, how long",
      "without what was created for it, below it, and where it is registered.")
    narrator.pause()
    narrator.lines(report.description.split(separator: "\n").map(String.init))
    narrator.fact("created", "\(report.all.count)")
    narrator.fact("slow", report.slow.isEmpty ? "none" : "\(report.slow.count)")
  }

  /// Signs an account in, and shows the registrations before and after.
  mutating func signIn() throws {
    narrator.chapter("Signing in")
    narrator.say("Nobody is signed in, so there are no notes to ask for. The graph says:")
    narrator.pause()
    do {
      let _: any NoteStore = try DependencyGraph.inject()
    } catch let error as InjectionError {
      narrator.lines(error.description.split(separator: "\n").map(String.init))
    }
    let before = Set(GraphReport().entries)
    let accounts: AccountService = try DependencyGraph.inject()
    let (account, signingIn) = try measure { try accounts.signIn("ana", creating: true) }
    let (owner, following) = try measure { try DependencyGraph.inject() as Account }

    narrator.pause()
    narrator.say(
      "Now '\(account.name)' signs in. The containers read the session while they are built. When",
      "the sign-in has returned, the graph has it: nobody waits.")
    narrator.pause()
    narrator.fact("account created in", signingIn.brief)
    narrator.fact("injected at once", "the account of \(owner.name), in \(following.brief)")
    narrator.fact("registrations", "\(before.count), now \(registrationCount)")
    narrator.pause()
    for entry in GraphReport().entries where !before.contains(entry) {
      narrator.lines(["\(narrator.style.good("+")) \(entry.key)"])
    }
  }

  /// Imports the sample notes.
  mutating func importNotes() throws {
    narrator.chapter("Importing notes")
    let store: any NoteStore = try DependencyGraph.inject()
    let text = try SampleNotes.text()
    let (notes, parsing) = try measure { try NoteFile.parse(text) }
    let ((), saving) = try measure { try store.save(notes) }
    let database: Database = try DependencyGraph.inject(byName: AccountName.database)
    narrator.say("A file of notes goes into a database that the graph opened for \(author).")
    narrator.pause()
    narrator.fact("notes read", "\(notes.count) in \(parsing.brief)")
    narrator.fact("notes in the database", "\(try store.count()), written in \(saving.brief)")
    narrator.fact("authors", Set(notes.map(\.author)).sorted().joined(separator: ", "))
    narrator.fact("full-text index", database.hasFullText ? "yes, FTS5" : "no, every row is read")
    narrator.pause()
    narrator.lines(bars(try store.tagCounts().prefix(8)))
  }

  /// The name of the signed-in account.
  private var author: String { composition.session.account?.name ?? "nobody" }

  /// Returns a bar for each tag.
  private func bars(_ counts: some Sequence<TagCount>) -> [String] {
    counts.map { count in
      let name = count.tag + String(repeating: " ", count: max(0, 12 - count.tag.count))
      let bar = String(repeating: "▪", count: (count.count + 1) / 2)
      return "\(name) \(narrator.style.accent(bar)) \(count.count)"
    }
  }
}
