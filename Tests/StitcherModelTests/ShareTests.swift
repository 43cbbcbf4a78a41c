import StitcherModel
import Testing

/// Programs are not mostly trivial: what they come to is as varied as what they are to find.
@Suite(.timeLimit(.minutes(20))) struct ShareTests {
  @Test func theEnginesProgramsComeToMuch() {
    var campaign = Campaign<Program>()
    campaign.run(seeds: 5_000..<5_300)
    #expect(campaign.failure == nil)
    #expect(campaign.shortfalls(of: sharesOfRequests) == [])
    #expect(
      campaign.shortfalls(of: [
        "made: instance": 15, "made: shared": 15, "made: singleton": 10, "made: managed": 5,
      ]) == [])
    // Steps in which nothing is promised are few, and creations are many.
    #expect(campaign.skipped < campaign.steps / 10)
    #expect(campaign.events["found alive", default: 0] > campaign.steps / 20)
    #expect(campaign.events["instances", default: 0] > campaign.steps / 20)
    #expect(campaign.events["failed creations", default: 0] > campaign.steps / 50)
    #expect(campaign.events["set instances", default: 0] > campaign.steps / 500)
    #expect(campaign.events["with arguments", default: 0] > campaign.steps / 50)
  }

  @Test func stitchersProgramsComeToMuch() async {
    await expectSuccess(
      of: #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await onAThread {
          var campaign = Campaign<StitcherProgram>()
          campaign.run(seeds: 5_000..<5_100)
          let shortfalls =
            campaign.shortfalls(of: sharesOfRequests)
            + campaign.shortfalls(of: [
              "made: instance": 10, "made: shared": 10, "made: singleton": 10, "made: managed": 3,
            ])
          if let failure = campaign.failure { complain(failure) }
          if !shortfalls.isEmpty { complain("\(shortfalls)") }
        }
      })
  }

  @Test func theProgramsOfThreadsComeToMuch() {
    var campaign = Campaign<ConcurrentProgram>()
    campaign.run(seeds: 5_000..<5_100)
    #expect(campaign.failure == nil)
    #expect(campaign.share(of: "asked: one") > 30)
    #expect(campaign.share(of: "asked: failure") > 0.5)
    // Of four histories of each program most are explained; in the others nothing
    // is promised somewhere.
    #expect(campaign.events["histories", default: 0] > 4 * 100 * 3 / 4)
  }
}

/// The least shares of what requests come to, and of how they are made, in percent.
private let sharesOfRequests: KeyValuePairs = [
  "asked: one": 25.0, "asked: several": 0.3, "asked: none": 1.5, "asked: nil": 1.5,
  "asked: missing": 15, "asked: multiple": 5, "asked: mismatch": 0.4, "asked: cycle": 1.5,
  "asked: failure": 0.5, "shape: all": 5, "shape: optional": 5, "key: name": 10, "key: value": 10,
]
