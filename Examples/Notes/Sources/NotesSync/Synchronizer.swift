public import NotesDomain
public import NotesStorage

/// Synchronizes two copies of the notes. Of two versions, the later one stays.
public struct Synchronizer: Sendable {
  /// The copy of the signed-in account.
  private let local: any Replica

  /// The other copy.
  private let remote: any Replica

  /// The channel for the result.
  private let events: EventChannel

  /// Creates a synchronizer of two copies.
  public init(local: any Replica, remote: any Replica, events: EventChannel) {
    self.local = local
    self.remote = remote
    self.events = events
  }

  /// Synchronizes the copies. A second call in a row changes nothing.
  ///
  /// Each copy is changed in one transaction. If the first copy fails after the second has changed,
  /// the next synchronization completes the change.
  public func synchronize() throws(StorageError) -> SyncReport {
    let localID = try local.replicaID()
    let remoteID = try remote.replicaID()
    // A copied file has the identity of its original, so the original's agreements do not apply to
    // it.
    let agreed = localID == remoteID ? [:] : try local.agreements(with: remoteID)
    let plan = SyncPlan(
      local: try local.versions(), remote: try remote.versions(), agreed: agreed)
    try remote.adopt(plan.pushed, agreements: plan.agreements, with: localID)
    try local.adopt(plan.pulled, agreements: plan.agreements, with: remoteID)
    let report = SyncReport(plan)
    events.send(
      .synchronized(
        pushed: report.pushed, pulled: report.pulled, conflicts: report.conflicts.count))
    return report
  }
}
