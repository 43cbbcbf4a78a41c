import Stitch
import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// A type that resolves and registers.
private struct Scope: DependencyLifecycleScope {}

/// The dependency that is kept for a key.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct DependencyKeyTests {
  private let scope = Scope()

  @Test func aDefaultIsMadeAtTheFirstReadAndOnce() {
    enum Key: DependencyKey {
      static let made = Counter()
      static var dependency: Tracked { Tracked(made.increment()) }
    }
    #expect(Key.made.value == 0)
    let first = scope.resolve(key: Key.self)
    #expect(scope.resolve(key: Key.self) === first)
    #expect(Key.made.value == 1)
  }

  @Test func aRegistrationBeforeTheFirstReadNeverMakesTheDefault() {
    enum Key: DependencyKey {
      static let made = Counter()
      static var dependency: Tracked { Tracked(made.increment()) }
    }
    let own = Tracked(7)
    scope.register(key: Key.self, dependency: own)
    #expect(scope.resolve(key: Key.self) === own)
    scope.register(key: Key.self, dependency: Tracked(8))
    #expect(scope.resolve(key: Key.self).number == 8)
    #expect(Key.made.value == 0)
  }

  @Test func aConstantAndAVariableAndAComputedDefaultWork() {
    enum Constant: DependencyKey { static let dependency = 1 }
    enum Variable: DependencyKey {
      private static let stored = Box(2)
      static var dependency: Int {
        get { stored.value }
        set { stored.value = newValue }
      }
    }
    enum Computed: DependencyKey { static var dependency: Int { 3 } }
    #expect(scope.resolve(key: Constant.self) == 1)
    #expect(scope.resolve(key: Variable.self) == 2)
    #expect(scope.resolve(key: Computed.self) == 3)
    scope.register(key: Variable.self, dependency: 4)
    #expect(scope.resolve(key: Variable.self) == 4)
    #expect(Variable.dependency == 2, "what is registered is not the key's")
  }

  @Test func keysOfOneNameAreTwo() {
    enum One { enum Key: DependencyKey { static let dependency = "one" } }
    enum Two { enum Key: DependencyKey { static let dependency = "two" } }
    scope.register(key: One.Key.self, dependency: "other")
    #expect(scope.resolve(key: One.Key.self) == "other")
    #expect(scope.resolve(key: Two.Key.self) == "two")
  }

  @Test func valuesOfEveryShapeAreKept() {
    struct Large: Equatable {
      var a = 1.0, b = "a text that is too long to stand in a word or two", c = [1, 2], d: Int? = 4
    }
    enum LargeKey: DependencyKey { static let dependency = Large() }
    enum EmptyKey: DependencyKey { static let dependency: Void = () }
    enum OptionalKey: DependencyKey { static let dependency: Tracked? = nil }
    enum ClosureKey: DependencyKey { static let dependency: @Sendable (Int) -> Int = { $0 + 1 } }
    enum AnyKey: DependencyKey { static var dependency: Any { "any" } }
    enum TypeKey: DependencyKey { static let dependency: any Any.Type = Int.self }
    #expect(scope.resolve(key: LargeKey.self) == Large())
    scope.register(key: LargeKey.self, dependency: Large(a: 2))
    #expect(scope.resolve(key: LargeKey.self) == Large(a: 2))
    scope.resolve(key: EmptyKey.self)
    #expect(scope.resolve(key: OptionalKey.self) == nil)
    scope.register(key: OptionalKey.self, dependency: Tracked(3))
    #expect(scope.resolve(key: OptionalKey.self)?.number == 3)
    scope.register(key: OptionalKey.self, dependency: nil)
    #expect(scope.resolve(key: OptionalKey.self) == nil)
    #expect(scope.resolve(key: ClosureKey.self)(1) == 2)
    scope.register(key: ClosureKey.self) { $0 * 10 }
    #expect(scope.resolve(key: ClosureKey.self)(2) == 20)
    #expect(scope.resolve(key: AnyKey.self) as? String == "any")
    scope.register(key: AnyKey.self, dependency: 5)
    #expect(scope.resolve(key: AnyKey.self) as? Int == 5)
    #expect(ObjectIdentifier(scope.resolve(key: TypeKey.self)) == ObjectIdentifier(Int.self))
  }

  @Test func aDefaultMayResolveAndRegisterOthers() {
    enum Leaf: DependencyKey { static let dependency = Tracked(1) }
    enum Other: DependencyKey { static let dependency = 0 }
    struct Pair: Sendable {
      let leaf: Tracked
      let other: Int
    }
    enum Root: DependencyKey {
      static var dependency: Pair {
        Scope().register(key: Other.self, dependency: 9)
        return Pair(
          leaf: Scope().resolve(key: Leaf.self), other: Scope().resolve(key: Other.self))
      }
    }
    let root = scope.resolve(key: Root.self)
    #expect(root.leaf === scope.resolve(key: Leaf.self))
    #expect(root.other == 9)
  }

  @Test func aRegistrationDuringTheCreationOfTheDefaultStays() {
    enum Key: DependencyKey {
      static let started = Gate()
      static let mayEnd = Gate()
      static var dependency: Tracked {
        started.open()
        mayEnd.wait()
        return Tracked(1)
      }
    }
    let results = runThreads(
      2,
      DependencyGraph.current.bound { (number: Int) -> Int in
        if number == 0 { return Scope().resolve(key: Key.self).number }
        Key.started.wait()
        Scope().register(key: Key.self, dependency: Tracked(2))
        let read = Scope().resolve(key: Key.self).number
        Key.mayEnd.open()
        return read
      })
    #expect(results[1] == 2)
    #expect(results[0] == 1 || results[0] == 2)
    #expect(scope.resolve(key: Key.self).number == 2, "the default does not come back")
  }

  @Test func aDefaultMayRegisterItsOwnKey() {
    enum Key: DependencyKey {
      static var dependency: Tracked {
        Scope().register(key: Key.self, dependency: Tracked(2))
        return Tracked(1)
      }
    }
    _ = scope.resolve(key: Key.self)
    #expect(scope.resolve(key: Key.self).number == 2)
  }

  @Test func whatIsReplacedIsReleasedOnceAndMayResolve() {
    enum Key: DependencyKey { static let dependency = Tracked() }
    let ends = Lifetimes()
    let seen = Log<Int>()
    for number in 1...3 {
      scope.register(
        key: Key.self,
        dependency: Tracked(number, ends: ends) {
          let current = Scope().resolve(key: Key.self).number
          seen.add(current)
        })
    }
    #expect(ends.deinits == 2)
    scope.register(key: Key.self, dependency: Tracked(4))
    #expect(ends.deinits == 3)
    #expect(
      seen.entries == [2, 3, 4], "when something is released, its successor is there")
  }

  @Test func aReaderKeepsWhatItHasRead() {
    enum Key: DependencyKey { static let dependency = Tracked() }
    let ends = Lifetimes()
    scope.register(key: Key.self, dependency: Tracked(1, ends: ends))
    let kept = scope.resolve(key: Key.self)
    scope.register(key: Key.self, dependency: Tracked(2))
    #expect(ends.deinits == 0)
    #expect(kept.number == 1)
  }
}
