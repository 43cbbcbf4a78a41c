public import NotesDomain

/// Keeps notes in an SQLite database.
public struct SQLiteNoteStore: NoteStore {
  /// The database, which the store keeps open.
  let database: Database

  /// Creates a store on a database whose schema is ``Schema/notes``.
  public init(database: Database) {
    self.database = database
  }

  /// Writes notes: all of them, or none if it throws.
  ///
  /// - Complexity: O(*n*) in the number of notes, in one transaction.
  public func save(_ notes: [Note]) throws(StorageError) {
    try database.change { (connection) throws(StorageError) in
      for note in notes { try connection.write(note) }
    }
    database.events.send(.notesSaved(notes.count))
  }

  /// Replaces a note by its tombstone; returns what it was, or nil if there is none.
  public func remove(_ id: NoteID, at time: Timestamp) throws(StorageError) -> Note? {
    try database.change { (connection) throws(StorageError) in
      let found = try connection.notes(where: "n.deleted = 0 AND n.id = ?", [.text(id.rawValue)])
      if let note = found.first { try connection.write(note.tombstone(at: time)) }
      return found.first
    }
  }

  /// Returns the notes that pass a filter, the ones that changed last first.
  public func notes(_ filter: NoteFilter) throws(StorageError) -> [Note] {
    let condition = filter.condition
    return try database.perform { (connection) throws(StorageError) in
      try connection.notes(where: condition.sql, condition.values, limit: filter.limit)
    }
  }

  /// Returns the notes whose identifier starts with a text.
  public func notes(idPrefix: String) throws(StorageError) -> [Note] {
    try database.perform { (connection) throws(StorageError) in
      try connection.notes(
        where: "n.deleted = 0 AND substr(n.id, 1, ?) = ?",
        [.count(idPrefix.count), .text(idPrefix.lowercased())])
    }
  }

  /// Returns how many notes there are.
  public func count() throws(StorageError) -> Int {
    try database.perform { (connection) throws(StorageError) in
      try connection.number("SELECT count(*) FROM notes WHERE deleted = 0")
    }
  }

  /// Returns each tag with the number of its notes, the most used first.
  public func tagCounts() throws(StorageError) -> [TagCount] {
    try database.perform { (connection) throws(StorageError) in
      try connection.rows("SELECT tag, count(*) FROM note_tags GROUP BY tag ORDER BY 2 DESC, 1") {
        TagCount(tag: $0.text(0), count: Int($0.integer(1)))
      }
    }
  }
}
