import Foundation
import StitcherEngine
import StitcherTestSupport
import Testing

/// The values that reach a subscriber: on which thread, when, and in which order.
@Suite(.timeLimit(.minutes(20))) struct DeliveryTests {
  @Test(arguments: Way.allCases)
  func aValueIsDeliveredOnTheThreadThatSendsBeforeItGoesOn(way: Way) {
    let signal = Signal<Int>()
    let received = Log<[Int]>()
    let threads = Log<ObjectIdentifier>()
    let subscriptions = (0..<2).map { number in
      way.subscribe(to: SignalPublisher(signal)) { value in
        threads.add(ObjectIdentifier(Thread.current))
        received.add([number, value])
      }
    }
    let sender = Worker {
      for value in 1...2 {
        signal.send(value)
        #expect(received.entries.count == 2 * value)
      }
      return ObjectIdentifier(Thread.current)
    }.join()
    #expect(
      received.entries == [[0, 1], [1, 1], [0, 2], [1, 2]], "in the order of subscription")
    #expect(threads.entries == Array(repeating: sender, count: 4))
    withExtendedLifetime(subscriptions) {}
  }

  @Test(arguments: Way.allCases) func nothingIsReplayed(way: Way) {
    let signal = Signal<Int>()
    let publisher = SignalPublisher(signal)
    signal.send(1)
    let received = Log<Int>()
    let subscription = way.subscribe(to: publisher) { received.add($0) }
    #expect(received.entries == [])
    signal.send(2)
    #expect(received.entries == [2])
    subscription.cancel()
    subscription.cancel()
    signal.send(3)
    #expect(received.entries == [2])
    #expect(signal.subscriberCount == 0)
  }

  @Test(arguments: Way.allCases) func whatASubscriberSendsIsDeliveredWithin(way: Way) {
    let signal = Signal<Int>()
    let received = Log<String>()
    let first = way.subscribe(to: SignalPublisher(signal)) { value in
      received.add("begin \(value)")
      if value < 3 { signal.send(value + 1) }
      received.add("end \(value)")
    }
    let second = way.subscribe(to: SignalPublisher(signal)) { received.add("other \($0)") }
    signal.send(1)
    #expect(
      received.entries == [
        "begin 1", "begin 2", "begin 3", "end 3", "other 3", "end 2", "other 2", "end 1", "other 1",
      ])
    withExtendedLifetime((first, second)) {}
  }

  @Test(arguments: Way.allCases) func whoSubscribesDuringADeliveryGetsTheNextValue(way: Way) {
    let signal = Signal<Int>()
    let late = Box<Cancellation?>(nil)
    let received = Log<Int>()
    let subscription = way.subscribe(to: SignalPublisher(signal)) { _ in
      guard late.value == nil else { return }
      late.value = way.subscribe(to: SignalPublisher(signal)) { received.add($0) }
    }
    signal.send(1)
    #expect(received.entries == [])
    signal.send(2)
    #expect(received.entries == [2])
    late.value = nil
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: Way.allCases) func aSubscriberMayCancelItselfAndOthers(way: Way) {
    let signal = Signal<Int>()
    let received = Log<String>()
    let own = Box<Cancellation?>(nil)
    let later = Box<Cancellation?>(nil)
    own.value = way.subscribe(to: SignalPublisher(signal)) { value in
      received.add("one \(value)")
      own.value?.cancel()
      later.value?.cancel()
    }
    later.value = way.subscribe(to: SignalPublisher(signal)) { received.add("later \($0)") }
    let last = way.subscribe(to: SignalPublisher(signal)) { received.add("last \($0)") }
    signal.send(1)
    signal.send(2)
    #expect(received.entries == ["one 1", "last 1", "last 2"])
    own.value = nil
    later.value = nil
    withExtendedLifetime(last) {}
  }

  @Test(arguments: Way.allCases) func whatComesMeanwhileIsLeftToTheThreadThatIsInTheClosure(
    way: Way
  ) {
    let signal = Signal<Int>()
    let received = Log<Int>()
    let threads = Log<ObjectIdentifier>()
    let entered = Gate()
    let gate = Gate()
    let subscription = way.subscribe(to: SignalPublisher(signal)) { value in
      received.add(value)
      threads.add(ObjectIdentifier(Thread.current))
      guard value == 1 else { return }
      entered.open()
      gate.wait()
    }
    let first = Worker {
      signal.send(1)
      return ObjectIdentifier(Thread.current)
    }
    entered.wait()
    // This call does not wait.
    Worker {
      signal.send(2)
      signal.send(3)
    }.join()
    #expect(received.entries == [1])
    gate.open()
    let thread = first.join()
    #expect(received.entries == [1, 2, 3])
    #expect(threads.entries == [thread, thread, thread])
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: Way.allCases) func noValueIsLostAndNoTwoComeAtOnce(way: Way) {
    let signal = Signal<[Int]>()
    let inside = Counter()
    let received = Box<[[Int]]>([])
    let subscription = way.subscribe(to: SignalPublisher(signal)) { value in
      let number = inside.increment()
      received.change { $0.append(value) }
      // Another thread inside the closure would change the count.
      #expect(inside.value == number + 1)
    }
    let count = 2000
    runThreads(4) { thread in
      for value in 0..<count { signal.send([thread, value]) }
    }
    #expect(received.value.count == 4 * count)
    for thread in 0..<4 {
      let values = received.value.filter { $0[0] == thread }.map { $0[1] }
      #expect(values == Array(0..<count), "the values of a thread keep their order")
    }
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: Way.allCases) func valuesThatComeTooLateAreDropped(way: Way) {
    let signal = Signal<Int>()
    let publisher = SignalPublisher(signal, number: { $0 > 3 ? UInt64($0) : 0 })
    let received = Log<Int>()
    let subscription = way.subscribe(to: publisher) { received.add($0) }
    for value in [2, 3, 5, 4, 5, 6] { signal.send(value) }
    #expect(received.entries == [5, 6])
    withExtendedLifetime(subscription) {}
  }

  @Test func anIterationThatIsSlowGetsTheLatestValueThatCounts() async {
    let signal = Signal<Int>()
    let publisher = SignalPublisher(signal, number: { UInt64($0) })
    var iterator = publisher.values().makeAsyncIterator()
    for value in [1, 3, 2] { signal.send(value) }
    #expect(await iterator.next() == 3)
    signal.send(4)
    #expect(await iterator.next() == 4)
    #expect(signal.subscriberCount == 1)
    let task = Task { () -> Int? in
      var iterator = publisher.values().makeAsyncIterator()
      withUnsafeCurrentTask { $0?.cancel() }
      return await iterator.next()
    }
    #expect(await task.value == nil)
    #expect(signal.subscriberCount == 1, "a cancelled iteration has no subscription")
  }

  @Test func anActorGetsAllValuesInOrder() async {
    actor Listener {
      nonisolated let received = Received<Int>()
      private var values: [Int] = []
      private var subscription: Cancellation?

      func listen(to publisher: SignalPublisher<Int>) {
        subscription = publisher.sink(
          ActorBound(on: self) { value in self.assumeIsolated { $0.receive(value) } })
      }

      /// Adds a value; the actor's isolation protects the list.
      private func receive(_ value: Int) {
        values.append(value)
        received.add(value)
      }

      func stop() { subscription = nil }
    }
    let signal = Signal<Int>()
    let listener = Listener()
    await listener.listen(to: SignalPublisher(signal))
    let count = 2000
    for value in 0..<count {
      signal.send(value)
      if value % 100 == 0 { await Task.yield() }
    }
    await listener.received.wait(for: count)
    #expect(listener.received.entries == Array(0..<count))
    await listener.stop()
    #expect(signal.subscriberCount == 0)
  }
}
