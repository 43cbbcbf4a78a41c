public import NotesAccounts
internal import NotesDomain
internal import NotesStorage
public import Stitcher

extension DependencyContainer {
  /// Returns, while somebody is signed in, a factory of synchronizers.
  ///
  /// The location of the other database is a parameter:
  /// `DependencyGraph.inject(parameters: place)`.
  public static func sync(session: Session) -> DependencyContainer {
    DependencyContainer {
      // A synchronizer writes into one account's notes: there is none without an account, and a
      // registration of one is never taken for another's.
      DependencyGroup(for: session.account) { _ in
        Dependency { (location: DatabaseLocation) in
          let database: Database = try DependencyGraph.inject(parameters: location, Schema.notes)
          return Synchronizer(
            local: try DependencyGraph.inject(),
            remote: SQLiteNoteStore(database: database),
            events: try DependencyGraph.inject())
        }
      }
    }
  }
}
