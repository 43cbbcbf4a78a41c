package import StitcherEngine

/// How long containers that have come due wait to be built without being asked for.
package enum RebuildingPace {
  /// How many times longer they wait than usual. Tests that expect one event of one change set it,
  /// since a busy machine or a sanitizer makes changes last longer.
  package static let factor = AtomicBox<Int>(1)
}

/// Containers that have come due are built together soon, and told of in one event.
///
/// Those that belong to one actor, or to none, make a round: an actor that is busy holds up nobody
/// else. Nobody who injects waits for a round.
enum RebuildingRounds {
  /// What rounds are told apart by: the actor, if there is one.
  typealias Key = ObjectIdentifier?

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

    /// When the next round of an actor may begin.
    var nextStarts: [Key: ContinuousClock.Instant] = [:]

    /// The graphs that have news which a later round of the actor tells.
    var untold: [Key: [Graph]] = [:]

    /// Since when the news of an actor's rounds wait.
    var untoldSince: [Key: ContinuousClock.Instant] = [:]

    /// The number of the round that began last.
    var last = 0

    /// The rounds that are under way.
    var running: [Int: Key] = [:]

    /// The containers of which a change may land later than the round that has followed it.
    var late: [ObjectIdentifier: Late] = [:]

    /// Who waits for rounds to end.
    var waiters: [(rounds: Set<Int>, continuation: CheckedContinuation<Void, Never>)] = []

    /// Notes that a round is under way; returns its number.
    mutating func begin(_ key: Key) -> Int {
      last += 1
      running[last] = .some(key)
      return last
    }

    /// Notes that a round is over; returns who has waited for that.
    mutating func end(_ number: Int) -> [CheckedContinuation<Void, Never>] {
      running[number] = nil
      for position in waiters.indices { waiters[position].rounds.remove(number) }
      defer { waiters.removeAll(where: \.rounds.isEmpty) }
      return waiters.filter(\.rounds.isEmpty).map(\.continuation)
    }
  }

  /// A container that is looked at again after a round.
  private struct Late: Sendable {
    let rebuilding: LentReference<Rebuilding>
    let actor: (any Actor)?
    let round: Int
    let ended = ContinuousClock.now
  }

  /// Who waits, and what is under way.
  private static let state = Lock(State())

  /// How far rounds of one actor are apart at least: so often changes are told of at most. A round
  /// that belongs to no actor waits as long for the change to land, and for further containers.
  private static var pause: Duration { milliseconds(1) }

  /// How long a round waits at most.
  private static var patience: Duration { milliseconds(50) }

  /// When it is checked whether a change has landed later, after the round and after each other.
  private static var checks: [Duration] {
    [milliseconds(10), milliseconds(90), milliseconds(900)]
  }

  /// Returns a time at the present pace.
  private static func milliseconds(_ count: Int) -> Duration {
    .milliseconds(count * RebuildingPace.factor.load(ordering: .relaxed))
  }

  /// What the rounds of an actor are told apart by.
  static func key(of actor: (any Actor)?) -> Key { actor.map { ObjectIdentifier($0) } }

  /// Has a container built in the next round of its actor; returns whether that has to be begun.
  /// Called under the lock of the container, so that nobody sees a change without its round.
  static func join(_ rebuilding: LentReference<Rebuilding>, on actor: (any Actor)?) -> Bool {
    let key = key(of: actor)
    return state.withLock { state in
      var waiting = state.waiting.removeValue(forKey: key) ?? Waiting(actor: actor)
      waiting.members.append(rebuilding)
      waiting.lastCame = .now
      state.waiting[key] = waiting
      return waiting.members.count == 1
    }
  }

  /// Has a round of an actor begin soon.
  static func begin(on actor: (any Actor)?) {
    let key = key(of: actor)
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
      let next = state.nextStarts[key] ?? waiting.lastCame
      return key == nil ? max(next, waiting.lastCame + pause) : next
    }
  }

  /// Does the round of an actor.
  private static func run(_ key: Key) async {
    let recently = ContinuousClock.now - checks[0]
    let (waiting, number, others) = state.withLock { state in
      (
        state.waiting.removeValue(forKey: key), state.begin(key),
        // One change may concern them all, and land between the rounds.
        state.late.values.filter {
          Self.key(of: $0.actor) == key && $0.ended > recently
        }
      )
    }
    if let waiting {
      let late = await build(
        .round, waiting.members, besides: others.map(\.rebuilding), on: waiting.actor)
      if !late.isEmpty { check(late, on: waiting.actor) }
    }
    end(number)
  }

  /// Looks at containers again.
  private static func run(
    _ members: [LentReference<Rebuilding>], on actor: (any Actor)?
  ) async {
    let number = state.withLock { $0.begin(key(of: actor)) }
    _ = await build(.check, members, on: actor)
    end(number)
  }

  /// Notes that a round is over.
  private static func end(_ number: Int) {
    for continuation in state.withLock({ $0.end(number) }) { continuation.resume() }
  }

  /// Builds containers on their actor, and looks again at others, and tells of it.
  ///
  /// - Returns: Those of which a change may land later, each with the number of its round.
  private static func build(
    _ reason: RebuildingState.Reason, _ members: [LentReference<Rebuilding>],
    besides others: [LentReference<Rebuilding>] = [], on actor: isolated (any Actor)?
  ) async -> [(LentReference<Rebuilding>, Int)] {
    let start = ContinuousClock.now
    defer { rest(key(of: actor), since: start) }
    let members = members.compactMap(\.object)
    if reason == .round { for member in members { member.beginRound() } }
    var updates = RegistryUpdates()
    for member in members { member.build(reason, into: &updates) }
    let others = others.compactMap(\.object)
    for other in others { other.build(.check, into: &updates) }
    updates.install()
    tell((members + others).flatMap(\.registry.graphs), actor.map { ObjectIdentifier($0) })
    guard reason == .round else { return [] }
    return members.compactMap { member in member.endRound().map { (member.reference, $0) } }
  }

  /// Puts the next round of an actor off by 160 times what this one has cost, timers and tasks not
  /// counted, but at most by a frame of a screen: state that changes all the time costs a small
  /// share of a core.
  private static func rest(_ key: Key, since start: ContinuousClock.Instant) {
    let end = ContinuousClock.now
    let next = end + max(pause, min((end - start) * 160, .milliseconds(16)))
    state.withLock { state in
      // Those that are over hold up nobody.
      state.nextStarts = state.nextStarts.filter { $0.value > end }
      state.nextStarts[key] = next
    }
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
    tell(due)
  }

  /// Tells of what has changed in graphs.
  private static func tell(_ graphs: [Graph]) {
    var told: Set<ObjectIdentifier> = []
    for graph in graphs where told.insert(ObjectIdentifier(graph)).inserted { graph.tell() }
  }

  /// Looks later whether changes have landed after a round.
  static func check(
    _ members: [(LentReference<Rebuilding>, Int)], on actor: (any Actor)?
  ) {
    state.withLock { state in
      for (member, round) in members {
        let late = Late(rebuilding: member, actor: actor, round: round)
        state.late[ObjectIdentifier(member)] = late
      }
    }
    Task.detached {
      for delay in checks {
        try? await Task.sleep(for: delay)
        // A later round has checks of its own.
        let due = members.filter { $0.0.object?.isLast($0.1) == true }.map(\.0)
        if due.isEmpty { break }
        await run(due, on: actor)
      }
      for (member, round) in members { member.object?.endChecks(of: round) }
      state.withLock { state in
        for (member, round) in members where state.late[ObjectIdentifier(member)]?.round == round {
          state.late[ObjectIdentifier(member)] = nil
        }
      }
      // The last reference to an actor may go here, outside the lock.
      withExtendedLifetime(actor) {}
    }
  }

  /// Has everything followed that was told of before, events included.
  ///
  /// - Parameter keys: Whose rounds it waits for; nil for all.
  static func settled(_ keys: Set<Key>? = nil) async {
    let counts = { (key: Key) in keys?.contains(key) ?? true }
    for key in state.withLock({ $0.waiting.keys.filter(counts) }) { await run(key) }
    await waitForRounds(counts)
    // What they have built may be older than what has landed since.
    let late = state.withLock { Dictionary(grouping: $0.late.values) { key(of: $0.actor) } }
    for (key, members) in late where counts(key) {
      await run(members.map(\.rebuilding), on: members[0].actor)
    }
    await waitForRounds(counts)
    // What came together with later changes is not told of yet.
    let untold = state.withLock { state in
      state.untold.keys.filter(counts).flatMap { state.untold.removeValue(forKey: $0) ?? [] }
    }
    tell(untold)
  }

  /// Waits until the rounds are over that are under way.
  private static func waitForRounds(_ counts: (Key) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        let rounds = Set(state.running.filter { counts($0.value) }.keys)
        if !rounds.isEmpty { state.waiters.append((rounds, continuation)) }
        return rounds.isEmpty
      }
      if isOver { continuation.resume() }
    }
  }
}
