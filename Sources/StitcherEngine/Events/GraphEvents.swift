/// The observers of a graph's events, including the observers of the graph's ancestors.
///
/// The object is separate from the graph: evicted instances notify the observers even after the
/// graph was deallocated.
final class GraphEvents: Sendable {
  /// The name of the graph.
  private let graphName: String?

  /// The observers of this graph alone.
  let observers = Signal<GraphEventRecord>()

  /// The signal that no more events can happen: the graph, its descendants and their evicted
  /// instances were deallocated.
  let end = Signal<Void>()

  /// The observers of the parent, or of the host if the graph has no parent.
  private let parent: GraphEvents?

  /// Whether `parent` contains the observers of the host, which are not notified of changes of
  /// registrations.
  private let isHosted: Bool

  /// Creates the observers of a graph, given those of its parent or host.
  init(of graphName: String?, _ parent: GraphEvents?, isHosted: Bool) {
    self.graphName = graphName
    self.parent = parent
    self.isHosted = isHosted
  }

  deinit { end.send(()) }

  /// Notifies all observers of an event. If the thread is running a factory under a creation's
  /// lock, the event is delivered later. Call it outside every lock.
  func notify(_ kind: GraphEventRecord.Kind) {
    let path = ThreadRecord.current.path
    if path.pointee.gates > 0 { return path.pointee.pendingEvents.append((self, kind)) }
    let event = GraphEventRecord(kind: kind, graphName: graphName)
    var events: GraphEvents? = self
    while let current = events {
      current.observers.send(event)
      // A change of registrations in a graph-local copy is no change of its host.
      if current.isHosted, case .changed = kind { return }
      events = current.parent
    }
  }
}

extension Graph {
  /// Returns a stream of the events in this graph and its descendants that happen from now on.
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
