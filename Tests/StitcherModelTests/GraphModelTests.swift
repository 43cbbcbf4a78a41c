import StitcherModel
import StitcherTestSupport
import Testing

/// Graphs with parents behave as their model.
///
/// The tests run in a separate process. In a shared one, other tests would change the graph of the
/// process and so hold other graphs for a moment.
@Suite(.timeLimit(.minutes(20))) struct GraphModelTests {
  @Test func graphsFollowTheModel() async {
    await expectSuccess(
      of: #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await onAThread {
          check(Campaign<GraphProgram>.self, seeds: 0..<fewerInDebug(700), least: 15)
        }
      })
  }

  @Test func graphsFollowTheModelFromAFreshSeed() async {
    await expectSuccess(
      of: #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await onAThread {
          let first = UInt64.random(in: 0...UInt64.max / 2)
          check(Campaign<GraphProgram>.self, seeds: first..<first + fewerInDebug(300), least: 15)
        }
      })
  }

  @Test func theProgramsComeToMuch() async {
    await expectSuccess(
      of: #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await onAThread {
          var campaign = Campaign<GraphProgram>()
          campaign.run(seeds: 5_000..<5_300)
          if let failure = campaign.failure { complain(failure) }
          let shortfalls = campaign.shortfalls(of: [
            "asked: one": 20, "asked: several": 0.2, "asked: none": 1, "asked: nil": 1,
            "asked: missing": 10, "asked: multiple": 2, "asked: captive": 1, "asked: ended": 3,
            "asked: cycle": 1, "saw: some": 20,
          ])
          if !shortfalls.isEmpty { complain("\(shortfalls)") }
        }
      })
  }

  /// A deliberate error of the library is detected within a few programs.
  @Test(arguments: GraphFault.allCases) func aFaultIsFound(fault: GraphFault) async {
    await onAThread {
      let isFound = (UInt64(0)..<300).contains { seed in
        GraphProgram.program(seed: seed, steps: 40).run(with: fault).discrepancy != nil
      }
      #expect(isFound)
    }
  }
}
