internal import StitcherEngine

extension ContainerBuilder {
  /// The builds of a container.
  struct State {
    /// Whether the contents are up to date.
    private var freshness = Freshness.stale(builds: 0)

    /// Whether an update is scheduled that has not begun.
    private var isUpdateScheduled = false

    /// The number of notifications.
    private var notifications: UInt64 = 0

    /// The number of builds that have begun.
    private var builds: UInt64 = 0

    /// The threads that are running the closure.
    private var threads: [UInt] = []

    /// The threads that have changed the state since the last update. The next lookup of such a
    /// thread builds, even if other threads have used up the builds.
    private var changers: Set<UInt> = []

    /// How often look-ups build the contents after a notification. After that, they use the last
    /// contents until the update.
    static let buildLimit = 4

    /// Whether the contents are up to date.
    private enum Freshness {
      /// They are, as far as known.
      case current
      /// Look-ups build them. Look-ups have done so a number of times since the notification.
      case stale(builds: Int)
      /// Look-ups have built them often enough. The update builds them.
      case awaitingUpdate
    }

    /// A build.
    struct Build {
      /// The number of the build. Of two builds, the one with the higher number counts.
      let number: UInt64
      /// The number of notifications before the build.
      fileprivate let notifications: UInt64
      /// The thread that runs the closure.
      fileprivate let thread: UInt
      /// Whether the build ends the staleness.
      fileprivate let isUpdate: Bool
    }

    /// Whether look-ups have to build the contents.
    var isStale: Bool { if case .stale = freshness { true } else { !changers.isEmpty } }

    /// Notes that the state changes.
    ///
    /// - Parameter changer: The thread that has changed the state, once the change has landed; nil
    ///   for a notification, which schedules an update.
    mutating func notify(after changer: UInt? = nil) {
      notifications += 1
      if let changer { changers.insert(changer) } else { isUpdateScheduled = true }
      freshness = .stale(builds: 0)
    }

    /// Begins a build, unless the contents need none, or the thread is running the closure. A
    /// repetition is not needed before an update, which has a repetition of its own.
    ///
    /// - Parameter isNested: Whether a factory makes the look-up. Further look-ups of the factory
    ///   do not build, so that they leave some builds to look-ups after the change.
    mutating func begin(_ step: UpdateStep, on thread: UInt, isNested: Bool) -> Build? {
      if step == .update { isUpdateScheduled = false }
      if threads.contains(thread) || (step == .repetition && isUpdateScheduled) { return nil }
      if step == .lookup, changers.remove(thread) == nil {
        guard case .stale(let count) = freshness, !isNested || count == 0 else { return nil }
        freshness = count + 1 < Self.buildLimit ? .stale(builds: count + 1) : .awaitingUpdate
      }
      threads.append(thread)
      builds += 1
      return Build(
        number: builds, notifications: notifications, thread: thread, isUpdate: step != .lookup)
    }

    /// Notes that the contents of a build were installed.
    mutating func end(_ build: Build) {
      threads.removeAll { $0 == build.thread }
      guard build.isUpdate, build.notifications == notifications else { return }
      (freshness, changers) = (.current, [])
    }
  }
}
