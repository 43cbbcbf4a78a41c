import Observation
import Stitch
import Stitcher
import StitcherEngine
import StitcherTestSupport
import StitcherTesting
import Testing

/// A store that several threads may change.
private final class SharedStore: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let storage = Box(0)
  private let landing: Gate?
  init(landing: Gate? = nil) { self.landing = landing }

  var count: Int {
    get {
      registrar.access(self, keyPath: \.count)
      return storage.value
    }
    set {
      registrar.withMutation(of: self, keyPath: \.count) {
        landing?.wait()
        storage.value = newValue
      }
    }
  }
}

extension DependencyMap {
  private enum StoreKey: DependencyKey {
    static var dependency: SharedStore { SharedStore() }
  }
  fileprivate var store: SharedStore {
    get { resolve(key: StoreKey.self) }
    set { register(key: StoreKey.self, dependency: newValue) }
  }
}

private final class CountedStore: Observable, Sendable {
  static let made = Box(0)
  private let registrar = ObservationRegistrar()
  private let storage = Box(0)
  init() { Self.made.change { $0 += 1 } }

  var count: Int {
    get {
      registrar.access(self, keyPath: \.count)
      return storage.value
    }
    set { registrar.withMutation(of: self, keyPath: \.count) { storage.value = newValue } }
  }
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

extension DependencyMap {
  private enum InterruptedKey: DependencyKey {
    static var dependency: InterruptedState { InterruptedState() }
  }
  fileprivate var interrupted: InterruptedState {
    get { resolve(key: InterruptedKey.self) }
    set { register(key: InterruptedKey.self, dependency: newValue) }
  }
}

/// An actor with an executor that runs its jobs one by one, on request.
private actor Lane {
  nonisolated let executor = Executor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  final class Executor: SerialExecutor {
    private let jobs: AsyncStream<UnownedJob>
    private let continuation: AsyncStream<UnownedJob>.Continuation
    init() { (jobs, continuation) = AsyncStream.makeStream() }

    func enqueue(_ job: consuming ExecutorJob) { continuation.yield(UnownedJob(job)) }

    /// Waits for the next job, and runs it.
    func step() async {
      for await job in jobs {
        run(job)
        return
      }
    }

    /// Runs a job.
    private func run(_ job: UnownedJob) {
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}

/// The actor and the time at which values are delivered.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct DeliveryTests {
  @Test func valuesAreDeliveredOnTheMainActorAfterChangesOnAnyThread() async {
    let wrapper = StitchPublished(\.store)
    let recorder = Recorder<Int>()
    let subscription = wrapper.projectedValue.count.sink { value in
      MainActor.assertIsolated()
      recorder.add(value)
    }
    wrapper.wrappedValue.count = 1
    #expect(await recorder.values(until: 1) == [1])
    await Task.detached { wrapper.wrappedValue.count = 2 }.value
    #expect(await recorder.values(until: 2) == [2])
    await MainActor.run { wrapper.wrappedValue.count = 3 }
    #expect(await recorder.values(until: 3) == [3])
    withExtendedLifetime(subscription) {}
  }

  /// The change is made in an isolated graph, which has a different instance for the key.
  @Test func whatIsFollowedIsThatOfItsOwnGraph() async throws {
    let wrapper = StitchPublished(\.counted)
    let store = wrapper.wrappedValue
    let recorder = Recorder<Int>()
    let subscription = wrapper.projectedValue.count.sink { recorder.add($0) }
    let graph = DependencyGraph.process.isolated { Dependency { "text" } }
    try graph.run {
      store.count = 1
      // The injection shows that the change has happened on this thread.
      let _: String = try DependencyGraph.inject()
    }
    #expect(await recorder.values(until: 1) == [1])
    #expect(CountedStore.made.value == 1)
    withExtendedLifetime(subscription) {}
  }

  /// Runs a test with a separate scheduler. The actor runs only the jobs that the test requests;
  /// with the shared scheduler, `waitForUpdates()` in another test would wait for the others.
  private func withSchedulerOfItsOwn(_ body: () async -> Void) async {
    let start = ContinuousClock.now
    let scheduler = UpdateScheduler {
      UInt64((ContinuousClock.now - start) / .nanoseconds(1))
    } sleep: { due in
      try? await ContinuousClock().sleep(until: start + .nanoseconds(Int64(due)))
    }
    await UpdateScheduler.$current.withValue(scheduler, operation: body)
  }

  @Test func theActorThatDeliversCanBeReplaced() async {
    await withSchedulerOfItsOwn {
      let lane = Lane()
      let wrapper = Delivery.$actor.withValue(lane) { StitchPublished(\.store) }
      let received = Log<Int>()
      let subscription = wrapper.projectedValue.count.sink { value in
        lane.assertIsolated()
        received.add(value)
      }
      wrapper.wrappedValue.count = 1
      wrapper.wrappedValue.count = 2
      #expect(received.entries == [])
      while received.entries.isEmpty { await lane.executor.step() }
      #expect(received.entries == [2], "changes that come together are one")
      withExtendedLifetime(subscription) {}
    }
  }

  @Test func aChangeThatIsMadeLateIsNotLost() async {
    await withSchedulerOfItsOwn {
      let lane = Lane()
      let landing = Gate()
      let store = SharedStore(landing: landing)
      let wrapper = Delivery.$actor.withValue(lane) { StitchPublished(\.store) }
      wrapper.wrappedValue = store
      let received = Log<Int>()
      let subscription = wrapper.projectedValue.count.sink { value in
        received.add(value)
      }
      let thread = Worker { store.count = 1 }
      // The update comes before the change, its repetition after it.
      await lane.executor.step()
      #expect(received.entries == [])
      landing.open()
      thread.join()
      while received.entries.isEmpty { await lane.executor.step() }
      #expect(received.entries == [1])
      withExtendedLifetime(subscription) {}
    }
  }

  /// The last read subscribes after the change has begun, so it is not notified.
  @Test func aChangeThatNotifiesOnlyAnEarlierReadIsNotLost() async {
    let wrapper = StitchPublished(\.interrupted)
    let state = wrapper.wrappedValue
    let recorder = Recorder<Int>()
    let subscription = wrapper.projectedValue.value.sink { recorder.add($0) }
    let change = state.begin(1)
    let reads = state.reads.value
    wrapper.wrappedValue = state
    // One read subscribes, the next one compares.
    while state.reads.value < reads + 2 { await Task.yield() }
    change.notify()
    change.apply()
    #expect(await recorder.values(until: 1) == [1])
    withExtendedLifetime(subscription) {}
  }

  @Test func theLastChangeOfManyThreadsArrives() async {
    let wrapper = StitchPublished(\.store)
    // Observation never frees a tracking that begins while the observed object is deallocated, so
    // all stores live until the end.
    let stores = Box([wrapper.wrappedValue])
    for round in 1...200 {
      let recorder = Recorder<Int>()
      let subscription = wrapper.projectedValue.count.sink { recorder.add($0) }
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<4 {
          group.addTask { for step in 0..<5 { wrapper.wrappedValue.count = step * 10 + task } }
          if round % 5 == task {
            group.addTask {
              let store = SharedStore()
              stores.change { $0.append(store) }
              wrapper.wrappedValue = store
            }
          }
        }
      }
      wrapper.wrappedValue.count = round * 1000
      let values = await recorder.values(until: round * 1000)
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 != $1 })
      subscription.cancel()
    }
    withExtendedLifetime(stores) {}
  }
}
