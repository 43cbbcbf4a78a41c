import Stitcher

final class Request: Sendable {}

infix operator <?>

struct Unit: Sendable {
  static func <?> (one: Unit, other: @autoclosure () throws -> Unit) -> Unit { one }
}

func unit() throws -> Unit {
  _ = try DependencyGraph.inject() as Request
  return Unit()
}

/// The value is awaited under a condition.
final class Unsure: Sendable {
  init(_ isOn: Bool) async throws {
    async let request: Request = DependencyGraph.injectAsync()
    if isOn { print(try await request) }
  }
}

/// Nobody calls them, or only under a condition.
final class Uncalled: Sendable {
  let later: @Sendable () throws -> Request

  init(_ isOn: Bool) throws {
    @Sendable func load() throws -> Request { try DependencyGraph.inject() }
    func sometimes() throws -> Request { try DependencyGraph.inject() }
    let make = { () throws -> Request in try DependencyGraph.inject() }
    later = load
    if isOn { _ = try sometimes() }
    if isOn { _ = try make() }
  }
}

/// Which of two is meant is not looked into.
final class Shadowed: Sendable {
  init() throws {
    func load() throws -> Request { try DependencyGraph.inject() }
    do {
      func load() throws -> Int { 1 }
      print(try load())
    }
  }
}

final class Changed: Sendable {
  init() throws {
    var make: () throws -> Request = { try DependencyGraph.inject() }
    make = { Request() }
    _ = try make()
  }
}

final class Deferred: Sendable {
  init(_ isOn: Bool) {
    guard isOn else { return }
    defer { _ = try! DependencyGraph.inject() as Request }
    print("made")
  }
}

final class Tolerant: Sendable {
  init() {
    func load() throws -> Request { try DependencyGraph.inject() }
    _ = try? load()
    defer { _ = try? DependencyGraph.inject() as Request }
    print("made")
  }
}

final class Operator: Sendable {
  init() { print(Unit() <?> (try unit())) }
}

let app = DependencyContainer {
  Dependency { Request() }
    .scope(.scoped)
  Dependency { () async throws in try await Unsure(false) }
  Dependency { try Uncalled(false) }
  Dependency { try Shadowed() }
  Dependency { try Changed() }
  Dependency { Deferred(false) }
  Dependency { Tolerant() }
  Dependency { Operator() }
}

func run() async throws {
  let unsure: Unsure = try await DependencyGraph.injectAsync()
  let uncalled: Uncalled = try DependencyGraph.inject()
  let shadowed: Shadowed = try DependencyGraph.inject()
  let changed: Changed = try DependencyGraph.inject()
  let deferred: Deferred = try DependencyGraph.inject()
  let tolerant: Tolerant = try DependencyGraph.inject()
  let infix: Operator = try DependencyGraph.inject()
  print(unsure, uncalled, shadowed, changed, deferred, tolerant, infix)
}
