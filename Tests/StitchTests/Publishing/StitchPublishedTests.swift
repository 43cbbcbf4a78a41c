import Observation
import Stitch
import StitcherEngine
import StitcherTestSupport
import StitcherTesting
import Synchronization
import Testing

@MainActor private protocol AuthStoring: AnyObject, Observable {
  var isLoggedIn: Bool { get set }
  var wasLoggedIn: Bool { get set }
  var name: String { get set }
  var count: Int { get set }
  var list: [Item] { get set }
}

/// A value that is not `Sendable`.
private struct Item: Equatable {
  final class Payload {}
  var number = 0
  var payload = Payload()
  static func == (one: Item, other: Item) -> Bool { one.number == other.number }
}

@MainActor @Observable private final class AuthStore: AuthStoring {
  var isLoggedIn = false
  var wasLoggedIn = false
  var name = ""
  var count = 0
  var list: [Item] = []
  init(count: Int = 0) { self.count = count }
}

@MainActor private final class PlainStore {
  var count = 0
}

extension DependencyMap {
  private enum StoreKey: @MainActor DependencyKey {
    @MainActor static var dependency: any AuthStoring { AuthStore() }
  }
  @MainActor fileprivate var store: any AuthStoring {
    get { resolve(key: StoreKey.self) }
    set { register(key: StoreKey.self, dependency: newValue) }
  }
}

/// The values that a property publishes, and the times.
@Suite(.timeLimit(.minutes(20)), .dependencies()) @MainActor struct StitchPublishedTests {
  @Test func aChangeIsPublishedOnceAndLater() async {
    let wrapper = StitchPublished(\.store)
    let recorder = Recorder<Int>()
    let direct = Counter()
    let subscription = wrapper.projectedValue.count.sink { value in
      MainActor.assertIsolated()
      direct.increment()
      recorder.add(value)
    }
    wrapper.wrappedValue.count = 1
    #expect(direct.value == 0, "not while it is made")
    #expect(await recorder.values(until: 1) == [1])
    // Several changes are published as one; a change and its reversal are not published.
    wrapper.wrappedValue.count = 2
    wrapper.wrappedValue.count = 3
    #expect(await recorder.values(until: 3) == [3])
    wrapper.wrappedValue.count = 4
    wrapper.wrappedValue.count = 3
    await Task.yield()
    wrapper.wrappedValue.count = 3
    wrapper.wrappedValue.name = "another property"
    await Task.yield()
    wrapper.wrappedValue.count = 5
    #expect(await recorder.values(until: 5) == [5])
    subscription.cancel()
  }

  @Test func equalPropertiesAreNotConfused() async {
    let wrapper = StitchPublished(\.store)
    let current = Recorder<Bool>()
    let was = Recorder<Bool>()
    let subscriptions = [
      wrapper.projectedValue.isLoggedIn.sink { current.add($0) },
      wrapper.projectedValue.wasLoggedIn.sink { was.add($0) },
    ]
    for round in 0..<20 {
      wrapper.wrappedValue.wasLoggedIn.toggle()
      #expect(await was.values(until: round % 2 == 0) == [round % 2 == 0])
    }
    wrapper.wrappedValue.isLoggedIn = true
    #expect(await current.values(until: true) == [true], "nothing but its own change")
    withExtendedLifetime(subscriptions) {}
  }

  @Test func theBaselineIsTheValueWhenThePublisherWasMade() async {
    let wrapper = StitchPublished(\.store)
    wrapper.wrappedValue.count = 1
    let publisher = wrapper.projectedValue.count
    let one = Recorder<Int>()
    let other = Recorder<Int>()
    // Values are not replayed, and all subscribers share the last value for comparisons.
    let first = publisher.sink { one.add($0) }
    wrapper.wrappedValue.count = 2
    #expect(await one.values(until: 2) == [2])
    let second = publisher.sink { other.add($0) }
    wrapper.wrappedValue.count = 3
    #expect(await one.values(until: 3) == [3])
    #expect(await other.values(until: 3) == [3])
    // A new publisher has its own initial value for comparisons.
    let late = Recorder<Int>()
    let third = wrapper.projectedValue.count.sink { late.add($0) }
    wrapper.wrappedValue.count = 4
    #expect(await late.values(until: 4) == [4])
    withExtendedLifetime((first, second, third)) {}
  }

  @Test func replacementsByAnyThreadAreObserved() async {
    struct Registrant: DependencyRegistrant, DependencyMocker {}
    let wrapper = StitchPublished(\.store)
    let recorder = Recorder<Int>()
    let subscription = wrapper.projectedValue.count.sink { recorder.add($0) }
    let old = wrapper.wrappedValue
    // After an assignment, a different value is published and an equal one is not.
    wrapper.wrappedValue = AuthStore(count: 1)
    #expect(await recorder.values(until: 1) == [1])
    wrapper.wrappedValue = AuthStore(count: 1)
    Registrant().register(\.store, dependency: AuthStore(count: 2))
    #expect(await recorder.values(until: 2) == [2])
    Registrant().mock(\.store, mock: AuthStore(count: 3))
    #expect(await recorder.values(until: 3) == [3])
    StitchPublished(\.store).wrappedValue = AuthStore(count: 4)
    #expect(await recorder.values(until: 4) == [4])
    // The new object is observed, the old one is not.
    old.count = 9
    await Task.yield()
    wrapper.wrappedValue.count = 5
    #expect(await recorder.values(until: 5) == [5])
    withExtendedLifetime(subscription) {}
  }

  @Test func aPublisherIsASequenceOfValuesThatDiffer() async {
    let wrapper = StitchPublished(\.store)
    var iterator = wrapper.projectedValue.count.makeAsyncIterator()
    wrapper.wrappedValue.count = 1
    #expect(await iterator.next() == 1)
    wrapper.wrappedValue.count = 2
    #expect(await iterator.next() == 2)
    let mapped = wrapper.projectedValue.list.values.map { $0.last?.number }
    var numbers = mapped.makeAsyncIterator()
    wrapper.wrappedValue.list = [Item(number: 7)]
    #expect(await numbers.next() == 7)
    let task = Task { @MainActor in
      for await _ in wrapper.projectedValue.count {}
      return true
    }
    task.cancel()
    #expect(await task.value, "a cancelled iteration ends")
  }

  @Test func anIterationThatIsSlowSeesTheLastValue() async {
    let wrapper = StitchPublished(\.store)
    let publisher = wrapper.projectedValue.count
    let recorder = Recorder<Int>()
    let subscription = publisher.sink { recorder.add($0) }
    var iterator = publisher.makeAsyncIterator()
    for value in [1, 2, 1] {
      wrapper.wrappedValue.count = value
      _ = await recorder.values(until: value)
    }
    #expect(await iterator.next() == 1)
    for value in [2, 1, 3] {
      wrapper.wrappedValue.count = value
      _ = await recorder.values(until: value)
    }
    #expect(await iterator.next() == 3)
    withExtendedLifetime(subscription) {}
  }

  @Test func valuesThatAreNotSendableGoToTheMainActor() async {
    let wrapper = StitchPublished(\.store)
    var received: [[Item]] = []
    let recorder = Recorder<Int>()
    let subscription = wrapper.projectedValue.list.sink { items in
      received.append(items)
      recorder.add(items.count)
    }
    wrapper.wrappedValue.list = [Item(number: 1)]
    _ = await recorder.values(until: 1)
    #expect(received == [[Item(number: 1)]])
    withExtendedLifetime(subscription) {}
  }

  @Test func aClosureOfAnotherActorIsCalledThere() async {
    actor Listener {
      let recorder = Recorder<Int>()
      private var subscription: StitchCancellable?
      private var received = 0
      func listen(_ publisher: StitchPublished<any AuthStoring>.Publisher<Int>) {
        subscription = publisher.sink { value in
          self.received += value
          self.recorder.add(self.received)
        }
      }
      func stop() { subscription = nil }
    }
    let wrapper = StitchPublished(\.store)
    let listener = Listener()
    await listener.listen(wrapper.projectedValue.count)
    wrapper.wrappedValue.count = 3
    #expect(await listener.recorder.values(until: 3) == [3])
    wrapper.wrappedValue.count = 4
    #expect(await listener.recorder.values(until: 7) == [7])
    await listener.stop()
  }

  @Test func aSubscriberMayDoAnything() async {
    @MainActor final class Owner {
      var outer: Set<StitchCancellable> = []
      var inner: [StitchCancellable] = []
    }
    let wrapper = StitchPublished(\.store)
    let owner = Owner()
    let outer = Recorder<Int>()
    let inner = Recorder<Int>()
    wrapper.projectedValue.count.sink { value in
      outer.add(value)
      if value == 1 {
        wrapper.wrappedValue.count = 2
        wrapper.projectedValue.count.sink { inner.add($0) }.store(in: &owner.inner)
      } else if value == 2 {
        wrapper.wrappedValue = AuthStore(count: 3)
      } else {
        owner.outer = []
      }
    }
    .store(in: &owner.outer)
    wrapper.wrappedValue.count = 1
    #expect(await outer.values(until: 3) == [1, 2, 3])
    #expect(await inner.values(until: 3) == [3], "its baseline was 2")
    wrapper.wrappedValue.count = 5
    #expect(await inner.values(until: 5) == [5])
    outer.add(-1)
    #expect(await outer.values(until: -1) == [-1], "it has cancelled itself")
  }

  @Test func whatIsCancelledReceivesNothing() async {
    let wrapper = StitchPublished(\.store)
    let recorder = Recorder<Int>()
    let publisher = wrapper.projectedValue.count
    let first = publisher.sink { recorder.add($0 * 1000) }
    let second = publisher.sink { recorder.add($0) }
    wrapper.wrappedValue.count = 1
    first.cancel()
    first.cancel()
    #expect(await recorder.values(until: 1) == [1])
    #expect(first == first && first != second)
    withExtendedLifetime(second) {}
  }

  @Test func copiesOfAStructureShareTheWrapper() async {
    @MainActor struct Owner { @StitchPublished(\.store) var store }
    let owner = Owner()
    let copy = owner
    let recorder = Recorder<String>()
    let subscription = copy.$store.name.sink { recorder.add($0) }
    owner.store.name = "new"
    owner.store = AuthStore()
    owner.store.name = "last"
    #expect(await recorder.values(until: "last") == ["last"])
    withExtendedLifetime(subscription) {}
  }

  @Test func theDependencyIsResolvedWhenTheWrapperIsCreated() {
    #expect(CountedStore.made.value == 0)
    _ = StitchPublished(\.counted)
    #expect(CountedStore.made.value == 1)
  }
}

/// A store of a single test.
private final class CountedStore: Observable {
  static let made = Counter()
  init() { Self.made.increment() }
}

extension DependencyMap {
  private enum CountedKey: DependencyKey {
    static var dependency: CountedStore { CountedStore() }
  }
  fileprivate var counted: CountedStore {
    get { resolve(key: CountedKey.self) }
    set { register(key: CountedKey.self, dependency: newValue) }
  }
}
