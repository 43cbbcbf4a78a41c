internal import StitcherEngine

/// When a container is rebuilt: once for each burst of changes, by one task at a time.
///
/// Observation tells of a change before it lands, on the thread that makes it. So the rebuild waits
/// a moment, which also joins changes that come together. A change may still be missed: if the
/// thread that makes it is stopped for longer, or if it falls between the moment at which the state
/// is read and the one at which its next change is listened to. So a rebuild that made no
/// difference, or that follows another one closely, is checked later: the container is built once
/// more, and replaced if that makes a difference.
///
/// Containers that come due together are rebuilt together: see ``RebuildingRound``.
///
/// A rebuild that came too early is not told of before it was checked. So the change is one event;
/// and since a change lands after all have been told that it will, a container that merges several
/// waits for each of them.
final class Rebuilding: Sendable {
  /// A state machine; the task that it asks for is started outside the lock.
  private let state = Lock(RebuildingState())

  /// What a rebuild runs; nil once the container is gone.
  private let builder = Lock<RegistrarBuilding?>(nil)

  /// What the container holds.
  let registry = FixedRegistry()

  /// Tells the containers that merge this one that it is going to change.
  private let willRebuild = Signal<Void>()

  /// Tells the containers that merge this one that it has changed.
  private let didRebuild = Signal<Void>()

  /// This object, for those that must not keep it alive.
  let reference = LentReference<Rebuilding>()

  /// Creates a state in which nothing was built yet.
  init() { reference.refer(to: self) }

  /// Builds for the first time, on the calling thread.
  func start(_ builder: RegistrarBuilding) {
    self.builder.withLock { $0 = builder }
    registry.replaceContents(builder.build(onChange: onChange).base)
    if state.withLock({ $0.endStart() }) { announce() }
  }

  /// Lets go of the closure, so that no change leads to a rebuild any more.
  func stop() {
    let last = builder.withLock { builder in
      let last = builder
      builder = nil
      return last
    }
    _ = consume last
  }

  /// Asks for a rebuild.
  ///
  /// - Parameter isEarly: Whether the change may not have landed yet.
  func trigger(isEarly: Bool = false) {
    let isNews = state.withLock { $0.trigger(at: .now, isEarly: isEarly) }
    if isNews { announce() }
  }

  /// Follows this container by one that merges it.
  func follow(by parent: Rebuilding) -> ChangeCancellable {
    let id = ObjectIdentifier(self)
    let parent = parent.reference
    let will = willRebuild.subscribe { parent.object?.childWillRebuild(id) }
    let did = didRebuild.subscribe { parent.object?.childDidRebuild(id) }
    return ChangeCancellable {
      will.cancel()
      did.cancel()
    }
  }

  /// Waits for a merged container, so that several that change together cause one rebuild.
  private func childWillRebuild(_ child: ObjectIdentifier) {
    let isNews = state.withLock { state in
      state.pendingChildren.insert(child)
      return state.trigger(at: .now, isEarly: false)
    }
    if isNews { announce() }
  }

  /// Rebuilds when no merged container is about to change any more.
  ///
  /// Two notifications of one child may overtake each other; then there is one rebuild more, but
  /// never one less.
  private func childDidRebuild(_ child: ObjectIdentifier) {
    let isNews = state.withLock { state in
      state.pendingChildren.remove(child)
      return state.trigger(at: .now, isEarly: false)
    }
    if isNews { announce() } else { schedule() }
  }

  /// Tells the containers that merge this one before the rebuild can begin: if they heard of its
  /// begin after its end, they would wait for ever.
  private func announce() {
    willRebuild.send(())
    state.withLock { $0.isAnnounced = true }
    schedule()
  }

  /// Asks for a rebuild before state changes that was read, as long as the container is there.
  private var onChange: @Sendable () -> Void {
    { [reference] in reference.object?.trigger(isEarly: true) }
  }

  /// Joins those that are about to be rebuilt, unless that has happened or a merged container has
  /// to be waited for.
  private func schedule() {
    if state.withLock({ $0.schedule() }) { RebuildingRound.join(member()) }
  }
}

// MARK: - Rounds

extension Rebuilding {
  /// What a rebuild or a check has built.
  struct Build: Sendable {
    /// The container's state.
    let rebuilding: Rebuilding

    /// What the container is to hold.
    let registrar: DependenciesRegistrar

    /// Whether that is something else than before.
    let isDifferent: Bool

    /// Whether it is to be installed: not if it makes no difference, and that is kept quiet about.
    let isReplacing: Bool
  }

  /// Returns the container as a member of a round.
  ///
  /// - Parameter number: The number of the rebuild after which a check looks.
  func member(checking number: Int? = nil) -> RebuildingRound.Member {
    let actor = builder.withLock { $0?.isolation }
    return RebuildingRound.Member(
      rebuilding: reference, checked: number, actor: actor.map { ObjectIdentifier($0) })
  }

  /// Does the rebuild that was scheduled, or the check after one, unless it is not needed any more.
  func build(checking number: Int?) async -> Build? {
    let begins = state.withLock { state in
      number.map { state.beginCheck(number: $0) } ?? state.begin()
    }
    guard begins, let builder = builder.withLock({ $0 }) else { return nil }
    let registrar = await builder.build(on: builder.isolation, onChange: onChange)
    let isDifferent = registrar != DependenciesRegistrar(registry.contents)
    let isReplacing = isDifferent || !state.withLock { $0.isQuiet }
    return Build(
      rebuilding: self, registrar: registrar, isDifferent: isDifferent, isReplacing: isReplacing)
  }

  /// Does what comes after a rebuild or a check.
  ///
  /// - Returns: How long to wait before the next check, and the number of the rebuild; nil if there
  ///   is none.
  func end(_ build: Build) -> (delay: Duration, number: Int)? {
    let (next, isTold) = state.withLock { $0.end(at: .now, isDifferent: build.isDifferent) }
    if isTold { didRebuild.send(()) }
    switch next {
    case .rest: return nil
    case .check(let delay, let number): return (delay, number)
    case .rebuild:
      announce()
      return nil
    }
  }
}
