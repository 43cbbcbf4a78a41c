internal import Observation
internal import StitcherEngine

/// Builds the contents of a container: when the container is created, and after changes of state.
///
/// A notification makes the contents *stale*. As long as they are stale, a look-up builds them
/// first, if the calling thread may run the closure. The notification arrives before the change
/// lands, so only the update ends the staleness.
final class ContainerBuilder: Sendable {
  /// Which contents are built.
  private let state = Lock(State())

  /// The closure of the container, and the contents that were reported.
  private let source: Lock<Source>

  /// The closure of the container, and the contents that were reported.
  ///
  /// A structure, since a generic lock would wrap a closure once more at each access.
  private struct Source {
    /// The closure that returns the contents; nil if the container was deallocated.
    var build: (@Sendable () -> DependenciesRegistrar)?
    /// The contents when the graph-changed event was sent last.
    var reported: DependenciesRegistrar?
  }

  /// The graph in which the container was created, and in which its closure runs.
  private let home = CapturedGraph()

  /// Connects the container with the scheduler of updates.
  private let follower: StateFollower

  /// A weak reference to this object.
  let reference: WeakBox<ContainerBuilder>

  /// The registry that gets the contents.
  let registry: DeclaredRegistry

  /// Builds the contents for the first time, on the calling thread.
  init(_ closure: @escaping @Sendable @isolated(any) () -> DependenciesRegistrar) {
    // Safe: the closure is called on its actor, or on any thread if it has none. The types differ
    // only in that.
    source = Lock(Source(build: withoutIsolation(ofContent: closure)))
    let reference = WeakBox<ContainerBuilder>()
    self.reference = reference
    registry = DeclaredRegistry(updatedBy: { reference.object?.update(.lookup, into: &$0) })
    follower = StateFollower(on: closure.isolation) { step, updates in
      reference.object?.update(step, into: &updates)
    } changeHasLanded: {
      reference.object?.changeHasLanded()
    }
    reference.refer(to: self)
    var updates = RegistryUpdates()
    update(.update, into: &updates)
    updates.install()
  }

  /// The actor on which the closure runs; nil if it runs on any thread.
  var actor: (any Actor)? { follower.actor }

  /// Releases the closure. After that, nothing is built.
  func stop() { _ = source.withLock { $0.build.take() } }

  /// Makes the contents stale, and schedules an update.
  ///
  /// - Parameter isOnThread: Whether the calling thread makes the change, which may land after the
  ///   call.
  func notify(isOnThread: Bool = true) {
    markStale()
    if isOnThread, actor == nil { ThreadRecord.current.note(follower) }
    follower.schedule(.update)
  }

  /// Makes the contents stale once more: a build before this call may have read the old state.
  private func changeHasLanded() {
    markStale(after: UInt(bitPattern: ThreadRecord.current))
    follower.schedule(.repetition)
  }

  /// Makes the contents stale.
  private func markStale(after changer: UInt? = nil) {
    state.withLock { $0.notify(after: changer) }
    registry.markStale()
  }

  /// Builds the contents.
  ///
  /// - Parameters:
  ///   - step: Why the contents are built.
  ///   - updates: Gets the contents, unless they need no build or the calling thread may not build.
  private func update(_ step: UpdateStep, into updates: inout RegistryUpdates) {
    guard !updates.contains(registry), let closure = source.withLock({ $0.build }) else { return }
    if step == .lookup, actor != nil, !follower.isOnActor {
      updates.isIncomplete = true
      return
    }
    let record = ThreadRecord.current
    let isNested = step == .lookup && record.path.pointee.isCreating
    let (build, isStale) = state.withLock { state in
      let build = state.begin(step, on: UInt(bitPattern: record), isNested: isNested)
      // Under the lock: a notification after this makes the registry stale again.
      if !state.isStale { registry.markSettled() }
      return (build, state.isStale)
    }
    if step == .lookup, isStale { updates.isIncomplete = true }
    guard let build else { return }
    var observer = WeakBox<ContainerBuilder>()
    observer.refer(to: self)
    let contents = home.run {
      if #available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *) {
        withObservationTracking(closure) { [observer] in observer.object?.notify() }
      } else {
        closure()
      }
    }
    // Observation keeps the second closure only if observable state was read.
    let isObserved = !isKnownUniquelyReferenced(&observer)
    updates.add(
      registry, contents.base, build: build.number, isNews: report(contents, step)
    ) { [self] in
      if build.number > 1 {
        DependencyGraph.tellOfMistakes(in: registry, active: registry.graphs)
      }
      state.withLock { state in
        state.end(build)
        if !state.isStale { registry.markSettled() }
      }
    }
    // Observation follows the state only from the end of the closure on.
    if build.number == 1, actor == nil, isObserved { follower.schedule(.repetition) }
  }

  /// Notes contents that are going to be installed; returns whether an event reports them.
  private func report(_ contents: DependenciesRegistrar, _ step: UpdateStep) -> Bool {
    if step == .lookup { return false }
    let last = source.withLock { source in
      defer { source.reported = contents }
      return source.reported
    }
    return step == .update || last != contents
  }
}
