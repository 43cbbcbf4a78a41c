#if canImport(Combine) || OpenCombine
  import Stitcher
  import StitcherEngine
  import StitcherTesting
  import StitcherTestSupport
  import Testing

  /// A model of the publisher library.
  @MainActor private final class Model: ObservableObject {
    @Published var isLoggedIn = false
    @Published var number = 0
  }

  /// A dependency in a container.
  private final class Thing: Sendable {}

  /// Another dependency.
  private final class Extra: Sendable {}

  /// Containers that follow publishers and observable objects. Each test runs in a separate
  /// process.
  @Suite(.timeLimit(.minutes(20)), .dependencies()) struct TrackedPublisherTests {
    /// Waits for the next event of the graph at which a condition holds.
    private static func afterChange(
      _ change: () -> Void, until condition: () -> Bool,
      isolation: isolated (any Actor)? = #isolation
    ) async {
      var events = DependencyGraph.graphChangedPublisher.values.makeAsyncIterator()
      change()
      while !condition() {
        guard await events.next(isolation: isolation) != nil else { return }
      }
    }

    @Test func aContainerFollowsAnObservableObject() async {
      await #expect(processExitsWith: .success) { @MainActor in
        let model = Model()
        let container = DependencyContainer {
          if model.isLoggedIn { Thing() }
        }
        #expect(container.invalidated(tracking: model) === container)
        await DependencyGraph.activate(container)
        let events = Counter()
        let subscription = DependencyGraph.graphChangedPublisher.sink { events.increment() }
        model.isLoggedIn = true
        let thing: Thing? = try? DependencyGraph.inject()
        #expect(thing != nil, "it is there when the statement has returned")
        await DependencyGraph.waitForUpdates()
        #expect(events.value == 1, "a change is one event")
        for number in 1...10 { model.number = number }
        model.isLoggedIn = false
        let noThing: Thing? = try? DependencyGraph.inject()
        #expect(noThing == nil)
        await DependencyGraph.waitForUpdates()
        #expect(events.value == 2, "a burst is one event")
        subscription.cancel()
      }
    }

    @Test func aContainerFollowsAnyPublisher() async {
      await #expect(processExitsWith: .success) {
        let first = PassthroughSubject<Int, Never>()
        let second = PassthroughSubject<String, Never>()
        let builds = Counter()
        let container = DependencyContainer {
          let _ = builds.increment()
          Dependency { Thing() }.scope(.singleton)
        }
        .invalidated(tracking: first.filter { $0 > 1 })
        await DependencyGraph.activate(container)
        container.invalidated(tracking: second)
        let thing: Thing = try DependencyGraph.inject()
        first.send(1)
        for change in [{ first.send(2) }, { second.send("") }] {
          let before = builds.value
          await Self.afterChange(change, until: { builds.value > before })
        }
        #expect(try DependencyGraph.inject() as Thing === thing, "an equal one keeps its instance")
        first.send(completion: .finished)
        let before = builds.value
        await Self.afterChange({ second.send("") }, until: { builds.value > before })
      }
    }

    @Test func whatAPublisherReplaysIsNoChange() async {
      await #expect(processExitsWith: .success) { @MainActor in
        let subject = CurrentValueSubject<Int, Never>(1)
        let model = Model()
        let builds = Counter()
        let container = DependencyContainer {
          let _ = builds.increment()
          Thing()
        }
        .invalidated(tracking: subject).invalidated(tracking: model.$number)
        .invalidated(tracking: [1, 2].publisher)
        await DependencyGraph.activate(container)
        #expect(builds.value == 1)
        await Self.afterChange({ subject.send(2) }, until: { builds.value > 1 })
        let before = builds.value
        await Self.afterChange({ model.number = 2 }, until: { builds.value > before })
      }
    }

    @Test func aSubscriptionEndsWithItsContainer() async {
      await #expect(processExitsWith: .success) { @MainActor in
        let ends = Counter()
        let subject = PassthroughSubject<Void, Never>()
        weak var weakModel: Model?
        do {
          let model = Model()
          weakModel = model
          let container = DependencyContainer { Thing() }
            .invalidated(tracking: subject.handleEvents(receiveCancel: { ends.increment() }))
            .invalidated(tracking: model)
          await DependencyGraph.activate(container)
          subject.send()
          DependencyGraph.deactivate(container)
        }
        // A running rebuild may hold the container for a moment.
        await eventually { ends.value == 1 && weakModel == nil }
        subject.send()
      }
    }

    @Test func aManagedInstanceIsForgottenWhileThePublisherSends() async {
      await #expect(processExitsWith: .success) {
        // Safe: the subject may be used on any thread.
        nonisolated(unsafe) let principal = CurrentValueSubject<String, Never>("Ada")
        let events = Counter()
        await DependencyGraph.activate(
          DependencyContainer { Dependency { Thing() }.scope(.managed(by: principal)) })
        let subscription = DependencyGraph.graphChangedPublisher.sink { events.increment() }
        let first: Thing = try DependencyGraph.inject()
        #expect(try DependencyGraph.inject() as Thing === first, "the replay ended nothing")
        principal.send("Grace")
        let second: Thing = try DependencyGraph.inject()
        #expect(second !== first)
        #expect(try DependencyGraph.inject() as Thing === second)
        principal.send(completion: .finished)
        #expect(try DependencyGraph.inject() as Thing === second, "the end ends nothing")
        #expect(events.value == 0)
        subscription.cancel()
      }
    }

    @Test func aManagedInstanceIsReleasedWithItsSubscription() async {
      await #expect(processExitsWith: .success) {
        let subject = PassthroughSubject<Void, Never>()
        let begun = Counter()
        let ended = Counter()
        // Safe: the publisher's only state is the subject, which may be used on any thread.
        nonisolated(unsafe) let publisher = subject.handleEvents(
          receiveSubscription: { _ in begun.increment() }, receiveCancel: { ended.increment() })
        let container = DependencyContainer {
          Dependency { Thing() }.scope(.managed(by: publisher))
        }
        await DependencyGraph.activate(container)
        #expect(begun.value == 0, "nothing is followed before there is an instance")
        weak var thing: Thing?
        thing = try DependencyGraph.inject() as Thing
        #expect(thing != nil)
        #expect(begun.value == 1 && ended.value == 0)
        subject.send()
        #expect(thing == nil)
        #expect(ended.value == 1)
        thing = try DependencyGraph.inject() as Thing
        DependencyGraph.deactivate(container)
        #expect(thing == nil)
        #expect(begun.value == 2 && ended.value == 2)
      }
    }

    @Test func theLibrarysCancellableIsAReceipt() async {
      await #expect(processExitsWith: .success) {
        final class Scope: ManagedDependencyScopeProviding {
          let subject = PassthroughSubject<Void, Never>()
          func onScopeInvalidated(
            perform action: @Sendable @escaping () -> Void
          ) -> any ManagedDependencyScopeReceipt {
            subject.sink { action() }
          }
        }
        // Safe: the scope's only state is the subject, which may be used on any thread.
        nonisolated(unsafe) let scope = Scope()
        await DependencyGraph.activate(
          DependencyContainer { Dependency { Thing() }.scope(.managed(scope)) })
        let first: Thing = try DependencyGraph.inject()
        #expect(try DependencyGraph.inject() as Thing === first)
        scope.subject.send()
        #expect(try DependencyGraph.inject() as Thing !== first)
      }
    }

    @Test func theGraphsOwnPublisherMayBeFollowed() async {
      await #expect(processExitsWith: .success) {
        await DependencyGraph.activate(
          DependencyContainer {
            Dependency { Thing() }.scope(.managed(by: DependencyGraph.graphChangedPublisher))
          })
        let first: Thing = try DependencyGraph.inject()
        #expect(try DependencyGraph.inject() as Thing === first)
        await DependencyGraph.activate(DependencyContainer { Extra() })
        #expect(try DependencyGraph.inject() as Thing !== first)
      }
    }
  }
#endif
