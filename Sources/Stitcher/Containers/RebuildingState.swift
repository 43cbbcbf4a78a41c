/// Whether a container has to be rebuilt, and whether that is under way. At the start it is built
/// for the first time.
package struct RebuildingState {
  /// What comes after a rebuild.
  package enum Next: Equatable {
    /// Nothing until the next change.
    case rest
    /// A look, after some time, whether a change was missed; with the number of the rebuild.
    case check(after: Duration, number: Int)
    /// Another rebuild at once, for a change that came meanwhile.
    case rebuild
  }

  /// The merged containers that are about to change.
  package var pendingChildren: Set<ObjectIdentifier> = []

  /// Something has changed since the last rebuild began.
  private var isDirty = false

  /// The containers that merge this one have been told of the next rebuild, so that it may begin.
  package var isAnnounced = false

  /// A round will rebuild or check, or does so.
  private var isScheduled = true

  /// A round is rebuilding or checking.
  private var isRunning = true

  /// A round is checking.
  private var isChecking = false

  /// How long the checks wait that are still to be made, since a change may have been missed.
  private var checks: ArraySlice<Duration> = []

  /// The number of rebuilds so far.
  private var number = 0

  /// The change that is being worked on came soon after a rebuild.
  private var isClose = false

  /// The change that is being worked on was told of before it lands.
  private var isEarly = false

  /// The rebuild that is under way, or was the last one, may have come before the change landed.
  private var mayBeEarly = false

  /// The last rebuild made no difference and may have come too early: nobody was told of it yet.
  private var isUntold = false

  /// When the last rebuild ended.
  private var lastEnd: ContinuousClock.Instant?

  /// How long checks wait if a rebuild made no difference: the change may not have landed when it
  /// read the state.
  private static let landing: [Duration] = [
    .milliseconds(5), .milliseconds(50), .milliseconds(500),
  ]

  /// Creates the state of a container that is being built for the first time.
  package init() {}

  /// How soon after a rebuild a change is close to it, and how long a check waits then.
  private static let close = Duration.milliseconds(10)

  /// Whether a rebuild or check that makes no difference is kept quiet about. The change is told of
  /// once: together with the difference, or if there is none when the container is built again.
  var isQuiet: Bool { (mayBeEarly || isChecking) && !isUntold }

  /// Notes a change, that has landed or is about to; returns whether nobody was told of it yet.
  package mutating func trigger(at now: ContinuousClock.Instant, isEarly early: Bool) -> Bool {
    if early { isEarly = true }
    guard !isDirty else { return false }
    isDirty = true
    if isRunning || lastEnd.map({ now - $0 < Self.close }) == true { isClose = true }
    return !isRunning
  }

  /// Returns whether a rebuild is to be scheduled now.
  package mutating func schedule() -> Bool {
    guard isDirty, isAnnounced, !isScheduled, pendingChildren.isEmpty else { return false }
    isScheduled = true
    return true
  }

  /// Notes that a rebuild begins; returns false if a merged container has to be waited for.
  package mutating func begin() -> Bool {
    guard pendingChildren.isEmpty else {
      isScheduled = false
      return false
    }
    number += 1
    checks = isClose ? [Self.close] : []
    mayBeEarly = isEarly
    isDirty = false
    isAnnounced = false
    isClose = false
    isEarly = false
    isRunning = true
    return true
  }

  /// Notes that a check begins; returns false if there was, or is going to be, a rebuild after it
  /// was asked for.
  package mutating func beginCheck(number: Int) -> Bool {
    guard number == self.number, !isDirty, !isScheduled else { return false }
    checks = checks.dropFirst()
    isScheduled = true
    isRunning = true
    isChecking = true
    return true
  }

  /// Notes that the container was built for the first time; returns whether something has changed
  /// since that began.
  package mutating func endStart() -> Bool {
    isRunning = false
    isScheduled = false
    return isDirty
  }

  /// Notes that a rebuild or a check has ended, and whether it made a difference.
  package mutating func end(at now: ContinuousClock.Instant, isDifferent: Bool) -> (
    next: Next, isTold: Bool
  ) {
    let isTold = isDifferent || !isQuiet
    let isCheck = isChecking
    if isTold { isUntold = false } else if !isCheck { isUntold = true }
    isRunning = false
    isChecking = false
    isScheduled = false
    lastEnd = now
    if isDirty { return (.rebuild, isTold) }
    if isDifferent && isCheck { checks = [] }
    if !isDifferent && !isCheck { checks = Self.landing[...] }
    return (checks.first.map { .check(after: $0, number: number) } ?? .rest, isTold)
  }
}
