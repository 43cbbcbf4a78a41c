internal import NotesDomain

extension Connection {
  /// The separator between the tags of a note in a result. No tag contains it.
  private static let separator: Character = "\u{1F}"

  /// The columns that ``note(in:)`` reads.
  static let noteColumns = """
    n.id, n.title, n.body, n.author, n.created, n.modified, n.deleted, \
    (SELECT group_concat(t.tag, char(31)) FROM note_tags t WHERE t.note_id = n.id)
    """

  /// The number of columns of a note.
  static let noteColumnCount = 8

  /// Reads a note from the first columns of a row.
  static func note(in row: Row) -> Note {
    Note(
      id: NoteID(rawValue: row.text(0)),
      title: row.text(1), body: row.text(2), author: row.text(3),
      tags: row.text(7).split(separator: separator).map(String.init),
      created: Timestamp(milliseconds: row.integer(4)),
      modified: Timestamp(milliseconds: row.integer(5)),
      isDeleted: row.integer(6) != 0)
  }

  /// Returns the notes that match a condition, the latest change first.
  func notes(
    where condition: String, _ values: [SQLValue] = [], limit: Int? = nil
  ) throws(StorageError) -> [Note] {
    try rows(
      """
      SELECT \(Connection.noteColumns) FROM notes n WHERE \(condition)
      ORDER BY n.modified DESC, n.id LIMIT ?
      """,
      values + [.count(limit ?? -1)], map: Connection.note(in:))
  }

  /// Writes a version of a note, and replaces an existing version.
  func write(_ note: Note) throws(StorageError) {
    try run(
      """
      INSERT INTO notes (id, title, body, author, created, modified, deleted)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET title = excluded.title, body = excluded.body,
        author = excluded.author, modified = excluded.modified, deleted = excluded.deleted
      """,
      .text(note.id.rawValue), .text(note.title), .text(note.body), .text(note.author),
      .integer(note.created.milliseconds), .integer(note.modified.milliseconds),
      .flag(note.isDeleted))
    try run("DELETE FROM note_tags WHERE note_id = ?", .text(note.id.rawValue))
    for tag in note.tags {
      try run("INSERT INTO note_tags VALUES (?, ?)", .text(note.id.rawValue), .text(tag))
    }
  }
}
