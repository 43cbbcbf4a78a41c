public import NotesAccounts
internal import NotesDomain
internal import NotesStorage
public import Stitcher

extension DependencyContainer {
  /// Returns, with a signed-in account, a factory of synchronizers.
  ///
  /// The location of the other database is a parameter:
  /// `DependencyGraph.inject(parameters: place)`.
  public static func sync(session: Session) -> DependencyContainer {
    DependencyContainer {
      // A synchronizer writes into the notes of one account, so its group has the account as its
      // id.
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
