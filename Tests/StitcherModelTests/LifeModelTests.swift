import StitcherModel
import StitcherTestSupport
import Testing

/// Asynchronous creations and teardowns behave as their model.
///
/// The tests run in a separate process. In a shared one, other tests would change the graph of the
/// process and so hold other graphs for a moment.
@Suite(.timeLimit(.minutes(20))) struct LifeModelTests {
  @Test func livesFollowTheModel() async {
    await expectSuccess(
      of: #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await onAThread {
          check(Campaign<LifeProgram>.self, seeds: 0..<fewerInDebug(500), least: 30)
        }
      })
  }

  @Test func livesFollowTheModelFromAFreshSeed() async {
    await expectSuccess(
      of: #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await onAThread {
          let first = UInt64.random(in: 0...UInt64.max / 2)
          check(Campaign<LifeProgram>.self, seeds: first..<first + fewerInDebug(200), least: 30)
        }
      })
  }

  @Test func theProgramsComeToMuch() async {
    await expectSuccess(
      of: #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await onAThread {
          var campaign = Campaign<LifeProgram>()
          campaign.run(seeds: 5_000..<5_200)
          if let failure = campaign.failure { complain(failure) }
          let shortfalls = campaign.shortfalls(of: [
            "asked: one": 20, "asked: several": 0.1, "asked: none": 0.5, "asked: nil": 0.5,
            "asked: missing": 5, "asked: multiple": 2, "asked: captive": 1, "asked: ended": 1,
            "asked: cycle": 1, "asked: asynchronous": 3, "asked: cancelled": 0.5,
            "asked: failure": 0.5, "completed: failures": 3, "news: created": 5,
            "news: failed": 5, "news: released": 3, "news: torn down": 1, "news: waited": 0.05,
            "completed: timed out": 0.1, "step: drop": 0.1, "step: fire": 1,
            "step: cancelActivation": 1,
          ])
          if !shortfalls.isEmpty { complain("\(shortfalls)") }
          for title in ["teardowns", "decorated", "instances", "shared waits"]
          where campaign.events[title, default: 0] < 10 {
            complain("\(title): \(campaign.events[title, default: 0])")
          }
        }
      })
  }

  /// A deliberate error of the library is detected within a few programs.
  @Test(arguments: LifeFault.allCases) func aFaultIsFound(fault: LifeFault) async {
    await onAThread {
      let isFound = (UInt64(0)..<300).contains { seed in
        LifeProgram.program(seed: seed, steps: 40).run(with: fault).discrepancy != nil
      }
      #expect(isFound)
    }
  }

  @Test func whatFailsIsShrunk() {
    let program = LifeProgram.program(seed: 7, steps: 40)
    #expect(program == LifeProgram.program(seed: 7, steps: 40))
    let short = program.shrunk { program in
      program.steps.contains { if case .fail = $0 { true } else { false } }
    }
    #expect(short.steps.count == 1)
    #expect(short.containers.allSatisfy { $0.declarations.isEmpty && $0.decorations.isEmpty })
  }
}
