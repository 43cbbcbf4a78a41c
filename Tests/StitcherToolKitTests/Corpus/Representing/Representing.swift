import Stitcher

protocol Search: Sendable {}
struct TextSearch: Search {}
struct TagSearch: Search {}
struct Store: Sendable {}
final class Cache: Sendable {}

/// Found by the type that it makes; it says nothing else.
struct Plain: DependencyRepresenting {
  var dependencyProvider: DependencyFactory.Provider<Cache> {
    DependencyFactory.Provider { Cache() }
  }
}

/// A type for many: found by what it makes, and as a search.
struct Searching<Found: Search>: DependencyRepresenting {
  let make: @Sendable (Store) -> Found

  var locator: DependencyLocator { .type(Found.self, (any Search).self) }
  var scope: DependencyScope { .singleton }
  var eagerness: DependencyEagerness { .eager }

  var dependencyProvider: DependencyFactory.Provider<Found> {
    let make = make
    return DependencyFactory.Provider { make(try DependencyGraph.inject()) }
  }
}

/// Found by a name.
struct Named: DependencyRepresenting {
  var locator: DependencyLocator { .name("named") }
  var dependencyProvider: DependencyFactory.Provider<Int> { DependencyFactory.Provider { 1 } }
}

let app = DependencyContainer {
  Plain()
  Searching { _ in TextSearch() }
  Searching { _ in TagSearch() }
  Named()
}

func run() throws {
  let cache: Cache = try DependencyGraph.inject()
  let searches: [any Search] = try DependencyGraph.inject()
  let text: TextSearch = try DependencyGraph.inject()
  let one: any Search = try DependencyGraph.inject()
  let named: Int = try DependencyGraph.inject(byName: "named")
  print(cache, searches, text, one, named)
}
