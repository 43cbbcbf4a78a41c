import StitcherModel
import Testing

/// Random programs are not trivial: their results are as varied as the errors that they must find.
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
    // Few steps have unspecified behavior, and many steps create instances.
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
    // Of four histories of each program, most have a valid order; the others have unspecified
    // behavior.
    #expect(campaign.events["histories", default: 0] > 4 * 100 * 3 / 4)
  }
}

/// The required shares of the outcomes and the kinds of requests, in percent.
private let sharesOfRequests: KeyValuePairs = [
  "asked: one": 25.0, "asked: several": 0.3, "asked: none": 1.5, "asked: nil": 1.5,
  "asked: missing": 15, "asked: multiple": 5, "asked: mismatch": 0.4, "asked: cycle": 1.5,
  "asked: failure": 0.5, "shape: all": 5, "shape: optional": 5, "key: name": 10, "key: value": 10,
]
