import Foundation
import Stitcher
import StitcherTesting
import Synchronization
import Testing

/// A chain of dependencies that is longer than the stack of a thread.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct StackTests {
  @Test func isAnErrorThatSaysSo() throws {
    let count = 20_000
    let container = DependencyContainer {
      for number in 0..<count {
        Dependency(named: "stack-\(number)") { () throws -> Int in
          if number == count - 1 { return 1 }
          return try DependencyGraph.inject(byName: "stack-\(number + 1)") + 1
        }
      }
    }
    try withActive(container) { () throws in
      let description = Record<String>()
      let isDone = DispatchSemaphore(value: 0)
      let run = DependencyGraph.current.bound {
        defer { isDone.signal() }
        do {
          let _: Int = try DependencyGraph.inject(byName: "stack-0")
        } catch {
          description.append("\(error)")
        }
      }
      let thread = Thread { run() }
      thread.stackSize = 1 << 20
      thread.start()
      isDone.wait()
      let text = try #require(description.elements.first)
      let expected =
        #/Unknown error\. Details: The stack of this thread is full: creating 'stack-0' has led to 'stack-\d+' through \d+ nested creations\. If the chain is endless, break it by injecting a dependency lazily, when it is used\. If it is finite, create 'stack-0' on a thread with a larger stack\.\nPath: … → (stack-\d+ → )+stack-\d+\nNeeded by 'stack-\d+', which is registered at StitcherTests/StackTests\.swift:\d+\.\nInjected at StitcherTests/StackTests\.swift:\d+\.\nThrown by:\n  - Int named "stack-\d+", parameters \(\), registered at StitcherTests/StackTests\.swift:\d+/#
      #expect(text.wholeMatch(of: expected) != nil, "\(text)")
      // A dependency near the end of the chain can be created.
      #expect(try DependencyGraph.inject(byName: "stack-\(count - 10)") as Int == 10)
    }
  }
}
