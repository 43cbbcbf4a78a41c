import Stitcher
import StitcherTestSupport
import StitcherTesting
import StitcherTestingSupport
import Testing

/// A dependency that needs a note.
private struct Letter: Sendable {
  init(note: Note) {}
}

/// A dependency that needs a letter.
private struct Envelope: Sendable {
  init(letter: Letter) {}
}

/// A trait that checks the graph of each test.
@Suite(.dependencies { Dependency(autowired: Letter.init) })
struct VerificationTraitTests {
  /// Returns the issues that a test with the trait records, and whether the test ran.
  private func issues(
    _ line: Int,
    @DependencyGraphBuilder _ contents:
      @escaping @Sendable () ->
      DependencyGraphRegistrations
  ) async throws -> (issues: [Recorded], hasRun: Bool) {
    let issues = Log<Recorded>()
    let runs = Log<Int>()
    let test = try #require(Test.current)
    let place = Testing.SourceLocation(
      fileID: #fileID, filePath: #filePath, line: line, column: 1)
    try await withKnownIssue(isIntermittent: true) {
      try await run(.dependencies(contents)) {
        try await VerificationTrait.verified(sourceLocation: place)
          .provideScope(for: test, testCase: nil) { runs.add(1) }
      }
    } matching: { issue in
      issues.add(Recorded(issue))
      return true
    }
    return (issues.entries, runs.entries == [1])
  }

  @Test func eachProblemIsAnIssueAndTheTestDoesNotRun() async throws {
    let result = try await issues(7) { Dependency(autowired: Envelope.init) }
    #expect(!result.hasRun)
    try #require(result.issues.map(\.place) == ["\(#fileID):7"])
    #expect(
      result.issues[0].text.hasPrefix(
        """
        No dependency is declared for Type[Note], which Type[Letter] needs.
        Path: Envelope → Letter → Note
        Type[Letter] is registered at \(#fileID):
        """))
    #expect(result.issues[0].text.hasSuffix("\nDeclare one, or inject an optional."))
  }

  @Test func whatIsCompleteRuns() async throws {
    let result = try await issues(7) { Dependency { Note("there") } }
    #expect(result.hasRun)
    #expect(result.issues.isEmpty)
  }

  @Suite(.dependencies { Dependency { Note("there") } }, .verified())
  struct Complete {
    @Test func theGraphOfTheTraitsBeforeIsChecked() throws {
      _ = try DependencyGraph.inject() as Letter
    }
  }

  @Test(.dependencies { Dependency { Note("there") } }, .verified(), arguments: 0..<2)
  func eachCaseIsChecked(_ number: Int) throws { _ = try DependencyGraph.inject() as Letter }
}
