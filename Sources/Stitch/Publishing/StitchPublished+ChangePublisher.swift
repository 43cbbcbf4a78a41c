internal import StitcherEngine

extension StitchPublished {
  /// Observes a property of the dependency, and sends its value after each change.
  ///
  /// It lives as long as its publisher or a subscription. The property is read when the object is
  /// created, on the thread that changes the property, and on the actor that delivers the values.
  public final class ChangePublisher<Subject: Equatable>: Sendable {
    /// The observed property, with its last value.
    private let property: Property<Subject>

    /// The tracker that observes the property, and compares its value after each change.
    private let tracker: StateTracker

    /// The subscription to registrations of the dependency.
    private let replacements: Cancellation

    /// The signal that sends each new value to the subscribers.
    var values: Signal<UncheckedSendableBox<Subject>> { property.values }

    /// Creates an object that observes a property, starting with its present value.
    init(
      of keyPath: ReferenceWritableKeyPath<Dependency, Subject>,
      in state: PublishedState<Dependency>
    ) {
      let property = Property(keyPath, in: state)
      let first = property.last
      // The closures use an existential, since they must not capture a conformance that may be
      // isolated to an actor.
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
      // Thread B may have changed the property after thread A read it, but before the tracker
      // started.
      if property.current != first { tracker.lookAgain() }
    }

    deinit {
      tracker.cancel()
      property.object.stop()
    }
  }

  /// A property of the dependency, with its last value.
  private final class Property<Subject: Equatable>: TrackedProperty, @unchecked Sendable {
    // Safe: before the first delivery, only the creating thread uses the last value; later, only
    // the delivering actor does. All other properties are constants, and key paths are immutable.

    /// The signal that sends each new value to the subscribers.
    let values = Signal<UncheckedSendableBox<Subject>>()

    /// The object that reads the dependency for publishers.
    private let state: PublishedState<Dependency>

    /// The key path from the dependency to the property.
    private let keyPath: ReferenceWritableKeyPath<Dependency, Subject>

    /// The last value of the property.
    private(set) var last: Subject

    /// The subscription to a dependency that conforms to `ObservableObject` instead of
    /// `Observable`.
    let object = PublishedObject()

    /// Creates the observation of a property, and stores the property's current value.
    init(
      _ keyPath: ReferenceWritableKeyPath<Dependency, Subject>,
      in state: PublishedState<Dependency>
    ) {
      self.keyPath = keyPath
      self.state = state
      last = state.access(nil)[keyPath: keyPath]
    }

    /// The present value.
    var current: Subject { state.access(nil)[keyPath: keyPath] }

    func touch() {
      var count = 0
      repeat {
        count = object.registrations
        let dependency = state.access(nil)
        _ = dependency[keyPath: keyPath]
        object.follow(dependency)
        // If thread B registers a dependency while thread A subscribes, thread A repeats.
        // Otherwise, the older object could replace the newer one.
      } while object.registrations != count
    }

    func compare() {
      let current = current
      guard current != last else { return }
      last = current
      // Subscribers run in the graph of the publisher, so that their injections use it.
      state.store.graph.runInHost { values.send(UncheckedSendableBox(current)) }
    }
  }
}

/// The operations of a tracker on a property whose type is unknown.
private protocol TrackedProperty: Sendable {
  /// Reads the property, so that observation tracking registers the access.
  func touch()

  /// Sends the present value if it differs from the last one.
  func compare()
}
