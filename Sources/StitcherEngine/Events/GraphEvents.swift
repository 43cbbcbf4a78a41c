/// Those who watch a graph, and those it is built on: what it has left behind tells them of its end
/// also when the graph has gone.
final class GraphEvents: Sendable {
  /// The name of the graph.
  private let graphName: String?

  /// Those who watch this graph.
  let watchers = Watchers()

  /// Those who watch the parents.
  private let parent: GraphEvents?

  /// Creates what tells of a graph.
  init(of graphName: String?, _ parent: GraphEvents?) {
    self.graphName = graphName
    self.parent = parent
  }

  deinit { watchers.finish() }

  /// Tells all who watch of what has happened; later, if the thread holds up who waits for what it
  /// creates. Call it outside every lock.
  func tell(_ kind: GraphEventRecord.Kind) {
    let path = ThreadRecord.current.path
    if path.pointee.gates > 0 { return path.pointee.untold.append(.events(self, kind)) }
    let event = GraphEventRecord(kind: kind, graphName: graphName)
    var events: GraphEvents? = self
    while let current = events {
      current.watchers.tell(event)
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
