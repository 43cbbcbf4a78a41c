internal import StitcherEngine

extension DependencyGraph {
  /// Has a closure called with all that happens in the current graph, as
  /// ``observe(_:)-swift.method`` says.
  ///
  /// - Parameter listener: Is called with each event.
  /// - Returns: The subscription. It ends when it is cancelled or released.
  public static func observe(
    _ listener: @escaping @Sendable (GraphEvent) -> Void
  ) -> ChangeCancellable {
    current.observe(listener)
  }

  /// Has a closure called with all that happens in this graph, and in those that are built on it.
  ///
  /// ```swift
  /// let watching = DependencyGraph.process.observe { event in
  ///   if case .created(let creation) = event, creation.duration > .milliseconds(50) {
  ///     print("slow: \(event)")
  ///   }
  /// }
  /// ```
  ///
  /// The closure is called on the thread on which it happens, under no lock, after what it tells of
  /// can be found: it may inject, activate and end graphs. What is created inside of other
  /// creations is told of when the outermost one on the thread has ended. While nobody observes,
  /// that costs nothing; while somebody does, live instances are found as fast as ever. What
  /// happened before is not told, and neither is the end of instances that were created before.
  ///
  /// - Parameter listener: Is called with each event, by several threads at a time.
  /// - Returns: The subscription. It ends when it is cancelled or released. A call that another
  ///   thread has begun may still go on.
  /// - Complexity: O(1); what the graph has looked up is looked up anew.
  public func observe(
    _ listener: @escaping @Sendable (GraphEvent) -> Void
  ) -> ChangeCancellable {
    let watch = graph.watch { listener(GraphEvent($0)) }
    return ChangeCancellable { watch.cancel() }
  }

  /// All that happens in the current graph, as ``events-swift.property`` says.
  public static var events: AsyncStream<GraphEvent> { current.events }

  /// All that happens in this graph, and in those that are built on it, from now on.
  ///
  /// ```swift
  /// for await event in DependencyGraph.process.events { print(event) }
  /// ```
  ///
  /// Events wait until they are read. They end when the stream is dropped, when its task is
  /// cancelled, or when the graph has gone, which the stream does not keep, and its last teardown
  /// is over.
  public var events: AsyncStream<GraphEvent> { graph.eventStream { GraphEvent($0) } }
}
