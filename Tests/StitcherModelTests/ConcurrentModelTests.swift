import StitcherModel
import StitcherTestSupport
import Testing

/// Concurrent steps give the results that the model gives in some sequential order. Each test runs
/// in a separate process, so that other tests do not delay the threads.
@Suite(.timeLimit(.minutes(20))) struct ConcurrentModelTests {
  @Test func anOrderExplainsEachHistory() async {
    await expectSuccess(
      of: #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await onAThread {
          check(Campaign<ConcurrentProgram>.self, seeds: 0..<fewerInDebug(400), least: 20)
        }
      })
  }

  @Test func anOrderExplainsEachHistoryFromAFreshSeed() async {
    await expectSuccess(
      of: #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await onAThread {
          let first = UInt64.random(in: 0...UInt64.max / 2)
          check(
            Campaign<ConcurrentProgram>.self, seeds: first..<first + fewerInDebug(100), least: 20)
        }
      })
  }

  @Test func whatIsColdIsMadeOnceThroughEachFrontEnd() async {
    await expectSuccess(
      of: #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await onAThread {
          for race in ColdRace.all {
            if let failure = race.run(rounds: 0..<fewerInDebug(300)) { complain(failure) }
          }
        }
      })
  }
}
