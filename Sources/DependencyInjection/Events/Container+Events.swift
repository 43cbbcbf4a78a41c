internal import StitcherEngine

extension Container {
  /// Calls a closure with each event of this container and its children.
  ///
  /// ```swift
  /// let watching = container.observe { event in
  ///   if event.kind == .created { print(event) }
  /// }
  /// ```
  ///
  /// The closure is called on the thread of the event, with no lock held, after the event has taken
  /// effect. It may resolve, register and end containers. Events of nested creations are delivered
  /// when the outermost creation on the thread has ended. Without observers, events cost nothing.
  /// With observers, live instances are found as fast as before. Earlier events are not delivered,
  /// nor is the release of instances that were created before the call.
  ///
  /// If the container is attached to a graph of the module Stitcher, creations in that graph are
  /// events of that graph. The end of a deallocated container is delivered as well.
  ///
  /// - Parameter listener: The closure, which several threads may call at the same time.
  /// - Returns: The observation, which ends when it is cancelled or deallocated.
  /// - Complexity: O(1); cached lookup results of the container are discarded.
  public func observe(
    _ listener: @escaping @Sendable (ContainerEvent) -> Void
  ) -> ContainerObservation {
    let container = type(of: self)
    return ContainerObservation(graph.watch { listener(ContainerEvent($0, in: container)) })
  }

  /// An asynchronous sequence of the future events of this container and its children.
  ///
  /// ```swift
  /// for await event in container.events { print(event) }
  /// ```
  ///
  /// Events are buffered until they are read. The stream does not retain the container. It ends
  /// when the stream is released, when its task is cancelled, or when the container is deallocated
  /// and its last teardown has finished.
  public var events: AsyncStream<ContainerEvent> {
    let container = type(of: self)
    return graph.eventStream { ContainerEvent($0, in: container) }
  }

  /// Starts recording the creations of this container and its children. A second call does nothing.
  ///
  /// Use it for a program's start or a test, and call ``stopRecordingCreations()`` afterwards: all
  /// records are kept until the container is deallocated.
  public func recordCreations() { graph.recordCreations() }

  /// Stops recording creations. ``creationReport(slowerThan:)`` still returns the creations that
  /// were recorded.
  public func stopRecordingCreations() { graph.stopRecordingCreations() }

  /// Returns a report of the recorded creations of this container and its children. The report is
  /// empty unless ``recordCreations()`` was called.
  ///
  /// - Parameter threshold: The duration above which the report marks a creation as slow. The
  ///   durations of nested creations are subtracted first.
  /// - Complexity: O(*n*) in the number of creations.
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func creationReport(slowerThan threshold: Duration) -> ContainerCreationReport {
    ContainerCreationReport(
      graph.recordedCreations, in: type(of: self), threshold: TimeSpan(threshold))
  }

  /// Returns a report of the recorded creations, with the threshold for slow creations in seconds.
  ///
  /// - Parameter threshold: The number of seconds above which the report marks a creation as slow.
  ///   The durations of nested creations are subtracted first.
  /// - Complexity: O(*n*) in the number of creations.
  public func creationReport(
    slowerThanSeconds threshold: Double = 0.1
  ) -> ContainerCreationReport {
    ContainerCreationReport(
      graph.recordedCreations, in: type(of: self), threshold: TimeSpan(seconds: threshold))
  }
}

extension AsyncContainer {
  /// Calls a closure with each event of this container and its children.
  ///
  /// See ``Container/observe(_:)`` for the details.
  ///
  /// - Parameter listener: The closure, which several threads may call at the same time.
  /// - Returns: The observation, which ends when it is cancelled or deallocated.
  /// - Complexity: O(1); cached lookup results of the container are discarded.
  public nonisolated func observe(
    _ listener: @escaping @Sendable (ContainerEvent) -> Void
  ) -> ContainerObservation {
    ContainerObservation(graph.watch { listener(ContainerEvent($0, in: AsyncContainer.self)) })
  }

  /// An asynchronous sequence of the future events of this container and its children.
  ///
  /// See ``Container/events`` for the details.
  public nonisolated var events: AsyncStream<ContainerEvent> {
    graph.eventStream { ContainerEvent($0, in: AsyncContainer.self) }
  }

  /// Starts recording the creations of this container and its children. A second call does nothing.
  public nonisolated func recordCreations() { graph.recordCreations() }

  /// Stops recording creations. ``creationReport(slowerThan:)`` still returns the creations that
  /// were recorded.
  public nonisolated func stopRecordingCreations() { graph.stopRecordingCreations() }

  /// Returns a report of the recorded creations of this container and its children. The report is
  /// empty unless ``recordCreations()`` was called.
  ///
  /// - Parameter threshold: The duration above which the report marks a creation as slow. The
  ///   durations of nested creations are subtracted first.
  /// - Complexity: O(*n*) in the number of creations.
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public nonisolated func creationReport(slowerThan threshold: Duration) -> ContainerCreationReport
  {
    ContainerCreationReport(
      graph.recordedCreations, in: AsyncContainer.self, threshold: TimeSpan(threshold))
  }

  /// Returns a report of the recorded creations, with the threshold for slow creations in seconds.
  ///
  /// - Parameter threshold: The number of seconds above which the report marks a creation as slow.
  ///   The durations of nested creations are subtracted first.
  /// - Complexity: O(*n*) in the number of creations.
  public nonisolated func creationReport(
    slowerThanSeconds threshold: Double = 0.1
  ) -> ContainerCreationReport {
    ContainerCreationReport(
      graph.recordedCreations, in: AsyncContainer.self, threshold: TimeSpan(seconds: threshold))
  }
}

/// An observation of a container, which ends when it is cancelled or deallocated.
public final class ContainerObservation: Sendable {
  /// The object whose cancellation ends the observation.
  private let watch: Cancellation

  /// Creates an observation that is ended by the given cancellation object.
  init(_ watch: Cancellation) { self.watch = watch }

  /// Ends the observation. Later calls do nothing.
  ///
  /// May be called from any thread. A call of the closure that another thread has begun may still
  /// be running afterwards.
  public func cancel() { watch.cancel() }
}
