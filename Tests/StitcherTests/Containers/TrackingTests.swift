import Observation
import Stitcher
import StitcherTesting
import Synchronization
import Testing

import class StitcherTestSupport.Gate
import class StitcherTestSupport.Worker
import func StitcherTestSupport.fatalErrors

/// The times at which a container is rebuilt, and the instances that end with a rebuild.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct TrackingTests {
  /// State that changes in two steps, notification and change, with time between them.
  final class Slow: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let stored = Atomic(0)

    var value: Int {
      registrar.access(self, keyPath: \.value)
      return stored.load(ordering: .sequentiallyConsistent)
    }

    /// Notifies observers that a change is about to happen.
    func announce() { registrar.willSet(self, keyPath: \.value) }

    /// Makes the change.
    func apply(_ value: Int) {
      stored.store(value, ordering: .sequentiallyConsistent)
      registrar.didSet(self, keyPath: \.value)
    }
  }

  @Test func aChangeThatIsMadeAfterTheRebuildIsFound() async throws {
    struct Item {}
    var isInTime = false
    repeat {
      let state = Slow()
      let builds = Counter()
      let container = DependencyContainer {
        let value = state.value
        let _: Void = builds.count()
        if value > 0 { Item() }
      }
      let before = builds.value
      let start = ContinuousClock.now
      state.announce()
      await eventually { builds.value > before }
      #expect(container.registrar.isEmpty)
      state.apply(1)
      isInTime = isBeforeRepetition(start)
      if isInTime { await eventually { container.registrar.count == 1 } }
    } while !isInTime
  }

  /// A lookup in any graph builds the container with the container's own graph as the current one.
  @Test(arguments: [true, false])
  func aClosureRunsInTheGraphOfItsContainer(isElsewhere: Bool) async throws {
    struct Item {}
    let session = Session()
    let names = Record<String?>()
    let home = DependencyGraph.current.isolated(named: "home")
    let container = home.run {
      DependencyContainer {
        let _: Void = names.append(DependencyGraph.current.name)
        if session.isSignedIn { Item() }
      }
    }
    let other =
      isElsewhere
      ? DependencyGraph.current.isolated(named: "other") : home.child(named: "request")
    await other.activate(container)
    try other.run {
      session.isSignedIn = true
      let _: Item = try DependencyGraph.inject()
    }
    await container.waitForUpdates()
    #expect(Set(names.elements) == ["home"])
  }

  /// The current child graph is not used either if the container belongs to the process.
  @Test func aClosureOfTheProcessRunsThere() async {
    await #expect(processExitsWith: .success) {
      struct Item {}
      let session = Session()
      let names = Record<String?>()
      let container = DependencyContainer {
        let _: Void = names.append(DependencyGraph.current.name)
        if session.isSignedIn { Item() }
      }
      await DependencyGraph.activate(container)
      let request = DependencyGraph.process.child(named: "request")
      request.run {
        session.isSignedIn = true
        precondition((try? DependencyGraph.inject() as Item) != nil)
      }
      await container.waitForUpdates()
      precondition(Set(names.elements) == [DependencyGraph.process.name])
    }
  }

  /// The state changes after the update has read it and before the update installs the contents.
  @Test func aChangeThatIsMadeDuringItsUpdateIsObserved() async {
    struct Item {}
    let state = Slow()
    let reads = Counter()
    let (isRead, mayGoOn) = (Gate(), Gate())
    let pause: @Sendable () -> Void = {
      isRead.open()
      mayGoOn.wait()
    }
    let container = DependencyContainer {
      let value = state.value
      let _: Void = reads.count()
      // The first build makes the first read, the update the second one.
      if reads.value == 2 { let _: Void = pause() }
      if value > 0 { Item() }
    }
    let graph = DependencyGraph.current
    Worker {
      state.announce()
      isRead.wait()
      state.apply(1)
      // The thread injects in a graph in which the container is not active.
      _ = try? graph.inject() as Item
      mayGoOn.open()
    }
    .join()
    await container.waitForUpdates()
    #expect(container.registrar.count == 1)
  }

  @Test func aChangeDuringARebuildLeadsToAnother() async {
    let source = ChangeSource()
    let builds = Counter()
    let container = DependencyContainer {
      let _: Void = builds.count()
      if builds.value == 2 { let _: Void = source.fire() }
    }
    .invalidated(tracking: source)
    source.fire()
    await eventually { builds.value >= 3 }
    withExtendedLifetime(container) {}
  }

  @Test func aRepetitionThatChangesNothingSendsNoEvent() async {
    await #expect(processExitsWith: .success) {
      let session = Session()
      let builds = Counter()
      let container = DependencyContainer {
        let _ = session.number
        let _: Void = builds.count()
        Thing()
      }
      await DependencyGraph.activate(container)
      let events = Counter()
      let cancellable = DependencyGraph.graphChangedPublisher.sink { events.count() }
      let before = builds.value
      session.number = 1
      await DependencyGraph.waitForUpdates()
      // Two builds: the update and its repetition.
      #expect(builds.value >= before + 2)
      #expect(events.value == 1)
      cancellable.cancel()
    }
  }

  @Test func aBurstLeavesNoRebuildsBehind() async {
    // In a separate process: injections of other tests would build the stale container.
    await #expect(processExitsWith: .success) {
      let source = ChangeSource()
      let builds = Counter()
      let container = DependencyContainer { let _: Void = builds.count() }
        .invalidated(tracking: source)
      slowUpdatesDown()
      try await withActive(container) {
        await afterChange {
          for _ in 1...100 { source.fire() }
        } until: {
          builds.value >= 2
        }
        let before = builds.value
        await afterChange {
          source.fire()
        } until: {
          builds.value > before
        }
        #expect(builds.value < 50)
      }
    }
  }

  @Test func eagerInstancesAreThereAtTheEventOfARebuild() async {
    await #expect(processExitsWith: .success) {
      let session = Session()
      let made = Counter()
      let seen = Record<Int>()
      let container = DependencyContainer {
        if session.isSignedIn {
          Dependency {
            made.count()
            return Thing()
          }
          .scope(.singleton).eagerness(.eager)
        }
      }
      await DependencyGraph.activate(container)
      let cancellable = DependencyGraph.graphChangedPublisher.sink {
        if !container.registrar.isEmpty { seen.append(made.value) }
      }
      await afterChange {
        session.isSignedIn = true
      } until: {
        !seen.elements.isEmpty
      }
      #expect(seen.elements.first == 1)
      cancellable.cancel()
    }
  }

  @Test func aContainerThatTracksASequenceIsReleasedAndEndsTheIteration() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let ended = Counter()
    continuation.onTermination = { _ in ended.count() }
    weak var released: DependencyContainer?
    do {
      let container = DependencyContainer { Thing() }.invalidated(tracking: stream)
      released = container
      #expect(released != nil)
    }
    #expect(released == nil)
    await eventually { ended.value == 1 }
  }

  @Test func stateIsNotReadAfterItsContainerIsDeallocated() {
    let session = Session()
    let reads = Counter()
    do {
      let container = DependencyContainer { Thing() }
        .invalidated(tracking: {
          reads.count()
          return session.number
        })
      session.number += 1
      withExtendedLifetime(container) { #expect(reads.value >= 2) }
    }
    let before = reads.value
    for _ in 1...10 { session.number += 1 }
    #expect(reads.value <= before + 1, "a read that was under way may have ended")
  }

  /// Creates a container of the main actor on another thread.
  @inline(never) static func createElsewhere() async {
    await Task.detached { _ = DependencyContainer { @MainActor in Thing() } }.value
  }

  @Test func aContainerOfAnActorThatIsCreatedElsewhereStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await TrackingTests.createElsewhere()
    }
    #expect(
      fatalErrors(in: result?.standardErrorContent)
        == ["Create a container on the actor on which its closure is written."])
  }

  @globalActor actor Other { static let shared = Other() }

  /// Creates a container of a custom actor on another thread.
  @inline(never) static func createElsewhereForOther() async {
    await Task.detached { _ = DependencyContainer { @Other in Thing() } }.value
  }

  @Test func aContainerOfAnyActorThatIsCreatedElsewhereStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await TrackingTests.createElsewhereForOther()
    }
    // On some systems, the message of the Swift runtime replaces that of Stitcher.
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let lines = output.split(separator: "\n")
    #expect(
      lines.contains(
        "Incorrect actor executor assumption; expected 'StitcherTests.TrackingTests.Other' executor."
      )
        || fatalErrors(in: result?.standardErrorContent).contains {
          $0.hasSuffix("Create a container on the actor on which its closure is written.")
        }, "\(output)")
  }

  /// A switch that a container reads, without observation.
  final class Switch: Sendable {
    let isOn = Atomic(false)
    let changed = ChangeSource()

    /// Turns the switch on; returns whether it was off.
    func turnOn() -> Bool {
      if isOn.exchange(true, ordering: .sequentiallyConsistent) { return false }
      changed.fire()
      return true
    }

    /// Returns a container that registers a thing while the switch is on, and that any thread may
    /// build.
    nonisolated func container() -> DependencyContainer {
      DependencyContainer { if self.isOn.load(ordering: .sequentiallyConsistent) { Thing() } }
        .invalidated(tracking: changed)
    }
  }

  @Test @MainActor func aMergedContainerIsBuiltWithAllPartsThatItsReaderMayBuild() async throws {
    let state = Switch()
    let bound = DependencyContainer { @MainActor in
      if state.isOn.load(ordering: .sequentiallyConsistent) { DependencyContainer() }
    }
    .invalidated(tracking: state.changed)
    let free = state.container()
    let merged = DependencyContainer(merging: free, bound)
    let counts = Record<Int>()
    let cancellable = DependencyGraph.graphChangedPublisher.sink { @Sendable in
      counts.append(merged.registrar.count)
    }
    DependencyGraph.activate(merged) {}
    #expect(merged.registrar.isEmpty)
    #expect(state.turnOn())
    // Another thread may have built the unisolated container, which does not wait for the main
    // actor.
    let _: DependencyContainer = try DependencyGraph.inject()
    #expect(merged.registrar.count == 2)
    await merged.waitForUpdates()
    #expect(counts.elements.last == 2)
    DependencyGraph.deactivate(merged)
    cancellable.cancel()
  }

  /// A value with a comparison that runs a closure of the test.
  struct Key: Hashable {
    let compare: @Sendable () -> Void
    static func == (one: Key, other: Key) -> Bool {
      one.compare()
      return true
    }
    func hash(into hasher: inout Hasher) {}
  }

  @Test @MainActor func aChangeDuringTheFirstBuildIsNotLost() async {
    let state = Switch()
    let child = state.container()
    let witness = DependencyContainer(merging: [child])
    let compare: @Sendable () -> Void = {
      // The merge compares the registrations: the child changes at that moment.
      if state.turnOn() { while witness.registrar.isEmpty {} }
    }
    let key = Key(compare: compare)
    let one = DependencyContainer { Dependency(for: key) { 1 } }
    let other = DependencyContainer { Dependency(for: key) { 2 } }
    let merged = DependencyContainer(merging: child, one, other)
    while merged.registrar.count < 2 { await Task.yield() }
  }
}
