internal import NotesDomain
internal import NotesStorage
public import Stitcher

extension DependencyContainer {
  /// Returns the registrations of accounts and the session, and those of the signed-in account.
  ///
  /// The closure of the container reads `session.account`, so the container is rebuilt at each
  /// sign-in and sign-out.
  public static func accounts(session: Session) -> DependencyContainer {
    DependencyContainer {
      Dependency { session }
        .scope(.singleton)

      Dependency {
        let directory: DataDirectory = try DependencyGraph.inject(byName: StorageName.directory)
        let database: Database = try DependencyGraph.inject(
          parameters: directory.accounts, Schema.accounts)
        return AccountStore(database: database)
      }
      .scope(.singleton)

      Dependency {
        AccountService(
          store: try DependencyGraph.inject(), session: session,
          clock: try DependencyGraph.inject(byName: DomainName.clock),
          events: try DependencyGraph.inject())
      }
      .scope(.singleton)

      // The group has the account as its id. With 'if let', equal registrations would keep the
      // instances of the former account.
      DependencyGroup(for: session.account) { account in
        Dependency { account }

        Dependency(named: AccountName.database) {
          let directory: DataDirectory = try DependencyGraph.inject(byName: StorageName.directory)
          let database: Database = try DependencyGraph.inject(
            parameters: directory.notes(of: account.name), Schema.notes)
          return database
        }
        .scope(.managed(by: session.ended))

        // A new value for each injection, so that the database is not kept.
        Dependency {
          SQLiteNoteStore(database: try DependencyGraph.inject(byName: AccountName.database))
        }
        .conforms(to: (any NoteStore).self)
        .conforms(to: (any Replica).self)
      }
    }
  }
}

/// The names of the registrations for an account.
public enum AccountName: String, Sendable {
  /// The database of the signed-in account, a `Database`.
  case database = "account.database"
}
