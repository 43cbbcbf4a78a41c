import NotesAccounts
import NotesApp
import NotesDomain
import NotesSearch
import NotesStorage
import NotesSync
import Stitcher
import Testing

extension OwnGraph {
  /// Tests of the composition and of its replacements.
  @Suite("Composition")
  struct CompositionTests {
    @Test("The recorder is there before anybody asks for it")
    func eagerRecorder() async throws {
      let bench = TestBench()
      try await bench.run {
        let channel: EventChannel = try DependencyGraph.inject()
        channel.send(.signedIn("early"))
        let recorder: EventRecorder = try DependencyGraph.inject()
        #expect(recorder.events == [.signedIn("early")])
        #expect(recorder.entries.map(\.time) == [bench.clock.now()])
      }
    }

    @Test("The clock is what is registered under its name")
    func clock() async throws {
      let bench = TestBench()
      try await bench.run {
        try bench.signIn("ana")
        let account: Account = try DependencyGraph.inject()
        #expect(account.created == bench.clock.now())
        bench.clock.advance(bySeconds: 1)
        let clock: any WallClock = try DependencyGraph.inject(byName: DomainName.clock)
        #expect(clock.now() == account.created.advanced(bySeconds: 1))
      }
    }

    @Test("Where a database is, is a parameter")
    func location() async throws {
      try await TestBench().run {
        let first: Database = try DependencyGraph.inject(
          parameters: DatabaseLocation.memory(label: "a"), Schema.notes)
        let second: Database = try DependencyGraph.inject(
          parameters: DatabaseLocation.memory(label: "b"), Schema.accounts)
        #expect([first.location.name, second.location.name] == ["memory/a", "memory/b"])
        #expect(throws: InjectionError.self) {
          let _: Database = try DependencyGraph.inject(parameters: "a")
        }
      }
    }

    @Test("A core of one's own replaces clock and storage")
    func ownCore() async throws {
      let folder = try ScratchFolder()
      let core = DependencyContainer {
        Dependency(named: DomainName.clock) {
          SteppedClock(at: Timestamp(milliseconds: 7)) as any WallClock
        }
        Dependency(named: StorageName.directory) { DataDirectory.memory }
        Dependency { (location: DatabaseLocation, schema: Schema) in
          // This core stores accounts on disk, and all other databases in memory.
          let place = schema == .accounts ? .file(path: folder.path("kept.sqlite")) : location
          return try Database(at: place, schema: schema, events: try DependencyGraph.inject())
        }
        .scope(.instance)
        Dependency { EventChannel() }.scope(.singleton)
      }
      let composition = Composition(core: core)
      await composition.activate()
      defer { composition.deactivate() }
      let accounts: AccountService = try DependencyGraph.inject()
      let account = try accounts.signIn("ana", creating: true)
      #expect(account.created.milliseconds == 7)
      #expect(DatabaseLocation.file(path: folder.path("kept.sqlite")).exists)
    }

    @Test("A search asks everybody who is searchable, in order")
    func fakeSearches() async throws {
      let first = DependencyContainer {
        SearchService()
        Dependency { FixedSearch(name: "first", title: "A") }.conforms(to: (any Searchable).self)
      }
      let second = DependencyContainer {
        Dependency(conformingTo: (any Searchable).self) {
          OtherSearch(base: FixedSearch(name: "second", title: "B"))
        }
      }
      await DependencyGraph.activate(first)
      await DependencyGraph.activate(second)
      defer {
        DependencyGraph.deactivate(first)
        DependencyGraph.deactivate(second)
      }
      let service: SearchService = try DependencyGraph.inject()
      #expect(service.names == ["first", "second"])
      let results = try service.results(for: SearchQuery("x"))
      #expect(Set(results.map(\.note.title)) == ["A", "B"])
    }

    @Test("A group of searches follows the settings")
    func fuzzyGroup() async throws {
      let bench = TestBench()
      try await bench.run {
        try bench.signIn("ana")
        try DependencyGraph.inject(byType: SQLiteNoteStore.self).save([.sample("Plum cake")])
        for isFuzzy in [false, true, false] {
          bench.composition.settings.isFuzzy = isFuzzy
          let service: SearchService = try DependencyGraph.inject()
          #expect(service.names.contains("fuzzy") == isFuzzy)
          #expect(try service.results(for: SearchQuery("plumm")).isEmpty == !isFuzzy)
        }
      }
    }

    @Test("Sync gets the other database as a parameter")
    func sync() async throws {
      let folder = try ScratchFolder()
      let bench = TestBench()
      try await bench.run {
        try bench.signIn("ana")
        try DependencyGraph.inject(byType: SQLiteNoteStore.self).save([.sample("A")])
        let place = DatabaseLocation.file(path: folder.path("other.sqlite"))
        let synchronizer: Synchronizer = try DependencyGraph.inject(parameters: place)
        #expect(try synchronizer.synchronize().pushed == 1)
        #expect(try bench.events.last == .synchronized(pushed: 1, pulled: 0, conflicts: 0))
      }
    }

    @Test("A graph that is composed well keeps all rules")
    func rules() async throws {
      let bench = TestBench()
      try await bench.run {
        for rule in GraphRule.all { try rule.check() }
        try bench.signIn("ana")
        for rule in GraphRule.all { try rule.check() }
      }
    }

    @Test("A graph without a recorder breaks a rule")
    func brokenRule() throws {
      let container = DependencyContainer {
        Dependency(named: DomainName.clock) { SystemClock() as any WallClock }
      }
      DependencyGraph.activate(container)
      defer { DependencyGraph.deactivate(container) }
      let broken = GraphRule.all.filter { rule in (try? rule.check()) == nil }
      #expect(broken.map(\.summary) == ["one recorder of events is made at once"])
    }
  }
}

/// A search with a fixed result.
private struct FixedSearch: Searchable {
  /// The name of the search.
  let name: String

  /// The title of the result.
  let title: String

  /// Returns the same note for every query.
  func matches(for query: SearchQuery) throws -> [SearchMatch] {
    [SearchMatch(note: .sample(title), score: 1)]
  }
}

/// A search of a second type, because two registrations of one type would be equal.
private struct OtherSearch: Searchable {
  /// The wrapped search.
  let base: FixedSearch

  /// The name of the search.
  var name: String { base.name }

  /// Returns the result of the wrapped search.
  func matches(for query: SearchQuery) throws -> [SearchMatch] { try base.matches(for: query) }
}
