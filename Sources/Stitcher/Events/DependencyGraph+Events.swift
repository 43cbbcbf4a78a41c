internal import StitcherEngine

extension DependencyGraph {
  /// Calls a closure with each event of the current graph and its children.
  ///
  /// See ``observe(_:)-swift.method`` for the details.
  ///
  /// - Parameter listener: The closure, which is called with each event.
  /// - Returns: The subscription, which ends when it is cancelled or deallocated.
  public static func observe(
    _ listener: @escaping @Sendable (GraphEvent) -> Void
  ) -> ChangeCancellable {
    current.observe(listener)
  }

  /// Calls a closure with each event of this graph and its children.
  ///
  /// ```swift
  /// let watching = DependencyGraph.process.observe { event in
  ///   if case .created(let creation) = event, creation.duration > .milliseconds(50) {
  ///     print("slow: \(event)")
  ///   }
  /// }
  /// ```
  ///
  /// The closure is called on the thread of the event, with no lock held, after the event has taken
  /// effect. It may inject, activate and end graphs. Events of nested creations are delivered when
  /// the outermost creation on the thread has ended. Without observers, events cost nothing. With
  /// observers, live instances are found as fast as before. Earlier events are not delivered, nor
  /// is the release of instances that were created before the call.
  ///
  /// - Parameter listener: The closure, which several threads may call at the same time.
  /// - Returns: The subscription, which ends when it is cancelled or deallocated. A call that
  ///   another thread has begun may still be running then.
  /// - Complexity: O(1); cached lookup results of the graph are discarded.
  public func observe(
    _ listener: @escaping @Sendable (GraphEvent) -> Void
  ) -> ChangeCancellable {
    let watch = graph.watch { listener(GraphEvent($0)) }
    return ChangeCancellable { watch.cancel() }
  }

  /// An asynchronous sequence of the future events of the current graph and its children. See
  /// ``events-swift.property`` for the details.
  public static var events: AsyncStream<GraphEvent> { current.events }

  /// An asynchronous sequence of the future events of this graph and its children.
  ///
  /// ```swift
  /// for await event in DependencyGraph.process.events { print(event) }
  /// ```
  ///
  /// Events are buffered until they are read. The stream does not retain the graph. It ends when
  /// the stream is released, when its task is cancelled, or when the graph is deallocated and its
  /// last teardown has finished.
  public var events: AsyncStream<GraphEvent> { graph.eventStream { GraphEvent($0) } }
}
