internal import CStitcherThread

/// A dependency graph: active registries, the instances of their registrations, and an index for
/// lookups.
///
/// A lookup that finds no registration in a graph continues in its parent, if there is one.
/// Otherwise, graphs are independent of each other. All methods may be called on any thread, also
/// by factories, hooks and `deinit`s.
package final class Graph: Sendable {
  /// An atomic word with the address of the published lookup table, which threads search without a
  /// lock.
  ///
  /// The published table is empty if lookups have to use the slow path.
  let published: _AtomicWord

  /// An atomic word that is nonzero if the graph is stale; see ``isStale``.
  ///
  /// Written under the lock, but also read without the lock.
  var staleness: _AtomicWord { state.word(1) }

  /// Whether the graph is stale: the observed state behind one of its registries has changed.
  ///
  /// The next lookup builds the registry again, if it may run the registry's closure.
  var isStale: Bool { staleness.load(ordering: .sequentiallyConsistent) != 0 }

  /// An atomic word that is nonzero if threads may read the graph's instances without a lock.
  ///
  /// Set under the lock, and never reset; see ``admitReaders()``.
  var readers: _AtomicWord { state.word(8) }

  /// Whether threads may read the graph's instances without a lock.
  var hasReaders: Bool { readers.load(ordering: .acquiring) != 0 }

  /// The state behind the graph's lock, and the atomic words that are allocated together with the
  /// lock.
  private let state: Lock<State>

  /// The graph in which a lookup continues if it finds nothing in this graph; `nil` for a root
  /// graph.
  package let parent: Graph?

  /// An unretained reference to the parent graph; `nil` for a root graph.
  ///
  /// Threads that retain one object at the same time slow each other down.
  let unretainedParent: UnretainedReference<Graph>?

  /// Whether the graph is isolated: it keeps its own instances of all dependencies that its
  /// ancestors register.
  package let isIsolated: Bool

  /// The name of the graph, as error messages print it.
  package let name: String?

  /// Whether the graph can be the current graph of a thread or task; see ``CurrentGraph``.
  package let canBeCurrent: Bool

  /// The isolated graph that owns this graph, if this graph belongs to a ``GraphLocalCopy``;
  /// otherwise `nil`.
  ///
  /// The isolated graph is current while the factories of this graph run.
  package let host: GraphReference?

  /// Whether the graph detects dependency cycles that consist of transient instances only.
  ///
  /// The graph always detects cycles that contain an instance which its scope keeps.
  package var detectsCycles: Bool {
    get { cycleDetection.load(ordering: .relaxed) != 0 }
    set { cycleDetection.store(newValue ? 1 : 0, ordering: .relaxed) }
  }

  /// The atomic word that stores ``detectsCycles``: nonzero if the property is `true`.
  private var cycleDetection: _AtomicWord { state.word(2) }

  /// The instantiation hook that was passed to this graph's initializer; `nil` if none was passed.
  ///
  /// The property retains the hook.
  private let ownHook: InstantiationHook?

  /// A reference to the instantiation hook that the graph calls after each creation; `nil` if there
  /// is none.
  ///
  /// The hook belongs to the graph or to an ancestor.
  ///
  /// The hook is not retained for each creation, nor for each child: the graph that owns the hook
  /// retains it.
  let hookReference: UnretainedReference<InstantiationHook>?

  /// The recorder that this graph calls for each injection; `nil` for almost all graphs.
  ///
  /// A graph has a recorder if the graph or an ancestor was created with one.
  package let ownRecorder: InjectionRecorder?

  /// The recorder of the dependencies that this graph's factories resolve; empty if they were never
  /// recorded.
  var needRecorder: Published<InjectionRecorder> { Published(state.word(3)) }

  /// The front end's object, such as a container, that the graph passes to its factories.
  ///
  /// The object is not retained.
  var owner: _AtomicWord { state.word(4) }

  /// The weak reference to this graph. The reference is created when it is first needed.
  var lazyReference: Published<GraphReference> { Published(state.word(5)) }

  /// The observers of this graph's events, including its ancestors' observers; created at the first
  /// use.
  var lazyEvents: Published<GraphEvents> { Published(state.word(6)) }

  /// The *followers* of this graph: the child graphs that each change of this graph has to notify.
  ///
  /// The collection is created for the first follower.
  var lazyFollowers: Published<Followers> { Published(state.word(7)) }

  /// The mutable state of a graph, which the graph's lock guards.
  struct State {
    /// The graph's own active registries, in order of activation.
    var registries: [ActiveRegistry] = []

    /// The number of changes that the graph has had so far.
    var version: UInt64 = 0

    /// The value of the process's counter of installed registry contents when this graph adopted
    /// contents last.
    ///
    /// ``RegistryContentsLock`` owns the counter.
    var installations: UInt64 = 0

    /// The graph's current snapshot; `nil` if no lookup has built one since the graph's last
    /// change.
    var snapshot: Snapshot?

    /// Whether other threads may have read the graph's cells, because the graph has had a snapshot.
    ///
    /// A graph that never had a snapshot needs no wait for readers.
    var mayBeRead = false

    /// The number of lookups that took the graph's lock. Counting stops at 17, since only more than
    /// 16 lookups matter.
    var lockedLookups: UInt8 = 0

    /// The number of lookups that started without a snapshot of this graph; counting stops at 8.
    var firstLookups: UInt8 = 0

    /// The cells of all instances that this graph itself stores.
    ///
    /// They belong to registrations of declared and fixed registries, and to scoped registrations.
    var store = InstanceStore()

    /// The isolated graphs that descend from this root graph, in order of creation.
    var isolated: [GraphReference] = []

    /// The activations in progress, which a failure would undo, by the identity of the activated
    /// registry.
    var activations: [PendingActivation] = []

    var hasEnded = false

    /// A weak reference to the graph's public handle: the public object that wraps and retains the
    /// graph.
    var publicHandle: LockedWeakReference?

    /// The signal that is sent after each change of registrations; `nil` if it never had a
    /// subscriber.
    var changes: Signal<Void>?

    /// The subscription that forwards the parent's change signal to this graph's ``changes``.
    ///
    /// Created for the first subscriber.
    var parentChanges: Cancellation?

    /// This isolated graph's own copies of process-wide objects, by the identity of the original
    /// object.
    var graphLocalCopies: [GraphLocalCopyEntry] = []

    /// The number of times that this graph was marked as stale.
    var staleCount: UInt64 = 0

    /// The lifetime sources that did not follow their observed state when they were added: they
    /// had not read it yet, or not since another thread had changed it.
    ///
    /// They cannot notice the end of a lifetime.
    var unfollowed: [any LifetimeSource] = []

    /// The eager registrations that rebuilt registries have gained since the graph's last change
    /// event.
    ///
    /// The key is the registry's identity.
    var unreportedRegistrations = [ObjectIdentifier: [Registration]]()

    /// The log of instance creations in this graph; `nil` if creations were never recorded.
    var recording: CreationLog?

    /// The most recent batch of the graph's teardown queue, which may have ended.
    var lastBatch: TeardownBatch?

    /// The active registries with new contents that the graph's next change event has to report.
    var unreportedRegistries = Set<ObjectIdentifier>()

    /// Removes and returns the graph's contents, which the caller has to release when the graph
    /// ends.
    mutating func takeContents() -> Contents {
      var contents = Contents(cells: store.removeAll(), mayBeRead: mayBeRead)
      swap(&contents.registries, &registries)
      swap(&contents.graphLocalCopies, &graphLocalCopies)
      swap(&contents.unreportedRegistrations, &unreportedRegistrations)
      swap(&contents.unfollowed, &unfollowed)
      (activations, unreportedRegistries) = ([], .init())
      return contents
    }
  }

  /// The contents of an ended graph: registries, cells and graph-local copies.
  ///
  /// The caller releases them outside the lock.
  struct Contents: Sendable {
    fileprivate(set) var registries: [ActiveRegistry] = []
    var cells: [Cell]
    fileprivate(set) var unfollowed: [any LifetimeSource] = []
    fileprivate(set) var graphLocalCopies: [GraphLocalCopyEntry] = []
    fileprivate(set) var unreportedRegistrations = [ObjectIdentifier: [Registration]]()
    let mayBeRead: Bool
  }

  /// Creates a graph with the given direct registrations and without active containers.
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
  ///   - direct: The graph's direct registrations. They hide registrations of containers that have
  ///     the same key and the same parameters.
  @_optimize(speed) package init(
    parent: Graph? = nil, isIsolated: Bool = false, named name: String? = nil,
    canBeCurrent: Bool = false, host: GraphReference? = nil, hook: InstantiationHook? = nil,
    recorder: InjectionRecorder? = nil, direct: [RegistrationSet] = []
  ) {
    let registries = direct.map { ActiveRegistry(FixedRegistry($0), owner: nil) }
    state = Lock(State(registries: registries), words: 9)
    self.parent = parent
    unretainedParent = parent.map { UnretainedReference($0) }
    self.isIsolated = isIsolated
    self.name = name
    self.canBeCurrent = canBeCurrent || parent?.canBeCurrent == true
    self.host = host
    published = state.word(0)
    published.store(LookupTable.empty, ordering: .relaxed)
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

  @_optimize(speed) deinit {
    unretainedParent?.with { $0.followers }?.with { $0.remove(self) }
    var pendingTeardowns = PendingTeardowns()
    let left = withState { state -> Contents? in
      if state.hasEnded { return nil }
      // The teardowns of an earlier change run first: they may use the remaining instances. If the
      // change is not complete, the remaining instances join its batch.
      if state.lastBatch != nil { pendingTeardowns.join(&state) }
      return state.takeContents()
    }
    if let left {
      // A reader retains the graph, so a graph that is being deallocated has no readers.
      release(nil, left, &pendingTeardowns)
      pendingTeardowns.start()
    }
    needRecorder.end()
    lazyReference.end()
    lazyEvents.end()
    lazyFollowers.end()
  }

  /// The address of this graph object.
  ///
  /// It identifies the graph on the paths of running factories.
  @inline(__always)
  var bits: UInt { UnretainedReference(self).bits }

  /// Calls a closure with the graph's mutable state, under the graph's lock.
  ///
  /// The closure must not run foreign code.
  @inline(__always)
  func withState<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock { (state) -> sending UncheckedSendableBox<Result> in
      UncheckedSendableBox(body(&state))
    }.value
  }

  /// Sets the front end's object, such as a container, that the graph passes to its factories.
  ///
  /// - Parameter owner: The object, which is not retained. It has to outlive every use of the
  ///   graph.
  package func setOwner(_ owner: AnyObject) { self.owner.refer(to: owner) }

  /// Returns the ancestor that is the given number of parent links away from this graph.
  ///
  /// Zero means the graph itself.
  func ancestor(_ distance: Int) -> UnretainedReference<Graph> {
    // There always is a parent: distances come from snapshots of this graph.
    (0..<distance).reduce(UnretainedReference(self)) { graph, _ in
      graph.with { $0.unretainedParent } ?? graph
    }
  }
}
