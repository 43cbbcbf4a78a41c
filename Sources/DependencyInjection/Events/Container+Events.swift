internal import StitcherEngine

extension Container {
  /// Has a closure called with all that happens in this container, and in those that have it as a
  /// parent.
  ///
  /// ```swift
  /// let watching = container.observe { event in
  ///   if event.kind == .created { print(event) }
  /// }
  /// ```
  ///
  /// The closure is called on the thread on which it happens, under no lock, after what it tells of
  /// can be found: it may resolve, register and end containers. What is created inside of other
  /// creations is told of when the outermost one on the thread has ended. While nobody observes,
  /// that costs nothing; while somebody does, live instances are found as fast as ever. What
  /// happened before is not told, and neither is the end of instances that were created before.
  ///
  /// What the module Stitcher's graph creates, to which the container is attached, is told of in
  /// that graph. The end of a container that is dropped is told of, too.
  ///
  /// - Parameter listener: Is called with each event, by several threads at a time.
  /// - Returns: What ends the calls when it is cancelled or goes.
  /// - Complexity: O(1); what the container has looked up is looked up anew.
  public func observe(
    _ listener: @escaping @Sendable (ContainerEvent) -> Void
  ) -> ContainerObservation {
    let container = type(of: self)
    return ContainerObservation(graph.watch { listener(ContainerEvent($0, in: container)) })
  }

  /// All that happens in this container, and in those that have it as a parent, from now on.
  ///
  /// ```swift
  /// for await event in container.events { print(event) }
  /// ```
  ///
  /// Events wait until they are read. They end when the stream is dropped, when its task is
  /// cancelled, or when the container, which the stream does not keep, has gone and its last
  /// teardown is over.
  public var events: AsyncStream<ContainerEvent> {
    let container = type(of: self)
    return graph.eventStream { ContainerEvent($0, in: container) }
  }

  /// Begins to record what the container creates, and those that have it as a parent. A second call
  /// does nothing.
  ///
  /// Meant for a start or a test: everything is kept until the container goes, so stop it when that
  /// is over.
  public func recordCreations() { graph.recordCreations() }

  /// Records no more creations; ``creationReport(slowerThan:)`` goes on to return those that were.
  public func stopRecordingCreations() { graph.stopRecordingCreations() }

  /// Returns what was created in this container, and in those that have it as a parent, since
  /// ``recordCreations()`` was called; nothing if it was not.
  ///
  /// - Parameter threshold: From what time of its own a creation is called slow.
  /// - Complexity: O(*n*) in the number of creations.
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func creationReport(slowerThan threshold: Duration) -> ContainerCreationReport {
    ContainerCreationReport(
      graph.recordedCreations, in: type(of: self), threshold: TimeSpan(threshold))
  }

  /// Returns the same; creations are called slow from a number of seconds of their own on.
  ///
  /// - Parameter threshold: From how many seconds of its own a creation is called slow.
  /// - Complexity: O(*n*) in the number of creations.
  public func creationReport(
    slowerThanSeconds threshold: Double = 0.1
  ) -> ContainerCreationReport {
    ContainerCreationReport(
      graph.recordedCreations, in: type(of: self), threshold: TimeSpan(seconds: threshold))
  }
}

extension AsyncContainer {
  /// Has a closure called with all that happens in this container, and in those that have it as a
  /// parent, as ``Container/observe(_:)`` says.
  ///
  /// - Parameter listener: Is called with each event, by several threads at a time.
  /// - Returns: What ends the calls when it is cancelled or goes.
  /// - Complexity: O(1); what the container has looked up is looked up anew.
  public nonisolated func observe(
    _ listener: @escaping @Sendable (ContainerEvent) -> Void
  ) -> ContainerObservation {
    ContainerObservation(graph.watch { listener(ContainerEvent($0, in: AsyncContainer.self)) })
  }

  /// All that happens in this container, and in those that have it as a parent, from now on, as
  /// ``Container/events`` says.
  public nonisolated var events: AsyncStream<ContainerEvent> {
    graph.eventStream { ContainerEvent($0, in: AsyncContainer.self) }
  }

  /// Begins to record what the container creates, and those that have it as a parent. A second call
  /// does nothing.
  public nonisolated func recordCreations() { graph.recordCreations() }

  /// Records no more creations; ``creationReport(slowerThan:)`` goes on to return those that were.
  public nonisolated func stopRecordingCreations() { graph.stopRecordingCreations() }

  /// Returns what was created since ``recordCreations()`` was called; nothing if it was not.
  ///
  /// - Parameter threshold: From what time of its own a creation is called slow.
  /// - Complexity: O(*n*) in the number of creations.
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public nonisolated func creationReport(slowerThan threshold: Duration) -> ContainerCreationReport
  {
    ContainerCreationReport(
      graph.recordedCreations, in: AsyncContainer.self, threshold: TimeSpan(threshold))
  }

  /// Returns the same; creations are called slow from a number of seconds of their own on.
  ///
  /// - Parameter threshold: From how many seconds of its own a creation is called slow.
  /// - Complexity: O(*n*) in the number of creations.
  public nonisolated func creationReport(
    slowerThanSeconds threshold: Double = 0.1
  ) -> ContainerCreationReport {
    ContainerCreationReport(
      graph.recordedCreations, in: AsyncContainer.self, threshold: TimeSpan(seconds: threshold))
  }
}

/// An observation of a container, which ends when it is cancelled or released.
public final class ContainerObservation: Sendable {
  /// The engine's watch.
  private let watch: Cancellation

  /// Holds a watch.
  init(_ watch: Cancellation) { self.watch = watch }

  /// Ends the observation. Idempotent; it may be called from any thread. A call that another thread
  /// has begun may still go on.
  public func cancel() { watch.cancel() }
}
