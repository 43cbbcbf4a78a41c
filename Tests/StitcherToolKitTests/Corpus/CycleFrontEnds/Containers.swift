import DependencyInjection

final class Left: Sendable {
  init(_ right: Right) {}
}

final class Right: Sendable {
  init(_ left: Left) {}
}

/// A lazy property that an initializer reads.
final class Screen {
  @LazyInjected var model: Model

  init() { print(model) }
}

final class Model {
  init(_ screen: Screen) {}
}

func register(in container: Container) {
  container.autoregister(initializer: Left.init(_:))
  container.autoregister(initializer: Right.init(_:))
}

/// Other arguments make another instance.
final class Tree: Sendable {
  init(_ depth: Int, _ child: Tree) {}
}

final class Ring: Sendable {
  init(_ depth: Int, _ next: Ring) {}
}

func registerScreens(in container: Container) {
  container.autoregister(initializer: Screen.init)
  container.autoregister(initializer: Model.init(_:))
}

func registerTrees(in container: Container) {
  container.register { (resolver, depth: Int) in
    Tree(depth, resolver.resolve(type: Tree.self, argument: depth - 1))
  }
  container.register { (resolver, depth: Int) in
    Ring(depth, resolver.resolve(type: Ring.self, argument: depth))
  }
}
