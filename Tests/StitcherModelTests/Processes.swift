import Foundation
import StitcherModel
import StitcherTestSupport
import Testing

/// Reports what a process wrote before it failed. Programs register types as what they are not on
/// purpose; what is told of that, in two lines each, does not count. Nor does it count that a
/// teardown has taken too long which nobody waits for.
func expectSuccess(of result: ExitTest.Result?) {
  var lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    .split(separator: "\n")[...]
  var rest: [Substring] = []
  while let line = lines.popFirst() {
    if line.hasPrefix("Stitcher: '") {
      lines = lines.dropFirst()
    } else if !line.contains("Only the first one counts: "),
      !line.contains("does not count, since it is"),
      !(line.hasPrefix("Stitcher: the teardown of ") && line.contains("It took longer than "))
    {
      rest.append(line)
    }
  }
  if !rest.isEmpty { Issue.record("\(rest.joined(separator: "\n"))") }
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

/// Runs the programs of seeds, and complains about the first one that fails.
///
/// - Parameter steps: The least number of steps that are compared in a program, on average.
func check<Subject: Checkable>(
  _ campaign: Campaign<Subject>.Type, seeds: Range<UInt64>, least steps: Int
) {
  var campaign = campaign.init()
  campaign.run(seeds: seeds)
  if let failure = campaign.failure { complain("First seed \(seeds.lowerBound). \(failure)") }
  if campaign.steps <= steps * seeds.count { complain("The programs are too short.") }
}

/// Has the test fail whose process this is. Of a process that stops, the test gets no output.
func complain(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
