import Stitcher
import Testing

/// Observed state and events of the main actor.
@Suite(.timeLimit(.minutes(1))) struct ObservationTests {
  /// Makes a change, and returns after an event at which a condition holds.
  private func afterChange(_ change: () -> Void, until condition: () -> Bool) async {
    var events = DependencyGraph.graphChangedPublisher.makeAsyncIterator()
    change()
    while !condition() { _ = await events.next() }
  }

  @Test func aContainerReadsTheMainActorsState() async throws {
    final class Mailbox {}
    let session = Session()
    final class Owner {
      @Dependencies var container: DependencyContainer
      init(_ session: Session) {
        container = DependencyContainer {
          if session.isSignedIn {
            Dependency { MainActor.assumeIsolated { Mailbox() } }
          }
        }
      }
    }
    let owner = Owner(session)
    #expect(try DependencyGraph.inject() as Mailbox? == nil)
    await afterChange {
      session.isSignedIn = true
    } until: {
      (try? DependencyGraph.inject() as Mailbox?) != nil
    }
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
      builds.number == 2
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
      let container = DependencyContainer {
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
      Owner.builds.number == 2
    }
  }

  @Test func aScopeEndsWithTheMainActorsState() throws {
    struct Box: Equatable {
      let cache = Cache()
      static func == (one: Box, other: Box) -> Bool { one.cache === other.cache }
    }
    let session = Session()
    let container = DependencyContainer {
      Dependency { MainActor.assumeIsolated { Box() } }.scope(.managed(by: { session.number }))
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
    await Task.detached { DependencyGraph.deactivateNothing() }.value
    while owner.events == events { await Task.yield() }
  }

  /// Counts how often a container was built.
  final class Builds {
    var number = 0
    func count() { number += 1 }
  }

  /// Activates a container from code that is not asynchronous.
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
