import StitcherEngine
import StitcherTestSupport
import Testing

/// Values that are created at their first read.
@Suite(.timeLimit(.minutes(20))) struct LazyValueTests {
  @Test func theValueIsMadeAtTheFirstRead() throws {
    let lifetimes = Lifetimes()
    do {
      let value = LazyValue(.type(Tracked.self)) { Tracked(lifetimes) }
      #expect(lifetimes.inits == 0)
      #expect(try value.get() === value.get())
      #expect(lifetimes.inits == 1)
    }
    #expect(lifetimes.living == 0)
  }

  @Test func aSetValueTakesThePlaceOfTheOneThatIsThere() throws {
    let lifetimes = Lifetimes()
    let value = LazyValue(.type(Tracked.self)) { Tracked(lifetimes, number: 1) }
    #expect(try value.get().number == 1)
    value.set(Tracked(lifetimes, number: 2))
    #expect(lifetimes.living == 1)
    #expect(try value.get().number == 2)
  }

  @Test func aSetValueTakesThePlaceOfOneThatIsBeingMade() throws {
    let started = Gate()
    let mayEnd = Gate()
    let value = LazyValue(.type(Int.self)) {
      started.open()
      mayEnd.wait()
      return 1
    }
    let worker = Worker { try? value.get() }
    started.wait()
    value.set(2)
    #expect(try value.get() == 2)
    mayEnd.open()
    #expect(worker.join() == 1)
    #expect(try value.get() == 2)
  }

  @Test func anErrorIsNotKept() throws {
    let attempts = Counter()
    let value = LazyValue(.type(Int.self)) {
      if attempts.increment() == 0 { throw FactoryError() }
      return 1
    }
    #expect(failure { try value.get() } == .other("\(FactoryError())"))
    #expect(try value.get() == 1)
  }

  @Test func aValueThatNeedsItselfIsACycle() {
    let own = Box<LazyValue<Int>?>(nil)
    let value = LazyValue(.type(Int.self)) { try own.value!.get() }
    own.value = value
    #expect(failure { try value.get() } == .cycle([.type(Int.self), .type(Int.self)]))
    own.value = nil
  }

  @Test func valuesOfOneTypeMayNeedEachOther() throws {
    let inner = LazyValue(.type(Int.self)) { 1 }
    let outer = LazyValue(.type(Int.self)) { try inner.get() + 1 }
    #expect(try outer.get() == 2)
  }

  @Test func valuesThatNeedEachOtherOverThreadsAreACycle() {
    for _ in 0..<200 {
      let barrier = Barrier(2)
      let other = Box<LazyValue<Int>?>(nil)
      let one = LazyValue(.type(Int.self)) {
        barrier.wait()
        return try other.value!.get()
      }
      other.value = LazyValue(.type(Int.self)) {
        barrier.wait()
        return try one.get()
      }
      let worker = Worker { failure { try one.get() } }
      let own = failure { try other.value!.get() }
      #expect(own.isCycle)
      #expect(worker.join().isCycle)
      other.value = nil
    }
  }
}
