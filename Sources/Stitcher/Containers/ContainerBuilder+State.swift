internal import StitcherEngine

extension ContainerBuilder {
  /// The state of a container: whether it is up to date, and which builds are running.
  struct State {
    /// Whether the container is up to date and, if not, whether a lookup builds it again.
    private var freshness = Freshness.stale(builds: 0)

    /// Whether an update of the container is scheduled and has not begun.
    private var isUpdateScheduled = false

    /// The number of change notifications that the container has received so far.
    private var notifications: UInt64 = 0

    /// The number of builds of the container that have begun so far.
    private var builds: UInt64 = 0

    /// The threads that are running the container's closure.
    private var threads: [UInt] = []

    /// The threads that, since the last update, have changed state that the container follows, or
    /// have read it after a time in which no change was noticed.
    ///
    /// The next lookup of such a thread builds, even if other threads have used up the builds.
    private var changers = Set<UInt>()

    /// The highest number of times that lookups rebuild the container after one change
    /// notification.
    ///
    /// Further lookups use the last registrations until the update.
    static let buildLimit = 4

    /// Whether the container is up to date and, if not, whether a lookup builds it again.
    private enum Freshness {
      /// No change notification has arrived since the last update of the container began.
      case current
      /// The next lookup rebuilds the container. `builds` is the number of builds by lookups since
      /// the last change notification.
      case stale(builds: Int)
      /// Lookups have rebuilt the container so often after one change that they now use its last
      /// registrations until the scheduled update.
      case awaitingUpdate
    }

    /// One run of the container's closure.
    struct Build {
      /// The number of the build, in the order in which builds begin. The registrations of the
      /// build with the highest number are used.
      let number: UInt64
      /// The number of change notifications that had arrived when this build of the container
      /// began.
      fileprivate let notifications: UInt64
      /// The thread that runs the container's closure.
      fileprivate let thread: UInt
      /// Whether an update has caused this build, so that the container is up to date after it;
      /// `false` if a lookup has caused the build.
      fileprivate let isUpdate: Bool
    }

    /// Whether the next lookup must rebuild the container.
    var isStale: Bool { if case .stale = freshness { true } else { !changers.isEmpty } }

    /// Records a change of the state that the container's closure reads, and marks the container as
    /// stale.
    ///
    /// - Parameter changer: The thread that has changed the state, if the change is complete, or
    ///   that has read it again; `nil` for a notification, which schedules an update.
    mutating func notify(after changer: UInt? = nil) {
      notifications += 1
      if let changer { changers.insert(changer) } else { isUpdateScheduled = true }
      freshness = .stale(builds: 0)
    }

    /// Begins a build of the container; returns `nil` if no build is needed, or if the thread is
    /// already running the container's closure.
    ///
    /// A repetition is skipped if an update is scheduled, since that update has its own repetition.
    ///
    /// - Parameter isNested: Whether a factory makes the lookup. If so, it builds only as the first
    ///   lookup after a notification, so that builds are left for lookups after the change.
    mutating func begin(_ step: RereadReason, on thread: UInt, isNested: Bool) -> Build? {
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

    /// Ends a build of the container. After an update's build, the container is up to date unless a
    /// change notification arrived meanwhile.
    ///
    /// Called after the registrations of the build were installed.
    ///
    /// - Returns: Whether a newer build has begun since this build began, so that another build has
    ///   to follow. `false` if a lookup caused this build, or if a notification arrived since then.
    @discardableResult
    mutating func end(_ build: Build) -> Bool {
      threads.removeAll { $0 == build.thread }
      guard build.isUpdate, build.notifications == notifications else { return false }
      (freshness, changers) = (.current, [])
      return build.number < builds
    }
  }
}
