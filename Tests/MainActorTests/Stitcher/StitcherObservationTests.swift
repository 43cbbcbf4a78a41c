import Observation
import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Observed state and events of the main actor.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct StitcherObservationTests {
  /// Makes a change, and returns after an event at which a condition holds.
  private func afterChange(_ change: () -> Void, until condition: () -> Bool) async {
    var events = DependencyGraph.graphChangedPublisher.values.makeAsyncIterator()
    change()
    while !condition() { _ = await events.next() }
  }

  @Test func aContainerReadsTheMainActorsState() throws {
    final class Mailbox {}
    let session = Session()
    final class Owner {
      @Dependencies var container: DependencyContainer
      init(_ session: Session) {
        container = DependencyContainer {
          let _: Void = MainActor.assertIsolated("it is rebuilt there, too")
          if session.isSignedIn {
            Dependency { @MainActor in Mailbox() }
          }
        }
      }
    }
    let owner = Owner(session)
    #expect(try DependencyGraph.inject() as Mailbox? == nil)
    session.isSignedIn = true
    #expect(try DependencyGraph.inject() as Mailbox? != nil)
    withExtendedLifetime(owner) {}
  }

  @Test func aContainerTracksOtherStateOfTheMainActor() async throws {
    let session = Session()
    let builds = Builds()
    let container = DependencyContainer {
      let _: Void = builds.count()
    }
    .invalidated(tracking: { session.number })
    await DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    #expect(builds.number == 1)
    await afterChange {
      session.number = 1
    } until: {
      builds.number >= 2
    }
    await afterChange {
      session.number = 2
    } until: {
      builds.number >= 3
    }
  }

  @Test func aPropertyTracksStateOfTheMainActor() async throws {
    final class Owner {
      static let session = Session()
      static let builds = Builds()
      let container = DependencyContainer { @MainActor in
        let _: Void = builds.count()
      }
      .invalidated(tracking: { @MainActor in session.number })
    }
    let owner = Owner()
    await DependencyGraph.activate(owner.container)
    defer { DependencyGraph.deactivate(owner.container) }
    await afterChange {
      Owner.session.number = 1
    } until: {
      Owner.builds.number >= 2
    }
  }

  @Test func aScopeEndsWithTheMainActorsState() throws {
    struct Box: Equatable {
      let cache = Cache()
      static func == (one: Box, other: Box) -> Bool { one.cache === other.cache }
    }
    let session = Session()
    let container = DependencyContainer {
      Dependency { @MainActor in Box() }.scope(.managed(by: { session.number }))
    }
    activate(container)
    defer { DependencyGraph.deactivate(container) }
    let first: Box = try DependencyGraph.inject()
    let second: Box = try DependencyGraph.inject()
    #expect(second == first)
    session.number += 1
    let third: Box = try DependencyGraph.inject()
    #expect(third != first)
    session.number += 1
    let fourth: Box = try DependencyGraph.inject()
    #expect(fourth != third)
  }

  /// State that changes in two steps, notification and change, with time between them.
  final class Slow: Observable {
    private let registrar = ObservationRegistrar()
    private var stored = 0

    var value: Int {
      registrar.access(self, keyPath: \.value)
      return stored
    }

    /// Notifies observers that a change is about to happen.
    func announce() { registrar.willSet(self, keyPath: \.value) }

    /// Makes the change.
    func apply(_ value: Int) {
      stored = value
      registrar.didSet(self, keyPath: \.value)
    }
  }

  nonisolated final class Mailbox: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  nonisolated final class RemoteMailbox: Sendable {}

  nonisolated final class FlagMailbox: Sendable {}

  nonisolated final class EarlyMailbox: Sendable {}

  @Test func anInstanceThatIsCreatedDuringAChangeEndsWithTheNextChange() throws {
    let state = Slow()
    let container = DependencyContainer {
      Dependency { @MainActor in Mailbox(state.value) }
        .scope(.managed(by: { state.value }))
    }
    activate(container)
    defer { DependencyGraph.deactivate(container) }
    let first: Mailbox = try DependencyGraph.inject()
    state.announce()
    let second: Mailbox = try DependencyGraph.inject()
    #expect(second !== first && second.number == 0)
    state.apply(1)
    state.announce()
    state.apply(2)
    #expect((try DependencyGraph.inject() as Mailbox).number == 2)
  }

  @Test func aScopeWhoseFirstInstanceIsMadeElsewhereFollowsTheMainActorsState() async throws {
    let session = Session()
    let reads = Builds()
    let container = DependencyContainer {
      Dependency { RemoteMailbox() }
        .scope(
          .managed(by: {
            MainActor.assertIsolated()
            reads.count()
            return session.number
          }))
    }
    activate(container)
    defer { DependencyGraph.deactivate(container) }
    #expect(reads.number == 0)
    let inject = DependencyGraph.current.bound { try DependencyGraph.inject() as RemoteMailbox }
    let first = try await Task.detached { try inject() }.value
    while reads.number == 0 { await Task.yield() }
    let second: RemoteMailbox = try DependencyGraph.inject()
    #expect(second !== first, "the state may have changed before it was read")
    #expect(try DependencyGraph.inject() as RemoteMailbox === second, "nothing has changed")
    session.number += 1
    let third: RemoteMailbox = try DependencyGraph.inject()
    #expect(third !== second)
    #expect(reads.number >= 2, "the next change is listened to at once")
    session.number += 1
    let fourth = try await Task.detached { try inject() }.value
    #expect(fourth !== third)
  }

  @Test func aChangeBeforeTheFirstReadEndsWhatWasMadeElsewhere() throws {
    let session = Session()
    let reads = Builds()
    let container = DependencyContainer {
      Dependency { EarlyMailbox() }
        .scope(
          .managed(by: {
            MainActor.assertIsolated()
            reads.count()
            return session.number
          }))
    }
    activate(container)
    defer { DependencyGraph.deactivate(container) }
    let inject = DependencyGraph.current.bound { try DependencyGraph.inject() as EarlyMailbox }
    // The main actor waits for the threads, so it cannot read the state meanwhile.
    let first = try onThread(inject)
    #expect(try onThread(inject) === first, "what is made is kept")
    #expect(reads.number == 0)
    session.number += 1
    let second: EarlyMailbox = try DependencyGraph.inject()
    #expect(second !== first)
    #expect(reads.number == 1, "whoever runs on the actor reads the state")
    #expect(try onThread(inject) === second)
    session.number += 1
    #expect(
      try onThread(inject) !== second, "the statement that changes the state ends what was made")
  }

  @Test func aChildFindsNothingThatWasMadeBeforeTheFirstRead() throws {
    let session = Session()
    let container = DependencyContainer {
      Dependency { EarlyMailbox() }.scope(.managed(by: { session.number }))
    }
    activate(container)
    defer { DependencyGraph.deactivate(container) }
    let child = DependencyGraph.current.child()
    let inject = DependencyGraph.current.bound { try child.inject() as EarlyMailbox }
    let first = try onThread(inject)
    session.number += 1
    #expect(try child.inject() as EarlyMailbox !== first)
  }

  /// Returns the result of a closure on another thread, for which the main actor waits.
  private func onThread(
    _ inject: @escaping @Sendable () throws -> EarlyMailbox
  ) throws -> EarlyMailbox {
    try Worker { Result { try inject() } }.join().get()
  }

  @Test func stateThatIsNotReadAnyMoreEndsNothing() async throws {
    let session = Session()
    let other = Session()
    let reads = Builds()
    let container = DependencyContainer {
      Dependency { FlagMailbox() }
        .scope(
          .managed(by: {
            reads.count()
            return session.isSignedIn ? 0 : other.number
          }))
    }
    activate(container)
    defer { DependencyGraph.deactivate(container) }
    let _: FlagMailbox = try DependencyGraph.inject()
    session.isSignedIn = true
    #expect(reads.number == 2)
    // The third read follows the change; it ends when the main actor is free.
    while reads.number == 2 { await Task.yield() }
    let mailbox: FlagMailbox = try DependencyGraph.inject()
    other.number += 1
    #expect(try DependencyGraph.inject() as FlagMailbox === mailbox)
  }

  // The publisher of a library calls its closure on the changing thread.
  #if !(canImport(Combine) || OpenCombine)
    @Test func anEventThatIsOnItsWayIsNotDeliveredAfterTheEnd() async {
      final class Owner {
        var events = 0
        func follow() -> ChangeCancellable {
          DependencyGraph.graphChangedPublisher.sink { [weak self] in self?.events += 1 }
        }
      }
      let one = Owner()
      let other = Owner()
      let cancelled = one.follow()
      let kept = other.follow()
      // A task would have to wait for the threads of the pool.
      let sendEvent = DependencyGraph.current.bound { DependencyGraph.deactivateNothing() }
      runThreads(1) { _ in sendEvent() }
      let before = one.events
      cancelled.cancel()
      while other.events <= before { await Task.yield() }
      #expect(one.events == before)
      kept.cancel()
    }

    @Test func aSubscriberOfTheMainActorIsCalledThere() async {
      final class Owner {
        var events = 0
        var cancellable: ChangeCancellable?
        func follow() {
          cancellable = DependencyGraph.graphChangedPublisher.sink { [weak self] in
            MainActor.assertIsolated()
            self?.events += 1
          }
        }
      }
      let owner = Owner()
      owner.follow()
      let container = DependencyContainer()
      activate(container)
      #expect(owner.events >= 1, "an event on the main thread is delivered at once")
      owner.cancellable?.cancel()
      let events = owner.events
      DependencyGraph.deactivate(container)
      #expect(owner.events == events)

      owner.follow()
      let sendEvent = DependencyGraph.current.bound { DependencyGraph.deactivateNothing() }
      await Task.detached { sendEvent() }.value
      while owner.events == events { await Task.yield() }
    }
  #endif

  /// A counter of a container's builds.
  final class Builds {
    var number = 0
    func count() { number += 1 }
  }

  /// Activates a container synchronously.
  private func activate(_ container: DependencyContainer) { DependencyGraph.activate(container) }
}

extension DependencyGraph {
  /// Sends an event from the calling thread.
  nonisolated fileprivate static func deactivateNothing() {
    let container = DependencyContainer()
    activate(container)
    deactivate(container)
  }
}
