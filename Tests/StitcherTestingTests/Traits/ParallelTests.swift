import Stitcher
import StitcherTesting
import StitcherTestingSupport
import Testing

/// 200 parallel tests, half of which override a dependency that all of them inject.
@Suite(.dependencies { appContainer(uniqueText("suite")) }, .timeLimit(.minutes(10)))
struct ParallelTests {
  @Test(arguments: 0..<100) func hasTheNoteOfItsSuite(_ number: Int) async throws {
    try await expectOwnNote(startingWith: "suite ")
    await expectOwnLabels(startingWith: nil)
  }

  @Test(
    .dependencies { Dependency { Note(uniqueText("trait")) }.scope(.singleton) },
    arguments: 0..<50)
  func hasTheNoteOfItsTrait(_ number: Int) async throws {
    try await expectOwnNote(startingWith: "trait ")
    await expectOwnLabels(startingWith: "trait")
  }

  @Test(arguments: 0..<50) func hasTheNoteOfItsCase(_ number: Int) async throws {
    try await DependencyGraph.withOverrides {
      Dependency { Note("case \(number)") }
        .scope(.singleton)
    } operation: {
      try await expectOwnNote(startingWith: "case \(number)")
      await expectOwnLabels(startingWith: "case")
    }
    try await expectOwnNote(startingWith: "suite ")
    await expectOwnLabels(startingWith: nil)
  }
}
