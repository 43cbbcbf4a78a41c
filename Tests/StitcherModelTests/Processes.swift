import Foundation
import StitcherModel
import StitcherTestSupport
import Testing

/// Reports the output of a process that failed.
///
/// Programs register types as types that they do not conform to, on purpose: the warnings about
/// that, of two lines each, are ignored. Warnings about slow teardowns without a waiter are ignored
/// as well.
func expectSuccess(of result: ExitTest.Result?) {
  var lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    .split(separator: "\n")[...]
  var rest: [Substring] = []
  while let line = lines.popFirst() {
    if line.hasPrefix("Stitcher: '") {
      lines = lines.dropFirst()
    } else if !line.contains("Only the first one is used: "),
      !line.contains("is not used, since an equal one is"),
      !(line.hasPrefix("Stitcher: the teardown of ") && line.contains("It took longer than "))
    {
      rest.append(line)
    }
  }
  if !rest.isEmpty { Issue.record("\(rest.joined(separator: "\n"))") }
}

/// Runs a closure on a new thread, which it may block.
func onAThread(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    _ = Worker {
      body()
      continuation.resume()
    }
  }
}

/// Runs the programs of several seeds, and reports the first one that fails.
///
/// - Parameter steps: The required average number of compared steps in a program.
func check<Subject: Checkable>(
  _ campaign: Campaign<Subject>.Type, seeds: Range<UInt64>, least steps: Int
) {
  var campaign = campaign.init()
  campaign.run(seeds: seeds)
  if let failure = campaign.failure { complain("First seed \(seeds.lowerBound). \(failure)") }
  if campaign.steps <= steps * seeds.count { complain("The programs are too short.") }
}

/// Makes the test of this process fail. If a process traps, the test does not receive its output.
func complain(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
