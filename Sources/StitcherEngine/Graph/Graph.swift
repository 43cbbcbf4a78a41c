internal import CStitcherThread

/// The registries that are active together, the instances that live in them, and an index of both.
///
/// A graph may have a parent: what it has no registration for is looked for there. Otherwise graphs
/// are independent of each other. All methods may be called from any thread, also from factories,
/// hooks and `deinit`s.
package final class Graph: Sendable {
  /// The table of the current snapshot, as bits; an empty one if the graph has to be looked at
  /// anew.
  let published: _AtomicWord

  /// Whether something that the graph sees has to be built anew, for who may not wait for the lock.
  /// Changes under it.
  let due: _AtomicWord

  /// Whether something that the graph sees has to be built anew.
  var isStale: Bool { due.load(ordering: .sequentiallyConsistent) != 0 }

  /// Not zero once a thread may read the graph's instances without a lock; set under the lock of
  /// the graph, and never reset. See ``admitReaders()``.
  let readers: _AtomicWord

  /// Whether a thread may read the graph's instances without a lock.
  var hasReaders: Bool { readers.load(ordering: .acquiring) != 0 }

  /// Everything that changes together, with the words of the graph.
  private let state = Lock(State(), words: 9)

  /// The graph that is asked for what this one has no registration for.
  package let parent: Graph?

  /// The same for who asks it often: threads that count its references hold each other up.
  let unretainedParent: UnretainedReference<Graph>?

  /// Whether what the parents declare and keep has instances of its own here.
  package let isIsolated: Bool

  /// What the graph is called, for errors.
  package let name: String?

  /// Whether the graph can be current: see ``CurrentGraph``.
  package let canBeCurrent: Bool

  /// The isolated graph in which the graph's factories run, if it belongs to a ``Counterpart``.
  package let host: GraphReference?

  /// Whether a cycle of instances that are not kept is looked for; others always are.
  package var detectsCycles: Bool {
    get { cycleDetection.load(ordering: .relaxed) != 0 }
    set { cycleDetection.store(newValue ? 1 : 0, ordering: .relaxed) }
  }

  /// Not zero if a cycle of instances that are not kept is looked for.
  private let cycleDetection: _AtomicWord

  /// What was given to be called after an instance was created.
  private let ownHook: InstantiationHook?

  /// What is called after an instance was created: the graph's own hook, or that of a parent, who
  /// holds it. It is not retained for each creation, or for each child.
  let lentHook: UnretainedReference<InstantiationHook>?

  /// What the graph was made to tell of everything that is injected from here: nearly always
  /// nothing.
  package let ownRecorder: InjectionRecorder?

  /// What is told of what factories inject, if that was ever recorded.
  let needRecorder: Published<InjectionRecorder>

  /// Whose graph it is.
  let owner: UnownedReference

  /// The graph for those who outlive it, once there are any.
  let lazyReference: Published<GraphReference>

  /// Tells those who watch the graph of what happens, once there are any.
  let lazyEvents: Published<GraphEvents>

  /// The graphs whose snapshots are built on this one's, once there are any.
  private let lazyFollowers: Published<Followers>

  /// What changes under the lock.
  struct State {
    /// The graph's own registries, in order of activation.
    var registries: [ActiveRegistry] = []

    /// The number of changes so far.
    var version: UInt64 = 0

    /// How many installations of registries' contents are followed.
    var installations: UInt64 = 0

    /// What the graph sees; nil if that was not asked for since the last change.
    var snapshot: Snapshot?

    /// Whether there ever was a snapshot, so that others may know what the store holds.
    var mayBeRead = false

    /// How many lookups took the lock since the graph has a snapshot.
    var lockedLookups: UInt8 = 0

    /// How often the graph was asked while it had no snapshot, and its parent could answer.
    var answersOfParent: UInt8 = 0

    /// The instances of the graph's fixed registries, and of what is scoped.
    var store = InstanceStore()

    /// The isolated graphs that are built on this one, which has no parent, in the order of their
    /// numbers.
    var isolated: [ObjectIdentifier: (number: UInt64, graph: GraphReference)] = [:]

    /// How many there ever were.
    var isolatedCount: UInt64 = 0

    /// The activations that are under way and may be undone.
    var activations: [ObjectIdentifier: PendingActivation] = [:]

    /// Whether the graph has ended.
    var hasEnded = false

    /// The object by which a front end hands the graph out, and which holds the graph.
    var face: LockedWeakReference?

    /// Tells of the graph's changes, once somebody listens to them.
    var changes: Signal<Void>?

    /// Sends the parent's changes on, once somebody listens to this graph's.
    var parentChanges: SignalSubscription<Void>?

    /// What front ends have for this graph alone, if it is isolated.
    var graphLocalCopies: [ObjectIdentifier: GraphLocalCopyEntry] = [:]

    /// How often registries here, or in the parents, have come due: have to be built anew.
    var staleCount: UInt64 = 0

    /// What kept instances live by, and does not follow yet what ends them.
    var unfollowed: [any LifetimeSource] = []

    /// The eager registrations that have come with active registries that were built, since that
    /// was told of last.
    var untold: [ObjectIdentifier: [Registration]] = [:]

    /// What was created here, if that is recorded.
    var recording: CreationLog?

    /// The last batch of the graph's teardown queue, which may have ended.
    var lastBatch: TeardownBatch?

    /// The active registries that there is something to tell of.
    var news: Set<ObjectIdentifier> = []

    /// Takes out what ends with the graph.
    mutating func takeContents() -> Contents {
      defer {
        registries = []
        graphLocalCopies = [:]
        activations = [:]
        untold = [:]
        news = []
        unfollowed = []
      }
      return Contents(
        registries: registries, version: version, cells: store.removeAll(),
        graphLocalCopies: Array(graphLocalCopies.values), untold: untold, mayBeRead: mayBeRead)
    }
  }

  /// What ends with a graph, to be let go outside the lock.
  struct Contents: Sendable {
    let registries: [ActiveRegistry]
    let version: UInt64
    var cells: [Cell]
    let graphLocalCopies: [GraphLocalCopyEntry]
    let untold: [ObjectIdentifier: [Registration]]
    let mayBeRead: Bool
  }

  /// Creates a graph in which nothing is active.
  ///
  /// - Parameters:
  ///   - parent: The graph that is asked for what this one has no registration for.
  ///   - isIsolated: Whether what the parents declare and keep has instances of its own here.
  ///   - name: What the graph is called, for errors.
  ///   - canBeCurrent: Whether the graph can be current, as its children can.
  ///   - host: The isolated graph in which the graph's factories run.
  ///   - hook: What is called after an instance was created.
  ///   - recorder: What is told of everything that is injected; if nothing is given, the parent's.
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
    due = state.word(1)
    cycleDetection = state.word(2)
    needRecorder = Published(state.word(3))
    owner = UnownedReference(state.word(4))
    lazyReference = Published(state.word(5))
    lazyEvents = Published(state.word(6))
    lazyFollowers = Published(state.word(7))
    readers = state.word(8)
    if parent == nil { readers.store(1, ordering: .relaxed) }
    ownHook = hook
    lentHook = hook.map { UnretainedReference($0) } ?? parent?.lentHook
    ownRecorder = recorder ?? parent?.ownRecorder
    detectsCycles = parent?.detectsCycles ?? true
    if isIsolated { enlist() }
    // Who runs in the graph comes after this.
    if isIsolated, self.canBeCurrent { stitcher_isolation_begin() }
    if parent != nil, self.canBeCurrent { CurrentGraph.noteOther() }
  }

  deinit {
    defer { endWords() }
    unretainedParent?.with { $0.followers }?.with { $0.remove(self) }
    if isIsolated { delist() }
    guard let left = withState({ $0.hasEnded ? nil : $0.takeContents() }) else { return }
    var pendingTeardowns = PendingTeardowns()
    for active in left.registries {
      active.registry.detach(ObjectIdentifier(self), in: .max, &pendingTeardowns)
    }
    // Who reads holds the graph, so there are no readers to wait for.
    [EvictedContents].end(unread: left.cells, &pendingTeardowns)
    for entry in left.graphLocalCopies { entry.graphLocalCopy.endWithGraph(&pendingTeardowns) }
    pendingTeardowns.start()
  }

  /// Releases what the words refer to.
  private func endWords() {
    needRecorder.end()
    lazyReference.end()
    lazyEvents.end()
    lazyFollowers.end()
  }

  /// The address of the graph, which tells it from others on the path of what is being created.
  @inline(__always)
  var bits: UInt { UnretainedReference(self).bits }

  /// Calls a closure that runs no foreign code with what changes, under the lock.
  @inline(__always)
  func withState<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock { (state) -> sending UncheckedSendableBox<Result> in
      UncheckedSendableBox(body(&state))
    }.value
  }

  /// Says on whose behalf the graph resolves.
  ///
  /// - Parameter owner: The object, which is not retained; it has to outlive every use of the
  ///   graph.
  package func setOwner(_ owner: AnyObject) { self.owner.refer(to: owner) }

  /// The graph that is so many steps farther away.
  func ancestor(_ distance: Int) -> UnretainedReference<Graph> {
    var graph = UnretainedReference(self)
    for _ in 0..<distance {
      // A snapshot says no distance that its graph does not have.
      guard let parent = graph.with({ $0.unretainedParent }) else { break }
      graph = parent
    }
    return graph
  }
}

// MARK: - Snapshots

extension Graph {
  /// What the graph sees now.
  ///
  /// - Complexity: O(1), but after a change O(*n*) in the number of active registries.
  package var snapshot: Snapshot {
    if let present = withState({ $0.snapshot }) { return present }
    // Those of the parents first. No recursion: a factory may make graphs until the stack is full.
    var missing: [Graph] = []
    while let parent = (missing.last ?? self).parent, parent.withState({ $0.snapshot }) == nil {
      missing.append(parent)
    }
    for graph in missing.reversed() { _ = graph.makeSnapshot() }
    return makeSnapshot()
  }

  /// Makes what the graph sees now, after its parents.
  private func makeSnapshot() -> Snapshot {
    while true {
      if let present = withState({ $0.snapshot }) { return present }
      let (own, version, hasEnded) = withState { ($0.registries, $0.version, $0.hasEnded) }
      let farther = hasEnded ? nil : unretainedParent?.with { $0.snapshot(for: self) }
      let new = Snapshot(
        own: own, parent: farther, isIsolated: isIsolated,
        hasEnded: hasEnded || farther?.hasEnded == true)
      // From here on the parent says when it comes due.
      if unretainedParent?.with({ $0.isStale }) == true {
        markStale()
      }
      let current = withState { state -> Snapshot? in
        guard state.version == version else { return nil }
        if let other = state.snapshot { return other }
        state.snapshot = new
        state.mayBeRead = true
        if hasReaders, !isStale, recorder == nil {
          published.store(new.tableBits, ordering: .sequentiallyConsistent)
        }
        return new
      }
      if let current { return current }
    }
  }

  /// The graphs whose snapshots are built on this one's, if there ever were any.
  var followers: UnretainedReference<Followers>? { lazyFollowers.borrowed }

  /// Returns what the graph sees, and tells a child of the next change.
  private func snapshot(for child: Graph) -> Snapshot {
    add(follower: child)
    return publishedSnapshot ?? snapshot
  }

  /// Tells a child of the next change.
  func add(follower child: Graph) {
    if let followers {
      followers.with { $0.add(child) }
    } else {
      let new = Followers()
      (lazyFollowers.publish(new) ?? new).add(child)
    }
  }

  /// What the graph sees, if readers may use it; found without a lock.
  private var publishedSnapshot: Snapshot? {
    let section = ReadSection.begin()
    defer { section.end() }
    let table = LookupTable(bits: section.load(published))
    return UnretainedReference<Snapshot>(optional: table.snapshotBits)?.object
  }

  /// Has what the graph sees be found out anew, here and in those that are built on it.
  ///
  /// - Parameter outdated: Gets what is not used any more.
  func invalidate(_ outdated: inout RetiredSnapshots) {
    withState { _ = invalidate(&$0, &outdated) }
  }

  /// Takes the snapshot away, here and in those that are built on it. Called under the lock.
  ///
  /// Children are locked within their parents, never the other way around, so that no thread finds
  /// the change here and not yet there.
  ///
  /// - Returns: Whether the graph has to be told of the next change, too, since it has instances of
  ///   what its parents declare.
  @discardableResult
  func invalidate(_ state: inout State, _ outdated: inout RetiredSnapshots) -> Bool {
    state.version += 1
    // Also where there is no snapshot: a thread may be building one.
    published.store(LookupTable.empty, ordering: .sequentiallyConsistent)
    if let snapshot = state.snapshot { outdated.snapshots.append(snapshot) }
    state.snapshot = nil
    let followers = followers
    for graph in followers?.with({ $0.removeAll() }) ?? [] {
      if graph.withState({ graph.invalidate(&$0, &outdated) }) {
        followers?.with { $0.add(graph) }
      }
      outdated.graphs.append(graph)
    }
    return parent != nil && state.store.count > 0 || followers?.with { $0.isEmpty } == false
  }

  /// Has readers use a snapshot's table, if it is the current snapshot.
  func publish(_ table: UInt, of snapshot: Snapshot) {
    if table == published.load(ordering: .relaxed) || !admitReaders() { return }
    withState { state in
      // Another thread may have grown the table once more, so ask again.
      if state.snapshot === snapshot, !isStale, recorder == nil {
        published.store(snapshot.tableBits, ordering: .sequentiallyConsistent)
      }
    }
  }
}
