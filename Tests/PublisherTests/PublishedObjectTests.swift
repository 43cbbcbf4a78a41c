#if canImport(Combine) || OpenCombine
  import Observation
  import Stitch
  import StitcherObservation
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

  @Observable private final class Observed: @unchecked Sendable {
    // Safe: each test uses its own on the main actor.
    var count = 0
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

  /// What a published property sends to the publisher library, and what it hears of observable objects.
  @Suite(.timeLimit(.minutes(2))) @MainActor struct PublishedObjectTests {
    /// Waits until a number of values has come.
    private func wait<Value>(for log: Log<Value>, count: Int) async {
      while log.entries.count < count { await Task.yield() }
    }

    @Test func theChangesOfAnObservableObjectArePublished() async {
      enum Owner {}
      let wrapper = StitchPublished(\.[Of<Owner>()])
      var cancellables: Set<AnyCancellable> = []
      let counts = Log<Int>()
      let logins = Log<Bool>()
      wrapper.projectedValue.count.sink { value in
        MainActor.assertIsolated()
        counts.add(value)
      }
      .store(in: &cancellables)
      wrapper.projectedValue.isLoggedIn.removeDuplicates().sink { logins.add($0) }
        .store(in: &cancellables)
      wrapper.wrappedValue.count = 1
      #expect(counts.entries == [], "not while the change is made")
      await wait(for: counts, count: 1)
      // Several changes are one, equal values are none.
      wrapper.wrappedValue.count = 2
      wrapper.wrappedValue.count = 3
      wrapper.wrappedValue.isLoggedIn = false
      await wait(for: counts, count: 2)
      wrapper.wrappedValue.isLoggedIn = true
      await wait(for: logins, count: 1)
      #expect(counts.entries == [1, 3])
      #expect(logins.entries == [true])
    }

    @Test func aReplacedObjectIsFollowedInItsPlace() async {
      enum Owner {}
      let ends = Counter()
      let wrapper = StitchPublished(\.[Of<Owner>()])
      let counts = Log<Int>()
      let subscription: AnyCancellable = wrapper.projectedValue.count.sink { counts.add($0) }
      var old: (any AuthStoring)? = AuthStore(count: 1, ends: ends)
      wrapper.wrappedValue = old!
      await wait(for: counts, count: 1)
      wrapper.wrappedValue = AuthStore(count: 2)
      await wait(for: counts, count: 2)
      old?.count = 9
      old = nil
      #expect(ends.value == 1, "nothing keeps it")
      wrapper.wrappedValue.count = 3
      await wait(for: counts, count: 3)
      #expect(counts.entries == [1, 2, 3])
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
        let counts = Log<Int>()
        let tracked = Tracked(lifetimes)
        let changes = owner.projectedValue.count
        publisher = changes
        var subscription: AnyCancellable? = changes.sink { counts.add($0 + tracked.number) }
        owner.wrappedValue.count = 1
        await wait(for: counts, count: 1)
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
      let counts = Log<Int>()
      var cancellables: Set<AnyCancellable> = []
      StitchPublished(\.[observed: Of<Owner>()]).projectedValue.count
        .sink { counts.add($0) }.store(in: &cancellables)
      registrant.wrappedValue.count = 1
      await wait(for: counts, count: 1)
      registrant.wrappedValue = Observed()
      await wait(for: counts, count: 2)
      #expect(counts.entries == [1, 0])
    }

    @Test func withoutDemandTheLatestValueWaitsAndNoneComesTwice() async {
      enum Owner {}
      let wrapper = StitchPublished(\.[observed: Of<Owner>()])
      let publisher = wrapper.projectedValue.count
      let counts = Log<Int>()
      let own: StitchCancellable = publisher.sink { counts.add($0) }
      let values = publisher.values
      var iterator = values.makeAsyncIterator()
      for (step, value) in [1, 2, 1].enumerated() {
        wrapper.wrappedValue.count = value
        await wait(for: counts, count: step + 1)
      }
      #expect(await iterator.next() == 1)
      for (step, value) in [2, 1, 3].enumerated() {
        wrapper.wrappedValue.count = value
        await wait(for: counts, count: step + 4)
      }
      #expect(await iterator.next() == 3)
      own.cancel()
    }

    @Test func aSubscriberMayDoAnything() async {
      enum Owner {}
      let wrapper = StitchPublished(\.[Of<Owner>()])
      let outer = Log<Int>()
      let inner = Log<Int>()
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
      await wait(for: outer, count: 3)
      await wait(for: inner, count: 1)
      wrapper.wrappedValue.count = 5
      await wait(for: inner, count: 2)
      #expect(outer.entries == [1, 2, 3])
      #expect(inner.entries == [3, 5], "its baseline was 2")
      subscriptions.value = []
    }
  }
#endif
