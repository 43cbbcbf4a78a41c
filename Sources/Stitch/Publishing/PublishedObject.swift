internal import StitcherEngine

#if canImport(Combine) || OpenCombine
  /// Follows the dependency of a published property, where that is an observable object of
  /// the publisher library.
  final class PublishedObject: Sendable {
    /// The object that is registered now, and who hears of its changes.
    private let state = Lock(State())

    /// What is followed, and who is told.
    private struct State: @unchecked Sendable {
      // Safe: it is only touched under the lock, and the subscription is cancelled once.

      /// Is told of changes.
      var tracker: WeakBox<StateTracker>?

      /// How many registrations there were.
      var registrations = 0

      /// The publisher of the object. It is kept, so that no other one can have its address.
      var publisher: ObservableObjectPublisher?

      /// Hears of the changes of the object; ends when another one is registered.
      var subscription: AnyCancellable?
    }

    /// Tells a tracker of changes from now on.
    func follow(with tracker: StateTracker) {
      state.withLock { $0.tracker = tracker.reference }
    }

    /// How many registrations there were.
    var registrations: Int { state.withLock { $0.registrations } }

    /// Notes that something was registered.
    func countRegistration() { state.withLock { $0.registrations += 1 } }

    /// Follows a dependency instead of the one before, if it is another one.
    func follow<Dependency>(_ dependency: Dependency) {
      let publisher = (dependency as? any AnyObservableObject)?.objectWillChange
      let (tracker, isSame) = state.withLock { ($0.tracker, $0.publisher === publisher) }
      guard !isSame, let tracker else { return }
      let subscription = publisher?.sink { _ in tracker.object?.lookAgain() }
      replace(publisher, subscription, tracker: tracker)
    }

    /// Follows nothing any more.
    func stop() { replace(nil, nil, tracker: nil) }

    /// Takes a subscription in the place of the one that is there.
    private func replace(
      _ publisher: ObservableObjectPublisher?, _ subscription: AnyCancellable?,
      tracker: WeakBox<StateTracker>?
    ) {
      let new = State(tracker: tracker, publisher: publisher, subscription: subscription)
      let last = state.withLock { state in
        // Who has stopped stays so.
        guard state.tracker != nil else { return new }
        let last = state
        state = new
        state.registrations = last.registrations
        return last
      }
      last.subscription?.cancel()
    }
  }
#else
  /// Would follow an observable object of a publisher library. There is none.
  struct PublishedObject {
    /// Does nothing.
    func follow(with tracker: StateTracker) {}

    /// Nobody counts.
    var registrations: Int { 0 }

    /// Does nothing.
    func countRegistration() {}

    /// Does nothing.
    func follow<Dependency>(_ dependency: Dependency) {}

    /// Does nothing.
    func stop() {}
  }
#endif
