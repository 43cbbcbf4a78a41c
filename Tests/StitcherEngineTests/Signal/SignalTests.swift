import StitcherEngine
import StitcherTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SignalTests {
  private let signal = Signal<Int>()
  private let log = Log<String>()

  /// Subscribes to the signal, with a name for the log.
  private func subscribe(_ name: String, then action: @escaping @Sendable (Int) -> Void = { _ in })
    -> Cancellation
  {
    signal.subscribe { [log] value in
      log.add("\(name)\(value)")
      action(value)
    }
  }

  @Test func deliversInTheOrderOfSubscription() {
    let subscriptions = ["a", "b", "c"].map { subscribe($0) }
    signal.send(1)
    subscriptions[1].cancel()
    signal.send(2)
    let last = subscribe("b")
    signal.send(3)
    #expect(log.entries == ["a1", "b1", "c1", "a2", "c2", "a3", "c3", "b3"])
    withExtendedLifetime((subscriptions, last)) {}
  }

  @Test func endsWithTheSubscription() {
    do {
      let subscription = subscribe("a")
      signal.send(1)
      #expect(signal.subscriberCount == 1)
      withExtendedLifetime(subscription) {}
    }
    signal.send(2)
    #expect(log.entries == ["a1"])
    #expect(signal.subscriberCount == 0)
  }

  @Test func mayBeCancelledTwiceAndReleasesItsClosureAtOnce() {
    let lifetimes = Lifetimes()
    let captured = Box<Tracked?>(Tracked(lifetimes))
    let subscription = signal.subscribe { [held = captured.take()] _ in _ = held }
    #expect(lifetimes.living == 1)
    subscription.cancel()
    #expect(lifetimes.living == 0)
    subscription.cancel()
    #expect(signal.subscriberCount == 0)
  }

  @Test func letsASubscriberSendAndSubscribeAndCancel() {
    let later = Box<Cancellation?>(nil)
    let own = Box<Cancellation?>(nil)
    let first = subscribe("a") { [signal, log] value in
      if value == 1 {
        later.value = signal.subscribe { log.add("later\($0)") }
        signal.send(2)
        own.value?.cancel()
      }
    }
    own.value = subscribe("b")
    signal.send(1)
    signal.send(3)
    // The new subscriber and the cancelled one both missed the value that was being sent.
    #expect(log.entries == ["a1", "a2", "b2", "later2", "a3", "later3"])
    withExtendedLifetime(first) {}
  }

  @Test func letsASubscriberCancelItself() {
    let own = Box<Cancellation?>(nil)
    own.value = subscribe("a") { _ in
      own.value?.cancel()
      own.value = nil
    }
    let other = subscribe("b")
    signal.send(1)
    signal.send(2)
    #expect(log.entries == ["a1", "b1", "b2"])
    withExtendedLifetime(other) {}
  }

  @Test func doesNotKeepItsSubscribersAlive() {
    let lifetimes = Lifetimes()
    do {
      let tracked = Tracked(lifetimes)
      let subscription = signal.subscribe { _ in _ = tracked.number }
      signal.send(1)
      withExtendedLifetime(subscription) {}
    }
    #expect(lifetimes.living == 0)
  }

  @Test func releasesClosuresOutsideItsLock() {
    let lifetimes = Lifetimes()
    let signal = signal
    for isCancelled in [true, false] {
      let tracked = Box<Tracked?>(
        Tracked(lifetimes) {
          signal.send(1)
          _ = signal.subscriberCount
        })
      let subscription = Box<Cancellation?>(
        signal.subscribe { [held = tracked.take()] _ in _ = held })
      if isCancelled { subscription.value?.cancel() }
      subscription.value = nil
      #expect(lifetimes.living == 0)
    }
  }

  @Test func survivesThreadsThatSendSubscribeAndCancel() {
    let received = Counter()
    let lifetimes = Lifetimes()
    let permanent = signal.subscribe { _ in received.increment() }
    runThreads(4) { [signal] thread in
      for round in 0..<2_000 {
        switch thread {
        case 0, 1: signal.send(round)
        default:
          let tracked = Tracked(lifetimes)
          let subscription = signal.subscribe { _ in _ = tracked.number }
          if round % 2 == 0 { subscription.cancel() }
        }
      }
    }
    #expect(received.value == 4_000)
    #expect(signal.subscriberCount == 1)
    #expect(lifetimes.living == 0)
    withExtendedLifetime(permanent) {}
  }
}
