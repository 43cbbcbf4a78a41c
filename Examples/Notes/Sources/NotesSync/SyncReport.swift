internal import NotesDomain

/// The result of a synchronization.
public struct SyncReport: Hashable, Sendable {
  /// The number of versions that the other copy adopted.
  public let pushed: Int

  /// The number of versions that this copy adopted.
  public let pulled: Int

  /// The number of adopted removals, on either side.
  public let removed: Int

  /// The number of notes that were already equal.
  public let unchanged: Int

  /// The notes that had changed on both sides.
  public let conflicts: [SyncConflict]

  /// Creates the report of an executed plan.
  init(_ plan: SyncPlan) {
    pushed = plan.pushed.count
    pulled = plan.pulled.count
    removed = (plan.pushed + plan.pulled).count(where: \.isDeleted)
    unchanged = plan.unchanged
    conflicts = plan.conflicts
  }
}
