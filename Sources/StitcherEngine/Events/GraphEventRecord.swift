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
    case waited(Registration, TimeSpan)
    /// A kept instance was let go.
    case released(Registration)
    /// A kept instance was torn down; with the error of a teardown that has failed.
    case tornDown(Registration, TimeSpan, (any Error)?)
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
  package let duration: TimeSpan

  /// How long it took without the creations that were asked for in its factory.
  package let ownDuration: TimeSpan
}

/// A watched creation that is under way.
struct WatchedCreation {
  /// What is being created; whoever creates it holds it.
  private let registration: UnretainedReference<Registration>

  /// Its number.
  private let number = last.add(1, ordering: .relaxed)

  /// When it began, in nanoseconds.
  private let start = stitcher_now()

  /// How long the creations in its factory took, in nanoseconds.
  var nested: UInt64 = 0

  /// The last number.
  private static let last = AtomicBox<UInt64>(0)

  /// Begins a creation.
  init(_ registration: UnretainedReference<Registration>) { self.registration = registration }

  /// How long the creation has taken so far, in nanoseconds.
  var duration: UInt64 { stitcher_now() &- start }

  /// Describes the creation, which has ended.
  ///
  /// - Parameter outer: The creation in whose factory it was asked for.
  func record(_ duration: UInt64, in outer: WatchedCreation?) -> CreationRecord {
    CreationRecord(
      registration: registration.object.undecorated, number: number, outer: outer?.number,
      requester: outer?.registration.object.undecorated,
      duration: TimeSpan(nanoseconds: duration),
      ownDuration: TimeSpan(nanoseconds: duration > nested ? duration - nested : 0))
  }
}

/// A watched creation with an asynchronous factory that is under way. Others only add to what is
/// nested.
package final class CreationFrame: Sendable {
  /// The registration, which the creation refers to.
  private let registration: Registration

  /// The creation around it.
  private let outer: CreationFrame?

  /// The creation.
  fileprivate let creation: WatchedCreation

  /// How long the creations in its factory took, in nanoseconds.
  fileprivate let nested = AtomicBox<UInt64>(0)

  /// Begins a creation.
  package init(_ registration: Registration, in outer: CreationFrame?) {
    self.registration = registration
    self.outer = outer
    creation = WatchedCreation(UnretainedReference(registration))
  }

  /// Ends the creation.
  package func end() -> CreationRecord {
    var ended = creation
    ended.nested = nested.load(ordering: .relaxed)
    let duration = ended.duration
    outer?.nested.add(duration, ordering: .relaxed)
    return ended.record(duration, in: outer?.creation)
  }

  /// What an asynchronous factory creates around the calling thread's creations.
  fileprivate static var ofTask: CreationFrame? {
    AsyncStep.mayBeAround ? Requester(nil).step?.frame : nil
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
    eventsLineage.contains { $0.lazyEvents.borrowed?.with { !$0.watchers.isEmpty } == true }
  }

  /// The graph whose watchers are told as well: the parent, or the isolated graph that is the host.
  private var eventsParent: Graph? { parent ?? host?.object }

  /// The graph, and those whose watchers are told as well, the nearest first.
  private var eventsLineage: some Sequence<Graph> { sequence(first: self) { $0.eventsParent } }

  /// Has a closure called with all that happens in this graph, and in those that are built on it.
  ///
  /// It is called on any thread, outside every lock, after what it tells of can be found.
  ///
  /// - Parameters:
  ///   - action: The closure.
  ///   - finish: Is called when the graph has gone, and all that it has left behind: nothing more
  ///     can happen in it.
  /// - Returns: The watch, which ends the calls.
  package func watch(
    _ action: @escaping @Sendable (GraphEventRecord) -> Void,
    finish: (@Sendable () -> Void)? = nil
  ) -> Cancellation {
    let watchers = events.watchers
    ProcessWord.watchers.word.add(1)
    let watcher = watchers.add(action, finish: finish)
    lookAnew()
    return Cancellation { [reference] in
      watchers.remove(watcher)
      ProcessWord.watchers.word.add(-1)
      reference.object?.lookAnew()
    }
  }

  /// Has what is made anew each time be found in a way that is watched, or not any more: here, and
  /// in the graphs of counterparts.
  private func lookAnew() {
    for graph in [self] + hostedGraphs {
      var outdated = RetiredSnapshots()
      var pendingTeardowns = PendingTeardowns()
      graph.invalidate(&outdated)
      outdated.release(ending: [], of: RemovedRegistrations(), &pendingTeardowns)
      pendingTeardowns.start()
    }
  }

  /// Notifies the watchers of this graph, and of the graphs that it is built on or hosted by. If
  /// other threads may wait for a creation of this thread, the watchers are notified after it.
  package func tell(_ kind: GraphEventRecord.Kind) { events.tell(kind) }

  /// Who is told of what happens in the graph, also by those who outlive it.
  ///
  /// - Complexity: O(*n*) in the number of parents at the first call, then O(1).
  var events: GraphEvents {
    if let present = lazyEvents.borrowed { return present.object }
    // The outermost first: there may be too many graphs for the stack.
    let outer = eventsLineage.dropFirst().prefix { $0.lazyEvents.isEmpty }
    for graph in outer.reversed() { _ = graph.events }
    let new = GraphEvents(of: name ?? host?.name, eventsParent?.events, isHosted: parent == nil)
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
    _ registration: UnretainedReference<Registration>, _ record: ThreadRecordPointer,
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
  func beginWatching(
    _ registration: UnretainedReference<Registration>, _ record: ThreadRecordPointer
  ) {
    record.path.pointee.watched.append(WatchedCreation(registration))
  }

  /// Notes that a watched creation has ended on the thread.
  private func endWatching(_ record: ThreadRecordPointer) -> CreationRecord {
    let path = record.path
    let ended = path.pointee.watched.removeLast()
    let duration = ended.duration
    let last = path.pointee.watched.count - 1
    if last >= 0 {
      path.pointee.watched[last].nested &+= duration
      return ended.record(duration, in: path.pointee.watched[last])
    }
    let frame = CreationFrame.ofTask
    frame?.nested.add(duration, ordering: .relaxed)
    return ended.record(duration, in: frame?.creation)
  }

  /// Notes that a watched creation has ended on the thread; ``deliver(_:)`` tells of it.
  @inline(never)
  func noteEnd(_ record: ThreadRecordPointer, _ error: (any Error)?) {
    let creation = endWatching(record)
    // The graph has changed: the creation is tried again.
    if error is CellHasEnded { return }
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
