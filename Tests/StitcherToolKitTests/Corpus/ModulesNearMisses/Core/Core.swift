import Stitcher

package final class Store: Sendable {
  package init() {}
}

/// Registered by the program, twice: but only one of the two is in its own container.
package final class Screen: Sendable {
  package init(_ store: Store) {}
}

package let names = (store: "store", other: "other")

package func open() throws -> Screen { try DependencyGraph.inject() }

package func register<Product: Sendable>(
  _ make: @escaping @Sendable () throws -> Product
) -> DependencyContainer {
  DependencyContainer { Dependency(named: "generic", dependency: { try make() }) }
}

package let core = DependencyContainer {
  Dependency { Store() }
    .scope(.singleton)
}
