/// The observers of a graph and its ancestors.
///
/// The object is separate from the graph: evicted instances notify the observers even after the
/// graph was deallocated.
final class GraphEvents: Sendable {
  /// The name of the graph.
  private let graphName: String?

  /// The observers of this graph alone.
  let observers = ObserverList()

  /// The observers of the parent, or of the host.
  private let parent: GraphEvents?

  /// Whether `parent` contains the observers of the graph's host, which are not notified of changes
  /// of registrations.
  private let isHosted: Bool

  /// Creates the observers of a graph, on top of those of its parent or host.
  init(of graphName: String?, _ parent: GraphEvents?, isHosted: Bool) {
    self.graphName = graphName
    self.parent = parent
    self.isHosted = isHosted
  }

  deinit { observers.finish() }

  /// Notifies all observers of an event. If the thread holds the gate of a creation, the event is
  /// delivered later. Call it outside every lock.
  func notify(_ kind: GraphEventRecord.Kind) {
    let path = ThreadRecord.current.path
    if path.pointee.gates > 0 { return path.pointee.pendingEvents.append((self, kind)) }
    let event = GraphEventRecord(kind: kind, graphName: graphName)
    var events: GraphEvents? = self
    while let current = events {
      current.observers.notify(event)
      // A change of registrations in a graph-local copy is no change of its host.
      if current.isHosted, case .changed = kind { return }
      events = current.parent
    }
  }
}

extension Graph {
  /// Returns a stream of all events in this graph and its descendants, from now on.
  ///
  /// The stream does not retain the graph. It ends when the graph, its descendants and their
  /// evicted instances have been deallocated.
  ///
  /// - Parameter translate: Returns the front end's event for an event of the engine.
  package func eventStream<Event: Sendable>(
    _ translate: @escaping @Sendable (GraphEventRecord) -> Event
  ) -> AsyncStream<Event> {
    AsyncStream { continuation in
      let watch = watch({ continuation.yield(translate($0)) }, finish: { continuation.finish() })
      continuation.onTermination = { _ in watch.cancel() }
    }
  }
}

/// A list of observers.
///
/// Unlike a ``Signal``, the list retains the closures. Each closure is called for very many events,
/// and is removed when its ``Cancellation`` is released.
final class ObserverList: Sendable {
  /// An observer: the closures that are called.
  final class Observer: Sendable {
    /// Called with each event.
    fileprivate let action: @Sendable (GraphEventRecord) -> Void

    /// Called when no further event can happen.
    fileprivate let finish: (@Sendable () -> Void)?

    /// Whether the observer was removed, so that its closures are no longer called.
    fileprivate let hasEnded = AtomicBox<Bool>(false)

    fileprivate init(
      _ action: @escaping @Sendable (GraphEventRecord) -> Void, _ finish: (@Sendable () -> Void)?
    ) {
      self.action = action
      self.finish = finish
    }
  }

  /// All observers, in the order in which they were added. Each change replaces the array, since
  /// other threads may be reading it.
  private let all = Lock<[Observer]>([])

  /// The number of observers.
  private let count = AtomicBox<Int>(0)

  /// Whether there is no observer.
  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// Adds an observer, which is notified of all events from now on.
  ///
  /// - Parameters:
  ///   - action: Called with each event.
  ///   - finish: Called when no further event can happen, unless the observer was removed before.
  func add(
    _ action: @escaping @Sendable (GraphEventRecord) -> Void,
    finish: (@Sendable () -> Void)? = nil
  ) -> Observer {
    let observer = Observer(action, finish)
    all.withLock { $0 = $0 + [observer] }
    count.add(1, ordering: .relaxed)
    return observer
  }

  /// Removes an observer. Call it once.
  func remove(_ observer: Observer) {
    observer.hasEnded.store(true, ordering: .sequentiallyConsistent)
    count.add(-1, ordering: .relaxed)
    all.withLock { $0 = $0.filter { $0 !== observer } }
  }

  /// Notifies all observers that no further event can happen.
  func finish() {
    for observer in all.withLock({ $0 }) { observer.finish?() }
  }

  /// Notifies all observers of an event. Call it outside every lock.
  func notify(_ event: GraphEventRecord) {
    if isEmpty { return }
    for observer in all.withLock({ $0 })
    where !observer.hasEnded.load(ordering: .sequentiallyConsistent) {
      observer.action(event)
    }
  }
}
