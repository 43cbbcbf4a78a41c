internal import CStitcherThread

/// An event in a graph, as the graph's observers receive it.
package struct GraphEventRecord: Sendable {
  /// The kind of an event in a graph.
  package enum Kind: Sendable {
    /// An instance was created, or its creation has failed with an error.
    ///
    /// If its scope keeps the instance, lookups already find it.
    case created
    /// A thread or task has waited while another thread or task created an instance.
    case waited
    /// A kept instance was evicted and released.
    case released
    /// A kept instance was torn down, or its teardown has failed with an error.
    case tornDown
    /// The registrations that the graph sees have changed.
    case changed
  }

  /// The kind of the event.
  package let kind: Kind

  /// The registration of the event's instance; a placeholder if the graph's registrations have
  /// changed.
  package internal(set) var registration: Registration = .nothing

  /// The duration of the creation, the wait or the teardown; otherwise zero.
  package internal(set) var duration = TimeSpan(nanoseconds: 0)

  /// The error with which the creation or teardown has failed; `nil` if there was no error.
  package internal(set) var error: (any Error)?

  /// The duration of a creation without its nested creations; zero for other events.
  package internal(set) var ownDuration = TimeSpan(nanoseconds: 0)

  /// The number of the creation, which is unique in the process; zero for other events.
  package internal(set) var number: UInt64 = 0

  /// The number of the enclosing creation, which requested this instance; `nil` if there is
  /// none.
  package internal(set) var outer: UInt64?

  /// The registration whose factory requested this instance; `nil` if no factory did.
  package internal(set) var requester: Registration?

  /// The name of the graph in which the event happened.
  package internal(set) var graphName: String?
}

/// A running creation in a graph with observers, which are notified when the creation ends.
struct WatchedCreation {
  /// The registration of the instance that is being created.
  let registration: Registration

  /// The number that identifies this creation in events.
  ///
  /// It is not the number of the instance, which the instance gets at the end of the creation.
  private let number = Creation.nextNumber()

  /// The time at which the creation began, in nanoseconds.
  private let start = stitcher_now()

  /// The total duration of the creations that were nested in this one so far, in nanoseconds.
  var nested: UInt64 = 0

  /// Returns the event record of this creation, which has just ended.
  ///
  /// - Parameters:
  ///   - outer: The enclosing creation, if there is one.
  ///   - error: The error of the creation, if it has failed.
  @inline(__always)
  func end(in outer: WatchedCreation?, _ error: (any Error)? = nil) -> GraphEventRecord {
    let duration = stitcher_now() &- start
    return GraphEventRecord(
      kind: .created, registration: registration.undecorated,
      duration: TimeSpan(nanoseconds: duration), error: error,
      ownDuration: TimeSpan(nanoseconds: duration > nested ? duration - nested : 0),
      number: number, outer: outer?.number, requester: outer?.registration.undecorated)
  }
}

/// A running creation of an instance by an asynchronous factory.
///
/// Other threads only add the durations of nested creations.
package final class CreationFrame: Sendable {
  /// The enclosing creation, if its factory is asynchronous, too; otherwise `nil`.
  private let outer: CreationFrame?

  /// The number, the start time and the registration of this creation.
  fileprivate let creation: WatchedCreation

  /// The total duration of the creations that were nested in this one so far, in nanoseconds.
  fileprivate let nested = AtomicBox<UInt64>(0)

  /// Begins the creation of an instance by an asynchronous factory.
  ///
  /// - Parameters:
  ///   - registration: The registration.
  ///   - outer: The enclosing creation, if there is one.
  package init(_ registration: Registration, in outer: CreationFrame?) {
    self.outer = outer
    creation = WatchedCreation(registration: registration)
  }

  /// Ends this creation, and returns its event record for the observers.
  package func end() -> GraphEventRecord {
    var ended = creation
    ended.nested = nested.load(ordering: .relaxed)
    let event = ended.end(in: outer?.creation)
    outer?.nested.add(event.duration.nanoseconds, ordering: .relaxed)
    return event
  }

  /// The creation whose asynchronous factory the current task is running; `nil` if there is none.
  fileprivate static var ofTask: CreationFrame? {
    AsyncStep.anyExists ? Requester(nil).step?.frame : nil
  }
}

extension Graph {
  /// Whether the graph is watched: observers are notified of creations in this graph.
  ///
  /// Observers of the graph, of its ancestors, and of the isolated graph that owns it count.
  ///
  /// - Complexity: O(1) if no graph has observers, else O(*n*) in the number of ancestors.
  @inline(__always)
  package var isWatched: Bool {
    ProcessWord.watchers.word.load(ordering: .relaxed) != 0 && hasObservers
  }

  /// Whether this graph or any graph in ``eventsLineage`` has observers.
  ///
  /// The getter searches all these graphs.
  @inline(never)
  private var hasObservers: Bool {
    eventsLineage.contains { $0.lazyEvents.borrowed?.with(\.observers.subscriberCount) ?? 0 > 0 }
  }

  /// The next graph whose observers are also notified of this graph's events; `nil` if there is
  /// none.
  ///
  /// It is the parent. Without a parent, it is the isolated graph that owns this graph.
  private var eventsParent: Graph? { parent ?? host?.object }

  /// All graphs whose observers are notified of this graph's events.
  ///
  /// The graph itself comes first, then its ancestors and the isolated graph that owns it.
  private var eventsLineage: some Sequence<Graph> { sequence(first: self) { $0.eventsParent } }

  /// Adds an observer: a closure that is called with each event in this graph and its descendants.
  ///
  /// The closure is called on any thread, outside every lock. When it gets the event of a creation,
  /// lookups already find the instance.
  ///
  /// - Returns: The observation, which ends when it is cancelled or released.
  package func watch(_ action: @escaping @Sendable (GraphEventRecord) -> Void) -> Cancellation {
    ProcessWord.watchers.word.add(1)
    let subscription = events.observers.subscribe(action)
    invalidateLookups()
    return Cancellation { [reference] in
      subscription.cancel()
      ProcessWord.watchers.word.add(-1)
      reference.object?.invalidateLookups()
    }
  }

  /// Removes the lookup tables that may contain this graph's instances.
  ///
  /// New lookups then check whether there are observers.
  private func invalidateLookups() {
    for graph in [self] + hostedGraphs {
      var retired = RetiredSnapshots()
      _ = graph.withState { graph.invalidate(&$0, &retired) }
      PendingTeardowns.collect { retired.release(ending: [], of: RemovedRegistrations(), &$0) }
    }
  }

  /// The object that notifies the observers of this graph and of its ancestors.
  ///
  /// Objects that outlive the graph may retain them.
  ///
  /// - Complexity: O(*n*) in the number of ancestors at the first call, then O(1).
  var events: GraphEvents {
    if let present = lazyEvents.borrowed { return present.object }
    // The outermost graph first: recursion through all ancestors may be too deep for the stack.
    let outer = eventsLineage.dropFirst().prefix { $0.lazyEvents.isEmpty }
    for graph in outer.reversed() { _ = graph.events }
    let new = GraphEvents(of: name ?? host?.name, eventsParent?.events, isHosted: parent == nil)
    return lazyEvents.publish(new) ?? new
  }

  /// Creates a transient instance with the given closure, and notifies the graph's observers.
  ///
  /// - Parameters:
  ///   - registration: The registration of the instance.
  ///   - record: The record of the calling thread.
  ///   - make: Creates the instance.
  /// - Throws: The error of the closure.
  @inline(__always)
  package func watched<Value>(
    _ registration: UnretainedReference<Registration>, _ record: ThreadRecordPointer,
    _ make: () throws -> Value
  ) throws -> Value {
    beginWatching(registration.object, record)
    defer { deliver(record) }
    do {
      let value = try make()
      noteEnd(record, nil)
      return value
    } catch {
      noteEnd(record, error)
      throw error
    }
  }

  /// Records that the calling thread begins a creation of which observers will be notified.
  func beginWatching(_ registration: Registration, _ record: ThreadRecordPointer) {
    record.path.pointee.watched.append(WatchedCreation(registration: registration))
  }

  /// Ends the calling thread's innermost watched creation, and notifies the observers.
  ///
  /// If the thread holds a gate, runs an outer watched creation or has stored events, the event is
  /// stored, and ``deliver(_:)`` sends it later. A creation that is repeated has no event.
  @inline(never) @_optimize(speed)
  func noteEnd(_ record: ThreadRecordPointer, _ error: (any Error)?) {
    let path = record.path
    let ended = path.pointee.watched.removeLast()
    let outer = path.pointee.watched.indices.last
    let frame = outer == nil ? CreationFrame.ofTask : nil
    let event = ended.end(in: outer.map { path.pointee.watched[$0] } ?? frame?.creation, error)
    if let outer { path.pointee.watched[outer].nested &+= event.duration.nanoseconds }
    frame?.nested.add(event.duration.nanoseconds, ordering: .relaxed)
    // The cell has ended, since the graph has changed. The creation is repeated, so there is no
    // event.
    if error is CellHasEnded { return }
    if outer == nil, path.pointee.pendingEvents.isEmpty { return events.notify(event) }
    path.pointee.pendingEvents.append((events, event))
  }

  /// Sends the events that the calling thread has stored to the observers.
  ///
  /// Does nothing while the thread holds a gate or runs the factory of a watched creation.
  @inline(never) @_optimize(speed)
  func deliver(_ record: ThreadRecordPointer) {
    if record.path.pointee.pendingEvents.isEmpty { return }
    guard record.path.pointee.watched.isEmpty, record.path.pointee.gates == 0 else { return }
    if record.path.pointee.pendingEvents.count == 1 {
      let (events, event) = record.path.pointee.pendingEvents.removeLast()
      return events.notify(event)
    }
    let pendingEvents = record.path.pointee.pendingEvents
    record.path.pointee.pendingEvents = []
    for (events, event) in pendingEvents { events.notify(event) }
  }
}
