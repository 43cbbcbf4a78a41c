import Stitcher
import StitcherTesting
import Testing

@Suite(.timeLimit(.minutes(20)), .dependencies()) struct CancellableTests {
  @Test func theActionRunsOnceWhetherCancelledOrReleased() {
    let cancelled = Counter()
    do {
      let cancellable = ChangeCancellable { cancelled.count() }
      cancellable.cancel()
      cancellable.cancel()
      #expect(cancelled.value == 1)
    }
    #expect(cancelled.value == 1)

    let released = Counter()
    do {
      let cancellable = ChangeCancellable { released.count() }
      withExtendedLifetime(cancellable) { #expect(released.value == 0) }
    }
    #expect(released.value == 1)
  }

  @Test func aCollectionAndASetKeepSubscriptions() {
    let ended = Counter()
    var list: [ChangeCancellable] = []
    var set: Set<ChangeCancellable> = []
    ChangeCancellable { ended.count() }.store(in: &list)
    let other = ChangeCancellable { ended.count() }
    other.store(in: &set)
    other.store(in: &set)
    #expect(list.count == 1 && set == [other])
    #expect(ended.value == 0)
    list = []
    #expect(ended.value == 1)
    set = []
    withExtendedLifetime(other) { #expect(ended.value == 1) }
  }

  @Test func aSubscriptionEndsWithItsRelease() async {
    await #expect(processExitsWith: .success) {
      let events = Counter()
      var cancellable = Optional(DependencyGraph.graphChangedPublisher.sink { events.count() })
      DependencyGraph.deactivateAll()
      #expect(events.value == 1)
      withExtendedLifetime(cancellable) {}
      cancellable = nil
      DependencyGraph.deactivateAll()
      #expect(events.value == 1)
    }
  }

  @Test func aSlowIterationSeesTheLatestEventOnly() async {
    await #expect(processExitsWith: .success) {
      let task = Task {
        var events = DependencyGraph.graphChangedPublisher.values.makeAsyncIterator()
        for _ in 1...3 { DependencyGraph.deactivateAll() }
        #expect(await events.next() != nil)
        withUnsafeCurrentTask { $0?.cancel() }
        #expect(await events.next() == nil, "the three were one")
      }
      await task.value
    }
  }
}
