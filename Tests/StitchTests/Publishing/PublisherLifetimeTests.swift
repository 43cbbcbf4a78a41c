import Observation
import Stitch
import StitcherEngine
import StitcherTestSupport
import StitcherTesting
import Testing

@Observable private final class Store {
  var count = 0
  private let ends: Counter?
  init(ends: Counter? = nil) { self.ends = ends }
  deinit { ends?.increment() }
}

extension DependencyMap {
  private enum StoreKey: DependencyKey {
    static var dependency: Store { Store() }
  }
  fileprivate var store: Store {
    get { resolve(key: StoreKey.self) }
    set { register(key: StoreKey.self, dependency: newValue) }
  }
}

/// The lifetimes of publishers, subscriptions and observed stores.
@Suite(.timeLimit(.minutes(20)), .dependencies()) @MainActor struct PublisherLifetimeTests {
  @Test func theSubscriptionAloneKeepsAllThatItNeeds() async {
    let recorder = Recorder<Int>()
    let registrant = StitchPublished(\.store)
    func subscribe() -> StitchCancellable {
      let wrapper = StitchPublished(\.store)
      return wrapper.projectedValue.count.sink { recorder.add($0) }
    }
    var subscription: StitchCancellable? = subscribe()
    registrant.wrappedValue.count = 1
    #expect(await recorder.values(until: 1) == [1])
    registrant.wrappedValue = Store()
    #expect(await recorder.values(until: 0) == [0])
    #expect(subscription != nil)
    subscription = nil
    registrant.wrappedValue.count = 2
    await settle()
    recorder.add(-1)
    #expect(await recorder.values(until: -1) == [-1])
  }

  @Test func nothingIsLeftBehind() async {
    weak var wrapper: StitchPublished<Store>?
    weak var publisher: StitchPublished<Store>.Publisher<Int>?
    weak var received: Recorder<Int>?
    let ends = Counter()
    do {
      let owner = StitchPublished(\.store)
      wrapper = owner
      owner.wrappedValue = Store(ends: ends)
      let recorder = Recorder<Int>()
      received = recorder
      let changes = owner.projectedValue.count
      publisher = changes
      let subscription = changes.sink { recorder.add($0) }
      owner.wrappedValue.count = 1
      #expect(await recorder.values(until: 1) == [1])
      var iterator = changes.makeAsyncIterator()
      owner.wrappedValue.count = 2
      #expect(await iterator.next() == 2)
      _ = consume iterator
      subscription.cancel()
      owner.wrappedValue = Store()
    }
    await eventually { wrapper == nil && publisher == nil && received == nil && ends.value == 1 }
  }

  @Test func publishersWithoutSubscribersAreReleasedAtOnce() {
    let wrapper = StitchPublished(\.store)
    weak var publisher: StitchPublished<Store>.Publisher<Int>?
    for _ in 0..<1000 {
      let one = wrapper.projectedValue.count
      publisher = one
      _ = consume one
      #expect(publisher == nil)
    }
  }

  @Test func aReplacedObjectIsReleasedWhileItsPublisherLives() async {
    let ends = Counter()
    let wrapper = StitchPublished(\.store)
    wrapper.wrappedValue = Store(ends: ends)
    let recorder = Recorder<Int>()
    let subscription = wrapper.projectedValue.count.sink { recorder.add($0) }
    wrapper.wrappedValue.count = 1
    #expect(await recorder.values(until: 1) == [1])
    wrapper.wrappedValue = Store()
    #expect(await recorder.values(until: 0) == [0])
    await eventually { ends.value == 1 }
    withExtendedLifetime(subscription) {}
  }

  @Test func cancellingReleasesTheClosureAtOnce() {
    let wrapper = StitchPublished(\.store)
    var held: Tracked? = Tracked()
    weak let weakHeld = held
    let subscription = wrapper.projectedValue.count.sink { [held] _ in _ = held?.number }
    held = nil
    #expect(weakHeld != nil)
    subscription.cancel()
    #expect(weakHeld == nil)
  }

  /// Waits until the main actor has run its pending jobs.
  private func settle() async {
    for _ in 0..<20 { await Task.yield() }
  }
}
