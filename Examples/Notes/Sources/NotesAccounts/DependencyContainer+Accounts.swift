internal import NotesDomain
internal import NotesStorage
public import Stitcher

extension DependencyContainer {
  /// Returns accounts and the session and, while somebody is signed in, what belongs to them.
  ///
  /// The container reads `session.account` while it is built: that is all it takes to build it
  /// again when somebody signs in or out.
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

      // Not 'if let': equal registrations keep their instances, whatever they have captured. The
      // account tells those of one from those of another, also if the second signs in at once.
      DependencyGroup(for: session.account) { account in
        Dependency { account }

        Dependency(named: AccountName.database) {
          let directory: DataDirectory = try DependencyGraph.inject(byName: StorageName.directory)
          let database: Database = try DependencyGraph.inject(
            parameters: directory.notes(of: account.name), Schema.notes)
          return database
        }
        .scope(.managed(by: session.ended))

        // A value around the database, made for whoever asks: it outlives nobody.
        Dependency {
          SQLiteNoteStore(database: try DependencyGraph.inject(byName: AccountName.database))
        }
        .conforms(to: (any NoteStore).self)
        .conforms(to: (any Replica).self)
      }
    }
  }
}

/// The names under which the dependencies of an account are registered.
public enum AccountName: String, Sendable {
  /// The database of who is signed in, a `Database`.
  case database = "account.database"
}
