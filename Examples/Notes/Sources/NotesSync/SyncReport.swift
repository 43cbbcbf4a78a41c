internal import NotesDomain

/// What sync has done.
public struct SyncReport: Hashable, Sendable {
  /// How many versions the other copy adopted.
  public let pushed: Int

  /// How many versions this copy adopted.
  public let pulled: Int

  /// How many of those removed a note, on either side.
  public let removed: Int

  /// How many notes were the same already.
  public let unchanged: Int

  /// The notes that had changed on both sides.
  public let conflicts: [SyncConflict]

  /// Creates the report of a plan that was carried out.
  init(_ plan: SyncPlan) {
    pushed = plan.pushed.count
    pulled = plan.pulled.count
    removed = (plan.pushed + plan.pulled).count(where: \.isDeleted)
    unchanged = plan.unchanged
    conflicts = plan.conflicts
  }
}
