import DependencyInjection
import Foundation
import StitcherTestSupport
import Testing

/// A chain of creations that is longer than the stack of a thread.
@Suite(.timeLimit(.minutes(20))) struct StackTests {
  /// Returns containers that form a chain of dependencies.
  @Sendable private static func chain() -> [Container] {
    let containers = (0..<5000).map { _ in Container() }
    for (one, next) in zip(containers, containers.dropFirst()) {
      one.register { _ in try next.tryResolve(type: Int.self) + 1 }
    }
    containers.last?.register { _ in 1 }
    return containers
  }

  /// The expected text of the error.
  private static var text: Regex<Substring> {
    #/The stack of this thread is full: creating 'Int' has led to 'Int' through \d+ nested creations\. If the chain is endless, break it by injecting a dependency lazily, when it is used\. If it is finite, create 'Int' on a thread with a larger stack\./#
  }

  @Test func isAnErrorThatSaysSo() {
    let containers = Self.chain()
    let text = Worker(stackSize: 1 << 20) {
      do {
        return "\(try containers[0].tryResolve(type: Int.self))"
      } catch { return "\(error)" }
    }.join()
    #expect(text.wholeMatch(of: Self.text) != nil, "\(text)")
    #expect(containers[4990].resolve(type: Int.self) == 10)
  }

  @Test func stopsTheProgramWhereNothingIsThrown() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let containers = StackTests.chain()
      _ = Worker(stackSize: 1 << 20) { containers[0].resolve(type: Int.self) }.join()
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let line = output.split(separator: "\n").first { $0.contains("Fatal error: ") } ?? ""
    let text = line.firstRange(of: "Fatal error: ").map { line[$0.upperBound...] } ?? ""
    #expect(text.wholeMatch(of: Self.text) != nil, "\(line)")
  }
}
