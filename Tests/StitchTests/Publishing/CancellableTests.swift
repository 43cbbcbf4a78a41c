import Stitch
import StitcherTestSupport
import Testing

@Suite struct CancellableTests {
  @Test func theActionRunsOnceWhetherCancelledOrReleased() {
    let cancelled = Counter()
    do {
      let cancellable = StitchCancellable { cancelled.increment() }
      cancellable.cancel()
      cancellable.cancel()
      #expect(cancelled.value == 1)
    }
    #expect(cancelled.value == 1)

    let released = Counter()
    do {
      let cancellable = StitchCancellable { released.increment() }
      withExtendedLifetime(cancellable) { #expect(released.value == 0) }
    }
    #expect(released.value == 1)
  }

  @Test func aCollectionAndASetKeepSubscriptions() {
    let ended = Counter()
    var list: [StitchCancellable] = []
    var set: Set<StitchCancellable> = []
    StitchCancellable { ended.increment() }.store(in: &list)
    let other = StitchCancellable { ended.increment() }
    other.store(in: &set)
    other.store(in: &set)
    #expect(list.count == 1 && set == [other])
    #expect(ended.value == 0)
    list = []
    #expect(ended.value == 1)
    set = []
    withExtendedLifetime(other) { #expect(ended.value == 1) }
  }
}
