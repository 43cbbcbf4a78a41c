internal import CStitcherThread

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

/// A watched creation that is under way on a thread.
struct WatchedCreation {
  /// What is being created; whoever creates it holds it.
  private let registration: Borrowed<Registration>

  /// Its number.
  private let number = CreationFrame.nextNumber()

  /// When it began, in nanoseconds.
  private let start = stitcher_now()

  /// How long the creations in its factory took, in nanoseconds.
  private var nested: UInt64 = 0

  /// Begins a creation.
  init(_ registration: Borrowed<Registration>) { self.registration = registration }

  /// Ends the creation.
  ///
  /// - Parameter outer: The creation around it.
  func end(in outer: inout WatchedCreation) -> CreationRecord {
    let duration = stitcher_now() &- start
    outer.nested &+= duration
    return record(duration, outer.number, outer.registration.object)
  }

  /// Ends the creation, around which there is no other one on the thread.
  ///
  /// - Parameter outer: The creation around it, if its factory is asynchronous.
  func end(in outer: CreationFrame?) -> CreationRecord {
    let duration = stitcher_now() &- start
    outer?.add(duration)
    return record(duration, outer?.number, outer?.registration)
  }

  /// Describes the creation.
  private func record(
    _ duration: UInt64, _ outer: UInt64?, _ requester: Registration?
  ) -> CreationRecord {
    CreationRecord(
      registration: registration.object.undecorated, number: number, outer: outer,
      requester: requester?.undecorated, duration, nested: nested)
  }
}

/// A watched creation with an asynchronous factory that is under way. Others only add to what is
/// nested.
package final class CreationFrame: Sendable {
  /// What is being created.
  fileprivate let registration: Registration

  /// The creation around it.
  private let outer: CreationFrame?

  /// Its number.
  fileprivate let number = CreationFrame.nextNumber()

  /// When it began, in nanoseconds.
  private let start = stitcher_now()

  /// How long the creations in its factory took, in nanoseconds.
  private let nested = AtomicBox<UInt64>(0)

  /// The last number.
  private static let last = AtomicBox<UInt64>(0)

  /// Returns a number that no other creation has.
  static func nextNumber() -> UInt64 { last.add(1, ordering: .relaxed) }

  /// Begins a creation.
  package init(_ registration: Registration, in outer: CreationFrame?) {
    self.registration = registration.undecorated
    self.outer = outer
  }

  /// Adds the time that a creation in the factory took.
  fileprivate func add(_ duration: UInt64) { nested.add(duration, ordering: .relaxed) }

  /// Ends the creation.
  package func end() -> CreationRecord {
    let duration = stitcher_now() &- start
    outer?.add(duration)
    return CreationRecord(
      registration: registration, number: number, outer: outer?.number,
      requester: outer?.registration, duration, nested: nested.load(ordering: .relaxed))
  }

  /// What an asynchronous factory creates around the calling thread's creations.
  static var ofTask: CreationFrame? {
    AsyncStep.mayBeAround ? Asker(nil).step?.frame : nil
  }
}

extension CreationRecord {
  /// Describes a creation by times in nanoseconds.
  fileprivate init(
    registration: Registration, number: UInt64, outer: UInt64?, requester: Registration?,
    _ duration: UInt64, nested: UInt64
  ) {
    self.registration = registration
    self.number = number
    self.outer = outer
    self.requester = requester
    self.duration = .nanoseconds(Int64(duration))
    ownDuration = .nanoseconds(Int64(duration > nested ? duration - nested : 0))
  }
}

extension Graph {
  /// Whether somebody watches the graph, or one that it is built on or hosted by.
  ///
  /// - Complexity: O(1) if no graph is watched, else O(*n*) in the number of parents.
  @inline(__always)
  package var isWatched: Bool {
    ProcessWord.watchers.word.load(ordering: .relaxed) != 0 && hasWatchers
  }

  /// Whether somebody watches the graph, or one that it is built on or hosted by.
  @inline(never)
  private var hasWatchers: Bool {
    if lazyEvents.borrowed?.with({ !$0.watchers.isEmpty }) == true { return true }
    return eventsParent?.hasWatchers == true
  }

  /// The graph whose watchers are told as well: the parent, or the isolated graph that is the host.
  private var eventsParent: Graph? { parent ?? host?.object }

  /// What events call the graph in which they happen.
  private var eventsName: String? { name ?? host?.name }

  /// Has a closure called with all that happens in this graph, and in those that are built on it.
  ///
  /// It is called on any thread, outside every lock, after what it tells of can be found.
  ///
  /// - Parameters:
  ///   - action: The closure.
  ///   - finish: Is called when the graph has gone, and all that it has left behind: nothing more
  ///     can happen in it.
  package func watch(
    _ action: @escaping @Sendable (GraphEventRecord) -> Void,
    finish: (@Sendable () -> Void)? = nil
  ) -> GraphWatch {
    let watchers = events.watchers
    ProcessWord.watchers.word.add(1)
    let watcher = watchers.add(action, finish: finish)
    let reference = reference
    let watch = GraphWatch {
      if watchers.remove(watcher) {
        ProcessWord.watchers.word.add(-1)
        reference.object?.allLookAnew()
      }
    }
    allLookAnew()
    return watch
  }

  /// Has what is made anew each time be found in a way that is watched, or not any more: here, and
  /// in the graphs of counterparts.
  private func allLookAnew() {
    lookAnew()
    for graph in hostedGraphs { graph.lookAnew() }
  }

  /// Has what is made anew each time be found in a way that is watched, or not any more.
  private func lookAnew() {
    var outdated = Outdated()
    var endings = Endings()
    invalidate(&outdated)
    outdated.release(ending: [], of: Losses(), &endings)
    endings.start()
  }

  /// Notifies the watchers of this graph, and of the graphs that it is built on or hosted by. If
  /// other threads may wait for a creation of this thread, the watchers are notified after it.
  package func tell(_ kind: GraphEventRecord.Kind) { events.tell(kind) }

  /// Who is told of what happens in the graph, also by those who outlive it.
  ///
  /// - Complexity: O(*n*) in the number of parents at the first call, then O(1).
  var events: GraphEvents {
    if let present = lazyEvents.borrowed { return present.object }
    let new = GraphEvents(of: eventsName, eventsParent?.events, isHosted: parent == nil)
    return lazyEvents.publish(new) ?? new
  }

  /// Tells those who watch of something, if there is anybody.
  @inline(__always)
  func tellWatchers(_ kind: @autoclosure () -> GraphEventRecord.Kind) {
    if isWatched { tell(kind()) }
  }

  /// Makes an instance that is not kept, and tells those who watch.
  @inline(__always)
  package func watched<Value>(
    _ registration: Borrowed<Registration>, _ record: ThreadRecordPointer,
    _ make: () throws -> Value
  ) throws -> Value {
    beginWatching(registration, record)
    do {
      let value = try make()
      tellOfCreation(record)
      return value
    } catch {
      noteEnd(record, error)
      deliver(record)
      throw error
    }
  }

  /// Ends a watched creation, and tells of it after what the thread has not told of yet; later, if
  /// it is still in a watched factory.
  @inline(never)
  private func tellOfCreation(_ record: ThreadRecordPointer) {
    guard record.path.pointee.watched.count == 1, record.path.pointee.gates == 0,
      record.path.pointee.untold.isEmpty
    else {
      noteEnd(record, nil)
      return deliver(record)
    }
    tell(.created(endWatching(record)))
  }

  /// Notes that a watched creation begins on the thread. The caller holds the registration.
  func beginWatching(_ registration: Borrowed<Registration>, _ record: ThreadRecordPointer) {
    record.path.pointee.watched.append(WatchedCreation(registration))
  }

  /// Notes that a watched creation has ended on the thread.
  private func endWatching(_ record: ThreadRecordPointer) -> CreationRecord {
    let path = record.path
    let ended = path.pointee.watched.removeLast()
    let last = path.pointee.watched.count - 1
    if last < 0 { return ended.end(in: CreationFrame.ofTask) }
    return ended.end(in: &path.pointee.watched[last])
  }

  /// Notes that a watched creation has ended on the thread; ``deliver(_:)`` tells of it.
  @inline(never)
  func noteEnd(_ record: ThreadRecordPointer, _ error: (any Error)?) {
    let creation = endWatching(record)
    // The graph has changed: the creation is tried again.
    if error is PlaceEnded { return }
    record.path.pointee.untold.append(
      (events, error.map { .failed(creation, $0) } ?? .created(creation)))
  }

  /// Tells of what the thread has created, unless it is still in a watched factory, or in one that
  /// others may wait for.
  @inline(__always)
  func deliver(_ record: ThreadRecordPointer) {
    if !record.path.pointee.untold.isEmpty { deliverUntold(record) }
  }

  /// Tells of what the thread has created, unless that has to be later.
  @inline(never)
  private func deliverUntold(_ record: ThreadRecordPointer) {
    guard record.path.pointee.watched.isEmpty, record.path.pointee.gates == 0 else { return }
    let untold = record.path.pointee.untold
    record.path.pointee.untold = []
    for (events, kind) in untold { events.tell(kind) }
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
