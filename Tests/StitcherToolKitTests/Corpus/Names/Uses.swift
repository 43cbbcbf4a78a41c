import Stitcher

let app = DependencyContainer {
  Dependency(named: Name.clock) { 1 }
  Dependency { 2 }.named(Name.store)
  Dependency(named: globalName) { 3 }
  Dependency(named: Constants.directory) { 4 }
}

struct Screen {
  @Injected(name: Name.clock) var clock: Int
  @Injected(name: "store") var store: Int
  @Injected(name: Other.clock) var same: Int
  @Injected(name: Name.missing) var missing: Int
}

func run() throws {
  let numbers: [Int] = [
    try DependencyGraph.inject(byName: "app.clock"),
    try DependencyGraph.inject(byName: "global"),
    try DependencyGraph.inject(byName: globalName),
    try DependencyGraph.inject(byName: "directory"),
    try DependencyGraph.inject(byName: Constants.lost),
    try DependencyGraph.inject(byName: Other.nobody),
    try DependencyGraph.inject(byName: Name.missing.rawValue),
    try DependencyGraph.inject(byName: Name.clock.rawValue),
  ]
  print(numbers)
}
