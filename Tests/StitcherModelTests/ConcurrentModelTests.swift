import StitcherModel
import StitcherTestSupport
import Testing

/// Concurrent steps give the results that the model gives in some sequential order. Each test runs
/// in a separate process, so that other tests do not delay the threads.
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

  @Test func anInstanceStaysIfItsContainerIsActivatedDuringTheDeactivation() {
    func isExplained(activation: ClosedRange<Int>) -> Bool? {
      let program = ConcurrentProgram(
        declarations: [Declaration(.name(.composed), makes: .objectA, .singleton)], setup: [],
        threads: [[], []], epilogue: [])
      func request(at start: Int) -> History.Operation {
        .init(
          step: .ask(.name(.composed, as: .objectA), hand: 0), result: .answered(.found([0])),
          start: start, end: start + 1)
      }
      func change(_ change: Change, at times: ClosedRange<Int>) -> History.Operation {
        .init(
          step: .change(change), result: nil, start: times.lowerBound, end: times.upperBound)
      }
      let history = History(
        threads: [
          [
            change(.contents(1, [Item(0, 0)]), at: 0...1),
            change(.activate(1, isFurther: false), at: 2...3),
            request(at: 4), change(.deactivate(1), at: 6...9), request(at: 20),
          ], [change(.activate(1, isFurther: false), at: activation)],
        ], living: [0])
      var search = Linearization(history)
      return search.exists(for: program)
    }
    #expect(isExplained(activation: 7...8) == true)
    #expect(isExplained(activation: 8...11) == true)
    #expect(isExplained(activation: 10...11) == false)
  }
}
