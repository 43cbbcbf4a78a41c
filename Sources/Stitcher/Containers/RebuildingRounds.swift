internal import StitcherEngine

/// Containers that have come due are built together soon, and told of in one event.
///
/// Those that belong to one actor, or to none, make a round: an actor that is busy holds up nobody
/// else. Nobody who injects waits for a round.
enum RebuildingRounds {
  /// What rounds are told apart by.
  private typealias Key = ObjectIdentifier?

  /// Containers that wait for their round.
  private struct Waiting: Sendable {
    let actor: (any Actor)?
    var members: [LentReference<Rebuilding>] = []
    var lastCame = ContinuousClock.now
  }

  /// What changes under the lock.
  private struct State: Sendable {
    /// Who waits for a round.
    var waiting: [Key: Waiting] = [:]

    /// When the last round of an actor ended.
    var lastEnds: [Key: ContinuousClock.Instant] = [:]

    /// The graphs that have news which a later round of the actor tells.
    var untold: [Key: [Graph]] = [:]

    /// Since when the news of an actor's rounds wait.
    var untoldSince: [Key: ContinuousClock.Instant] = [:]

    /// The number of the round that began last.
    var last = 0

    /// The numbers of the rounds that are under way.
    var running: Set<Int> = []

    /// Who waits for rounds to end.
    var waiters: [(rounds: Set<Int>, continuation: CheckedContinuation<Void, Never>)] = []
  }

  /// Who waits, and what is under way.
  private static let state = Lock(State())

  /// How far rounds of one actor are apart: so often changes are told of at most. A round that
  /// belongs to no actor waits as long for the change to land, and for further containers.
  private static let pause = Duration.milliseconds(1)

  /// How long a round waits for further containers.
  private static let patience = Duration.milliseconds(50)

  /// When it is checked whether a change has landed later, after the round and after each other.
  private static let checks: [Duration] = [
    .milliseconds(10), .milliseconds(90), .milliseconds(900),
  ]

  /// Has a container built in the next round.
  static func join(_ rebuilding: Rebuilding) {
    let actor = rebuilding.isolation
    let key = actor.map { ObjectIdentifier($0) }
    let isFirst = state.withLock { state in
      var waiting = state.waiting.removeValue(forKey: key) ?? Waiting(actor: actor)
      waiting.members.append(rebuilding.reference)
      waiting.lastCame = .now
      state.waiting[key] = waiting
      return waiting.members.count == 1
    }
    guard isFirst else { return }
    Task.detached(priority: .userInitiated) {
      let end = ContinuousClock.now + patience
      while let start = start(of: key), start > .now, .now < end {
        try? await Task.sleep(until: start, clock: .continuous)
      }
      await run(key)
    }
  }

  /// When the next round of an actor may begin; nil if nobody waits any more.
  private static func start(of key: Key) -> ContinuousClock.Instant? {
    state.withLock { state in
      guard let waiting = state.waiting[key] else { return nil }
      return (key == nil ? waiting.lastCame : state.lastEnds[key] ?? waiting.lastCame - pause)
        + pause
    }
  }

  /// Does the round of an actor.
  private static func run(_ key: Key) async {
    let (waiting, number) = state.withLock { state in
      state.last += 1
      state.running.insert(state.last)
      return (state.waiting.removeValue(forKey: key), state.last)
    }
    if let waiting {
      let late = await build(.round, waiting.members, on: waiting.actor)
      if !late.isEmpty { check(late, on: waiting.actor) }
    }
    let ended = state.withLock { state in
      state.running.remove(number)
      state.lastEnds[key] = .now
      for position in state.waiters.indices { state.waiters[position].rounds.remove(number) }
      let ended = state.waiters.filter(\.rounds.isEmpty)
      state.waiters.removeAll(where: \.rounds.isEmpty)
      return ended.map(\.continuation)
    }
    for continuation in ended { continuation.resume() }
  }

  /// Builds containers on their actor, and tells of it.
  ///
  /// - Returns: Those of which a change may land later, each with the number of its round.
  private static func build(
    _ reason: RebuildingState.Reason, _ members: [LentReference<Rebuilding>],
    on actor: isolated (any Actor)?
  ) async -> [(LentReference<Rebuilding>, Int)] {
    let members = members.compactMap(\.object)
    if reason == .round { for member in members { member.beginRound() } }
    var updates = RegistryUpdates()
    for member in members { member.build(reason, into: &updates) }
    updates.install()
    tell(members.flatMap(\.registry.graphs), actor.map { ObjectIdentifier($0) })
    guard reason == .round else { return [] }
    return members.compactMap { member in member.endRound().map { (member.reference, $0) } }
  }

  /// Tells of what has changed in graphs, unless the next round does soon: what comes together is
  /// one event.
  private static func tell(_ graphs: [Graph], _ key: Key) {
    let due = state.withLock { state -> [Graph] in
      let now = ContinuousClock.now
      let graphs = (state.untold.removeValue(forKey: key) ?? []) + graphs
      let since = state.untoldSince.removeValue(forKey: key) ?? now
      if state.waiting[key] != nil, now < since + patience {
        (state.untold[key], state.untoldSince[key]) = (graphs, since)
        return []
      }
      return graphs
    }
    var told: Set<ObjectIdentifier> = []
    for graph in due where told.insert(ObjectIdentifier(graph)).inserted { graph.tell() }
  }

  /// Looks later whether changes have landed after a round.
  private static func check(
    _ members: [(LentReference<Rebuilding>, Int)], on actor: (any Actor)?
  ) {
    Task.detached {
      for delay in checks {
        try? await Task.sleep(for: delay)
        // A later round has checks of its own.
        let due = members.filter { $0.0.object?.isLast($0.1) == true }.map(\.0)
        if due.isEmpty { return }
        _ = await build(.check, due, on: actor)
      }
      for (member, round) in members { member.object?.endChecks(of: round) }
    }
  }

  /// Has everything followed that was told of before, events included.
  static func settled() async {
    let (keys, running) = state.withLock { (Array($0.waiting.keys), $0.running) }
    for key in keys { await run(key) }
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        let rounds = running.intersection(state.running)
        if !rounds.isEmpty { state.waiters.append((rounds, continuation)) }
        return rounds.isEmpty
      }
      if isOver { continuation.resume() }
    }
  }
}
