extension Schema {
  /// The tables of a database of notes.
  public static let notes = Schema(
    applicationID: 0x4E4F_5445,
    migrations: [
      Migration(
        "notes",
        sql: """
          CREATE TABLE notes (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            body TEXT NOT NULL,
            author TEXT NOT NULL,
            created INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            deleted INTEGER NOT NULL DEFAULT 0
          );
          CREATE INDEX notes_by_modification ON notes (modified);
          """),
      Migration(
        "tags",
        sql: """
          CREATE TABLE note_tags (
            note_id TEXT NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
            tag TEXT NOT NULL,
            PRIMARY KEY (note_id, tag)
          ) WITHOUT ROWID;
          CREATE INDEX note_tags_by_tag ON note_tags (tag);
          """),
      Migration(
        "what is known of other copies",
        sql: """
          CREATE TABLE properties (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
          INSERT INTO properties VALUES ('replica', lower(hex(randomblob(8))));
          CREATE TABLE agreements (
            peer TEXT NOT NULL,
            note_id TEXT NOT NULL,
            modified INTEGER NOT NULL,
            PRIMARY KEY (peer, note_id)
          ) WITHOUT ROWID;
          """),
    ],
    fullText: FullTextIndex(table: "notes", rowColumn: "number", columns: ["title", "body"]))
}
