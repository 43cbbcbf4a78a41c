import Observation
import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Changes during lookups, builds and activations.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct StateObservationEdgeTests {
  private typealias SharedNumber = StateObservationTests.SharedNumber

  /// A value with the state from which a container was built.
  private struct Shown<Tag>: Equatable { let value: Int }

  /// Returns the value that an injection finds.
  private static func injected<Tag>(_ tag: Tag.Type) throws -> Int {
    try (DependencyGraph.inject() as Shown<Tag>).value
  }

  /// Returns the value that another thread injects.
  private static func injectedElsewhere<Tag>(_ tag: Tag.Type) -> Int? {
    runBoundThreads(1) { _ in try? injected(tag) }[0]
  }

  /// Returns a container with the value of a number, which counts its builds.
  private static func showing<Tag>(
    _ state: SharedNumber, as tag: Tag.Type, builds: Counter = Counter()
  ) -> DependencyContainer {
    DependencyContainer {
      let value = state.value
      let _ = builds.count()
      Dependency { Shown<Tag>(value: value) }
    }
  }

  /// The owner of a property wrapper that activates a container.
  private final class Program {
    @Dependencies var container = DependencyContainer.empty
  }

  /// Expects that a thread sees its own changes, even if it injects several times between the
  /// notification and the change.
  private static func expectToSeeChanges<Tag>(as tag: Tag.Type, after injections: Int) async throws
  {
    let state = SharedNumber()
    let container = showing(state, as: tag)
    await DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    for number in 1...100 {
      var (seen, isAtOnce): (Result<Int, any Error>, Bool) = (.success(0), false)
      repeat {
        state.apply(0)
        // A stale container, or an update during an interruption of the thread, would read the old
        // state.
        await container.waitForUpdates()
        isAtOnce = wereMadeAtOnce {
          state.announce()
          for _ in 0..<injections { _ = try? injected(tag) }
          state.apply(number)
          seen = Result { try injected(tag) }
        }
      } while !isAtOnce
      #expect(try seen.get() == number)
    }
  }

  /// In a separate process: `waitForUpdates()` of another test would run the update before the
  /// change.
  @Test func injectionsInsideTheChangeDoNotHideIt() async {
    await #expect(processExitsWith: .success) {
      enum Tag {}
      for count in [1, 3] { try await Self.expectToSeeChanges(as: Tag.self, after: count) }
    }
  }

  @Test @MainActor func soItIsOnAnActor() async throws {
    enum Tag {}
    let session = Session()
    let container = DependencyContainer { @MainActor in
      let value = session.number
      Dependency { Shown<Tag>(value: value) }
    }
    await DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    for number in 1...100 {
      withObservationTracking {
        _ = session.number
      } onChange: {
        _ = try? Self.injected(Tag.self)
      }
      session.number = number
      #expect(try Self.injected(Tag.self) == number)
      #expect(try Self.injected(Tag.self) == number)
    }
  }

  @Test func settledSeesChangesAfterTheUpdate() async throws {
    enum Tag {}
    let state = SharedNumber()
    let builds = Counter()
    let container = Self.showing(state, as: Tag.self, builds: builds)
    await DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    for number in 1...10 {
      let before = builds.value
      let start = ContinuousClock.now
      // On a thread that never injects.
      let _: Void = boundWorker { state.announce() }.join()
      await eventually { builds.value > before }
      let _: Void = boundWorker { state.apply(number) }.join()
      let isInTime = isBeforeRepetition(start)
      await DependencyGraph.waitForUpdates()
      if isInTime { #expect(Self.injectedElsewhere(Tag.self) == number) }
    }
  }

  @Test func settledWaitsForEveryUpdateWhateverElseChanges() async throws {
    await #expect(processExitsWith: .success) {
      enum Tag {}
      enum Noise {}
      let noise = SharedNumber()
      let noisy = Self.showing(noise, as: Noise.self)
      await DependencyGraph.activate(noisy)
      let isOver = Box(false)
      let neighbor = boundWorker { while !isOver.value { noise.value += 1 } }
      let state = SharedNumber()
      let container = DependencyContainer {
        if state.value.isMultiple(of: 2) { Dependency { Shown<Tag>(value: 0) } }
      }
      await DependencyGraph.activate(container)
      let events = Counter()
      let cancellable = DependencyGraph.graphChangedPublisher.sink { events.count() }
      for number in 1...50 {
        let before = events.value
        state.value = number
        if number.isMultiple(of: 2) {
          await DependencyGraph.waitForUpdates()
        } else {
          await container.waitForUpdates()
        }
        #expect(events.value > before)
      }
      isOver.value = true
      neighbor.join()
      cancellable.cancel()
    }
  }

  @Test func waitForUpdatesOfAContainerIgnoresOtherActors() async {
    enum Tag {}
    enum Other {}
    let state = SharedNumber()
    let session = Session()
    let container = Self.showing(state, as: Tag.self)
    let other = await MainActor.run {
      DependencyContainer { @MainActor in
        let value = session.number
        Dependency { Shown<Other>(value: value) }
      }
    }
    await DependencyGraph.activate(container)
    await DependencyGraph.activate(other)
    await MainActor.run {
      session.number = 1
      // The main actor is busy until the other actor has settled.
      let isSettled = Gate()
      let settle = DependencyGraph.current.bound { @Sendable () async in
        state.value = 1
        await container.waitForUpdates()
        isSettled.open()
      }
      Task.detached { await settle() }
      isSettled.wait()
    }
    #expect(Self.injectedElsewhere(Tag.self) == 1)
    DependencyGraph.deactivate(container)
    DependencyGraph.deactivate(other)
  }

  @Test func aValueThatNeverEqualsItselfBlocksNoOtherThread() throws {
    enum Tag {}
    let state = SharedNumber()
    let last = Counter()
    let container = DependencyContainer {
      let value = state.value
      let _ = last.count()
      Dependency { Shown<Tag>(value: value) }.id(last.value)
      Dependency(for: Double.nan) { value }
    }
    try withActive(container) { () throws in
      for number in 1...20 {
        state.value = number
        #expect(try Self.injected(Tag.self) == number)
      }
    }
  }

  /// A way to activate a container on another thread.
  enum Activation: CaseIterable, Sendable {
    case activating, asynchronous, verified, wrapper

    nonisolated(nonsending) func activate(_ container: DependencyContainer) async throws {
      let graph = DependencyGraph.current
      switch self {
      case .activating: await graph.activate(container)
      case .asynchronous: try await graph.activateAsync(container)
      case .verified: try await graph.activateAsync(container, verifying: true)
      case .wrapper:
        let wrapper = Dependencies(wrappedValue: .empty)
        await wrapper.setContainer(container)
        withExtendedLifetime(wrapper) {}
      }
    }
  }

  @Test(arguments: Activation.allCases, [false, true])
  func changesOfThisThreadApplyToAnActivationOnAnotherThread(
    _ activation: Activation, isOnMainActor: Bool
  ) async throws {
    if isOnMainActor {
      try await Self.checkEagerInstanceOnMainActor(activation)
    } else {
      try await Self.checkEagerInstance(activation)
    }
  }

  @MainActor private static func checkEagerInstanceOnMainActor(_ activation: Activation)
    async throws
  {
    try await checkEagerInstance(activation)
  }

  nonisolated(nonsending) private static func checkEagerInstance(_ activation: Activation)
    async throws
  {
    let state = SharedNumber()
    let made = Log<Int>()
    let container = DependencyContainer {
      let number = state.value
      if number > 0 {
        Dependency(named: "landed-\(number)") {
          made.add(number)
          return number
        }
        .scope(.singleton).eagerness(.eager)
      }
    }
    let other = DependencyGraph.current.isolated()
    state.announce()
    // Another thread builds the container before the change is made.
    _ = runThreads(1) { _ in
      other.activate(container)
      other.deactivate(container)
    }
    state.apply(1)
    try await activation.activate(container)
    #expect(made.entries == [1])
  }

  @Test func aStaleContainerIsBuiltBeforeItsActivation() async {
    await #expect(processExitsWith: .success) {
      let state = SharedNumber()
      let made = Log<Int>()
      let container = DependencyContainer {
        let number = state.value
        if number > 0 {
          Dependency(named: "due-\(number)") {
            made.add(number)
            return number
          }
          .scope(.singleton).eagerness(.eager)
        }
      }
      state.value = 1
      DependencyGraph.activate(container) {}
      #expect(made.entries == [1])
      DependencyGraph.deactivate(container)
      state.value = 2
      await DependencyGraph.activate(container)
      #expect(made.entries == [1, 2])
      state.value = 3
      DependencyGraph.validate { #expect($0.matches { $0.isLocatedBy(name: "due-3") }.count == 1) }
      DependencyGraph.deactivate(container)
      state.value = 4
      let program = Program()
      program.container = container
      #expect(made.entries.last == 4)
    }
  }

  @Test func anElementThatComesBeforeTheStateIsFollowed() async {
    enum Tag {}
    let state = Box(0)
    let builds = Counter()
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let container = DependencyContainer {
      let value = state.value
      let _ = builds.count()
      Dependency { Shown<Tag>(value: value) }
    }
    .invalidated(tracking: stream)
    await DependencyGraph.activate(container)
    var found = 0
    while found < 3 {
      let before = builds.value
      let start = ContinuousClock.now
      continuation.yield()
      await eventually { builds.value > before }
      let number = state.value + 1
      state.value = number
      guard isBeforeRepetition(start) else { continue }
      await eventually { Self.injectedElsewhere(Tag.self) == number }
      found += 1
    }
    DependencyGraph.deactivate(container)
  }

  @Test func aMergedContainerFollowsASourceOfItsOwn() throws {
    enum Tag {}
    let state = Box(0)
    let source = ChangeSource()
    let part = DependencyContainer {
      let value = state.value
      Dependency { Shown<Tag>(value: value) }
    }
    let merged = DependencyContainer(merging: part, .empty).invalidated(tracking: source)
    try withActive(merged) { () throws in
      state.value = 1
      source.fire()
      #expect(try Self.injected(Tag.self) == 1)
      state.value = 2
      merged.rebuild()
      #expect(try Self.injected(Tag.self) == 2)
    }
  }
}
