import Foundation
import Stitch
import StitcherTestSupport
import Testing

/// A number as a type.
private protocol Number {
  static var successor: any Number.Type { get }
}

private enum End: Number { static var successor: any Number.Type { One<End>.self } }
private enum Zero<Rest: Number>: Number {
  static var successor: any Number.Type { One<Rest>.self }
}
private enum One<Rest: Number>: Number {
  static var successor: any Number.Type {
    func zero<Next: Number>(_ next: Next.Type) -> any Number.Type { Zero<Next>.self }
    return zero(Rest.successor)
  }
}

/// A key for each number; the default value of each needs that of the next one.
private enum DeepKey<Own: Number>: DependencyKey {
  static var dependency: Int {
    func next<Next: Number>(_ next: Next.Type) -> Int {
      DeepScope().resolve(key: DeepKey<Next>.self) + 1
    }
    return next(Own.successor)
  }
}
private struct DeepScope: DependencyLifecycleScope {}

/// Chains of default values that need further ones.
@Suite(.timeLimit(.minutes(20))) struct DeepDefaultTests {
  @Test func stopTheProgramBeforeTheStackIsFull() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Worker(stackSize: 1 << 20) { DeepScope().resolve(key: DeepKey<End>.self) }.join()
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let expected =
      #/Fatal error: A dependency of the map cannot be created: The stack of this thread is full: creating 'Stored<DeepKey<End>>' has led to 'Stored<DeepKey<[A-Za-z<]+>+' through \d+ nested creations\. If the chain is endless, break it by injecting a dependency lazily, when it is used\. If it is finite, create 'Stored<DeepKey<End>>' on a thread with a larger stack\.\n/#
    #expect(output.firstMatch(of: expected) != nil, "\(output.prefix(1000))")
  }
}
