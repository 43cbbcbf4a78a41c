#if canImport(Combine) || OpenCombine
  package import StitcherEngine

  /// An observable object that changes when a dependency changes, or when another one is
  /// registered.
  ///
  /// It starts to observe at the first access to ``objectWillChange``, since SwiftUI creates views
  /// more often than it shows them.
  package final class ObservedDependency<Dependency>: ErasedObservableObject, @unchecked Sendable {
    // Safe: the lock protects the mutable state, and the publisher is thread-safe.

    /// The state that the lock protects.
    private let state: Lock<State>

    /// A weak reference to this object.
    private let reference = WeakBox<ObservedDependency>()

    /// The observed object and its subscriptions.
    private struct State: Sendable {
      /// Where the dependency is read: a key path of the map, or a ``Stitchable`` type.
      package var origin: DependencyOrigin<Dependency>
      /// The subscription to registrations; `nil` before the first access to ``objectWillChange``.
      var registrations: Cancellation?
      /// The number of registrations since the subscription.
      var registrationCount = 0
      /// Whether ``objectWillChange`` was accessed.
      var isFollowing = false
      /// Whether the main actor is scheduled to check for a dependency registered on another
      /// thread.
      var isLooking = false
      /// The observed object, which any thread may release.
      var object: UncheckedSendableBox<AnyObject>?
      /// The number of objects observed so far, which identifies the newest one.
      var number = 0
      /// The subscription to the object's changes, which any thread may release.
      var subscription: UncheckedSendableBox<AnyCancellable>?
    }

    /// Creates an object that observes nothing yet.
    package init(_ origin: DependencyOrigin<Dependency>) {
      state = Lock(State(origin: origin))
      super.init()
      reference.refer(to: self)
    }

    /// A publisher that sends before the observed object changes, and after another object was
    /// registered in its place.
    override package var objectWillChange: ObservableObjectPublisher {
      begin()
      return publisher
    }

    /// Where the dependency is read: a key path of the map, or a ``Stitchable`` type.
    package var origin: DependencyOrigin<Dependency> { state.withLock { $0.origin } }

    /// The dependency. An assignment registers another one.
    package var dependency: Dependency {
      get { origin.access(nil) }
      set {
        _ = withUnsafePointer(to: newValue) { origin.access($0) }
        // Off the main actor, the notification of the registration has not updated the observed
        // object yet.
        guard state.withLock({ $0.isFollowing }), observe() else { return }
        Task { @MainActor [reference] in reference.object?.publisher.send() }
      }
    }

    /// Switches to the dependency that another object observes, without a notification.
    package func adopt(_ other: ObservedDependency) {
      let new = other.origin
      let isOther = state.withLock { state in
        guard state.origin.id != new.id || state.origin.store !== new.store else { return false }
        state.origin = new
        return state.isFollowing
      }
      guard isOther else { return }
      subscribe()
      observe()
    }

    /// Starts to observe the dependency, at the first call.
    private func begin() {
      let isFirst = state.withLock { state in
        defer { state.isFollowing = true }
        return !state.isFollowing
      }
      guard isFirst else { return }
      subscribe()
      observe()
    }

    /// Subscribes to the registrations in the origin's store.
    private func subscribe() {
      let registrations = origin.store.changes.subscribe { [reference] in
        reference.object?.somethingWasRegistered()
      }
      let last = state.withLock { state in
        let last = state.registrations
        state.registrations = registrations
        return last
      }
      last?.cancel()
    }

    /// Observes the newly registered dependency, and announces a change on the main actor if it is
    /// another object.
    private func somethingWasRegistered() {
      // A thread that is in `observe()` compares the count, and repeats its work.
      state.withLock { $0.registrationCount += 1 }
      guard !MainQueue.isCurrent else {
        if observe(), !ViewScope.isMocking { publisher.send() }
        return
      }
      let isFirst = state.withLock { state in
        defer { state.isLooking = true }
        return !state.isLooking
      }
      guard isFirst else { return }
      Task { @MainActor [reference] in reference.object?.look() }
    }

    /// Observes a dependency that was registered on another thread.
    private func look() {
      state.withLock { $0.isLooking = false }
      if observe() { publisher.send() }
    }

    /// Observes the dependency that is registered now, and returns whether it differs from the one
    /// before.
    @discardableResult
    private func observe() -> Bool {
      var isOther = false
      while true {
        let count = state.withLock { $0.registrationCount }
        let current = dependency
        guard let object = observableObject(current) else {
          return isOther || isObservable(current)
        }
        let observable = object as? any AnyObservableObject
        let handed = UncheckedSendableBox(object)
        let (number, old) = state.withLock { state -> (Int?, UncheckedSendableBox<AnyObject>?) in
          guard state.object?.value !== handed.value else { return (nil, nil) }
          let old = state.object
          state.object = handed
          state.number += 1
          return (state.number, old)
        }
        guard let number else { return isOther }
        isOther = true
        let subscription = observable?.objectWillChange.sink { [publisher] in publisher.send() }
        replaceSubscription(by: subscription.map { UncheckedSendableBox($0) }, number: number)
        // The old object is released here, after the lock.
        _ = consume old
        // If thread B registers a dependency while thread A subscribes, thread A repeats. A
        // property of the map that returns a new object at each read causes no repetition.
        if state.withLock({ $0.registrationCount == count }) { return isOther }
      }
    }

    /// Stores the subscription to an object, unless a newer object is observed; cancels the other
    /// subscription.
    private func replaceSubscription(by new: UncheckedSendableBox<AnyCancellable>?, number: Int) {
      let old = state.withLock { state in
        guard state.number == number else { return new }
        let old = state.subscription
        state.subscription = new
        return old
      }
      _ = consume old
    }

    /// Returns the dependency as an object, if it can be observed.
    private func observableObject(_ dependency: Dependency) -> AnyObject? {
      guard isObservable(dependency) else { return nil }
      if let object = dependency as? any AnyObservableObject { return object }
      return type(of: dependency as Any) is AnyClass ? dependency as AnyObject : nil
    }
  }
#endif
