import StitcherTestSupport
import SwiftDependencyInjector
import Testing

@Suite struct CancellableTests {
  @Test func theActionRunsOnceWhetherCancelledOrReleased() {
    let cancelled = Counter()
    do {
      let cancellable = ImplementationCancellable { cancelled.increment() }
      cancellable.cancel()
      cancellable.cancel()
      #expect(cancelled.value == 1)
    }
    #expect(cancelled.value == 1)

    let released = Counter()
    do {
      let cancellable = ImplementationCancellable { released.increment() }
      withExtendedLifetime(cancellable) { #expect(released.value == 0) }
    }
    #expect(released.value == 1)
  }

  @Test func aCollectionAndASetKeepSubscriptions() {
    let ended = Counter()
    var list: [ImplementationCancellable] = []
    var set: Set<ImplementationCancellable> = []
    ImplementationCancellable { ended.increment() }.store(in: &list)
    let other = ImplementationCancellable { ended.increment() }
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
