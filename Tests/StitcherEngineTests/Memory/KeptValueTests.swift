import StitcherEngine
import StitcherTestSupport
import Testing

/// A cache with one value, and the memory in which the value lies.
@Suite(.timeLimit(.minutes(10))) struct KeptValueTests {
  private struct Nothing: Equatable {}

  @Test func aValueOfAnyLayoutIsStored() {
    checkValues(1, 2, 3)
    checkValues(1 as UInt8, 2, 3)
    checkValues("one", "two", "three")
    checkValues(SIMD8<Double>(repeating: 1), .init(repeating: 2), .init(repeating: 3))
    checkValues(Nothing(), Nothing(), Nothing())
  }

  /// Stores three values one after the other, and checks the memory that each of them uses.
  private func checkValues<Value: Equatable>(_ first: Value, _ second: Value, _ third: Value) {
    let words = allocateWords(4, andBytes: max(1, MemoryLayout<Value>.size))
    words.store(1, ordering: .relaxed)
    let kept = _KeptValue<Value>(words)
    let space = unsafeBitCast(words.word(4), to: UInt.self)
    for (number, value) in [first, second, third].enumerated() {
      let moment = kept.moment
      #expect(kept.isEmpty)
      #expect(kept.keep(value, since: moment) == value)
      let address = words.load(ordering: .relaxed)
      #expect(address % UInt(MemoryLayout<Value>.alignment) == 0)
      #expect((address == space) == (number == 0 && hasMallocAlignment(Value.self)))
      #expect(!kept.isEmpty)
      kept.drop()
      // A value from before the drop is not kept.
      #expect(kept.keep(value, since: moment) == value)
      #expect(kept.isEmpty)
    }
    kept.end()
    freeWords(words)
  }

  @Test func eachValueIsReleasedOnce() {
    let lifetimes = Lifetimes()
    for drops in 0...2 {
      let words = allocateWords(4, andBytes: MemoryLayout<Tracked>.size)
      words.store(1, ordering: .relaxed)
      let kept = _KeptValue<Tracked>(words)
      for _ in 0..<drops {
        _ = kept.keep(Tracked(lifetimes), since: kept.moment)
        kept.drop()
        #expect(lifetimes.living == 0)
      }
      let moment = kept.moment
      let first = kept.keep(Tracked(lifetimes), since: moment)
      // Another thread was faster.
      #expect(kept.keep(Tracked(lifetimes), since: moment) === first)
      #expect(kept.keep(Tracked(lifetimes), since: kept.moment) === first)
      #expect(lifetimes.living == 1)
      kept.end()
      freeWords(words)
    }
    #expect(lifetimes.living == 0 && lifetimes.inits == 12)
  }
}
