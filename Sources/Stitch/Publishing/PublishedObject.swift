internal import StitcherEngine

#if canImport(Combine) || OpenCombine
  /// The subscription of a published property to its dependency, if that is an observable object.
  final class PublishedObject: Sendable {
    /// The observed object and its subscription.
    private let state = Lock(State())

    /// The observed object, its subscription, and the notified tracker.
    private struct State: @unchecked Sendable {
      // Safe: the lock protects the state, and the subscription is cancelled once.

      /// The tracker that is notified of changes; `nil` before and after the observation.
      var tracker: WeakBox<StateTracker>?

      /// The number of registrations of the dependency so far.
      var registrations = 0

      /// The publisher of the object. It is retained, so that no other publisher can have its
      /// address.
      var publisher: ObservableObjectPublisher?

      /// The subscription to the object's changes.
      var subscription: AnyCancellable?
    }

    /// Notifies a tracker of changes from now on.
    func follow(with tracker: StateTracker) {
      state.withLock { $0.tracker = tracker.reference }
    }

    /// The number of registrations of the dependency so far.
    var registrations: Int { state.withLock { $0.registrations } }

    /// Counts a registration.
    func countRegistration() { state.withLock { $0.registrations += 1 } }

    /// Observes a dependency instead of the previous one, if it is another object.
    func follow<Dependency>(_ dependency: Dependency) {
      let publisher = (dependency as? any AnyObservableObject)?.objectWillChange
      let (tracker, isSame) = state.withLock { ($0.tracker, $0.publisher === publisher) }
      guard !isSame, let tracker else { return }
      let subscription = publisher?.sink { _ in tracker.object?.lookAgain() }
      replace(publisher, subscription, tracker: tracker)
    }

    /// Cancels the subscription, and ends the observation.
    func stop() { replace(nil, nil, tracker: nil) }

    /// Replaces the subscription, and cancels the previous one.
    private func replace(
      _ publisher: ObservableObjectPublisher?, _ subscription: AnyCancellable?,
      tracker: WeakBox<StateTracker>?
    ) {
      let new = State(tracker: tracker, publisher: publisher, subscription: subscription)
      let last = state.withLock { state in
        // If `stop()` was called, the new subscription is cancelled.
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
  /// A placeholder that does nothing, for platforms without Combine and OpenCombine.
  struct PublishedObject {
    /// Does nothing.
    func follow(with tracker: StateTracker) {}

    /// Always 0: registrations are only counted with Combine or OpenCombine.
    var registrations: Int { 0 }

    /// Does nothing.
    func countRegistration() {}

    /// Does nothing.
    func follow<Dependency>(_ dependency: Dependency) {}

    /// Does nothing.
    func stop() {}
  }
#endif
