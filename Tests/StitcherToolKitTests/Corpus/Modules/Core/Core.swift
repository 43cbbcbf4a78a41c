import Stitcher

package protocol Clock: Sendable {}

package struct SystemClock: Clock {}

package final class Store: Sendable {
  package let clock: any Clock

  package init() throws { clock = try DependencyGraph.inject() }
}

package enum Name: String {
  case archive
}

package let core = DependencyContainer {
  Dependency { SystemClock() }
    .conforms(to: { $0 as any Clock })
  Dependency { try Store() }
    .scope(.singleton)
}

/// What is in the module of whoever calls it.
package func archive() throws -> Store { try DependencyGraph.inject(byName: Name.archive) }
