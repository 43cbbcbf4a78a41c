import Foundation
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

/// Runs the programs of seeds on a thread of their own; writes to the standard error what fails.
///
/// Of a process that stops, the test gets no output.
private func check(seeds: Range<UInt64>) async {
  await withCheckedContinuation { continuation in
    _ = Worker {
      var campaign = Campaign<StitcherProgram>()
      campaign.run(seeds: seeds)
      var text = ""
      if let failure = campaign.failure {
        text = "First seed \(seeds.lowerBound). \(failure)"
      } else if campaign.steps <= 20 * seeds.count {
        text = "The programs are too short."
      }
      FileHandle.standardError.write(Data(text.utf8))
      continuation.resume()
    }
  }
}
