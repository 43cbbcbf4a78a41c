internal import Observation
internal import StitcherEngine

/// An object that runs a container's closure when the container is created, and again after changes
/// of the state that the closure reads.
///
/// A change notification makes the container's registrations *stale*. While they are stale, a
/// lookup builds them first, if the calling thread may run the closure. The notification arrives
/// before the state is changed, so only the update ends the staleness.
final class ContainerBuilder: Sendable {
  /// The state of the container's builds, protected by a lock.
  private let state = Lock(State())

  /// The closure of the container, and its registrations at the time of the last graph-changed
  /// event.
  private let source: Lock<Source>

  /// The closure of the container, and its registrations at the time of the last graph-changed
  /// event.
  ///
  /// This is a structure, since a generic lock around a bare closure would wrap the closure again
  /// at each access.
  private struct Source {
    /// The closure that returns the registrations; `nil` if the container was deallocated.
    var build: (@Sendable () -> DependenciesRegistrar)?
    /// The container's registrations at the time of the last graph-changed event.
    var reported: DependenciesRegistrar?
  }

  /// The graph in which the container was created; its closure runs in that graph.
  private let home = CapturedGraph()

  /// The object that receives notifications of state changes and schedules updates.
  private let follower: StateFollower

  /// A weak reference to this container builder.
  let reference: WeakBox<ContainerBuilder>

  /// The registry to which the container's registrations are added.
  let registry: DeclaredRegistry

  /// Creates a container builder, and builds the container for the first time on the calling
  /// thread.
  init(_ closure: @escaping @Sendable @isolated(any) () -> DependenciesRegistrar) {
    // Safe: the closure is called on its actor, or on any thread if it has no actor. The two
    // closure types differ only in the isolation.
    source = Lock(Source(build: withoutIsolation(closure)))
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

  /// The actor on which the container's closure runs; `nil` if the closure can run on any thread.
  var actor: (any Actor)? { follower.actor }

  /// Releases the container's closure, so that no further builds are possible.
  func stop() { _ = source.withLock { $0.build.take() } }

  /// Marks the container as stale, and schedules an update of its registrations.
  ///
  /// - Parameter isOnThread: Whether the calling thread makes the change, possibly after this call.
  func notify(isOnThread: Bool = true) {
    markStale()
    if isOnThread, actor == nil { ThreadRecord.current.note(follower) }
    follower.schedule(.update)
  }

  /// Marks the container as stale when a change of the observed state is complete, or after a time
  /// in which no change was noticed, since an earlier build possibly read the old state.
  ///
  /// Schedules a build after 100 ms, which sends an event only if the registrations differ.
  func changeHasLanded() {
    markStale(after: UInt(bitPattern: ThreadRecord.current))
    follower.schedule(.repetition)
  }

  /// Marks the container and its registry as stale, so that the next lookup rebuilds the container.
  private func markStale(after changer: UInt? = nil) {
    state.withLock { $0.notify(after: changer) }
    registry.markStale()
  }

  /// Builds the container's registrations, if a build is needed and the container's closure is
  /// allowed to run on the calling thread.
  ///
  /// - Parameters:
  ///   - step: The reason for the build.
  ///   - updates: The collection of updates to which the registrations are added.
  private func update(_ step: RereadReason, into updates: inout RegistryUpdates) {
    guard !updates.contains(registry), let closure = source.withLock({ $0.build }) else { return }
    if step == .lookup, actor != nil, !follower.isOnActor {
      updates.isIncomplete = true
      return
    }
    let record = ThreadRecord.current
    let isNested = step == .lookup && record.path.pointee.isCreating
    let (build, isStale) = state.withLock { state in
      let build = state.begin(step, on: UInt(bitPattern: record), isNested: isNested)
      // The registry is marked under the lock. A later notification waits for the lock, and then
      // marks the registry as stale again.
      if !state.isStale { registry.markFresh() }
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
    // Observation tracking retains the second closure, and so the observer, only if the first
    // closure has read observable state.
    let isObserved = !isKnownUniquelyReferenced(&observer)
    updates.add(
      registry, contents.base, build: build.number, sendsEvent: report(contents, step)
    ) { [self] in
      if build.number > 1 {
        DependencyGraph.printMistakes(in: registry, active: registry.graphs)
      }
      let isOvertaken = state.withLock { state in
        let isOvertaken = state.end(build)
        if !state.isStale { registry.markFresh() }
        return isOvertaken
      }
      // A newer build began during this one; its registrations will be used, or already are. But
      // `source.reported` still retains those of this build. A repetition replaces both.
      if isOvertaken { follower.schedule(.repetition) }
    }
    // Observation tracking misses changes that another thread makes before the closure returns. A
    // repetition of the update reads the changed state.
    if build.number == 1, actor == nil, isObserved { follower.schedule(.repetition) }
  }

  /// Returns whether a build's registrations require a graph-changed event; after an update, also
  /// stores them for the next comparison.
  private func report(_ contents: DependenciesRegistrar, _ step: RereadReason) -> Bool {
    if step == .lookup { return false }
    let last = source.withLock { source in
      defer { source.reported = contents }
      return source.reported
    }
    return step == .update || last != contents
  }
}
