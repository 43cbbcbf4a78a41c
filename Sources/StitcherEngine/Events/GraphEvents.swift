/// Those who watch a graph, and those it is built on: what it has left behind tells them of its end
/// also when the graph has gone.
final class GraphEvents: Sendable {
  /// The name of the graph.
  private let graphName: String?

  /// Those who watch this graph.
  let watchers = Watchers()

  /// Those who watch the parents.
  private let parent: GraphEvents?

  /// Whether the parent belongs to the host of the graph, which is not notified of changes.
  private let isHosted: Bool

  /// Creates the events of a graph.
  init(of graphName: String?, _ parent: GraphEvents?, isHosted: Bool) {
    self.graphName = graphName
    self.parent = parent
    self.isHosted = isHosted
  }

  deinit { watchers.finish() }

  /// Tells all who watch of what has happened; later, if the thread holds up who waits for what it
  /// creates. Call it outside every lock.
  func tell(_ kind: GraphEventRecord.Kind) {
    let path = ThreadRecord.current.path
    if path.pointee.gates > 0 { return path.pointee.untold.append((self, kind)) }
    let event = GraphEventRecord(kind: kind, graphName: graphName)
    var events: GraphEvents? = self
    while let current = events {
      current.watchers.tell(event)
      // A registration in a counterpart is no change of the counterpart's host.
      if current.isHosted, case .changed = kind { return }
      events = current.parent
    }
  }
}

extension Graph {
  /// Returns all that happens in this graph, and in those that are built on it, from now on, as a
  /// sequence. It does not keep the graph, and ends when that has gone with all that it has left
  /// behind.
  ///
  /// - Parameter translate: Returns what a front end makes of an event.
  package func eventStream<Event: Sendable>(
    _ translate: @escaping @Sendable (GraphEventRecord) -> Event
  ) -> AsyncStream<Event> {
    AsyncStream { continuation in
      let watch = watch({ continuation.yield(translate($0)) }, finish: { continuation.finish() })
      continuation.onTermination = { _ in watch.cancel() }
    }
  }
}

/// The watchers of a graph.
///
/// Unlike a ``Signal``, it retains its closures. Each closure is called for very many events, and
/// is removed when its ``Cancellation`` is released.
final class Watchers: Sendable {
  /// One watcher: the closures that are called.
  final class Watcher: Sendable {
    /// Is called with each event.
    fileprivate let action: @Sendable (GraphEventRecord) -> Void

    /// Called when no further event can happen.
    fileprivate let finish: (@Sendable () -> Void)?

    /// Whether the calls have ended.
    fileprivate let hasEnded = AtomicBox<Bool>(false)

    /// Creates a watcher.
    fileprivate init(
      _ action: @escaping @Sendable (GraphEventRecord) -> Void, _ finish: (@Sendable () -> Void)?
    ) {
      self.action = action
      self.finish = finish
    }
  }

  /// All watchers, in the order in which they were added. Each change replaces the array, which
  /// other threads may be reading.
  private let all = Lock<[Watcher]>([])

  /// The number of watchers.
  private let count = AtomicBox<Int>(0)

  /// Whether there is no watcher.
  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// Adds a watcher, which is notified of all events from now on.
  ///
  /// - Parameters:
  ///   - action: Is called with each event.
  ///   - finish: Is called once nothing more can happen, unless the calls have ended before.
  func add(
    _ action: @escaping @Sendable (GraphEventRecord) -> Void,
    finish: (@Sendable () -> Void)? = nil
  ) -> Watcher {
    let watcher = Watcher(action, finish)
    all.withLock { $0 = $0 + [watcher] }
    count.add(1, ordering: .relaxed)
    return watcher
  }

  /// Removes a watcher. Call it once.
  func remove(_ watcher: Watcher) {
    watcher.hasEnded.store(true, ordering: .sequentiallyConsistent)
    count.add(-1, ordering: .relaxed)
    all.withLock { $0 = $0.filter { $0 !== watcher } }
  }

  /// Notifies all watchers that no further event can happen.
  func finish() {
    for watcher in all.withLock({ $0 }) { watcher.finish?() }
  }

  /// Notifies all watchers of an event. Call it outside every lock.
  func tell(_ event: GraphEventRecord) {
    if isEmpty { return }
    for watcher in all.withLock({ $0 })
    where !watcher.hasEnded.load(ordering: .sequentiallyConsistent) {
      watcher.action(event)
    }
  }
}
