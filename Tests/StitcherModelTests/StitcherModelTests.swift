import StitcherModel
import StitcherTestSupport
import Testing

/// Stitcher does what the model says. Its graph is one per process, so it gets a process of its own.
@Suite(.timeLimit(.minutes(5))) struct StitcherModelTests {
  @Test func followsTheModel() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      await check(seeds: 0..<250)
    }
    if let text = result?.standardErrorContent, !text.isEmpty {
      Issue.record("\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test func followsTheModelFromAFreshSeed() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let first = UInt64.random(in: 0...UInt64.max / 2)
      await check(seeds: first..<first + 50)
    }
    if let text = result?.standardErrorContent, !text.isEmpty {
      Issue.record("\(String(decoding: text, as: UTF8.self))")
    }
  }
}

/// Runs the programs of seeds on a thread of their own, and stops the process at the first one that fails.
private func check(seeds: Range<UInt64>) async {
  await withCheckedContinuation { continuation in
    _ = Worker {
      var campaign = Campaign<StitcherProgram>()
      campaign.run(seeds: seeds)
      if let failure = campaign.failure { fatalError("First seed \(seeds.lowerBound). \(failure)") }
      precondition(campaign.steps > 20 * seeds.count, "The programs are too short.")
      continuation.resume()
    }
  }
}
