#if canImport(Combine) || OpenCombine
  import StitcherEngine
  import StitcherTesting
  import StitcherTestSupport
  import Testing

  /// A subscriber that requests values when a test tells it to.
  private final class Asking: Subscriber, @unchecked Sendable {
    // Safe: the mutable state is in boxes, with locks.
    typealias Failure = Never

    let received = Log<Int>()
    let subscription = Box<Held<any Subscription>?>(nil)
    private let initial: Subscribers.Demand
    private let more: @Sendable (Asking, Int) -> Subscribers.Demand

    init(
      _ initial: Subscribers.Demand = .none,
      more: @escaping @Sendable (Asking, Int) -> Subscribers.Demand = { _, _ in .none }
    ) {
      self.initial = initial
      self.more = more
    }

    func receive(subscription: any Subscription) {
      self.subscription.value = Held(subscription)
      if initial > .none { subscription.request(initial) }
    }

    func receive(_ input: Int) -> Subscribers.Demand {
      received.add(input)
      return more(self, input)
    }

    func receive(completion: Subscribers.Completion<Never>) {}

    func request(_ demand: Subscribers.Demand) { subscription.value?.value.request(demand) }

    func cancel() { subscription.value?.value.cancel() }
  }

  /// The demand of subscribers of the publisher library.
  @Suite(.timeLimit(.minutes(20)), .dependencies()) struct DemandTests {
    @Test func withoutDemandTheLatestValueWaits() {
      let signal = Signal<Int>()
      let subscriber = Asking()
      SignalPublisher(signal).subscribe(subscriber)
      for value in 1...3 { signal.send(value) }
      #expect(subscriber.received.entries == [])
      subscriber.request(.max(2))
      #expect(subscriber.received.entries == [3])
      for value in 4...6 { signal.send(value) }
      #expect(subscriber.received.entries == [3, 4])
      subscriber.request(.unlimited)
      subscriber.request(.max(1))
      #expect(subscriber.received.entries == [3, 4, 6])
      signal.send(7)
      #expect(subscriber.received.entries == [3, 4, 6, 7])
      subscriber.cancel()
    }

    @Test func whatASubscriberReturnsIsDemand() {
      let signal = Signal<Int>()
      let subscriber = Asking(.max(1)) { _, value in value < 3 ? .max(1) : .none }
      SignalPublisher(signal).subscribe(subscriber)
      for value in 1...5 { signal.send(value) }
      #expect(subscriber.received.entries == [1, 2, 3])
      subscriber.cancel()
    }

    @Test func aSubscriberMayAskAndSendWhileItReceives() {
      let signal = Signal<Int>()
      let subscriber = Asking(.max(1)) { subscriber, value in
        subscriber.request(.max(1))
        if value == 1 { for next in 2...4 { signal.send(next) } }
        return .none
      }
      SignalPublisher(signal).subscribe(subscriber)
      signal.send(1)
      #expect(subscriber.received.entries == [1, 2, 3, 4])
      subscriber.cancel()
    }

    @Test func demandIsNeverExceeded() {
      let signal = Signal<Int>()
      let subscriber = Asking()
      SignalPublisher(signal).subscribe(subscriber)
      runThreads(4) { thread in
        for round in 0..<500 {
          if thread == 0 { subscriber.request(.max(1)) } else { signal.send(round) }
        }
      }
      #expect(subscriber.received.entries.count <= 500)
      subscriber.request(.unlimited)
      signal.send(-1)
      #expect(subscriber.received.entries.last == -1)
      subscriber.cancel()
    }

    @Test func aValueThatIsDroppedIsNotPaidFor() {
      let signal = Signal<Int>()
      let subscriber = Asking(.max(2))
      SignalPublisher(signal).connect(to: subscriber) { $0.isMultiple(of: 2) ? $0 : nil }
      for value in 1...6 { signal.send(value) }
      #expect(subscriber.received.entries == [2, 4])
      subscriber.cancel()
    }

    @Test func aSubscriptionWithoutReferencesLivesUntilItIsCancelled() {
      let signal = Signal<Int>()
      let lifetimes = Lifetimes()
      let received = Log<Int>()
      weak var conduit: AnyObject?
      do {
        let tracked = Tracked(lifetimes)
        let subscriber = AnySubscriber<Int, Never>(
          receiveSubscription: { subscription in
            conduit = subscription as AnyObject
            subscription.request(.unlimited)
          },
          receiveValue: { value in
            received.add(value + tracked.number)
            return .none
          })
        SignalPublisher(signal).subscribe(subscriber)
      }
      signal.send(1)
      #expect(received.entries == [1])
      #expect(lifetimes.living == 1)
      (conduit as? any Subscription)?.cancel()
      #expect(conduit == nil && lifetimes.living == 0)
      #expect(signal.subscriberCount == 0)
    }

    @Test func aSubscriberMayCancelWhileItSubscribes() {
      let signal = Signal<Int>()
      let received = Log<Int>()
      SignalPublisher(signal).subscribe(
        AnySubscriber<Int, Never>(
          receiveSubscription: { $0.cancel() },
          receiveValue: { value in
            received.add(value)
            return .none
          }))
      signal.send(1)
      #expect(received.entries == [])
      #expect(signal.subscriberCount == 0)
    }

    @Test func theOperatorsOfTheLibraryCompose() {
      let signal = Signal<Int>()
      let received = Log<String>()
      let publisher = SignalPublisher(signal)
      let subscription = publisher.map { $0 * 10 }.filter { $0 != 20 }.prefix(2)
        .map { "\($0)" }.sink { received.add($0) }
      for value in 1...5 { signal.send(value) }
      #expect(received.entries == ["10", "30"])
      #expect(signal.subscriberCount == 0, "who has enough cancels")
      subscription.cancel()
    }

    @Test func theSequenceOfTheLibraryGetsTheLatestValue() async {
      let signal = Signal<Int>()
      do {
        var iterator = SignalPublisher(signal).values.makeAsyncIterator()
        for value in 1...3 { signal.send(value) }
        #expect(await iterator.next() == 3)
        signal.send(4)
        #expect(await iterator.next() == 4)
      }
      let task = Task {
        for await _ in SignalPublisher(signal).values { return false }
        return true
      }
      await eventually { signal.subscriberCount > 0 }
      task.cancel()
      #expect(await task.value)
    }
  }
#endif
