internal import StitcherEngine

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

  /// What makes the contents; nil once the container is gone.
  private let building: Lock<RegistrarBuilding?>

  /// The actor on which the closure was written.
  let isolation: (any Actor)?

  /// Where the container was made, and its closure runs.
  private let home = HomeGraph()

  /// What the container holds.
  let registry: DeclaredRegistry

  /// This object, for those that must not keep it alive.
  let reference: LentReference<Rebuilding>

  /// Builds for the first time, on the calling thread.
  init(_ building: RegistrarBuilding) {
    let reference = LentReference<Rebuilding>()
    self.reference = reference
    self.building = Lock(building)
    isolation = building.isolation
    registry = DeclaredRegistry(updatedBy: { reference.object?.build(.lookUp, into: &$0) })
    reference.refer(to: self)
    var updates = RegistryUpdates()
    build(.round, into: &updates)
    updates.install()
  }

  /// Lets go of the closure, so that nothing is built any more.
  func stop() {
    let last = building.withLock { building in
      defer { building = nil }
      return building
    }
    _ = consume last
  }

  // MARK: Changes

  /// Notes a change of what the container is built from.
  ///
  /// - Parameters:
  ///   - landing: When the change lands.
  ///   - build: What had been told when the build began that has read the state, if one has.
  func trigger(_ landing: Landing, since build: UInt64? = nil) {
    // On the container's actor, it has landed when the actor is free.
    let mayBeLate = landing != .landed && !isHere
    let (told, isFirst, uncheckedRound) = state.withLock { state in
      // One change is told of to each build that has read the state.
      if let build {
        let hearing = state.hear(since: build, mayBeLate: mayBeLate)
        if hearing != .new { return (state.told, false, hearing == .unchecked ? state.round : nil) }
      }
      let needsRound = state.tell(mayBeLate: mayBeLate)
      let isFirst = needsRound && RebuildingRounds.join(reference, on: isolation)
      return (state.told, isFirst, Int?.none)
    }
    registry.markDue()
    if landing == .here { followWhenLanded(told) }
    if isFirst { RebuildingRounds.begin(on: isolation) }
    if let round = uncheckedRound { RebuildingRounds.check([(reference, round)], on: isolation) }
  }

  /// When a change lands that is told of.
  enum Landing {
    /// It has.
    case landed
    /// With the statement that the thread is executing.
    case here
    /// Some time: another thread makes it.
    case elsewhere
  }

  /// Whether the calling thread runs on the actor of the closure.
  private var isHere: Bool { isolation.map { isCurrent($0) } ?? false }

  /// How often a change is looked at on the thread that makes it.
  private static let lookLimit = 4

  /// Has a change looked at when this thread has made it.
  ///
  /// - Parameter looks: How often it was looked at before.
  private func followWhenLanded(_ change: UInt64, looks: Int = 0) {
    let record = ThreadRecord.current
    let thread = UInt(bitPattern: record)
    record.whenLanded(for: self) { [reference] in
      reference.object?.followLanding(of: change, on: thread, looks: looks + 1)
    }
  }

  /// Has the container built once more if that was done while a change was landing.
  private func followLanding(of change: UInt64, on thread: UInt, looks: Int) {
    // Who injects may be an observer of the change, also more than once: so look once more. Each
    // look builds the container, so there is an end of it.
    if looks < Self.lookLimit { followWhenLanded(change, looks: looks) }
    let (landing, isFirst) = state.withLock { state in
      let landing = state.land(change, on: thread)
      return (
        landing, landing == .dueInRound && RebuildingRounds.join(reference, on: isolation)
      )
    }
    if landing == .followed { return }
    registry.markDue()
    if isFirst { RebuildingRounds.begin(on: isolation) }
    // One that may be built elsewhere only is built in a round.
    if landing == .due, isolation != nil, !isHere { trigger(.landed) }
  }

  // MARK: Builds

  /// Builds what is due, if the calling thread may.
  func build(_ reason: RebuildingState.Reason, into updates: inout RegistryUpdates) {
    guard !updates.contains(registry), let building = building.withLock({ $0 }) else { return }
    // A round runs on the actor, and the first build was asked to.
    guard reason != .lookUp || isolation == nil || isHere else {
      updates.isIncomplete = true
      return
    }
    let thread = UInt(bitPattern: ThreadRecord.current)
    let (beginning, wasFollowed) = state.withLock { state in
      let beginning = state.begin(reason, on: thread)
      if case .nothing = beginning, state.isSettled { registry.markSettled() }
      return (beginning, state.isFollowed)
    }
    switch beginning {
    case .nothing: break
    case .busy: updates.isIncomplete = true
    case .build(let build):
      let read = { [home, reference] in
        home.run { building.build { reference.object?.trigger(.here, since: build.told) } }
      }
      let (registrar, isObserved) = read()
      updates.add(registry, registrar.base, build: build.number) { [self] contents in
        guard isObserved else { return nil }
        let number = state.withLock { $0.beginAgain() }
        let again = read().registrar
        return (again.base, number, again == DependenciesRegistrar(contents))
      } isNews: { [self] contents in
        if reason == .round { return true }
        let teller = state.withLock { $0.teller }
        guard teller != .nextRound,
          DependenciesRegistrar(contents) != DependenciesRegistrar(registry.contents)
        else { return false }
        // A check tells itself, unless a round does as well. For who looks up again what was
        // followed before, no round comes of itself.
        let needsRound =
          reason == .check ? teller == .thisRound : teller == .nobody && wasFollowed
        guard teller == .anyRound || needsRound else { return true }
        trigger(.landed)
        return false
      } completion: { [self] in
        // Who finds nothing to build goes on, so all is said by then.
        if build.number > 1 {
          DependencyGraph.tellOfMistakes(in: registry, active: registry.graphs)
        }
        state.withLock { if $0.install(build, reason) { registry.markSettled() } }
      }
    }
  }

  // MARK: Rounds

  /// Notes that a round begins.
  func beginRound() { state.withLock { $0.beginRound() } }

  /// Ends a round; returns its number if a change may land later.
  func endRound() -> Int? { state.withLock { $0.endRound() } }

  /// Notes that a change that may have landed after a round has been looked for long enough.
  func endChecks(of round: Int) { state.withLock { $0.endChecks(of: round) } }

  /// Whether a round was the last one so far.
  func isLast(_ round: Int) -> Bool { state.withLock { $0.round == round } }
}
