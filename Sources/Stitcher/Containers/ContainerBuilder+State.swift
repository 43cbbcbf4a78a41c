internal import StitcherEngine

extension ContainerBuilder {
  /// The state of a container's builds, and its transitions.
  struct State {
    /// Whether the contents are up to date and, if not, whether a lookup builds them again.
    private var freshness = Freshness.stale(builds: 0)

    /// Whether an update is scheduled and has not begun.
    private var isUpdateScheduled = false

    /// The number of change notifications so far.
    private var notifications: UInt64 = 0

    /// The number of builds that have begun so far.
    private var builds: UInt64 = 0

    /// The threads that are running the closure.
    private var threads: [UInt] = []

    /// The threads that have changed the state that the closure reads, since the last update.
    ///
    /// The next lookup of such a thread builds, even if other threads have used up the builds.
    private var changers: Set<UInt> = []

    /// How many times lookups build the contents after one notification.
    ///
    /// Further lookups use the last contents until the update.
    static let buildLimit = 4

    /// Whether the contents are up to date and, if not, whether a lookup builds them again.
    private enum Freshness {
      /// No notification has arrived since the last update began.
      case current
      /// The next lookup builds the contents. `builds` is the number of times that lookups have
      /// built them since the notification.
      case stale(builds: Int)
      /// Lookups have built the contents as often as permitted. Further lookups use these contents
      /// until the update.
      case awaitingUpdate
    }

    /// One run of the container's closure.
    struct Build {
      /// The number of the build. The contents of the build with the highest number are used.
      let number: UInt64
      /// The number of notifications before the build began.
      fileprivate let notifications: UInt64
      /// The thread that runs the closure.
      fileprivate let thread: UInt
      /// Whether this is the build of an update, after which the contents count as up to date;
      /// `false` for a build for a lookup.
      fileprivate let isUpdate: Bool
    }

    /// Whether the next lookup must build the contents.
    var isStale: Bool { if case .stale = freshness { true } else { !changers.isEmpty } }

    /// Records a change of the state, which makes the contents stale.
    ///
    /// - Parameter changer: The thread that has changed the state, if the change is complete; `nil`
    ///   for a notification, which schedules an update.
    mutating func notify(after changer: UInt? = nil) {
      notifications += 1
      if let changer { changers.insert(changer) } else { isUpdateScheduled = true }
      freshness = .stale(builds: 0)
    }

    /// Begins a build; returns `nil` if no build is needed, or if the thread is already running the
    /// closure.
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

    /// Ends a build, after its contents were installed. After an update, the contents are up to
    /// date, unless a notification arrived meanwhile.
    mutating func end(_ build: Build) {
      threads.removeAll { $0 == build.thread }
      guard build.isUpdate, build.notifications == notifications else { return }
      (freshness, changers) = (.current, [])
    }
  }
}
