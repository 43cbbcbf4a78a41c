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
