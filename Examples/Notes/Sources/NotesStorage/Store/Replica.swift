public import NotesDomain

/// A copy of the notes for synchronization: notes with tombstones, and the agreements with other
/// copies.
public protocol Replica: Sendable {
  /// Returns the identifier of the copy for other copies.
  func replicaID() throws(StorageError) -> String

  /// Returns all notes with their tombstones.
  func versions() throws(StorageError) -> [Note]

  /// Returns the agreed modification time of each note at the last synchronization.
  func agreements(with peer: String) throws(StorageError) -> [NoteID: Timestamp]

  /// Writes the chosen versions and the new agreements, in one transaction.
  func adopt(
    _ notes: [Note], agreements: [NoteID: Timestamp], with peer: String
  ) throws(StorageError)
}
