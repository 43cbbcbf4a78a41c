internal import StitcherEngine

extension StitchPublished {
  /// Follows a property, and sends its value when it has changed.
  ///
  /// It lives as long as its publisher or a subscription. The property is read when this is
  /// created, on the thread that changes it, and on the actor that delivers.
  public final class ChangePublisher<Subject: Equatable>: Sendable {
    /// The property, with the value that it had last.
    private let property: Property<Subject>

    /// Hears of the property's changes.
    private let tracker: StateTracker

    /// Hears of another dependency that is registered.
    private let replacements: SignalSubscription<Void>

    /// Sends each new value to the subscribers.
    var values: Signal<UncheckedSendableBox<Subject>> { property.values }

    /// Follows a property from the value on that it has now.
    init(
      of keyPath: ReferenceWritableKeyPath<Dependency, Subject>,
      in state: PublishedState<Dependency>
    ) {
      let property = Property(keyPath, in: state)
      let first = property.last
      // Its type stays out of the closures, since a conformance may belong to an actor.
      let tracked: any TrackedProperty = property
      let tracker = StateTracker(
        ActorBound(on: state.actor, isAllowedAnywhere: !state.isMainActorsOnly) { tracked.touch() },
        didChange: { tracked.compare() })
      property.object.follow(with: tracker)
      self.property = property
      self.tracker = tracker
      let object = property.object
      replacements = state.store.changes.subscribe { [reference = tracker.reference] in
        object.countRegistration()
        reference.object?.lookAgain()
      }
      tracker.start()
      // Another thread may have changed it just before anybody listened.
      if property.current != first { tracker.lookAgain() }
    }

    deinit {
      tracker.cancel()
      property.object.stop()
    }
  }

  /// A property of the dependency, and the value that it had last.
  private final class Property<Subject: Equatable>: TrackedProperty, @unchecked Sendable {
    // Safe: the last value is only used by the actor that delivers, and, before that is asked
    // for the first time, by who makes the change publisher. The rest is constant, and a key
    // path is never changed.

    /// Sends each new value to the subscribers.
    let values = Signal<UncheckedSendableBox<Subject>>()

    /// Reads the dependency.
    private let state: PublishedState<Dependency>

    /// Leads from the dependency to the property.
    private let keyPath: ReferenceWritableKeyPath<Dependency, Subject>

    /// The value that it had last.
    private(set) var last: Subject

    /// Hears of changes of a dependency that Observation knows nothing about.
    let object = PublishedObject()

    /// Starts with the value that the property has now.
    init(
      _ keyPath: ReferenceWritableKeyPath<Dependency, Subject>,
      in state: PublishedState<Dependency>
    ) {
      self.keyPath = keyPath
      self.state = state
      last = state.access(nil)[keyPath: keyPath]
    }

    /// The value that it has now.
    var current: Subject { state.access(nil)[keyPath: keyPath] }

    func touch() {
      var count = 0
      repeat {
        count = object.registrations
        let dependency = state.access(nil)
        _ = dependency[keyPath: keyPath]
        object.follow(dependency)
        // What was registered meanwhile may be followed already, by another thread: it must not
        // lose its place.
      } while object.registrations != count
    }

    func compare() {
      let current = current
      guard current != last else { return }
      last = current
      // Subscribers read what the graph of the publisher has.
      state.store.graph.inHost { values.send(UncheckedSendableBox(current)) }
    }
  }
}

/// What a tracker does with a property.
private protocol TrackedProperty: Sendable {
  /// Reads the property, for who tracks that.
  func touch()

  /// Sends the value if it is another one than the last, whose place it takes.
  func compare()
}
