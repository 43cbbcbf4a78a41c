public import NotesDomain

/// Stores notes in an SQLite database.
public struct SQLiteNoteStore: NoteStore {
  /// The database, which the store keeps open.
  let database: Database

  /// Creates a store on a database with the schema ``Schema/notes``.
  public init(database: Database) {
    self.database = database
  }

  /// Saves notes in one transaction.
  ///
  /// - Complexity: O(*n*) in the number of notes.
  public func save(_ notes: [Note]) throws(StorageError) {
    try database.change { (connection) throws(StorageError) in
      for note in notes { try connection.write(note) }
    }
    database.events.send(.notesSaved(notes.count))
  }

  /// Replaces a note with its tombstone, and returns the former note, or `nil` if there is none.
  public func remove(_ id: NoteID, at time: Timestamp) throws(StorageError) -> Note? {
    try database.change { (connection) throws(StorageError) in
      let found = try connection.notes(where: "n.deleted = 0 AND n.id = ?", [.text(id.rawValue)])
      if let note = found.first { try connection.write(note.tombstone(at: time)) }
      return found.first
    }
  }

  /// Returns the notes that pass a filter, the latest change first.
  public func notes(_ filter: NoteFilter) throws(StorageError) -> [Note] {
    let condition = filter.condition
    return try database.perform { (connection) throws(StorageError) in
      try connection.notes(where: condition.sql, condition.values, limit: filter.limit)
    }
  }

  /// Returns the notes with an identifier that begins with a text.
  public func notes(idPrefix: String) throws(StorageError) -> [Note] {
    try database.perform { (connection) throws(StorageError) in
      try connection.notes(
        where: "n.deleted = 0 AND substr(n.id, 1, ?) = ?",
        [.count(idPrefix.count), .text(idPrefix.lowercased())])
    }
  }

  /// Returns the number of notes.
  public func count() throws(StorageError) -> Int {
    try database.perform { (connection) throws(StorageError) in
      try connection.number("SELECT count(*) FROM notes WHERE deleted = 0")
    }
  }

  /// Returns each tag with its number of notes, the most frequent tag first.
  public func tagCounts() throws(StorageError) -> [TagCount] {
    try database.perform { (connection) throws(StorageError) in
      try connection.rows("SELECT tag, count(*) FROM note_tags GROUP BY tag ORDER BY 2 DESC, 1") {
        TagCount(tag: $0.text(0), count: Int($0.integer(1)))
      }
    }
  }
}
