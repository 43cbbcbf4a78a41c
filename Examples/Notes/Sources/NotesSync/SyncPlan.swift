public import NotesDomain

/// What two copies have to tell each other, found by comparing them; nothing is written yet.
public struct SyncPlan: Hashable, Sendable {
  /// Versions of the first copy that the second is to adopt.
  public private(set) var pushed: [Note] = []

  /// Versions of the second copy that the first is to adopt.
  public private(set) var pulled: [Note] = []

  /// Notes that changed on both sides; the winners are among ``pushed`` and ``pulled`` too.
  public private(set) var conflicts: [SyncConflict] = []

  /// How many notes are the same on both sides.
  public private(set) var unchanged = 0

  /// The modification times on which both agree once the plan is carried out.
  public private(set) var agreements: [NoteID: Timestamp] = [:]

  /// Compares two copies.
  ///
  /// - Parameters:
  ///   - local: All versions of the first copy, tombstones included.
  ///   - remote: All versions of the second copy, tombstones included.
  ///   - agreed: What they agreed on when they last met.
  /// - Complexity: O(*n* log *n*) in the number of notes.
  public init(local: [Note], remote: [Note], agreed: [NoteID: Timestamp] = [:]) {
    let local = Dictionary(uniqueKeysWithValues: local.map { ($0.id, $0) })
    let remote = Dictionary(uniqueKeysWithValues: remote.map { ($0.id, $0) })
    for id in Set(local.keys).union(remote.keys).sorted() {
      switch (local[id], remote[id]) {
      case (let local?, let remote?): compare(local, remote, agreed: agreed[id])
      case (let local?, nil): push(local)
      case (nil, let remote?): pull(remote)
      case (nil, nil): break
      }
    }
  }

  /// Decides which of two versions stays.
  private mutating func compare(_ local: Note, _ remote: Note, agreed: Timestamp?) {
    if local == remote {
      unchanged += 1
      agreements[local.id] = local.modified
    } else if remote.modified == agreed {
      push(local)
    } else if local.modified == agreed {
      pull(remote)
    } else if remote.precedes(local) {
      conflicts.append(SyncConflict(winner: local, loser: remote, keptSide: .local))
      push(local)
    } else {
      conflicts.append(SyncConflict(winner: remote, loser: local, keptSide: .remote))
      pull(remote)
    }
  }

  /// Sends a version of the first copy to the second.
  private mutating func push(_ note: Note) {
    pushed.append(note)
    agreements[note.id] = note.modified
  }

  /// Sends a version of the second copy to the first.
  private mutating func pull(_ note: Note) {
    pulled.append(note)
    agreements[note.id] = note.modified
  }
}

/// A note that changed on both sides since they last met.
public struct SyncConflict: Hashable, Sendable {
  /// One of the two copies.
  public enum Side: String, Hashable, Sendable {
    /// The copy that syncs.
    case local

    /// The copy that it syncs with.
    case remote
  }

  /// The version that stays: the later one.
  public let winner: Note

  /// The version that is replaced.
  public let loser: Note

  /// Where the winner comes from.
  public let keptSide: Side
}

extension Note {
  /// Returns whether another version wins over this one: the later, and of equally late ones the
  /// one that both sides choose alike, whichever of them syncs.
  fileprivate func precedes(_ other: Note) -> Bool {
    if modified != other.modified { return modified < other.modified }
    if isDeleted != other.isDeleted { return isDeleted }
    return [title, body, author].lexicographicallyPrecedes([other.title, other.body, other.author])
      || ([title, body, author] == [other.title, other.body, other.author]
        && tags.lexicographicallyPrecedes(other.tags))
  }
}
