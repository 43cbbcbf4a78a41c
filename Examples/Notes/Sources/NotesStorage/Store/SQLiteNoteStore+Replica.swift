public import NotesDomain

extension SQLiteNoteStore: Replica {
  /// Returns what the database is known by to others, drawn at random when it was created.
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

  /// Returns, for each note, the modification time on which both agreed when they last met.
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

  /// Writes the versions that sync has chosen, and what both now agree on: all or nothing.
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
