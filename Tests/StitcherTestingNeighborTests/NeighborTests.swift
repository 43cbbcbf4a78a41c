import Stitcher
import StitcherTesting
import StitcherTestingSupport
import Testing

/// 200 tests that override the same dependencies as tests of another target that run concurrently.
@Suite(.dependencies { appContainer(uniqueText("neighbor")) }, .timeLimit(.minutes(10)))
struct NeighborTests {
  @Test(arguments: 0..<100) func hasTheNoteOfItsSuite(_ number: Int) async throws {
    try await expectOwnNote(startingWith: "neighbor ")
    await expectOwnLabels(startingWith: nil)
  }

  @Test(
    .dependencies(strict: .undeclared) {
      Dependency { Note(uniqueText("strict")) }.scope(.singleton)
    },
    arguments: 0..<100)
  func hasTheNoteOfItsTrait(_ number: Int) async throws {
    try await expectOwnNote(startingWith: "strict ")
    await expectOwnLabels(startingWith: "strict")
  }
}
