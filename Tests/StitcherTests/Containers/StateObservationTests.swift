import Observation
import Stitcher
import StitcherTestSupport
import StitcherTesting
import Synchronization
import Testing

/// Containers that follow observed state on any thread, and the injected values.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct StateObservationTests {
  /// A number that any thread may read and write.
  final class SharedNumber: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let stored = Atomic(0)

    var value: Int {
      get {
        registrar.access(self, keyPath: \.value)
        return stored.load(ordering: .sequentiallyConsistent)
      }
      set {
        registrar.withMutation(of: self, keyPath: \.value) {
          stored.store(newValue, ordering: .sequentiallyConsistent)
        }
      }
    }

    /// Notifies observers that a change is about to happen.
    func announce() { registrar.willSet(self, keyPath: \.value) }

    /// Makes the change.
    func apply(_ value: Int) {
      stored.store(value, ordering: .sequentiallyConsistent)
      registrar.didSet(self, keyPath: \.value)
    }
  }

  /// A value with the state from which a container was built.
  private struct Shown<Tag>: Equatable { let value: Int }

  /// Returns the value that an injection finds.
  private static func injected<Tag>(_ tag: Tag.Type) throws -> Int {
    try (DependencyGraph.inject() as Shown<Tag>).value
  }

  @Test func anInjectionAfterTheStatementSeesTheState() throws {
    enum Tag {}
    let state = SharedNumber()
    let container = DependencyContainer {
      let value = state.value
      Dependency { Shown<Tag>(value: value) }
    }
    try withActive(container) { () throws in
      for number in 1...1_000 {
        state.value = number
        #expect(try Self.injected(Tag.self) == number)
      }
    }
  }

  @Test func soItIsBesideThreadsThatInjectAllTheTime() throws {
    enum Tag {}
    let state = SharedNumber()
    let container = DependencyContainer {
      let value = state.value
      Dependency { Shown<Tag>(value: value) }
    }
    try withActive(container) { () throws in
      let isOver = Box(false)
      let wrong = runBoundThreads(3) { thread -> Int in
        var wrong = 0
        if thread == 0 {
          for number in 1...2_000 {
            state.value = number
            if (try? Self.injected(Tag.self)) != number { wrong += 1 }
          }
          isOver.value = true
        } else {
          while !isOver.value { if (try? Self.injected(Tag.self)) == nil { wrong += 1 } }
        }
        return wrong
      }
      #expect(wrong == [0, 0, 0])
    }
  }

  @Test func contentsThatAnotherThreadBuiltDuringTheChangeAreBuiltAgain() throws {
    enum Tag {}
    let state = SharedNumber()
    let container = DependencyContainer {
      let value = state.value
      Dependency { Shown<Tag>(value: value) }
    }
    try withActive(container) { () throws in
      for number in 1...50 {
        state.announce()
        let early = runBoundThreads(1) { _ in try? Self.injected(Tag.self) }
        #expect(early == [number - 1], "it has not landed")
        state.apply(number)
        #expect(try Self.injected(Tag.self) == number)
      }
    }
  }

  @Test func eachSpellingFollows() throws {
    struct One: Equatable {}
    final class Kept: Sendable {}
    protocol Service {}
    struct Two: Service {}
    let state = SharedNumber()
    let container = DependencyContainer {
      if state.value > 0 {
        Dependency { Kept() }.scope(.singleton)
        Dependency(named: "following-name") { One() }
        Dependency(for: 4711) { One() }
        Dependency { Two() }.conforms(to: (any Service).self)
        Dependency { (number: Int) in "following \(number)" }
      }
    }
    try withActive(container) { () throws in
      for isOn in [true, false, true] {
        state.value = isOn ? 1 : 0
        #expect((try DependencyGraph.inject() as Kept? != nil) == isOn)
        state.value = isOn ? 0 : 1
        state.value = isOn ? 1 : 0
        #expect(((try? DependencyGraph.inject(byName: "following-name") as One) != nil) == isOn)
        state.value = isOn ? 0 : 1
        state.value = isOn ? 1 : 0
        #expect(((try? DependencyGraph.inject(byValue: 4711) as One) != nil) == isOn)
        state.value = isOn ? 0 : 1
        state.value = isOn ? 1 : 0
        #expect(try (DependencyGraph.inject() as [any Service]).count == (isOn ? 1 : 0))
        state.value = isOn ? 0 : 1
        state.value = isOn ? 1 : 0
        let text = try? DependencyGraph.inject(parameters: 3) as String
        #expect(text == (isOn ? "following 3" : nil))
      }
    }
  }

  @Test func aChangeDuringTheFirstBuildIsNotLost() async throws {
    enum Tag {}
    for _ in 0..<20 {
      let state = SharedNumber()
      let isFirst = Box(true)
      let container = DependencyContainer {
        let value = state.value
        if isFirst.value {
          let _: Void = isFirst.change { $0 = false }
          let _: Void = boundWorker { state.value = 7 }.join()
        }
        Dependency { Shown<Tag>(value: value) }
      }
      // Observation notifies no observer of a change during the tracked closure.
      await container.waitForUpdates()
      try withActive(container) { () throws in #expect(try Self.injected(Tag.self) == 7) }
    }
  }

  @Test func aMergedContainerFollowsBesideThreadsThatInject() throws {
    enum Tag {}
    let state = SharedNumber()
    let inner = DependencyContainer {
      let value = state.value
      Dependency { Shown<Tag>(value: value) }
    }
    let merged = DependencyContainer(merging: DependencyContainer(merging: inner, .empty), .empty)
    try withActive(merged) { () throws in
      let isOver = Box(false)
      let wrong = runBoundThreads(3) { thread -> Int in
        var wrong = 0
        if thread == 0 {
          for number in 1...1_000 {
            state.value = number
            if (try? Self.injected(Tag.self)) != number { wrong += 1 }
          }
          isOver.value = true
        } else {
          while !isOver.value { if (try? Self.injected(Tag.self)) == nil { wrong += 1 } }
        }
        return wrong
      }
      #expect(wrong == [0, 0, 0])
    }
  }

  @Test func aSourceThatFiresBeforeTheChangeIsFollowed() throws {
    enum Tag {}
    let state = Box(0)
    let source = ChangeSource()
    let container = DependencyContainer {
      let value = state.value
      Dependency { Shown<Tag>(value: value) }
    }
    .invalidated(tracking: source)
    try withActive(container) { () throws in
      for number in 1...20 {
        source.fire()
        let early = runBoundThreads(1) { _ in try? Self.injected(Tag.self) }
        #expect(early == [number - 1])
        state.value = number
        #expect(try Self.injected(Tag.self) == number)
      }
    }
  }

  @Test func aRebuildIsDoneNow() throws {
    enum Tag {}
    let state = Box(0)
    let container = DependencyContainer {
      let value = state.value
      Dependency { Shown<Tag>(value: value) }
    }
    try withActive(container) { () throws in
      state.value = 1
      #expect(try Self.injected(Tag.self) == 0, "nobody has told")
      container.rebuild()
      #expect(try Self.injected(Tag.self) == 1)
    }
  }

  @Test func aContainerThatInjectsWhileItIsBuiltSeesWhatWas() throws {
    enum Tag {}
    enum Other {}
    let state = SharedNumber()
    let container = DependencyContainer {
      let value = state.value
      let before = (try? Self.injected(Tag.self)) ?? -1
      Dependency { Shown<Tag>(value: value) }
      Dependency { Shown<Other>(value: before) }
    }
    try withActive(container) { () throws in
      state.value = 1
      #expect(try Self.injected(Tag.self) == 1)
      #expect(try Self.injected(Other.self) <= 1)
    }
  }

  @Test @MainActor func stateOfTheMainActorIsFollowedThere() async throws {
    enum Tag {}
    let session = Session()
    let container = DependencyContainer { @MainActor in
      let value = session.number
      Dependency { Shown<Tag>(value: value) }
    }
    await DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    for number in 1...100 {
      session.number = number
      #expect(try Self.injected(Tag.self) == number)
      session.number = -number
      // Another executor may not build this container.
      let elsewhere = try await Task.detached(
        operation: DependencyGraph.current.bound { try Self.injected(Tag.self) }
      ).value
      #expect(abs(elsewhere) == number)
      await DependencyGraph.waitForUpdates()
      let settled = try await Task.detached(
        operation: DependencyGraph.current.bound { try Self.injected(Tag.self) }
      ).value
      #expect(settled == -number)
    }
  }

  /// An actor with state that a container follows.
  private actor Owner {
    enum Tag {}
    let session = Session()
    private(set) var container: DependencyContainer?

    func start() {
      container = DependencyContainer { [session] in
        let _ = self
        let value = session.number
        Dependency { Shown<Tag>(value: value) }
      }
      if let container { DependencyGraph.activate(container) {} }
    }

    func changeAndInject(_ number: Int) throws -> Int {
      session.number = number
      return try StateObservationTests.injected(Tag.self)
    }

    func stop() { if let container { DependencyGraph.deactivate(container) } }
  }

  @Test func stateOfAnyActorIsFollowedThere() async throws {
    let owner = Owner()
    await owner.start()
    for number in 1...100 { #expect(try await owner.changeAndInject(number) == number) }
    await owner.stop()
  }

  @Test func manyContainersThatFollowOneStateAreOneEvent() async {
    await #expect(processExitsWith: .success) {
      var isAtOnce = false
      slowUpdatesDown()
      repeat {
        let session = Session()
        let containers = (0..<10).map { number in
          DependencyContainer {
            if session.isSignedIn { Dependency(named: "many-\(number)") { number } }
          }
        }
        for container in containers { await DependencyGraph.activate(container) }
        let events = Counter()
        let cancellable = DependencyGraph.graphChangedPublisher.sink { events.count() }
        isAtOnce = wereMadeAtOnce { session.isSignedIn = true }
        let last: Int = try DependencyGraph.inject(byName: "many-9")
        #expect(last == 9)
        await DependencyGraph.waitForUpdates()
        if isAtOnce { #expect(events.value == 1) }
        cancellable.cancel()
        DependencyGraph.deactivateAll()
      } while !isAtOnce
    }
  }

  @Test func waitForUpdatesIncludesTheEvent() async {
    await #expect(processExitsWith: .success) {
      let session = Session()
      let made = Counter()
      let container = DependencyContainer {
        let number = session.number
        Dependency(named: "settled-\(number)") {
          made.count()
          return number
        }
        .scope(.singleton).eagerness(.eager)
      }
      await DependencyGraph.activate(container)
      let events = Counter()
      let cancellable = DependencyGraph.graphChangedPublisher.sink { events.count() }
      for number in 1...20 {
        let before = events.value
        session.number = number
        await container.waitForUpdates()
        // A second event follows if the system interrupted the thread between the changes.
        #expect(events.value > before)
        #expect(made.value == number + 1)
      }
      cancellable.cancel()
    }
  }
}
