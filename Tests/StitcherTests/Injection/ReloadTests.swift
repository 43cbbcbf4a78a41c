import Stitcher
import StitcherTestSupport
import StitcherTesting
import Synchronization
import Testing

/// A property that is read while it is reloaded.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct ReloadTests {
  @Test func aValueThatIsReadIsAlive() throws {
    let next = Box<Canary?>(nil)
    let canary = Injected<Canary?>()
    let container = DependencyContainer {
      Dependency { () throws -> Canary in try #require(next.value) }.scope(.instance)
    }
    try withActive(container) {
      let dead = readsAfterRelease {
        next.value = $0
        try? canary.reload()
      } read: {
        canary.wrappedValue?.isAlive() ?? true
      }
      #expect(dead == 0)
    }
  }

  @Test func aValueWithoutReferencesIsReadAndReloadedAsAnyOther() throws {
    struct Limit: Equatable { var count: Int }
    struct Holder { @Injected var limit: Limit }
    let next = Box<Int?>(1)
    let container = DependencyContainer {
      Dependency { () throws -> Limit in
        guard let count = next.value else { throw CancellationError() }
        return Limit(count: count)
      }
      .scope(.instance)
    }
    try withActive(container) {
      let property = Injected<Limit>()
      let copy = property
      #expect(property.wrappedValue == Limit(count: 1))
      next.value = 2
      #expect(property.wrappedValue == Limit(count: 1) && copy.wrappedValue == Limit(count: 1))
      #expect(try property.loadedValue() == Limit(count: 1))
      try copy.reload()
      #expect(property.wrappedValue == Limit(count: 2))
      next.value = nil
      #expect(throws: InjectionError.self) { try property.reload() }
      next.value = 3
      #expect(property.wrappedValue == Limit(count: 3) && copy.wrappedValue == Limit(count: 3))
      // The holder is released as soon as the value was read.
      for _ in 0..<1000 { #expect(Holder().limit == Limit(count: 3)) }
    }
  }

  @Test func aValueWithoutReferencesIsNeverOneFromBeforeAReload() throws {
    let numbers = Numbers()
    let number = Injected<Int>()
    let container = DependencyContainer { Dependency { numbers.next() }.scope(.instance) }
    try withActive(container) {
      let rounds = bounded(20_000, sanitized: 2_000)
      let stale = runThreads(3) { thread in
        var stale = 0
        for _ in 0..<rounds {
          if thread == 0 {
            let last = numbers.last.load(ordering: .sequentiallyConsistent)
            try? number.reload()
            numbers.dropped.store(last, ordering: .sequentiallyConsistent)
          } else {
            let dropped = numbers.dropped.load(ordering: .sequentiallyConsistent)
            if number.wrappedValue <= dropped { stale += 1 }
          }
        }
        return stale
      }
      #expect(stale == [0, 0, 0])
    }
  }

  /// A counter, and the highest number that reads must not return any more.
  private final class Numbers: Sendable {
    let last = Atomic<Int>(0)
    let dropped = Atomic<Int>(0)

    /// Returns the next number.
    func next() -> Int { last.add(1, ordering: .sequentiallyConsistent).newValue }
  }
}
