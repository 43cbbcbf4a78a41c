internal import NotesStorage
internal import Stitcher

/// Registers a search with further dependencies, by its own type and by `Searchable`.
struct SearchableDependency<Search: Searchable>: DependencyRepresenting {
  /// Creates the search for the notes of the signed-in account.
  let make: @Sendable (any NoteStore) throws -> Search

  /// The keys of the search.
  var locator: DependencyLocator { .type(Search.self, (any Searchable).self) }

  /// The factory of the search.
  var dependencyProvider: DependencyFactory.Provider<Search> {
    let make = make
    return DependencyFactory.Provider { try make(try DependencyGraph.inject()) }
  }
}
