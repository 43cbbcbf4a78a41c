internal import NotesDomain
public import Stitcher

extension DependencyContainer {
  /// Returns what opens databases: where they are, and a factory with the place as a parameter.
  ///
  /// - Parameter directory: What is found under ``StorageName/directory``.
  public static func storage(in directory: DataDirectory) -> DependencyContainer {
    DependencyContainer {
      Dependency(named: StorageName.directory) { directory }

      // Nobody shares what this makes: whoever asks decides how long the database stays open.
      Dependency { (location: DatabaseLocation, schema: Schema) in
        try Database(at: location, schema: schema, events: try DependencyGraph.inject())
      }
      .scope(.instance)
    }
  }
}

/// The names under which storage's dependencies are registered.
public enum StorageName: String, Sendable {
  /// Where the application keeps its databases, a ``DataDirectory``.
  case directory = "storage.directory"
}
