public import NotesStorage

extension Schema {
  /// The tables of the database of accounts.
  public static let accounts = Schema(
    applicationID: 0x4E4F_4143,
    migrations: [
      Migration(
        "accounts, and who is signed in between two runs",
        sql: """
          CREATE TABLE accounts (name TEXT PRIMARY KEY, created INTEGER NOT NULL) WITHOUT ROWID;
          CREATE TABLE session (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            name TEXT NOT NULL REFERENCES accounts (name)
          );
          """)
    ])
}
