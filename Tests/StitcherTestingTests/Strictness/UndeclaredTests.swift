import Stitcher
import StitcherTestSupport
import StitcherTesting
import StitcherTestingSupport
import Testing

/// An injection of a dependency that the test's traits do not declare is an issue.
@Suite struct UndeclaredTests {
  /// A graph in place of the program's.
  let program = DependencyGraph.process.isolated {
    Dependency { Note("program") }.scope(.singleton)
    Dependency { try Search() }.scope(.singleton)
  }

  @Test func whatTheProgramDeclaresIsAnIssueOfTheTrait() async throws {
    let line = #line + 2
    let found = try await program.run {
      try await issues(.dependencies(strict: .undeclared) { Dependency { Note("test") } }) {
        #expect(try DependencyGraph.inject(byType: Search.self).note.text == "test")
        // A second injection records no second issue.
        _ = try DependencyGraph.inject(byType: Search.self)
      }
    }
    #expect(found.map(\.place) == ["\(#fileID):\(line)"])
    #expect(
      found.first?.text
        == """
        'whatTheProgramDeclaresIsAnIssueOfTheTrait()' has injected a dependency that its traits do not declare: \
        Search, parameters (), registered at \(#fileID):12. Declare it in '.dependencies', here or \
        in a suite of the test.
        """)
  }

  @Test func itSaysWhoNeedsIt() async throws {
    let found = try await program.run {
      try await issues(.dependencies(strict: .undeclared) { Dependency { try Search() } }) {
        _ = try DependencyGraph.inject(byType: Search.self)
      }
    }
    #expect(found.count == 1)
    #expect(found.first?.text.contains("registered at \(#fileID):11. Needed by Search") == true)
  }

  @Test func whatIsInjectedAsynchronouslyIsAnIssue() async throws {
    let found = try await program.run {
      try await issues(.dependencies(strict: .undeclared) { Dependency { Note("test") } }) {
        let search: Search = try await DependencyGraph.injectAsync()
        #expect(search.note.text == "test")
      }
    }
    #expect(found.count == 1)
    #expect(
      found.first?.text.contains("Search, parameters (), registered at \(#fileID):12.") == true)
  }

  @Test func soIsWhatAnAsynchronousFactoryNeeds() async throws {
    let found = try await program.run {
      try await issues(
        .dependencies(strict: .undeclared) {
          Dependency { () async throws -> Screen in
            let note: Note = try await DependencyGraph.injectAsync()
            #expect(note.text == "program")
            return Screen()
          }
        }
      ) {
        _ = try await DependencyGraph.injectAsync(byType: Screen.self)
      }
    }
    #expect(found.count == 1)
    #expect(found.first?.text.contains("registered at \(#fileID):11. Needed by Screen") == true)
  }

  @Test func whatIsDeclaredMayBeInjectedAsynchronously() async throws {
    let found = try await program.run {
      try await issues(
        .dependencies(strict: .undeclared) {
          Dependency { Note("test") }
          Dependency { () async throws -> Search in try Search() }
        }
      ) {
        let search: Search = try await DependencyGraph.injectAsync()
        #expect(search.note.text == "test")
      }
    }
    #expect(found.isEmpty)
  }

  @Test func whatATraitAroundDeclaresIsDeclared() async throws {
    let found = try await issues(.dependencies { appContainer() }) {
      try await run(.dependencies(strict: .undeclared) { Dependency { Note("test") } }) {
        let search: Search = try DependencyGraph.inject()
        #expect(search.note.text == "test")
      }
    }
    #expect(found.isEmpty)
  }

  @Test func whatTheTestDeclaresItselfIsDeclared() async throws {
    let found = try await issues(.dependencies(strict: .undeclared) {}) {
      DependencyGraph.activate(appContainer()) {}
      _ = try DependencyGraph.inject(byType: Search.self)
      try DependencyGraph.withOverrides {
        Dependency(named: "own") { 1 }
      } operation: {
        let own: Int = try DependencyGraph.inject(byName: "own")
        #expect(own == 1)
      }
    }
    #expect(found.isEmpty)
  }

  @Test(.dependencies(strict: .all) { Note("test") }) func aStrictTestPasses() throws {
    #expect(try DependencyGraph.inject(byType: Note.self).text == "test")
  }
}
