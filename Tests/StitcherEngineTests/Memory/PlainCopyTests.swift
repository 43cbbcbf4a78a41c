import StitcherEngine
import StitcherTestSupport
import Synchronization
import Testing

/// Copies of values without references: those of a version that has gone are never read.
@Suite(.timeLimit(.minutes(20))) struct PlainCopyTests {
  /// Keeps a copy of a value.
  private final class Keeper: Sendable {
    let copy = _PlainCopy()

    /// The version that was left behind for certain.
    let dropped = Atomic<UInt>(0)

    /// Copies a value, as who has kept it does.
    func keep<Value>(_ value: Value) { copy.copy(value, version: copy.nextVersion) }

    /// Reads the copy.
    func read<Value>(_ type: Value.Type) -> Value? { _PlainCopy.read(in: self, as: type) }

    #if STITCHER_INVARIANTS
      deinit { copy._invariantCheck(in: self) }
    #endif
  }

  /// Three bytes, which are no reference.
  private struct Color: Equatable {
    var red: UInt8 = 1
    var green: UInt8 = 2
    var blue: UInt8 = 3
  }

  @Test func onlyOneWordWithoutReferencesIsCopied() {
    #expect(_PlainCopy.canCopy(Int.self) && _PlainCopy.canCopy(Double?.self) == false)
    #expect(_PlainCopy.canCopy(Color.self) && _PlainCopy.canCopy(Bool.self))
    #expect(!_PlainCopy.canCopy(Lifetimes.self) && !_PlainCopy.canCopy(String.self))
    #expect(!_PlainCopy.canCopy((Int, Int).self) && !_PlainCopy.canCopy((() -> Void).self))
    let keeper = Keeper()
    keeper.keep("text")
    #expect(keeper.read(Int.self) == nil)
  }

  @Test func aValueOfEachSizeIsReadAsItWas() {
    func expect<Value: Equatable>(_ value: Value) {
      let keeper = Keeper()
      #expect(keeper.read(Value.self) == nil)
      keeper.keep(value)
      #expect(keeper.read(Value.self) == value)
    }
    expect(true)
    expect(UInt8.max)
    expect(Int16.min)
    expect(Float(2.5))
    expect(Int.max)
    expect(Color())
    expect(UInt16?.none)
  }

  @Test func aCopyGoesWithItsVersion() {
    let keeper = Keeper()
    let old = keeper.copy.nextVersion
    keeper.keep(1)
    #expect(keeper.copy.invalidate() == old + 1)
    #expect(keeper.read(Int.self) == nil)
    keeper.copy.copy(2, version: old)
    #expect(keeper.read(Int.self) == nil)
    keeper.keep(3)
    #expect(keeper.read(Int.self) == 3)
    // Who comes late does not replace what is newer, nor what was kept first.
    keeper.copy.copy(4, version: old)
    keeper.keep(5)
    #expect(keeper.read(Int.self) == 3)
  }

  @Test func whatIsReadIsOfTheVersionOfThatMoment() {
    let keeper = Keeper()
    let rounds = bounded(200_000, sanitized: 20_000)
    let wrong = runThreads(4) { thread in
      var wrong = 0
      for _ in 0..<rounds {
        if thread == 0 {
          keeper.dropped.store(
            keeper.copy.invalidate(), ordering: .sequentiallyConsistent)
        } else if thread == 1 {
          let version = keeper.copy.nextVersion
          keeper.copy.copy(version, version: version)
        } else {
          let oldest = keeper.dropped.load(ordering: .sequentiallyConsistent)
          if let value = keeper.read(UInt.self), value < oldest { wrong += 1 }
        }
      }
      return wrong
    }
    #expect(wrong == [0, 0, 0, 0])
  }
}
