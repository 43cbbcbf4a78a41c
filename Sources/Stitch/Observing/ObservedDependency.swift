#if canImport(Combine) || OpenCombine
  package import StitcherEngine

  /// Changes when the dependency that is registered does, or another one is registered.
  ///
  /// It begins to follow when somebody first wants to hear of changes: views are made more often
  /// than they are shown.
  package final class ObservedDependency<Dependency>: ErasedObservableObject, @unchecked Sendable {
    // Safe: what changes is under the lock; the publisher may be used by any thread.

    /// What changes under the lock.
    private let state: Lock<State>

    /// This object, for those that must not keep it alive.
    private let reference = WeakBox<ObservedDependency>()

    /// What is followed and who has asked for it, guarded by the lock.
    private struct State: Sendable {
      /// Where the dependency comes from.
      package var origin: DependencyOrigin<Dependency>
      /// Hears of registrations, once somebody wants to hear of changes.
      var registrations: SignalSubscription<Void>?
      /// How many it has heard of.
      var registrationCount = 0
      /// Whether somebody has asked for changes.
      var isFollowing = false
      /// Whether the main actor is going to look at what was registered elsewhere.
      var isLooking = false
      /// The object that is observed. It may be released by any thread.
      var object: UncheckedSendableBox<AnyObject>?
      /// The number of objects that have been observed.
      var number = 0
      /// Hears of the object's changes. It may be released by any thread.
      var subscription: UncheckedSendableBox<AnyCancellable>?
    }

    /// Observes nothing yet.
    package init(_ origin: DependencyOrigin<Dependency>) {
      state = Lock(State(origin: origin))
      super.init()
      reference.refer(to: self)
    }

    /// Publishes before the dependency changes, or after another one was registered.
    override package var objectWillChange: ObservableObjectPublisher {
      begin()
      return publisher
    }

    /// Where the dependency comes from.
    package var origin: DependencyOrigin<Dependency> { state.withLock { $0.origin } }

    /// The dependency. To set it registers another one.
    package var dependency: Dependency {
      get { origin.access(nil) }
      set {
        _ = withUnsafePointer(to: newValue) { origin.access($0) }
        // Elsewhere than on the main actor, nobody has looked yet.
        guard state.withLock({ $0.isFollowing }), observe() else { return }
        Task { @MainActor [reference] in reference.object?.publisher.send() }
      }
    }

    /// Takes over the origin of another object, if it is another one; nobody is told.
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

    /// Begins to follow the dependency, at the first call.
    private func begin() {
      let isFirst = state.withLock { state in
        defer { state.isFollowing = true }
        return !state.isFollowing
      }
      guard isFirst else { return }
      subscribe()
      observe()
    }

    /// Hears of registrations from now on.
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

    /// Follows what is registered now, and tells if it is another object: on the main actor,
    /// where views are.
    private func somethingWasRegistered() {
      // Who is observing what was there before looks once more.
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

    /// Follows what was registered elsewhere.
    private func look() {
      state.withLock { $0.isLooking = false }
      if observe() { publisher.send() }
    }

    /// Observes the dependency that is registered now; returns whether that is another
    /// one than before.
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
        // Released here, not under the lock.
        _ = consume old
        // What another thread registered meanwhile is looked at once more; but not what a property
        // of the map makes at each read.
        if state.withLock({ $0.registrationCount == count }) { return isOther }
      }
    }

    /// Keeps the subscription to the object of a number, unless there is a newer one. The
    /// other one ends.
    private func replaceSubscription(by new: UncheckedSendableBox<AnyCancellable>?, number: Int) {
      let old = state.withLock { state in
        guard state.number == number else { return new }
        let old = state.subscription
        state.subscription = new
        return old
      }
      _ = consume old
    }

    /// Returns the object that a dependency is, if it can be observed.
    private func observableObject(_ dependency: Dependency) -> AnyObject? {
      guard isObservable(dependency) else { return nil }
      if let object = dependency as? any AnyObservableObject { return object }
      return type(of: dependency as Any) is AnyClass ? dependency as AnyObject : nil
    }
  }
#endif
