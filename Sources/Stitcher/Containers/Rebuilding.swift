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
/// A rebuild that came too early is not told of before it was checked. So the change is one event;
/// and since a change lands after all have been told that it will, a container that merges several
/// waits for each of them.
final class Rebuilding: Sendable {
  /// A state machine; the task that it asks for is started outside the lock.
  private let state = Lock(RebuildingState())

  /// What a rebuild runs. Set once, before anybody can trigger one.
  private let work = Lock<Work?>(nil)

  /// Tells the containers that merge this one that it is going to change.
  private let willRebuild = Signal<Void>()

  /// Tells the containers that merge this one that it has changed.
  private let didRebuild = Signal<Void>()

  /// This object, for those that must not keep it alive.
  let reference = LentReference<Rebuilding>()

  /// Replaces the registrations, on request only if they differ; returns whether they do.
  typealias Replacement = @Sendable (DependenciesRegistrar, _ onlyIfDifferent: Bool) -> Bool

  /// What a rebuild runs.
  private struct Work: Sendable {
    var builder: RegistrarBuilding
    var replace: Replacement
  }

  /// Creates a state in which nothing was built yet.
  init() { reference.refer(to: self) }

  /// Builds for the first time, on the calling thread.
  func start(_ builder: RegistrarBuilding, replace: @escaping Replacement) {
    work.withLock { $0 = Work(builder: builder, replace: replace) }
    _ = replace(builder.build(onChange: onChange), false)
    if state.withLock({ $0.endStart() }) { announce() }
  }

  /// Lets go of the closure, so that no change leads to a rebuild any more.
  func stop() {
    let last = work.withLock { work in
      let last = work
      work = nil
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

  /// Starts the task, unless there is one or a merged container has to be waited for.
  private func schedule() {
    let delay = state.withLock { $0.schedule() }
    guard let delay else { return }
    Task.detached(priority: .userInitiated) { [reference] in
      try? await Task.sleep(for: delay)
      await reference.object?.run()
    }
  }

  /// Does the rebuild that was scheduled, unless it is not needed any more.
  private func run() async {
    guard state.withLock({ $0.begin() }) else { return }
    await build()
  }

  /// Looks whether a change was missed.
  private func check(after delay: Duration, number: Int) {
    Task.detached { [reference] in
      try? await Task.sleep(for: delay)
      guard let self = reference.object, self.state.withLock({ $0.beginCheck(number: number) })
      else { return }
      await self.build()
    }
  }

  /// Builds the registrations, and does what comes after that.
  private func build() async {
    var isDifferent = false
    if let work = work.withLock({ $0 }) {
      let registrar = await work.builder.build(
        on: work.builder.isolation, onChange: onChange)
      isDifferent = work.replace(registrar, state.withLock { $0.isQuiet })
    }
    let (next, isTold) = state.withLock { $0.end(at: .now, isDifferent: isDifferent) }
    if isTold { didRebuild.send(()) }
    switch next {
    case .rest: break
    case .check(let delay, let number): check(after: delay, number: number)
    case .rebuild: announce()
    }
  }
}
