public import NotesDomain

/// One copy of the notes, as seen by sync: with tombstones, and what it agreed on
/// with other copies.
public protocol Replica: Sendable {
  /// Returns what the copy is known by to other copies.
  func replicaID() throws(StorageError) -> String

  /// Returns all notes with their tombstones.
  func versions() throws(StorageError) -> [Note]

  /// Returns, for each note, the modification time on which the copies agreed when they last met.
  func agreements(with peer: String) throws(StorageError) -> [NoteID: Timestamp]

  /// Writes the versions that sync has chosen, and what the copies now agree on: all or nothing.
  func adopt(
    _ notes: [Note], agreements: [NoteID: Timestamp], with peer: String
  ) throws(StorageError)
}
