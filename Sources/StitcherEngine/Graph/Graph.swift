package import Synchronization

/// The registries that are active together, the instances that live in them, and an index of both.
///
/// A graph may have a parent: what it has no registration for is looked for there. Otherwise graphs
/// are independent of each other. All methods may be called from any thread, also from factories,
/// hooks and `deinit`s.
package final class Graph: Sendable {
  /// The table of the current snapshot, as bits; an empty one if the graph has to be looked at
  /// anew.
  let published = Atomic<UInt>(SlotTable.empty)

  /// Everything that changes together.
  private let state = Lock(State())

  /// The graph that is asked for what this one has no registration for.
  package let parent: Graph?

  /// Whether what the parents declare and keep has instances of its own here.
  package let isIsolated: Bool

  /// Whether a cycle of instances that are not kept is looked for; others always are.
  package let detectsCycles = Atomic<Bool>(true)

  /// What is called after an instance was created.
  let hook: InstantiationHook?

  /// Sent by front ends when the dependencies that can be resolved have changed.
  package let changes = Signal<Void>()

  /// The hook, which is not retained for each creation.
  let lentHook: Borrowed<InstantiationHook>?

  /// Whose graph it is.
  let owner = UnownedReference()

  /// The graph, for its registries and its parent.
  let reference = LentReference<Graph>()

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

    /// The instances of the graph's fixed registries, and of what is scoped.
    var store = InstanceStore()

    /// The graphs whose snapshots are built on this one's.
    var followers: [ObjectIdentifier: LentReference<Graph>] = [:]

    /// Whether the graph has ended.
    var hasEnded = false

    /// How often registries here, or in the parents, have come due: have to be built anew.
    var dueCount: UInt64 = 0

    /// Up to which of these times all were built.
    var settledCount: UInt64 = 0

    /// The eager registrations that have come with active registries that were built, since that
    /// was told of last.
    var untold: [ObjectIdentifier: [Registration]] = [:]

    /// The active registries that there is something to tell of.
    var news: Set<ObjectIdentifier> = []

    /// Whether all that has come due was built, so that readers may use what was looked up.
    var isSettled: Bool { dueCount == settledCount }
  }

  /// Creates a graph in which nothing is active.
  ///
  /// - Parameters:
  ///   - parent: The graph that is asked for what this one has no registration for.
  ///   - isIsolated: Whether what the parents declare and keep has instances of its own here.
  ///   - hook: What is called after an instance was created.
  package init(
    parent: Graph? = nil, isIsolated: Bool = false, hook: InstantiationHook? = nil
  ) {
    self.parent = parent
    self.isIsolated = isIsolated
    self.hook = hook ?? parent?.hook
    lentHook = self.hook.map { Borrowed($0) }
    reference.refer(to: self)
  }

  deinit {
    parent?.withState { $0.followers[ObjectIdentifier(self)] = nil }
    let (registries, cells) = state.withLock { ($0.registries, $0.store.removeAll()) }
    for active in registries { active.registry.detach(ObjectIdentifier(self), in: .max) }
    [Discarded].end(cells)
  }

  /// The address of the graph, which tells it from others on the path of what is being created.
  @inline(__always)
  var bits: UInt { Borrowed(self).bits }

  /// Calls a closure that runs no foreign code with what changes, under the lock.
  @inline(__always)
  func withState<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock { (state) -> sending UncheckedBox<Result> in UncheckedBox(body(&state)) }.value
  }

  /// Says on whose behalf the graph resolves.
  ///
  /// - Parameter owner: The object, which is not retained; it has to outlive every use of the
  ///   graph.
  package func setOwner(_ owner: AnyObject) { self.owner.refer(to: owner) }

  /// The graph that is so many steps farther away.
  func ancestor(_ distance: Int) -> Graph {
    var graph = self
    for _ in 0..<distance {
      // A snapshot says no distance that its graph does not have.
      graph = graph.parent.unsafelyUnwrapped
    }
    return graph
  }
}

// MARK: - Snapshots

extension Graph {
  /// What the graph sees now.
  ///
  /// - Complexity: O(1), but after a change O(*n*) in the number of active registries.
  var snapshot: Snapshot {
    while true {
      let (present, own, version, hasEnded) = withState {
        ($0.snapshot, $0.registries, $0.version, $0.hasEnded)
      }
      if let present { return present }
      let new = Snapshot(
        own: own, parent: hasEnded ? nil : parent?.snapshot(for: self), isIsolated: isIsolated)
      // From here on the parent says when it comes due.
      if let parent, !parent.withState({ $0.isSettled }) { markDue() }
      let current = withState { state -> Snapshot? in
        guard state.version == version else { return nil }
        if let other = state.snapshot { return other }
        state.snapshot = new
        if state.isSettled {
          published.store(new.tableBits, ordering: .sequentiallyConsistent)
        }
        return new
      }
      if let current { return current }
    }
  }

  /// Returns what the graph sees, and tells a child of the next change.
  private func snapshot(for child: Graph) -> Snapshot {
    while true {
      let current = snapshot
      let isCurrent = withState { state in
        guard state.snapshot === current else { return false }
        state.followers[ObjectIdentifier(child)] = child.reference
        return true
      }
      if isCurrent { return current }
    }
  }

  /// Has what the graph sees be found out anew, here and in those that are built on it.
  ///
  /// - Parameter outdated: Gets what is not used any more.
  func invalidate(_ outdated: inout Outdated) { withState { _ = invalidate(&$0, &outdated) } }

  /// Takes the snapshot away, here and in those that are built on it. Called under the lock.
  ///
  /// Children are locked within their parents, never the other way around, so that no thread finds
  /// the change here and not yet there.
  ///
  /// - Returns: Whether the graph has to be told of the next change, too, since it has instances of
  ///   what its parents declare.
  @discardableResult
  func invalidate(_ state: inout State, _ outdated: inout Outdated) -> Bool {
    state.version += 1
    // Also where there is no snapshot: a thread may be building one.
    published.store(SlotTable.empty, ordering: .sequentiallyConsistent)
    if let snapshot = state.snapshot { outdated.snapshots.append(snapshot) }
    state.snapshot = nil
    for (id, follower) in state.followers {
      let graph = follower.object
      let goesOn = graph?.withState { graph?.invalidate(&$0, &outdated) ?? false } ?? false
      if !goesOn { state.followers[id] = nil }
      if let graph { outdated.graphs.append(graph) }
    }
    return parent != nil && state.store.count > 0 || !state.followers.isEmpty
  }

  /// Has readers use a snapshot's table, if it is the current snapshot.
  func publish(_ table: UInt, of snapshot: Snapshot) {
    if table == published.load(ordering: .relaxed) { return }
    withState { state in
      // Another thread may have grown the table once more, so ask again.
      if state.snapshot === snapshot, state.isSettled {
        published.store(snapshot.tableBits, ordering: .sequentiallyConsistent)
      }
    }
  }
}
