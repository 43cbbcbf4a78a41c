import StitcherModel
import StitcherTestSupport
import Testing

/// Stitcher behaves as its model. The tests run in a separate process, since they use the graph of
/// the process.
@Suite(.timeLimit(.minutes(20))) struct StitcherModelTests {
  @Test func followsTheModel() async {
    await expectSuccess(
      of: #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await onAThread {
          check(Campaign<StitcherProgram>.self, seeds: 0..<fewerInDebug(250), least: 20)
        }
      })
  }

  @Test func followsTheModelFromAFreshSeed() async {
    await expectSuccess(
      of: #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await onAThread {
          let first = UInt64.random(in: 0...UInt64.max / 2)
          check(Campaign<StitcherProgram>.self, seeds: first..<first + fewerInDebug(50), least: 20)
        }
      })
  }
}
