#if canImport(Combine) || OpenCombine
  import Foundation
  import Observation
  import Stitch
  import StitcherEngine
  import StitcherTesting
  import StitcherTestSupport
  import Testing

  private protocol AuthStoring: ObservableObject, AnyObservableObject {
    var isLoggedIn: Bool { get set }
    var count: Int { get set }
  }

  private final class AuthStore: AuthStoring {
    @Published var isLoggedIn = false
    @Published var count: Int
    private let ends: Counter?
    init(count: Int = 0, ends: Counter? = nil) {
      self.count = count
      self.ends = ends
    }
    deinit { ends?.increment() }
  }

  @Observable private final class Observed { var count = 0 }

  /// A store that runs a closure at each read.
  private final class ReadStore: AuthStoring, @unchecked Sendable {
    // Safe: all state is behind locks, including the publisher's.
    let objectWillChange = ObservableObjectPublisher()
    private let loggedIn = Box(false)
    private let number = Box(0)
    private let reading = Box<@Sendable () -> Void>({})
    var isLoggedIn: Bool {
      get { loggedIn.value }
      set { loggedIn.value = newValue }
    }
    var whenRead: @Sendable () -> Void {
      get { reading.value }
      set { reading.value = newValue }
    }
    var count: Int {
      get {
        whenRead()
        return number.value
      }
      set {
        objectWillChange.send()
        number.value = newValue
      }
    }
  }

  private struct Of<Owner>: Hashable, Sendable {}

  extension DependencyMap {
    private enum StoreKey<Owner>: DependencyKey {
      static var dependency: any AuthStoring { AuthStore() }
    }
    fileprivate subscript<Owner>(owner: Of<Owner>) -> any AuthStoring {
      get { resolve(key: StoreKey<Owner>.self) }
      set { register(key: StoreKey<Owner>.self, dependency: newValue) }
    }

    private enum ObservedKey<Owner>: DependencyKey {
      static var dependency: Observed { Observed() }
    }
    fileprivate subscript<Owner>(observed owner: Of<Owner>) -> Observed {
      get { resolve(key: ObservedKey<Owner>.self) }
      set { register(key: ObservedKey<Owner>.self, dependency: newValue) }
    }
  }

  /// The values that a published property sends to the publisher library, and the events of
  /// observable objects that it receives.
  @Suite(.timeLimit(.minutes(20)), .dependencies()) @MainActor struct PublishedObjectTests {
    @Test func theChangesOfAnObservableObjectArePublished() async {
      enum Owner {}
      let wrapper = StitchPublished(\.[Of<Owner>()])
      var cancellables: Set<AnyCancellable> = []
      let counts = Received<Int>()
      let logins = Received<Bool>()
      wrapper.projectedValue.count.sink { value in
        MainActor.assertIsolated()
        counts.add(value)
      }
      .store(in: &cancellables)
      wrapper.projectedValue.isLoggedIn.removeDuplicates().sink { logins.add($0) }
        .store(in: &cancellables)
      wrapper.wrappedValue.count = 1
      #expect(counts.entries == [], "not while the change is made")
      await counts.wait(for: 1)
      // Several changes are published as one, equal values are not published.
      wrapper.wrappedValue.count = 2
      wrapper.wrappedValue.count = 3
      wrapper.wrappedValue.isLoggedIn = false
      await counts.wait(for: 2)
      wrapper.wrappedValue.isLoggedIn = true
      await logins.wait(for: 1)
      #expect(counts.entries == [1, 3])
      #expect(logins.entries == [true])
    }

    @Test func aReplacedObjectIsFollowedInItsPlace() async {
      enum Owner {}
      let ends = Counter()
      let wrapper = StitchPublished(\.[Of<Owner>()])
      let counts = Received<Int>()
      let subscription: AnyCancellable = wrapper.projectedValue.count.sink { counts.add($0) }
      var old: (any AuthStoring)? = AuthStore(count: 1, ends: ends)
      wrapper.wrappedValue = old!
      await counts.wait(for: 1)
      wrapper.wrappedValue = AuthStore(count: 2)
      await counts.wait(for: 2)
      old?.count = 9
      old = nil
      #expect(ends.value == 1, "nothing keeps it")
      wrapper.wrappedValue.count = 3
      await counts.wait(for: 3)
      #expect(counts.entries == [1, 2, 3])
      subscription.cancel()
    }

    @Test func whatIsRegisteredWhileAPublisherIsMadeIsFollowed() async {
      enum Owner {}
      let old = ReadStore()
      let new = ReadStore()
      let reads = Counter()
      let newReads = Counter()
      // Created here, since a new thread does not have the test's graph.
      let writer = Held(StitchPublished(\.[Of<Owner>()]))
      new.whenRead = { newReads.increment() }
      old.whenRead = {
        reads.increment()
        // The first read gives the initial value for comparisons, the second one the object to
        // observe.
        guard reads.value == 2 else { return }
        writer.value.wrappedValue = new
        // The main actor observes the new object and compares its value afterwards.
        Thread.yieldToOthers { newReads.value >= 2 }
      }
      let wrapper = Held(StitchPublished(\.[Of<Owner>()]))
      wrapper.value.wrappedValue = old
      let made = AsyncStream<Held<StitchPublished<any AuthStoring>.Publisher<Int>>>.makeStream()
      let worker = Worker { made.continuation.yield(Held(wrapper.value.projectedValue.count)) }
      var publishers = made.stream.makeAsyncIterator()
      guard let publisher = await publishers.next()?.value else { return }
      worker.join()
      // Pending jobs of the main actor run before the subscription.
      for _ in 1...20 { await Task.yield() }
      let counts = Received<Int>()
      let subscription: AnyCancellable = publisher.sink { counts.add($0) }
      new.count = 5
      await counts.wait(for: 1)
      #expect(counts.entries == [5])
      subscription.cancel()
    }

    @Test func nothingIsLeftBehind() async {
      enum Owner {}
      weak var wrapper: StitchPublished<any AuthStoring>?
      weak var publisher: StitchPublished<any AuthStoring>.Publisher<Int>?
      let ends = Counter()
      let lifetimes = Lifetimes()
      do {
        let owner = StitchPublished(\.[Of<Owner>()])
        wrapper = owner
        owner.wrappedValue = AuthStore(ends: ends)
        let counts = Received<Int>()
        let tracked = Tracked(lifetimes)
        let changes = owner.projectedValue.count
        publisher = changes
        var subscription: AnyCancellable? = changes.sink { counts.add($0 + tracked.number) }
        owner.wrappedValue.count = 1
        await counts.wait(for: 1)
        #expect(subscription != nil)
        subscription = nil
        owner.wrappedValue = AuthStore()
      }
      await eventually {
        wrapper == nil && publisher == nil && ends.value == 1 && lifetimes.living == 0
      }
    }

    @Test func theCancellableAloneKeepsThePublisher() async {
      enum Owner {}
      let registrant = StitchPublished(\.[observed: Of<Owner>()])
      let counts = Received<Int>()
      var cancellables: Set<AnyCancellable> = []
      StitchPublished(\.[observed: Of<Owner>()]).projectedValue.count
        .sink { counts.add($0) }.store(in: &cancellables)
      registrant.wrappedValue.count = 1
      await counts.wait(for: 1)
      registrant.wrappedValue = Observed()
      await counts.wait(for: 2)
      #expect(counts.entries == [1, 0])
    }

    @Test func withoutDemandTheLatestValueWaits() async {
      enum Owner {}
      let wrapper = StitchPublished(\.[observed: Of<Owner>()])
      let publisher = wrapper.projectedValue.count
      let counts = Received<Int>()
      let own: StitchCancellable = publisher.sink { counts.add($0) }
      let values = publisher.values
      var iterator = values.makeAsyncIterator()
      for (step, value) in [1, 2, 1].enumerated() {
        wrapper.wrappedValue.count = value
        await counts.wait(for: step + 1)
      }
      #expect(await iterator.next() == 1)
      for (step, value) in [2, 1, 3].enumerated() {
        wrapper.wrappedValue.count = value
        await counts.wait(for: step + 4)
      }
      #expect(await iterator.next() == 3)
      own.cancel()
    }

    @Test func aSubscriberMayDoAnything() async {
      enum Owner {}
      let wrapper = StitchPublished(\.[Of<Owner>()])
      let outer = Received<Int>()
      let inner = Received<Int>()
      let subscriptions = Box<[Held<AnyCancellable>]>([])
      let first = wrapper.projectedValue.count.map { $0 }.sink { value in
        outer.add(value)
        if value == 1 {
          wrapper.wrappedValue.count = 2
          let late = wrapper.projectedValue.count.map { $0 }.sink { inner.add($0) }
          subscriptions.change { $0.append(Held(late)) }
        } else if value == 2 {
          wrapper.wrappedValue = AuthStore(count: 3)
        } else {
          subscriptions.value[0].value.cancel()
        }
      }
      subscriptions.change { $0.insert(Held(first), at: 0) }
      wrapper.wrappedValue.count = 1
      await outer.wait(for: 3)
      await inner.wait(for: 1)
      wrapper.wrappedValue.count = 5
      await inner.wait(for: 2)
      #expect(outer.entries == [1, 2, 3])
      #expect(inner.entries == [3, 5], "its baseline was 2")
      subscriptions.value = []
    }
  }
#endif
