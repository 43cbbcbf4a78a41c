internal import NotesStorage
internal import Stitcher

/// Registers a way to search that needs more than notes: found by its own type, and as one
/// of all `Searchable`.
struct SearchableDependency<Search: Searchable>: DependencyRepresenting {
  /// Makes the search from the notes of whoever is signed in.
  let make: @Sendable (any NoteStore) throws -> Search

  /// What the search is found by.
  var locator: DependencyLocator { .type(Search.self, (any Searchable).self) }

  /// What makes the search, each time it is asked for.
  var dependencyProvider: DependencyFactory.Provider<Search> {
    let make = make
    return DependencyFactory.Provider { try make(try DependencyGraph.inject()) }
  }
}
