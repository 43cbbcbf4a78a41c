public import NotesDomain
public import NotesStorage

/// Brings two copies of the notes to the same state: of two versions the later one stays.
public struct Synchronizer: Sendable {
  /// The copy of who is signed in.
  private let local: any Replica

  /// The other copy.
  private let remote: any Replica

  /// Where the outcome is told.
  private let events: EventChannel

  /// Creates a synchronizer of two copies.
  public init(local: any Replica, remote: any Replica, events: EventChannel) {
    self.local = local
    self.remote = remote
    self.events = events
  }

  /// Syncs; a second time in a row it finds nothing to do.
  ///
  /// Each copy changes all at once or not at all. If the first fails after the second has changed,
  /// the next sync completes it.
  public func synchronize() throws(StorageError) -> SyncReport {
    let localID = try local.replicaID()
    let remoteID = try remote.replicaID()
    // A copied file has the identity of its original, and what that agreed on says
    // nothing about it.
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
