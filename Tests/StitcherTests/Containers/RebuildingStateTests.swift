import Stitcher
import Testing

/// When a container looks once more for a change that may land late.
@Suite struct RebuildingStateTests {
  /// When the checks of the round before end.
  enum Moment: CaseIterable, Sendable { case beforeTheRound, duringTheRound }

  /// Builds a container in a round; returns the round's number if a change may land later.
  private func doRound(
    of state: inout RebuildingState, during body: (inout RebuildingState) -> Void = { _ in }
  ) -> Int? {
    state.beginRound()
    guard case .build(let build) = state.begin(.round, on: 1) else {
      Issue.record("The round has nothing to build.")
      return nil
    }
    body(&state)
    _ = state.install(build, .round)
    return state.endRound()
  }

  /// Tells of a change.
  private func tell(_ state: inout RebuildingState, mayBeLate: Bool = true) {
    let needsRound = state.tell(mayBeLate: mayBeLate)
    #expect(needsRound)
  }

  @Test(arguments: Moment.allCases)
  func theEndOfOldChecksDoesNotHideANewChange(_ moment: Moment) throws {
    var state = RebuildingState()
    let none = doRound(of: &state)
    #expect(none == nil)
    tell(&state)
    let round = doRound(of: &state)
    let first = try #require(round)
    tell(&state)
    if moment == .beforeTheRound { state.endChecks(of: first) }
    let second = doRound(of: &state) { state in
      if moment == .duringTheRound { state.endChecks(of: first) }
    }
    #expect(second == first + 1)
  }

  @Test func aChangeThatIsToldOfInARoundIsLookedForAfterTheNext() throws {
    var state = RebuildingState()
    _ = doRound(of: &state)
    tell(&state)
    let round = doRound(of: &state) { tell(&$0) }
    let first = try #require(round)
    state.endChecks(of: first)
    let next = doRound(of: &state)
    let second = try #require(next)
    // Now it has been looked for long enough.
    state.endChecks(of: second)
    tell(&state, mayBeLate: false)
    let last = doRound(of: &state)
    #expect(last == nil)
  }
}
