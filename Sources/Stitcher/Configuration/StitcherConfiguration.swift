internal import StitcherEngine

/// Settings of the graph of the process. All may be read and written from any thread.
///
/// ```swift
/// StitcherConfiguration.runtimeCycleDetectionAvailability = .debugOnly
/// ```
public enum StitcherConfiguration {
  /// When the creation of dependencies looks for cycles.
  public enum RuntimeCycleDetectionAvailability: Sendable {
    /// In every build.
    case always

    /// In no build. Cycles of dependencies that are kept are found nevertheless: waiting for
    /// oneself would never end.
    case never

    /// In debug builds of this library.
    public static var debugOnly: RuntimeCycleDetectionAvailability {
      #if DEBUG
        .always
      #else
        .never
      #endif
    }
  }

  /// Whether the graph indexes containers. Kept for source compatibility: the index
  /// is always there.
  public static var isIndexingEnabled: Bool {
    get { indexing.load(ordering: .relaxed) }
    set { indexing.store(newValue, ordering: .relaxed) }
  }

  /// About how many dependencies there are. Kept for source compatibility: the index
  /// grows as needed.
  public static var approximateDependencyCount: Int {
    get { dependencyCount.load(ordering: .relaxed) }
    set { dependencyCount.store(max(100, newValue), ordering: .relaxed) }
  }

  /// Whether the records of objects that are gone are dropped when an app leaves the foreground or
  /// is short of memory.
  ///
  /// That is so for apps with UIKit, AppKit or WatchKit, from the first activation on. Elsewhere
  /// it has no effect: call ``DependencyGraph/releaseUnusedStorage()-swift.type.method`` where
  /// a few words for each such object count.
  public static var autoCleanupEnabled: Bool {
    get { cleanup.load(ordering: .relaxed) }
    set { cleanup.store(newValue, ordering: .relaxed) }
  }

  /// When the creation of dependencies looks for cycles; by default always, since it costs little.
  ///
  /// It is read at each creation. Other graphs take it over from their parents when they are made.
  public static var runtimeCycleDetectionAvailability: RuntimeCycleDetectionAvailability {
    get { DependencyGraph.processGraph.detectsCycles ? .always : .never }
    set {
      DependencyGraph.processGraph.detectsCycles = newValue == .always
    }
  }

  /// Replaced by ``autoCleanupEnabled``.
  @available(
    *, unavailable, renamed: "autoCleanupEnabled",
    message: "Cleanup has no frequency: set 'autoCleanupEnabled' to 'true' or 'false'."
  )
  public static var autoCleanupFrequency: AutoCleanupFrequency {
    get { fatalError("unavailable") }
    set { fatalError("unavailable") }
  }

  /// The type of the former property `autoCleanupFrequency`. The type is declared so that an
  /// assignment of `.low` has one error, which names the replacement.
  public enum AutoCleanupFrequency: Sendable {
    case never, veryLow, low, medium, high, veryHigh
  }

  /// The value of ``isIndexingEnabled``.
  private static let indexing = AtomicBox(true)

  /// The value of ``approximateDependencyCount``.
  private static let dependencyCount = AtomicBox(30_000)

  /// The value of ``autoCleanupEnabled``.
  private static let cleanup = AtomicBox(true)
}
