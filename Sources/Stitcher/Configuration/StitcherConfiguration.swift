internal import StitcherEngine

/// The settings of the process graph, which any thread can read and write.
///
/// ```swift
/// StitcherConfiguration.runtimeCycleDetectionAvailability = .debugOnly
/// ```
public enum StitcherConfiguration {
  /// The build configurations, debug or release, in which the graph checks for cycles when it
  /// creates an instance.
  public enum RuntimeCycleDetectionAvailability: Sendable {
    /// The graph checks for cycles in both configurations, debug and release.
    case always

    /// The graph checks for cycles in no configuration, except for cycles of instances that it
    /// keeps.
    ///
    /// Cycles of kept instances are found in any case, since a creation that waits for itself would
    /// never end.
    case never

    /// The graph checks for cycles if this library was built in a debug configuration.
    public static var debugOnly: RuntimeCycleDetectionAvailability {
      #if DEBUG
        .always
      #else
        .never
      #endif
    }
  }

  /// A setting without effect, kept for source compatibility: whether the graph indexes its
  /// containers.
  ///
  /// The property exists for source compatibility. Containers are always indexed.
  public static var isIndexingEnabled: Bool {
    get { indexing.load(ordering: .relaxed) }
    set { indexing.store(newValue, ordering: .relaxed) }
  }

  /// A setting without effect, kept for source compatibility: the approximate number of registered
  /// dependencies.
  ///
  /// The property exists for source compatibility. The index grows as needed.
  public static var approximateDependencyCount: Int {
    get { dependencyCount.load(ordering: .relaxed) }
    set { dependencyCount.store(max(100, newValue), ordering: .relaxed) }
  }

  /// Whether the graph frees the records of deallocated instances when an app leaves the foreground
  /// or is short of memory.
  ///
  /// Unused storage is the records of deallocated instances, a few words for each instance. The
  /// setting affects apps with UIKit, AppKit or WatchKit, after the first activation of a
  /// container. Elsewhere it has no effect: call
  /// ``DependencyGraph/releaseUnusedStorage()-swift.type.method`` instead.
  public static var autoCleanupEnabled: Bool {
    get { cleanup.load(ordering: .relaxed) }
    set { cleanup.store(newValue, ordering: .relaxed) }
  }

  /// The build configurations in which the creation of an instance includes a check for cycles; by
  /// default, all.
  ///
  /// The check costs little. Each creation reads the setting. A new graph copies the setting of its
  /// parent.
  public static var runtimeCycleDetectionAvailability: RuntimeCycleDetectionAvailability {
    get { DependencyGraph.processGraph.detectsCycles ? .always : .never }
    set {
      DependencyGraph.processGraph.detectsCycles = newValue == .always
    }
  }

  /// Unavailable: use ``autoCleanupEnabled``.
  @available(
    *, unavailable, renamed: "autoCleanupEnabled",
    message: "Cleanup has no frequency: set 'autoCleanupEnabled' to 'true' or 'false'."
  )
  public static var autoCleanupFrequency: _AutoCleanupFrequency {
    get { fatalError("unavailable") }
    set { fatalError("unavailable") }
  }

  /// The type of the unavailable property `autoCleanupFrequency`.
  ///
  /// The type still exists so that an assignment of `.low` causes one error only, which names the
  /// replacement.
  public enum _AutoCleanupFrequency: Sendable {
    case never, veryLow, low, medium, high, veryHigh
  }

  private static let indexing = AtomicBox(true)

  private static let dependencyCount = AtomicBox(30_000)

  private static let cleanup = AtomicBox(true)
}
