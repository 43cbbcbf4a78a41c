internal import CStitcherThread

/// A dependency graph: its active registries, their instances, and an index of both.
///
/// A lookup that finds no registration in a graph continues in its parent, if there is one.
/// Otherwise, graphs are independent of each other. All methods may be called on any thread, also
/// by factories, hooks and `deinit`s.
package final class Graph: Sendable {
  /// The address of the lookup table that threads search without a lock.
  ///
  /// The table is empty if lookups have to use the slow path.
  let published: _AtomicWord

  /// A word that is nonzero if a registry that the graph sees is stale.
  ///
  /// Written under the lock, but also read without the lock.
  let staleness: _AtomicWord

  /// Whether a registry that the graph sees is stale.
  ///
  /// A registry is stale if the observed state from which its contents were built has changed.
  var isStale: Bool { staleness.load(ordering: .sequentiallyConsistent) != 0 }

  /// A word that is nonzero if threads may read the graph's instances without a lock.
  ///
  /// Set under the lock, and never reset; see ``admitReaders()``.
  var readers: _AtomicWord { state.word(8) }

  /// Whether threads may read the graph's instances without a lock.
  var hasReaders: Bool { readers.load(ordering: .acquiring) != 0 }

  /// The state behind the graph's lock, and the atomic words that are allocated together with the
  /// lock.
  private let state = Lock(State(), words: 9)

  /// The graph in which a lookup continues if it finds nothing in this graph; `nil` for a root
  /// graph.
  package let parent: Graph?

  /// The parent graph, without retaining it; `nil` for a root graph.
  ///
  /// Threads that retain one object at the same time slow each other down.
  let unretainedParent: UnretainedReference<Graph>?

  /// Whether the graph keeps its own instances of all dependencies that its ancestors register.
  package let isIsolated: Bool

  /// The name of the graph, as error messages print it.
  package let name: String?

  /// Whether the graph can be the current graph; see ``CurrentGraph``.
  package let canBeCurrent: Bool

  /// The isolated graph that owns this graph as a ``GraphLocalCopy``; otherwise `nil`.
  ///
  /// The isolated graph is current while the factories of this graph run.
  package let host: GraphReference?

  /// Whether the graph looks for cycles among transient instances.
  ///
  /// Cycles among kept instances are always found.
  package var detectsCycles: Bool {
    get { cycleDetection.load(ordering: .relaxed) != 0 }
    set { cycleDetection.store(newValue ? 1 : 0, ordering: .relaxed) }
  }

  /// The word that stores ``detectsCycles``: nonzero if the property is `true`.
  private var cycleDetection: _AtomicWord { state.word(2) }

  /// The hook that was passed to this graph's initializer; `nil` if there was none.
  ///
  /// The property retains the hook.
  private let ownHook: InstantiationHook?

  /// The hook that the graph calls after each creation; `nil` if there is none.
  ///
  /// It belongs to the graph or to an ancestor.
  ///
  /// The hook is not retained for each creation, nor for each child: the graph that owns the hook
  /// retains it.
  let hookReference: UnretainedReference<InstantiationHook>?

  /// The recorder of all injections in this graph; `nil` for almost all graphs.
  ///
  /// A graph has a recorder if the graph or an ancestor was created with one.
  package let ownRecorder: InjectionRecorder?

  /// The recorder of the dependencies that factories resolve; empty if they were never recorded
  /// here.
  var needRecorder: Published<InjectionRecorder> { Published(state.word(3)) }

  /// The front end's object, such as a container, that the graph passes to its factories.
  ///
  /// The object is not retained.
  var owner: UnownedReference { UnownedReference(state.word(4)) }

  /// The weak reference to this graph, created at its first use.
  var lazyReference: Published<GraphReference> { Published(state.word(5)) }

  /// The observers of the graph and its ancestors, created at their first use.
  var lazyEvents: Published<GraphEvents> { Published(state.word(6)) }

  /// The children whose snapshots include this graph's snapshot.
  ///
  /// Created for the first such child.
  var lazyFollowers: Published<Followers> { Published(state.word(7)) }

  /// The state that the lock guards.
  struct State {
    /// The graph's own active registries, in order of activation.
    var registries: [ActiveRegistry] = []

    /// The number of changes that the graph has had so far.
    var version: UInt64 = 0

    /// The number of installations of registry contents that the graph has adopted.
    ///
    /// Installations are counted across the process.
    var installations: UInt64 = 0

    /// The current snapshot; `nil` if there was no lookup since the last change.
    var snapshot: Snapshot?

    /// Whether the graph ever had a snapshot.
    ///
    /// Without a snapshot, no other thread can have read the graph's cells.
    var mayBeRead = false

    /// The number of lookups that took the lock since the graph got its first snapshot.
    var lockedLookups: UInt8 = 0

    /// The number of lookups that the parent answered because this graph had no snapshot.
    var answersOfParent: UInt8 = 0

    /// The cells of instances that the graph itself stores.
    ///
    /// They belong to registrations of declared registries, and to scoped registrations.
    var store = InstanceStore()

    /// The isolated graphs that descend from this root graph, in order of creation.
    var isolated: [GraphReference] = []

    /// The activations in progress that a failure would undo, by the identity of the registry.
    var activations: [ObjectIdentifier: PendingActivation] = [:]

    var hasEnded = false

    /// The public object that wraps and retains the graph.
    ///
    /// This reference is weak.
    var publicHandle: LockedWeakReference?

    /// The signal of the graph's changes, created for its first subscriber.
    var changes: Signal<Void>?

    /// The subscription that forwards the parent's changes to this graph's signal.
    ///
    /// Created for the first subscriber.
    var parentChanges: Cancellation?

    /// The graph-local copies of process-wide objects in this isolated graph, by the identity of
    /// the original.
    var graphLocalCopies: [ObjectIdentifier: GraphLocalCopyEntry] = [:]

    /// The number of times that a registry of this graph or of an ancestor has become stale.
    var staleCount: UInt64 = 0

    /// The lifetime sources that have not read their state yet.
    ///
    /// They cannot notice the end of a lifetime.
    var unfollowed: [any LifetimeSource] = []

    /// The eager registrations that rebuilt registries have gained since the last event.
    ///
    /// The key is the registry's identity.
    var unreportedRegistrations: [ObjectIdentifier: [Registration]] = [:]

    /// The log of creations; `nil` if creations were never recorded.
    var recording: CreationLog?

    /// The most recent batch of the graph's teardown queue, which may have ended.
    var lastBatch: TeardownBatch?

    /// The active registries with new contents that no event has reported yet.
    var unreportedRegistries: Set<ObjectIdentifier> = []

    /// Removes and returns the contents that have to be released when the graph ends.
    mutating func takeContents() -> Contents {
      defer {
        (registries, graphLocalCopies, activations, unfollowed) = ([], [:], [:], [])
        (unreportedRegistrations, unreportedRegistries) = ([:], [])
      }
      return Contents(
        registries: registries, cells: store.removeAll(),
        graphLocalCopies: Array(graphLocalCopies.values),
        unreportedRegistrations: unreportedRegistrations, mayBeRead: mayBeRead)
    }
  }

  /// The contents of an ended graph.
  ///
  /// The caller releases them outside the lock.
  struct Contents: Sendable {
    let registries: [ActiveRegistry]
    var cells: [Cell]
    let graphLocalCopies: [GraphLocalCopyEntry]
    let unreportedRegistrations: [ObjectIdentifier: [Registration]]
    let mayBeRead: Bool
  }

  /// Creates a graph without active registries.
  ///
  /// - Parameters:
  ///   - parent: The graph in which a lookup continues if this graph has no matching registration.
  ///   - isIsolated: Whether the graph keeps its own instances of everything that its ancestors
  ///     declare.
  ///   - name: The name of the graph, as error messages print it.
  ///   - canBeCurrent: Whether the graph can be the current graph. A child of a graph that can be
  ///     current can be current as well.
  ///   - host: The isolated graph that is current while the graph's factories run, if the graph
  ///     belongs to a graph-local copy.
  ///   - hook: The hook that is called after each creation; by default, the parent's hook.
  ///   - recorder: The recorder of all injections; by default, the parent's recorder.
  package init(
    parent: Graph? = nil, isIsolated: Bool = false, named name: String? = nil,
    canBeCurrent: Bool = false, host: GraphReference? = nil, hook: InstantiationHook? = nil,
    recorder: InjectionRecorder? = nil
  ) {
    self.parent = parent
    unretainedParent = parent.map { UnretainedReference($0) }
    self.isIsolated = isIsolated
    self.name = name
    self.canBeCurrent = canBeCurrent || parent?.canBeCurrent == true
    self.host = host
    published = state.word(0)
    published.store(LookupTable.empty, ordering: .relaxed)
    staleness = state.word(1)
    ownHook = hook
    hookReference = hook.map { UnretainedReference($0) } ?? parent?.hookReference
    ownRecorder = recorder ?? parent?.ownRecorder
    if parent == nil { readers.store(1, ordering: .relaxed) }
    detectsCycles = parent?.detectsCycles ?? true
    if isIsolated { root.withState { $0.isolated.append(reference) } }
    // Both flags have to be set before the graph can become current.
    if isIsolated, self.canBeCurrent { stitcher_isolation_begin() }
    // Before the graph can become current. A program may create a graph for each request, so only
    // the first one writes the word.
    if parent != nil, self.canBeCurrent, !CurrentGraph.mayBeOther {
      ProcessWord.otherGraphs.word.store(1, ordering: .sequentiallyConsistent)
    }
  }

  deinit {
    unretainedParent?.with { $0.followers }?.with { $0.remove(self) }
    if let left = withState({ $0.hasEnded ? nil : $0.takeContents() }) {
      // A reader retains the graph, so a graph that is being deallocated has no readers.
      PendingTeardowns.collect { release(nil, left, &$0) }
    }
    needRecorder.end()
    lazyReference.end()
    lazyEvents.end()
    lazyFollowers.end()
  }

  /// The address of the graph.
  ///
  /// It identifies the graph on the paths of running factories.
  @inline(__always)
  var bits: UInt { UnretainedReference(self).bits }

  /// Calls a closure with the guarded state, under the graph's lock.
  ///
  /// The closure must not run foreign code.
  @inline(__always)
  func withState<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock { (state) -> sending UncheckedSendableBox<Result> in
      UncheckedSendableBox(body(&state))
    }.value
  }

  /// Sets the object that the graph passes to its factories.
  ///
  /// - Parameter owner: The object, which is not retained. It has to outlive every use of the
  ///   graph.
  package func setOwner(_ owner: AnyObject) { self.owner.refer(to: owner) }

  /// Returns the ancestor at the given number of parent links.
  ///
  /// Zero means the graph itself.
  func ancestor(_ distance: Int) -> UnretainedReference<Graph> {
    var graph = UnretainedReference(self)
    for _ in 0..<distance {
      // The loop always finds a parent: distances come from snapshots of this graph.
      guard let parent = graph.with({ $0.unretainedParent }) else { break }
      graph = parent
    }
    return graph
  }
}
