import Stitcher

/// Trees, whose factories need themselves with other parameters.
final class Tree: Sendable {
  init(_ depth: Int, _ child: Tree) {}
}

final class Changed: Sendable {
  init(_ depth: Int, _ child: Changed) {}
}

final class InInit: Sendable {
  init(_ depth: Int) throws {
    let child: InInit = try DependencyGraph.inject(parameters: depth)
    print(child)
  }
}

final class Odd: Sendable {
  init(_ depth: Int, _ next: Even) {}
}

final class Even: Sendable {
  init(_ depth: Int, _ next: Odd) {}
}

final class Named: Sendable {
  init(_ depth: Int, _ child: Named) {}
}

func next(_ depth: Int) -> Int { depth - 1 }

let app = DependencyContainer {
  Dependency { (depth: Int) in
    Tree(depth, try DependencyGraph.inject(parameters: depth - 1))
  }
  .scope(.singleton)
  Dependency { (depth: Int) in
    let depth = next(depth)
    return Changed(depth, try DependencyGraph.inject(parameters: depth))
  }
  Dependency { (depth: Int) in try InInit(next(depth)) }
  Dependency { (depth: Int) in Odd(depth, try DependencyGraph.inject(parameters: next(depth))) }
  Dependency { (depth: Int) in Even(depth, try DependencyGraph.inject(parameters: depth)) }
  Dependency(named: "tree") { (depth: Int) in
    Named(depth, try DependencyGraph.inject(byName: "tree", depth / 2))
  }
}

func run() throws {
  let tree: Tree = try DependencyGraph.inject(parameters: 1)
  let changed: Changed = try DependencyGraph.inject(parameters: 1)
  let inInit: InInit = try DependencyGraph.inject(parameters: 1)
  let odd: Odd = try DependencyGraph.inject(parameters: 1)
  let named: Named = try DependencyGraph.inject(byName: "tree", 1)
  print(tree, changed, inInit, odd, named)
}
