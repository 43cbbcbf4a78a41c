internal import NotesDomain
public import Stitcher

extension DependencyContainer {
  /// Returns the registrations for databases: their folder, and a factory with the location as a
  /// parameter.
  ///
  /// - Parameter directory: The directory with the name ``StorageName/directory``.
  public static func storage(in directory: DataDirectory) -> DependencyContainer {
    DependencyContainer {
      Dependency(named: StorageName.directory) { directory }

      // The database is not shared: the caller decides how long it stays open.
      Dependency { (location: DatabaseLocation, schema: Schema) in
        try Database(at: location, schema: schema, events: try DependencyGraph.inject())
      }
      .scope(.instance)
    }
  }
}

/// The names of the storage registrations.
public enum StorageName: String, Sendable {
  /// The location of the application's databases, a ``DataDirectory``.
  case directory = "storage.directory"
}
