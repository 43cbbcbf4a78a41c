import StitcherModel
import StitcherTestSupport
import Testing

/// What threads do at one time comes to what the model does in some order. Each in a process of its
/// own, so that what runs beside it does not hold the threads up.
@Suite(.timeLimit(.minutes(20))) struct ConcurrentModelTests {
  @Test func anOrderExplainsEachHistory() async {
    await expectSuccess(
      of: #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await onAThread { check(Campaign<ConcurrentProgram>.self, seeds: 0..<400, least: 20) }
      })
  }

  @Test func anOrderExplainsEachHistoryFromAFreshSeed() async {
    await expectSuccess(
      of: #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await onAThread {
          let first = UInt64.random(in: 0...UInt64.max / 2)
          check(Campaign<ConcurrentProgram>.self, seeds: first..<first + 100, least: 20)
        }
      })
  }

  @Test func whatIsColdIsMadeOnceThroughEachFrontEnd() async {
    await expectSuccess(
      of: #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await onAThread {
          for race in ColdRace.all {
            if let failure = race.run(rounds: 0..<300) { complain(failure) }
          }
        }
      })
  }
}
