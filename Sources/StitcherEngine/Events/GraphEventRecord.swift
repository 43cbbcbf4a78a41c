internal import CStitcherThread
internal import Synchronization

/// Something that has happened in a graph, for those who watch it.
package struct GraphEventRecord: Sendable {
  /// What has happened.
  package enum Kind: Sendable {
    /// An instance was created, and can be found if it is kept.
    case created(CreationRecord)
    /// A creation has failed.
    case failed(CreationRecord, any Error)
    /// Somebody has waited for an instance that another thread or task was creating.
    case waited(Registration, Duration)
    /// A kept instance was let go.
    case released(Registration)
    /// A kept instance was torn down; with the error of a teardown that has failed.
    case tornDown(Registration, Duration, (any Error)?)
    /// What can be injected has changed.
    case changed
  }

  /// What has happened.
  package let kind: Kind

  /// The name of the graph in which it has happened.
  package let graphName: String?
}

/// A creation, as those who watch it learn of it.
package struct CreationRecord: Sendable {
  /// What was created.
  package let registration: Registration

  /// A number that no other creation has.
  package let number: UInt64

  /// The number of the creation in whose factory it was asked for.
  package let outer: UInt64?

  /// What that one creates.
  package let requester: Registration?

  /// How long it took.
  package let duration: Duration

  /// How long it took without the creations that were asked for in its factory.
  package let ownDuration: Duration
}

/// A creation that is under way and watched. Others only add to what is nested.
final class CreationFrame: Sendable {
  /// What is being created.
  private let registration: Registration

  /// The creation around it.
  let outer: CreationFrame?

  /// Its number.
  private let number: UInt64

  /// When it began, in nanoseconds.
  private let start = stitcher_now()

  /// How long the creations in its factory took, in nanoseconds.
  private let nested = Atomic<UInt64>(0)

  /// The last number.
  private static let last = Atomic<UInt64>(0)

  /// Begins a creation.
  init(_ registration: Registration, in outer: CreationFrame?) {
    self.registration = registration.undecorated
    self.outer = outer
    number = Self.last.add(1, ordering: .relaxed).newValue
  }

  /// Ends the creation.
  func end() -> CreationRecord {
    let duration = stitcher_now() &- start
    outer?.nested.add(duration, ordering: .relaxed)
    let inside = nested.load(ordering: .relaxed)
    return CreationRecord(
      registration: registration, number: number, outer: outer?.number,
      requester: outer?.registration, duration: .nanoseconds(Int64(duration)),
      ownDuration: .nanoseconds(Int64(duration > inside ? duration - inside : 0)))
  }

  /// What an asynchronous factory creates around the calling thread's creations.
  static var ofTask: CreationFrame? {
    AsyncStep.mayBeAround ? Asker(nil).step?.frame : nil
  }
}

extension Graph {
  /// How many watch a graph: as long as there is none anywhere, that is all that is looked at.
  private static let watcherCount = Atomic<Int>(0)

  /// Whether somebody watches the graph, or one that it is built on.
  ///
  /// - Complexity: O(1) if no graph is watched, else O(*n*) in the number of parents.
  @inline(__always)
  var isWatched: Bool {
    Self.watcherCount.load(ordering: .relaxed) != 0 && hasWatchers
  }

  /// Whether somebody watches the graph, or one that it is built on.
  @inline(never)
  private var hasWatchers: Bool {
    lazyEvents.borrowed?.with { !$0.watchers.isEmpty } == true || parent?.hasWatchers == true
  }

  /// Has a closure called with all that happens in this graph, and in those that are built on it.
  ///
  /// It is called on any thread, outside every lock, after what it tells of can be found.
  package func watch(
    _ action: @escaping @Sendable (GraphEventRecord) -> Void
  ) -> GraphWatch {
    let watchers = events.watchers
    Self.watcherCount.add(1, ordering: .relaxed)
    let watcher = watchers.add(action)
    let reference = reference
    let watch = GraphWatch {
      if watchers.remove(watcher) {
        Self.watcherCount.subtract(1, ordering: .relaxed)
        reference.object?.lookAnew()
      }
    }
    lookAnew()
    return watch
  }

  /// Has what is made anew each time be found in a way that is watched, or not any more.
  private func lookAnew() {
    var outdated = Outdated()
    var endings = Endings()
    invalidate(&outdated)
    outdated.release(ending: [], of: Losses(), &endings)
    endings.start()
  }

  /// Tells those who watch of what has happened.
  func tell(_ kind: GraphEventRecord.Kind) {
    let event = GraphEventRecord(kind: kind, graphName: name)
    var graph: Graph? = self
    while let current = graph {
      current.lazyEvents.borrowed?.object.watchers.tell(event)
      graph = current.parent
    }
  }

  /// Who is told of what happens in the graph, also by those who outlive it.
  ///
  /// - Complexity: O(*n*) in the number of parents at the first call, then O(1).
  var events: GraphEvents {
    if let present = lazyEvents.borrowed { return present.object }
    let new = GraphEvents(of: name, parent?.events)
    return lazyEvents.publish(new) ?? new
  }

  /// Tells those who watch of something, if there is anybody.
  @inline(__always)
  func tellWatchers(_ kind: @autoclosure () -> GraphEventRecord.Kind) {
    if isWatched { tell(kind()) }
  }

  /// Makes an instance that is not kept, and tells those who watch.
  func watched<Value>(
    _ registration: Registration, _ record: ThreadRecordPointer, _ make: () throws -> Value
  ) throws -> Value {
    let frame = beginWatching(registration, record)
    do {
      let value = try make()
      tell(endWatching(frame, record, .created), record)
      return value
    } catch {
      tell(endWatching(frame, record, .failed(error)), record)
      throw error
    }
  }

  /// Tells of an event, after what the thread has not told of yet; later, if it is still in a
  /// watched factory.
  private func tell(_ event: GraphEventRecord.Kind?, _ record: ThreadRecordPointer) {
    guard let event else { return deliver(record) }
    if record.path.pointee.frameDepth == 0, record.path.pointee.untold.isEmpty {
      return tell(event)
    }
    record.path.pointee.untold.append((self, event))
    deliver(record)
  }

  /// Notes that a watched creation begins on the thread.
  func beginWatching(
    _ registration: Registration, _ record: ThreadRecordPointer
  ) -> CreationFrame {
    let frame = CreationFrame(
      registration, in: record.path.pointee.frame ?? CreationFrame.ofTask)
    record.path.pointee.frame = frame
    record.path.pointee.frameDepth += 1
    return frame
  }

  /// How a creation has ended.
  private enum CreationEnd {
    case created
    case failed(any Error)
  }

  /// Notes that a watched creation has ended on the thread.
  ///
  /// - Returns: What is to be told of it; nil if it will be tried again.
  private func endWatching(
    _ frame: CreationFrame, _ record: ThreadRecordPointer, _ end: CreationEnd
  ) -> GraphEventRecord.Kind? {
    let path = record.path
    path.pointee.frameDepth -= 1
    path.pointee.frame = path.pointee.frameDepth == 0 ? nil : frame.outer
    let creation = frame.end()
    switch end {
    case .created: return .created(creation)
    // The graph has changed: the creation is tried again.
    case .failed(let error) where error is PlaceEnded: return nil
    case .failed(let error): return .failed(creation, error)
    }
  }

  /// Notes that a watched creation has ended on the thread; ``deliver(_:)`` tells of it.
  @inline(never)
  func noteEnd(_ frame: CreationFrame?, _ record: ThreadRecordPointer, _ error: (any Error)?) {
    guard let frame else { return }
    let end = error.map { CreationEnd.failed($0) } ?? .created
    if let event = endWatching(frame, record, end) {
      record.path.pointee.untold.append((self, event))
    }
  }

  /// Tells of what the thread has created, unless it is still in a watched factory: then others may
  /// wait for it.
  func deliver(_ record: ThreadRecordPointer) {
    guard record.path.pointee.frameDepth == 0, !record.path.pointee.untold.isEmpty else { return }
    let untold = record.path.pointee.untold
    record.path.pointee.untold = []
    for (graph, kind) in untold { graph.tell(kind) }
  }
}

/// Somebody who watches a graph, until this goes.
package final class GraphWatch: Sendable {
  /// Stops the calls.
  private let end: @Sendable () -> Void

  /// Creates a watch.
  fileprivate init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { cancel() }

  /// Stops the calls. Idempotent.
  package func cancel() { end() }
}
