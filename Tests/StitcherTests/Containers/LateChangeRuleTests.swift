import Stitcher
import Testing

/// When a container looks once more for a change that may land late.
@Suite struct LateChangeRuleTests {
  @Test func itIsLookedForUntilTheChecksOfItsRoundEnd() {
    var late = LateChange()
    #expect(!late.mayCome)
    late.note(1)
    #expect(late.mayCome)
    late.end(following: 1)
    #expect(!late.mayCome)
  }

  @Test func theEndOfOldChecksDoesNotHideANewChange() {
    var late = LateChange()
    late.note(1)
    // The next change is told of; its round has not built when the checks of the last one end.
    late.note(2)
    late.end(following: 1)
    #expect(late.mayCome)
    late.end(following: 2)
    #expect(!late.mayCome)
  }
}
