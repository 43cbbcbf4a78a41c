import Stitcher

/// Lazy properties that an initializer reads.
final class Left {
  @Injected var right: Right

  init() { print(right) }
}

final class Right {
  init(_ left: Left) {}
}

let app = DependencyContainer {
  Dependency { Left() }
  Dependency(autowired: Right.init(_:))
}

struct Screen {
  @Injected var left: Left
}
