/// What a container has been told of, and what it was built from. A plain structure behind a lock.
struct RebuildingState {
  /// The number of changes that were told of.
  private(set) var told: UInt64 = 0

  /// How many of them had been told of when the build began that the container holds.
  private var built: UInt64 = 0

  /// The same of the last build of a round.
  private var confirmed: UInt64 = 0

  /// The number of builds so far.
  private var begun: UInt64 = 0

  /// The builds that have begun and are not installed yet.
  private var running: [Build] = []

  /// Whether a round is going to build.
  private var isScheduled = false

  /// The last change that may land after its round, if one may.
  private var late = LateChange()

  /// The thread that has begun the build that the container holds, in a round.
  private var builder: UInt = 0

  /// The number of the last round that built.
  private(set) var round = 0

  /// Whether the container is as it should be.
  var isSettled: Bool { built == told }

  /// Whether rounds have followed all that was told of.
  var isFollowed: Bool { confirmed == told }

  /// Who tells of what a build has found that is not one of a round.
  enum Teller {
    /// A round that is going to build.
    case nextRound
    /// The next round, unless the one before has read everything: then it does not build.
    case anyRound
    /// The round that builds now, unless it has told already.
    case thisRound
    /// None: all that was told of is followed.
    case nobody
  }

  /// Who tells of what a build has found that is under way.
  var teller: Teller {
    if !isScheduled { return isFollowed ? .nobody : .thisRound }
    return !isFollowed && !running.contains { $0.isRound } ? .nextRound : .anyRound
  }

  /// Why a build is asked for.
  enum Reason {
    /// Somebody looks something up.
    case lookUp
    /// What was told of is followed for good, and told on.
    case round
    /// A change may have landed late.
    case check
  }

  /// A build that has begun.
  struct Build: Sendable {
    /// Its number, which says which of two is newer.
    let number: UInt64
    /// What had been told when it began.
    let told: UInt64
    /// The thread.
    let thread: UInt
    /// Whether it is one of a round.
    let isRound: Bool
  }

  /// What is to be done for somebody who wants the container built.
  enum Beginning {
    /// It is as it should be.
    case nothing
    /// The thread itself builds it, further out.
    case busy
    /// It is to be built.
    case build(Build)
  }

  /// Notes a change, that has landed or is about to; returns whether a round has to be scheduled.
  mutating func tell(mayBeLate isLate: Bool) -> Bool {
    told += 1
    if isLate { late.note(told) }
    defer { isScheduled = true }
    return !isScheduled
  }

  /// Notes a change of what a build has read, if it was told of already: a build reads twice, and
  /// the thread may be stopped before the second one is told. Then who builds because of the first
  /// one reads this change, too, or looks for it later.
  mutating func hear(since build: UInt64, mayBeLate isLate: Bool) -> Hearing {
    let isAwaited = confirmed < told && (isScheduled || !running.isEmpty)
    guard built > build || build < told && isAwaited else { return .new }
    let isUnchecked = isLate && !late.mayCome
    if isLate { late.note(told) }
    return isUnchecked ? .unchecked : .known
  }

  /// Whether a change was told of already.
  enum Hearing {
    /// It was not.
    case new
    /// It was.
    case known
    /// Another one was, for which the container was built meanwhile. This one may land later, so it
    /// has to be looked for.
    case unchecked
  }

  /// Notes that the thread that told of a change has made it, as far as one can know.
  mutating func land(_ change: UInt64, on thread: UInt) -> Landing {
    if running.isEmpty && built < change { return .followed }
    // What the thread does in a round, it does after the change.
    if built >= change, builder == thread { return .followed }
    // A round that has begun may have read what was there before.
    let needsRound = confirmed != told && !isScheduled
    if confirmed == told { confirmed += 1 }
    told += 1
    if needsRound { isScheduled = true }
    return needsRound ? .dueInRound : .due
  }

  /// What is to be done when a change has landed.
  enum Landing {
    /// Nothing: what was built, or is going to be, has read it.
    case followed
    /// What was built meanwhile may be older, so it has to be built again by whoever needs it.
    case due
    /// A round has to be scheduled for that: the one that builds now may be older, too.
    case dueInRound
  }

  /// Notes that a round begins.
  mutating func beginRound() { isScheduled = false }

  /// Begins a build, if there is a reason.
  mutating func begin(_ reason: Reason, on thread: UInt) -> Beginning {
    if running.contains(where: { $0.thread == thread }) { return .busy }
    switch reason {
    // Another thread may be building just that: who waits for nobody builds as well.
    case .lookUp: if built == told, begun > 0 { return .nothing }
    case .round: if confirmed == told, begun > 0 { return .nothing }
    // A round comes that follows everything.
    case .check: if confirmed != told { return .nothing }
    }
    begun += 1
    let build = Build(number: begun, told: told, thread: thread, isRound: reason == .round)
    running.append(build)
    return .build(build)
  }

  /// Returns the number of a build that is done once more.
  mutating func beginAgain() -> UInt64 {
    begun += 1
    return begun
  }

  /// Notes that a build was installed; returns whether the container is as it should be.
  mutating func install(_ build: Build, _ reason: Reason) -> Bool {
    running.removeAll { $0.thread == build.thread }
    if build.told >= built { (built, builder) = (build.told, reason == .lookUp ? 0 : build.thread) }
    if case .round = reason {
      confirmed = max(confirmed, build.told)
    }
    return built == told
  }

  /// Ends a round that has built; returns its number if a change may land later.
  mutating func endRound() -> Int? {
    round += 1
    return late.mayCome ? round : nil
  }

  /// Notes that changes that may have landed after a round have been looked for long enough.
  mutating func endChecks(of round: Int) {
    if round == self.round { late.end(following: confirmed) }
  }
}
