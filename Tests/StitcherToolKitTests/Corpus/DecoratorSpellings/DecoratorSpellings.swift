import Stitcher

protocol Store: Sendable {}
final class Files: Store {}
final class Log: Sendable {
  func note() async {}
}
final class Cache: Sendable {}
enum Name: String {
  case drafts
}
enum Shelf: Hashable {
  case upper
}
@MainActor final class Screen {}

func logged(_ inner: any Store) throws -> any Store {
  let log: Log = try DependencyGraph.inject()
  print(log)
  return inner
}

func later(_ inner: Cache) async throws -> Cache {
  let log: Log = try await DependencyGraph.injectAsync()
  await log.note()
  return inner
}

/// All that a container takes.
let app = DependencyContainer {
  Dependency { Files() }
    .conforms(to: (any Store).self)
    .scope(.singleton)
  Dependency { Log() }
  Dependency { Cache() }
  Dependency(named: "drafts") { Files() }
  Dependency(named: "letters") { Files() }
  Dependency(for: 7) { Files() }
  Dependency(for: Shelf.upper) { Files() }
  Dependency { @MainActor in Screen() }

  // A function, a closure, and what is injected by its parameters, in this order.
  Decorator((any Store).self, decorate: logged)
  Decorator { (inner: any Store) in inner }
  Decorator((any Store).self, autowired: { (inner: any Store, _: Log, _: [Cache]) in inner })

  // A class, asynchronously.
  Decorator(Cache.self, decorate: later)

  // Names and values.
  Decorator(named: Name.drafts) { (inner: any Store) in try logged(inner) }
  Decorator(named: "letters") { (inner: any Store) async throws in inner }
  Decorator(value: 7) { (inner: Files) in inner }
  Decorator(value: Shelf.upper) { (inner: Files) async in inner }

  // An actor's.
  Decorator { @MainActor (inner: Screen) in
    let log: Log = try DependencyGraph.inject()
    print(log)
    return inner
  }
}

/// In a group.
func group() -> DependencyGroup {
  DependencyGroup {
    Dependency { 1 }
    Decorator { (inner: Int) in inner + 1 }
  }
}

let grouped = DependencyContainer {
  group()
  DependencyGroup(id: "letters") {
    Dependency { "letter" }
    Decorator { (inner: String) in inner + "s" }
  }
}

/// In a constant, and by a function.
let constant = Decorator { (inner: Bool) in !inner }

func made() -> Decorator { Decorator { (inner: Bool) in !inner } }

let others = DependencyContainer {
  Dependency { true }
  constant
  made()
}

func run() async throws {
  let store: any Store = try DependencyGraph.inject()
  let cache: Cache = try await DependencyGraph.injectAsync()
  let drafts: any Store = try DependencyGraph.inject(byName: "drafts")
  let letters: any Store = try await DependencyGraph.injectAsync(byName: "letters")
  let seven: Files = try DependencyGraph.inject(byValue: 7)
  let upper: Files = try await DependencyGraph.injectAsync(byValue: Shelf.upper)
  let screen: Screen = try await DependencyGraph.injectAsync()
  let number: Int = try DependencyGraph.inject()
  let letter: String = try DependencyGraph.inject()
  let isOn: Bool = try DependencyGraph.inject()
  print(store, cache, drafts, letters, seven, upper, screen, number, letter, isOn)
}
