/// Whether a container has to be rebuilt, and whether that is under way. At the start it is built for the first time.
struct RebuildingState {
  /// What comes after a rebuild.
  enum Next {
    /// Nothing.
    case rest
    /// A look whether a change was missed.
    case check
    /// Another rebuild.
    case rebuild
  }

  /// The merged containers that are about to change.
  var pendingChildren: Set<ObjectIdentifier> = []

  /// Something has changed since the last rebuild began.
  private var isDirty = false

  /// A task is waiting or rebuilding.
  private var isScheduled = true

  /// A task is rebuilding.
  private var isRunning = true

  /// A change may have been missed.
  private var needsCheck = false

  /// The change that is being worked on came soon after a rebuild.
  private var isClose = false

  /// When the last rebuild ended.
  private var lastEnd: ContinuousClock.Instant?

  /// How soon after a rebuild a change is close to it, and how long a check waits.
  private static let close = Duration.milliseconds(10)

  /// How long a rebuild waits for the change to land and for others to join.
  private static let moment = Duration.milliseconds(1)

  /// Notes a change; returns whether nobody was told of it yet.
  mutating func trigger(at now: ContinuousClock.Instant) -> Bool {
    guard !isDirty else { return false }
    isDirty = true
    if isRunning || lastEnd.map({ now - $0 < Self.close }) == true { isClose = true }
    return !isRunning
  }

  /// Returns how long a new task shall wait, or nil if none is wanted.
  mutating func schedule() -> Duration? {
    guard isDirty || needsCheck, !isScheduled, pendingChildren.isEmpty else { return nil }
    isScheduled = true
    return isDirty ? Self.moment : Self.close
  }

  /// Notes that a rebuild begins.
  ///
  /// - Returns: Whether it is only a check; nil if a merged container has to be waited for.
  mutating func begin() -> Bool? {
    guard pendingChildren.isEmpty else {
      isScheduled = false
      return nil
    }
    let isCheck = !isDirty
    needsCheck = isClose && !isCheck
    isDirty = false
    isClose = false
    isRunning = true
    return isCheck
  }

  /// Notes that the container was built for the first time; returns whether something has changed since that began.
  mutating func endStart() -> Bool {
    isRunning = false
    isScheduled = false
    return isDirty
  }

  /// Notes that a rebuild has ended.
  mutating func end(at now: ContinuousClock.Instant) -> Next {
    isRunning = false
    isScheduled = false
    lastEnd = now
    if isDirty { return .rebuild }
    return needsCheck ? .check : .rest
  }
}
