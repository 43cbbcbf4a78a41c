import Stitcher
import StitcherEngine
import StitcherTestSupport
import StitcherTesting
import Testing

/// The lifetimes of subscriptions: none outlives its owner, and no publisher keeps its subscription
/// alive.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct LifetimeTests {
  @Test(arguments: Way.allCases) func theSubscriptionKeepsWhatSends(way: Way) {
    let signal = Signal<Int>()
    let lifetimes = Lifetimes()
    var subscription: Cancellation?
    do {
      let publisher = SignalPublisher(signal, keeping: Tracked(lifetimes))
      subscription = way.subscribe(to: publisher) { _ in }
    }
    #expect(lifetimes.living == 1)
    signal.send(1)
    #expect(subscription != nil)
    subscription = nil
    #expect(lifetimes.living == 0)
    #expect(signal.subscriberCount == 0)
  }

  @Test(arguments: Way.allCases) func aCancelledSubscriptionKeepsNothing(way: Way) {
    let signal = Signal<Int>()
    let lifetimes = Lifetimes()
    var captured: Tracked? = Tracked(lifetimes)
    let publisher = SignalPublisher(signal, keeping: Tracked(lifetimes))
    let subscription = way.subscribe(to: publisher) { [captured] _ in _ = captured?.number }
    captured = nil
    signal.send(1)
    #expect(lifetimes.living == 2)
    subscription.cancel()
    #expect(lifetimes.living == 1, "the closure is gone, although somebody holds the subscription")
  }

  @Test(arguments: Way.allCases) func aValueThatWasDeliveredIsNotKept(way: Way) {
    let signal = Signal<Tracked>()
    let lifetimes = Lifetimes()
    let subscription = way.subscribe(to: SignalPublisher(signal)) { _ in }
    signal.send(Tracked(lifetimes))
    #expect(lifetimes.inits == 1 && lifetimes.living == 0)
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: Way.allCases) func aSubscriberMayGoWhileAnotherThreadDelivers(way: Way) {
    let signal = Signal<Int>()
    let lifetimes = Lifetimes()
    for _ in 0..<300 {
      let start = Barrier(2)
      let held = Box<Cancellation?>(nil)
      let tracked = Tracked(lifetimes)
      held.value = way.subscribe(to: SignalPublisher(signal)) { [tracked] _ in _ = tracked.number }
      let sender = Worker {
        start.wait()
        for value in 0..<5 { signal.send(value) }
      }
      start.wait()
      held.value = nil
      sender.join()
    }
    #expect(lifetimes.inits == 300 && lifetimes.living == 0)
    #expect(signal.subscriberCount == 0)
  }

  @Test func anIterationThatIsLetGoHasNoSubscription() async {
    let signal = Signal<Int>()
    let lifetimes = Lifetimes()
    do {
      var iterator = SignalPublisher(signal, keeping: Tracked(lifetimes)).values()
        .makeAsyncIterator()
      signal.send(1)
      #expect(await iterator.next() == 1)
      #expect(lifetimes.living == 1)
    }
    await eventually { lifetimes.living == 0 }
    #expect(signal.subscriberCount == 0)
  }
}
