internal import StitcherEngine
internal import StitcherObservation

/// How a container follows what it is built from.
///
/// A change makes the container *due*. Who looks anything up next has it built first, if his thread
/// may run the closure. Besides, a *round* builds it soon, on its actor: for those who may not, and
/// to tell of the change (see ``RebuildingRounds``).
///
/// Observation tells of a change before it lands. A build by another thread may come in between,
/// and read the state as it was. So the thread that makes the change has the container built once
/// more when it comes back to a graph, and so does the round; where a change may land even later,
/// as if its thread was stopped, checks follow the round.
final class Rebuilding: Sendable {
  /// What has been told, and built.
  private let state = Lock(RebuildingState())

  /// How the contents are made; nil once the container is gone.
  private let recipe = Lock<Recipe?>(nil)

  /// What the container holds.
  let registry: FixedRegistry

  /// The containers that merge this one.
  private let parents = Lock<[LentReference<Rebuilding>]>([])

  /// This object, for those that must not keep it alive.
  let reference: LentReference<Rebuilding>

  /// How contents are made.
  enum Recipe: Sendable {
    /// By a closure.
    case closure(RegistrarBuilding)
    /// As the union of other containers.
    case merged([Rebuilding])
  }

  /// Creates a state in which nothing was built yet.
  init() {
    let reference = LentReference<Rebuilding>()
    self.reference = reference
    registry = FixedRegistry(updatedBy: { reference.object?.build(.lookUp, into: &$0) })
    reference.refer(to: self)
  }

  /// Builds for the first time, on the calling thread.
  func start(_ recipe: Recipe) {
    self.recipe.withLock { $0 = recipe }
    var updates = RegistryUpdates()
    build(.round, into: &updates)
    updates.install()
  }

  /// Lets go of the recipe, so that nothing is built any more.
  func stop() {
    let last = recipe.withLock { recipe in
      let last = recipe
      recipe = nil
      return last
    }
    _ = consume last
  }

  /// The actor on which the closure was written.
  var isolation: (any Actor)? {
    guard case .closure(let building) = recipe.withLock({ $0 }) else { return nil }
    return building.isolation
  }

  // MARK: Changes

  /// Notes a change of what the container is built from.
  ///
  /// - Parameter landing: When the change lands.
  func trigger(_ landing: Landing) {
    let (isFirst, told) = state.withLock { state in
      let isFirst = state.tell(mayBeLate: landing == .unknown)
      return (isFirst, state.told)
    }
    registry.markDue()
    for parent in parents.withLock({ $0 }) { parent.object?.trigger(landing) }
    if landing != .known { followWhenLanded(told) }
    if isFirst { RebuildingRounds.join(self) }
  }

  /// Has a change looked at when this thread has made it.
  private func followWhenLanded(_ change: UInt64) {
    let record = ThreadRecord.current
    let thread = UInt(bitPattern: record)
    record.whenLanded(for: self) { [reference] in
      reference.object?.followLanding(of: change, on: thread)
    }
  }

  /// When a change lands.
  enum Landing {
    /// It has, or does so before its actor is free.
    case known
    /// With the statement that is being executed.
    case soon
    /// With the statement that is being executed, which may take long.
    case unknown
  }

  /// Notes a change of observed state, which is about to land.
  ///
  /// - Parameter build: What had been told when the build began that has read the state.
  func triggerByObservation(since build: UInt64? = nil) {
    let landing = isolation.map { isCurrent($0) } ?? false ? Landing.known : .unknown
    // One change is told of to each build that has read the state.
    let known = build.flatMap { build in
      state.withLock { $0.hasHeard(since: build) ? $0.told : nil }
    }
    guard let known else { return trigger(landing) }
    if landing != .known { followWhenLanded(known) }
  }

  /// Has the container built once more if that was done while a change was landing.
  private func followLanding(of change: UInt64, on thread: UInt) {
    guard state.withLock({ $0.land(change, on: thread) }) else { return }
    registry.markDue()
    // One that may be built elsewhere only is built in a round.
    if let isolation, !isCurrent(isolation) { trigger(.known) }
  }

  /// Follows this container by one that merges it.
  func follow(by parent: Rebuilding) -> ChangeCancellable {
    let parent = parent.reference
    parents.withLock { $0.append(parent) }
    return ChangeCancellable { [reference] in
      reference.object?.parents.withLock { $0.removeAll { $0 === parent } }
    }
  }

  // MARK: Builds

  /// Builds what is due, if the calling thread may.
  func build(_ reason: RebuildingState.Reason, into updates: inout RegistryUpdates) {
    guard !updates.contains(registry), let recipe = recipe.withLock({ $0 }) else { return }
    switch recipe {
    case .closure(let building):
      guard building.isolation.map({ isCurrent($0) }) ?? true else {
        updates.isIncomplete = true
        return
      }
    case .merged(let children):
      var own = updates
      own.isIncomplete = false
      for child in children { child.registry.update(&own) }
      // It changes when all of them have.
      let isWaiting = own.isIncomplete
      own.isIncomplete = updates.isIncomplete || isWaiting
      updates = own
      if isWaiting { return }
    }
    let thread = UInt(bitPattern: ThreadRecord.current)
    let (beginning, isQuiet) = state.withLock { state in
      let isQuiet = reason == .check || reason == .lookUp && state.isQuiet
      let beginning = state.begin(reason, on: thread)
      if case .nothing = beginning, state.isSettled { registry.markSettled() }
      return (beginning, isQuiet)
    }
    switch beginning {
    case .nothing: break
    case .busy: updates.isIncomplete = true
    case .build(let build):
      let contents = contents(by: recipe, updates, build)
      // What was followed before, and is only looked at once more, is told of if it differs.
      // Where a change has come meanwhile, its round tells.
      let isNews =
        !isQuiet
        || DependenciesRegistrar(contents) != DependenciesRegistrar(registry.contents)
          && state.withLock { $0.told == build.told }
      updates.add(registry, contents, build: build.number, isNews: isNews) { [self] in
        #if DEBUG
          if build.number > 1 { for dropped in contents.droppedRegistrations { dropped.tell() } }
        #endif
        state.withLock { if $0.install(build, reason) { registry.markSettled() } }
        if isQuiet, isNews, reason == .lookUp { trigger(.known) }
      }
    }
  }

  /// Makes the contents.
  private func contents(
    by recipe: Recipe, _ updates: RegistryUpdates, _ build: RebuildingState.Build
  ) -> RegistrationSet {
    switch recipe {
    case .merged(let children):
      DependenciesRegistrar(
        reducing: children.map { DependenciesRegistrar(updates.contents(of: $0.registry)) }
      ).base
    case .closure(let building):
      building.build { [reference] in
        reference.object?.triggerByObservation(since: build.told)
      }.base
    }
  }

  // MARK: Rounds

  /// Whether the container is made of others.
  var isMerged: Bool { if case .merged = recipe.withLock({ $0 }) { true } else { false } }

  /// Notes that a round begins.
  func beginRound() { state.withLock { $0.beginRound() } }

  /// The containers that merge this one, from the nearest on.
  var merging: [Rebuilding] {
    parents.withLock({ $0 }).compactMap(\.object).flatMap { [$0] + $0.merging }
  }

  /// Ends a round; returns its number if a change may land later.
  func endRound() -> Int? { state.withLock { $0.endRound() } }

  /// Notes that a change that may have landed after a round has been looked for long enough.
  func endChecks(of round: Int) { state.withLock { $0.endChecks(of: round) } }

  /// Whether a round was the last one so far.
  func isLast(_ round: Int) -> Bool { state.withLock { $0.round == round } }
}
