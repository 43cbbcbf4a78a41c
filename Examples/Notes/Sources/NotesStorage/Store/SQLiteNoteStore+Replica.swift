public import NotesDomain

extension SQLiteNoteStore: Replica {
  /// Returns the identifier of the database, a random value from its creation.
  public func replicaID() throws(StorageError) -> String {
    try database.perform { (connection) throws(StorageError) in
      try connection.rows("SELECT value FROM properties WHERE name = 'replica'") { $0.text(0) }
        .first ?? ""
    }
  }

  /// Returns all notes with their tombstones.
  public func versions() throws(StorageError) -> [Note] {
    try database.perform { (connection) throws(StorageError) in
      try connection.notes(where: "1")
    }
  }

  /// Returns the agreed modification time of each note at the last synchronization.
  public func agreements(with peer: String) throws(StorageError) -> [NoteID: Timestamp] {
    let pairs = try database.perform { (connection) throws(StorageError) in
      try connection.rows(
        "SELECT note_id, modified FROM agreements WHERE peer = ?", [.text(peer)]
      ) { row in
        (NoteID(rawValue: row.text(0)), Timestamp(milliseconds: row.integer(1)))
      }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// Writes the chosen versions and the new agreements, in one transaction.
  public func adopt(
    _ notes: [Note], agreements: [NoteID: Timestamp], with peer: String
  ) throws(StorageError) {
    try database.change { (connection) throws(StorageError) in
      for note in notes { try connection.write(note) }
      try connection.run("DELETE FROM agreements WHERE peer = ?", .text(peer))
      for (id, modified) in agreements {
        try connection.run(
          "INSERT INTO agreements VALUES (?, ?, ?)",
          .text(peer), .text(id.rawValue), .integer(modified.milliseconds))
      }
    }
  }
}
