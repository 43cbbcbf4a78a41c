import Core
import Stitcher

/// Not that of the program.
final class Screen: Sendable {}

package final class Reader: Sendable {
  package init() throws { _ = try archive() }
}

package final class Writer: Sendable {
  package init(_ reader: Reader) {}
}

package func open() throws {
  let screen: Screen = try DependencyGraph.inject()
  let writer: Writer = try DependencyGraph.inject()
  print(screen, writer)
}

package let feature = DependencyContainer {
  Dependency { try Reader() }
  Dependency(autowired: Writer.init(_:))
}
