public import NotesDomain

/// The changes between two copies, found by a comparison. Nothing is written yet.
public struct SyncPlan: Hashable, Sendable {
  /// The versions that the second copy adopts.
  public private(set) var pushed: [Note] = []

  /// The versions that the first copy adopts.
  public private(set) var pulled: [Note] = []

  /// Notes that changed on both sides. Their winners are in ``pushed`` or ``pulled``, too.
  public private(set) var conflicts: [SyncConflict] = []

  /// The number of notes that are equal on both sides.
  public private(set) var unchanged = 0

  /// The agreed modification times after the plan was executed.
  public private(set) var agreements: [NoteID: Timestamp] = [:]

  /// Compares two copies.
  ///
  /// - Parameters:
  ///   - local: All versions of the first copy, including tombstones.
  ///   - remote: All versions of the second copy, including tombstones.
  ///   - agreed: The agreements of the last synchronization.
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

  /// Chooses one of two versions.
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

/// A note that changed on both sides since the last synchronization.
public struct SyncConflict: Hashable, Sendable {
  /// One of the two copies.
  public enum Side: String, Hashable, Sendable {
    /// The copy that starts the synchronization.
    case local

    /// The other copy.
    case remote
  }

  /// The later version, which stays.
  public let winner: Note

  /// The replaced version.
  public let loser: Note

  /// The side of the winner.
  public let keptSide: Side
}

extension Note {
  /// Returns whether another version wins: the later one. Of equally late versions, both sides
  /// choose the same one.
  fileprivate func precedes(_ other: Note) -> Bool {
    if modified != other.modified { return modified < other.modified }
    if isDeleted != other.isDeleted { return isDeleted }
    return [title, body, author].lexicographicallyPrecedes([other.title, other.body, other.author])
      || ([title, body, author] == [other.title, other.body, other.author]
        && tags.lexicographicallyPrecedes(other.tags))
  }
}
