import Foundation
import StitcherModel
import StitcherTestSupport
import Testing

/// Reports what a process wrote before it failed.
func expectSuccess(of result: ExitTest.Result?) {
  if let text = result?.standardErrorContent, !text.isEmpty {
    Issue.record("\(String(decoding: text, as: UTF8.self))")
  }
}

/// Runs a closure on a thread of its own, which it may block.
func onAThread(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    _ = Worker {
      body()
      continuation.resume()
    }
  }
}

/// Runs the programs of seeds, and notes the first one that fails.
///
/// - Parameter steps: The least number of steps that are compared in a program, on average.
func check<Subject: Checkable>(
  _ campaign: Campaign<Subject>.Type, seeds: Range<UInt64>, least steps: Int
) {
  var campaign = campaign.init()
  campaign.run(seeds: seeds)
  if let failure = campaign.failure {
    note("First seed \(seeds.lowerBound). \(failure)")
  } else if campaign.steps <= steps * seeds.count {
    note("The programs are too short.")
  }
}

/// Writes to the standard error what went wrong. A process that stopped instead would take its output with it.
func note(_ text: String) {
  FileHandle.standardError.write(Data(text.utf8))
}
