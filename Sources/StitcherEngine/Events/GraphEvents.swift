/// The observers that are notified of a graph's events, including the observers of its ancestors.
///
/// The object is separate from the graph: evicted instances notify the observers even after the
/// graph was deallocated.
final class GraphEvents: Sendable {
  /// The name of the observed graph; `nil` if it has no name.
  private let graphName: String?

  /// The observers that were added to this graph, without those of its ancestors.
  let observers = Signal<GraphEventRecord>()

  /// The signal that is sent when no more events of the graph can happen.
  ///
  /// It is sent when the graph, its descendants and their evicted instances were deallocated.
  let end = Signal<Void>()

  /// The observers of the parent graph or, without a parent, of the isolated graph that owns this
  /// graph.
  ///
  /// `nil` if there is neither.
  private let parent: GraphEvents?

  /// Whether ``parent`` belongs to the graph's host, and not to the graph's parent.
  ///
  /// The observers of an owner are not notified of changes of this graph's registrations.
  private let isHosted: Bool

  /// Creates an empty set of observers for a graph, given the observers of its parent or its owner.
  ///
  /// The owner is the isolated graph to which this graph belongs as a graph-local copy.
  init(of graphName: String?, _ parent: GraphEvents?, isHosted: Bool) {
    (self.graphName, self.parent, self.isHosted) = (graphName, parent, isHosted)
  }

  deinit { end.send(()) }

  /// Sends an event to the observers of this graph and of its ancestors.
  ///
  /// Call this method outside every lock.
  ///
  /// If the thread is running a factory under a creation's lock, the event is delivered later.
  @_optimize(speed) func notify(_ event: consuming GraphEventRecord) {
    let path = ThreadRecord.current.path
    if path.pointee.gates > 0 { return path.pointee.pendingEvents.append((self, event)) }
    event.graphName = graphName
    observers.send(event)
    // A change of registrations in a graph-local copy is no change of its host.
    var next = isHosted && event.kind == .changed ? nil : parent
    while let events = next {
      events.observers.send(event)
      next = events.isHosted && event.kind == .changed ? nil : events.parent
    }
  }
}

extension Graph {
  /// Returns a stream of the future events in this graph and its descendants.
  ///
  /// The stream does not retain the graph. It ends when the graph, its descendants and their
  /// evicted instances have been deallocated.
  ///
  /// - Parameter translate: Converts an event of the engine to the front end's type.
  package func eventStream<Event: Sendable>(
    _ translate: @escaping @Sendable (GraphEventRecord) -> Event
  ) -> AsyncStream<Event> {
    AsyncStream { continuation in
      let watch = watch { continuation.yield(translate($0)) }
      let end = events.end.subscribe { continuation.finish() }
      continuation.onTermination = { _ in
        watch.cancel()
        end.cancel()
      }
    }
  }
}
