import Stitch
import StitcherTestSupport
import Synchronization
import Testing

/// A type that resolves and registers.
private struct Scope: DependencyLifecycleScope {}

/// One key that many threads use. The tests use the map of the process, which has a separate lookup
/// path; no other test uses their keys.
@Suite(.timeLimit(.minutes(20))) struct DependencyKeyConcurrencyTests {
  /// A generic key: each tag gives a separate key.
  private enum CountedKey<T: Tag>: DependencyKey {
    static var dependency: Tracked { Tracked(made.increment()) }
  }

  /// The number of default values that were created.
  private static let made = Counter()

  @Test func aDefaultIsMadeOnceHoweverManyThreadsAsk() {
    func round<T: Tag>(_ tag: T.Type) {
      let results = runThreads(3) { _ in Scope().resolve(key: CountedKey<T>.self) }
      #expect(results.allSatisfy { $0 === results[0] })
    }
    let tags = freshTags(for: Self.self)
    for tag in tags { round(tag) }
    #expect(Self.made.value == tags.count)
  }

  /// A key with a default value that is never created.
  private enum UnmadeKey<T: Tag>: DependencyKey {
    static var dependency: Tracked { fatalError("the default was made") }
  }

  @Test func registrationsThatMeetLeaveOneOfThem() {
    func round<T: Tag>(_ tag: T.Type) {
      let read = runThreads(2) { number in
        Scope().register(key: UnmadeKey<T>.self, dependency: Tracked(number))
        return Scope().resolve(key: UnmadeKey<T>.self)
      }
      let last = Scope().resolve(key: UnmadeKey<T>.self)
      #expect(read.contains { $0 === last })
    }
    for tag in freshTags(for: (Self, Int).self) { round(tag) }
  }

  @Test func aReadSeesTheOldOrTheNewValueAndNothingElse() {
    struct Twins: Sendable {
      var one: Int
      var text: String
      var other: Int
    }
    enum Key: DependencyKey { static let dependency = Twins(one: 0, text: "0", other: 0) }
    let rounds = 3000
    let reads = runThreads(3) { number -> Bool in
      if number == 0 {
        for round in 1...rounds {
          Scope().register(
            key: Key.self, dependency: Twins(one: round, text: "\(round)", other: round))
        }
        return true
      }
      var last = 0
      while last < rounds {
        let twins = Scope().resolve(key: Key.self)
        guard twins.one == twins.other, twins.text == "\(twins.one)", twins.one >= last else {
          return false
        }
        last = twins.one
      }
      return true
    }
    #expect(reads == [true, true, true])
  }

  @Test func everythingIsReleasedOnceUnderContention() {
    enum Key: DependencyKey { static let dependency: Tracked? = nil }
    let ends = Lifetimes()
    let rounds = 2000
    runThreads(3) { number in
      for _ in 0..<rounds {
        if number == 0 {
          Scope().register(key: Key.self, dependency: Tracked(ends: ends))
        } else {
          _ = Scope().resolve(key: Key.self)?.number
        }
      }
    }
    Scope().register(key: Key.self, dependency: nil)
    #expect(ends.deinits == rounds)
  }
}
