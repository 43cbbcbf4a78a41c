internal import NotesDomain
public import NotesStorage

/// Stores accounts, and the signed-in account between two runs, in an SQLite database.
public struct AccountStore: Sendable {
  /// The database, which the store keeps open.
  private let database: Database

  /// Creates a store on a database with the schema `Schema.accounts`.
  public init(database: Database) {
    self.database = database
  }

  /// Adds an account. An existing account with the same name is not changed.
  public func add(_ account: Account) throws(StorageError) {
    try database.change { (connection) throws(StorageError) in
      try connection.run(
        "INSERT OR IGNORE INTO accounts VALUES (?, ?)",
        .text(account.name), .integer(account.created.milliseconds))
    }
  }

  /// Returns the account with a name, or `nil` if there is none.
  public func account(named name: String) throws(StorageError) -> Account? {
    try accounts(where: "name = ?", [.text(name)]).first
  }

  /// Returns all accounts, sorted by name.
  public func accounts() throws(StorageError) -> [Account] {
    try accounts(where: "1")
  }

  /// Returns the account that was signed in at the end of the last run.
  public func signedIn() throws(StorageError) -> Account? {
    try accounts(where: "name IN (SELECT name FROM session)").first
  }

  /// Stores the signed-in account for the next run.
  public func rememberSignedIn(_ account: Account?) throws(StorageError) {
    try database.change { (connection) throws(StorageError) in
      try connection.run("DELETE FROM session")
      guard let account else { return }
      try connection.run("INSERT INTO session VALUES (1, ?)", .text(account.name))
    }
  }

  /// Returns the accounts that match a condition, sorted by name.
  private func accounts(
    where condition: String, _ values: [SQLValue] = []
  ) throws(StorageError) -> [Account] {
    let rows = try database.perform { (connection) throws(StorageError) in
      try connection.rows(
        "SELECT name, created FROM accounts WHERE \(condition) ORDER BY name", values
      ) { row in
        (name: row.text(0), created: Timestamp(milliseconds: row.integer(1)))
      }
    }
    // A name of another program that is not valid for a folder is skipped.
    return rows.compactMap { try? Account(name: $0.name, created: $0.created) }
  }
}
