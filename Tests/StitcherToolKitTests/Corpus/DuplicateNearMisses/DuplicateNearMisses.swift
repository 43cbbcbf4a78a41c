import Stitcher

protocol Store: Sendable {}
struct Files: Store {}
final class Log: Sendable {}

enum Random {
  static var name: String { "\(Int.random(in: 0..<9))" }
}

func container(isOn: Bool, name: String) -> DependencyContainer {
  DependencyContainer {
    // Found by different things.
    Dependency { Files() }
    Dependency { Files() }
      .conforms(to: (any Store).self)
    Dependency(named: "files") { Files() }
    Dependency(named: "other") { Files() }
    // Of different owners.
    Dependency { Log() }
      .id(1)
    Dependency { Log() }
      .id(2)
    DependencyGroup(id: "a") {
      Dependency { 1 }
    }
    DependencyGroup(id: "b") {
      Dependency { 1 }
    }
    // Not together.
    if isOn {
      Dependency { "on" }
    } else {
      Dependency { "on" }
    }
    // What takes other parameters is another dependency.
    Dependency(named: "number") { 1.5 }
    Dependency(named: "number") { (number: Double) in number }
    // They may have other names each time.
    Dependency(named: name) { 1 }
    Dependency(named: name) { 2 }
    Dependency(named: Random.name) { 1 }
    Dependency(named: Random.name) { 2 }
  }
}

func run() throws {
  let files: [Files] = try DependencyGraph.inject()
  let stores: [any Store] = try DependencyGraph.inject()
  let named: Files = try DependencyGraph.inject(byName: "files")
  let other: Files = try DependencyGraph.inject(byName: "other")
  let logs: [Log] = try DependencyGraph.inject()
  let numbers: [Int] = try DependencyGraph.inject()
  let text: String = try DependencyGraph.inject()
  let double: Double = try DependencyGraph.inject(byName: "number")
  print(files, stores, named, other, logs, numbers, text, double)
}
