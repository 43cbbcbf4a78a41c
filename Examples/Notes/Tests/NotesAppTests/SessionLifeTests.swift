import NotesAccounts
import NotesApp
import NotesDomain
import NotesSearch
import NotesStorage
import NotesSync
import Stitcher
import Testing

extension OwnGraph {
  /// Tests of the registrations that a sign-in adds and a sign-out removes.
  @Suite("Signing in and out")
  struct SessionLifeTests {
    /// The application.
    private let bench = TestBench()

    @Test("Without a session there are no services of an account, and the graph says so")
    func nobody() async throws {
      try await bench.run {
        let error = #expect(throws: InjectionError.self) {
          let _: any NoteStore = try DependencyGraph.inject()
        }
        #expect(error == .missingDependency(.type("NoteStore")))
        let account: Account? = try DependencyGraph.inject()
        #expect(account == nil)
        let searches: [any Searchable] = try DependencyGraph.inject()
        #expect(searches.isEmpty)
      }
    }

    @Test("Signing in adds the services of the account")
    func signIn() async throws {
      try await bench.run {
        let before = GraphReport().entries.count
        try bench.signIn("ana")
        let account: Account = try DependencyGraph.inject()
        #expect(account.name == "ana")
        let store: any NoteStore = try DependencyGraph.inject()
        #expect(try store.count() == 0)
        let searches: [any Searchable] = try DependencyGraph.inject()
        #expect(searches.map(\.name) == ["author", "tags", "text", "recent"])
        #expect(GraphReport().entries.count == before + 8)
      }
    }

    @Test("The database of an account stays open for all of a session")
    func oneDatabase() async throws {
      try await bench.run {
        try bench.signIn("ana")
        let first: Database = try DependencyGraph.inject(byName: AccountName.database)
        let second: Database = try DependencyGraph.inject(byName: AccountName.database)
        #expect(first === second)
      }
    }

    @Test("Signing out closes the database before it returns")
    func signOut() async throws {
      try await bench.run {
        try bench.signIn("ana")
        try DependencyGraph.inject(byType: SQLiteNoteStore.self).save([.sample("A")])
        weak var handle: Database?
        handle = try DependencyGraph.inject(byName: AccountName.database)
        #expect(handle != nil)

        let accounts: AccountService = try DependencyGraph.inject()
        try accounts.signOut()
        #expect(handle == nil)
        #expect(
          try bench.events.suffix(3) == [
            .notesSaved(1), .databaseClosed("memory/ana/notes.sqlite"), .signedOut("ana"),
          ])
        let store: (any NoteStore)? = try DependencyGraph.inject()
        #expect(store == nil)
      }
    }

    @Test("Whoever holds a store keeps its database open a little longer")
    func holder() async throws {
      try await bench.run {
        try bench.signIn("ana")
        var store: (any NoteStore)? = try DependencyGraph.inject()
        try bench.signOut()
        #expect(try store?.count() == 0)
        #expect(try !bench.events.contains(.databaseClosed("memory/ana/notes.sqlite")))
        store = nil
        #expect(try bench.events.last == .databaseClosed("memory/ana/notes.sqlite"))
      }
    }

    @Test("Another account gets another database, also without a sign-out between")
    func switching() async throws {
      try await bench.run {
        try bench.signIn("ana")
        try DependencyGraph.inject(byType: SQLiteNoteStore.self).save([.sample("A")])
        try bench.signIn("ben")
        let database: Database = try DependencyGraph.inject(byName: AccountName.database)
        #expect(database.location.name == "memory/ben/notes.sqlite")
        #expect(try SQLiteNoteStore(database: database).count() == 0)
        #expect(try bench.events.contains(.databaseClosed("memory/ana/notes.sqlite")))
      }
    }

    @Test("What is registered for an account is identified by it")
    func identity() async throws {
      try await bench.run {
        var former: Account?
        for name in ["ana", "ben"] {
          try bench.signIn(name)
          let account: Account = try DependencyGraph.inject()
          #expect(account.name == name)
          DependencyGraph.validate { registrations in
            #expect(registrations.matches { $0.isIdentified(by: account) }.count == 8)
            if let former {
              // The registrations of the former account are removed.
              #expect(registrations.matches { $0.isIdentified(by: former) }.isEmpty)
            }
          }
          former = account
        }
      }
    }

    @Test("Signing in and out in quick succession ends in the right state")
    func quickly() async throws {
      try await bench.run {
        let accounts: AccountService = try DependencyGraph.inject()
        for round in 0..<20 {
          try accounts.signIn(round.isMultiple(of: 2) ? "ana" : "ben", creating: true)
          if round.isMultiple(of: 3) { try accounts.signOut() }
          let account: Account? = try DependencyGraph.inject()
          #expect(account == bench.composition.session.account)
        }
      }
    }

    @Test("Deactivating the application closes everything")
    func deactivation() async throws {
      let recorder = try await recorderOfSession()
      #expect(
        Set(recorder.events.suffix(2)) == [
          .databaseClosed("memory/accounts.sqlite"), .databaseClosed("memory/ana/notes.sqlite"),
        ])
      #expect(GraphReport().entries.isEmpty)
    }

    /// Returns the recorder of an application with a sign-in.
    private func recorderOfSession() async throws -> EventRecorder {
      await bench.composition.activate()
      defer { bench.composition.deactivate() }
      try bench.signIn("ana")
      _ = try DependencyGraph.inject(byType: SQLiteNoteStore.self).count()
      return try DependencyGraph.inject(byType: EventRecorder.self)
    }
  }
}

extension Note {
  /// Returns a note written at the start of 1970.
  static func sample(_ title: String, body: String = "", tags: [String] = []) -> Note {
    Note(
      title: title, body: body, author: "Ana", tags: tags, created: Timestamp(milliseconds: 0))
  }
}
