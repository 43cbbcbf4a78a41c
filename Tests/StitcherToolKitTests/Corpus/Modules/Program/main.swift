import Core
import Feature
import Stitcher

final class Screen: Sendable {}

/// A cycle over three modules: the archive needs a writer, it a reader, and that the archive.
let app = DependencyContainer {
  core
  feature
  Dependency { Screen() }
  Dependency(named: Core.Name.archive) {
    let writer: Writer = try DependencyGraph.inject()
    print(writer)
    return try Store()
  }
}

struct Program {
  static func run() throws {
    let screen: Screen = try DependencyGraph.inject()
    try Feature.open()
    print(screen)
  }
}
