import Stitcher

final class Request: Sendable {}

infix operator <+>
prefix operator +++

struct Unit: Sendable {
  static func <+> (one: Unit, other: Unit) -> Unit {
    _ = try! DependencyGraph.inject() as Request
    return one
  }
}

prefix func +++ (unit: Unit) -> Unit {
  _ = try! DependencyGraph.inject() as Request
  return unit
}

final class AsyncLet: Sendable {
  init() async throws {
    async let request: Request = DependencyGraph.injectAsync()
    print(try await request)
  }
}

final class AsyncLetTuple: Sendable {
  init() async throws {
    async let (request, number) = (DependencyGraph.injectAsync() as Request, 1)
    print(try await request)
  }
}

final class Nested: Sendable {
  init() throws {
    _ = try outer()
    func outer() throws -> Request {
      func inner() throws -> Request { try DependencyGraph.inject() }
      return try inner()
    }
  }
}

final class LocalClosure: Sendable {
  init() throws {
    let make = { () throws -> Request in try DependencyGraph.inject() }
    _ = try make()
  }
}

final class Deferred: Sendable {
  init() {
    defer { _ = try! DependencyGraph.inject() as Request }
    print("made")
  }
}

final class Operator: Sendable {
  init() { print(Unit() <+> Unit()) }
}

final class Prefix: Sendable {
  init() { _ = +++Unit() }
}

final class Repeated: Sendable {
  init(_ count: Int) throws {
    var left = count
    repeat {
      _ = try DependencyGraph.inject() as Request
      left -= 1
    } while left > 0
  }
}

let app = DependencyContainer {
  Dependency { Request() }
    .scope(.scoped)
  Dependency { () async throws in try await AsyncLet() }
  Dependency { () async throws in try await AsyncLetTuple() }
  Dependency { try Nested() }
  Dependency { try LocalClosure() }
  Dependency { Deferred() }
  Dependency { Operator() }
  Dependency { Prefix() }
  Dependency { try Repeated(2) }
  Dependency(named: "factory") {
    func load() throws -> Request { try DependencyGraph.inject() }
    return [try load()]
  }
  .scope(.singleton)
  Dependency(named: "other") {
    func load() throws -> Request { try DependencyGraph.inject() }
    return [try load(), try load()]
  }
  .scope(.singleton)
}

func run() async throws {
  let asyncLet: AsyncLet = try await DependencyGraph.injectAsync()
  let tuple: AsyncLetTuple = try await DependencyGraph.injectAsync()
  let nested: Nested = try DependencyGraph.inject()
  let closure: LocalClosure = try DependencyGraph.inject()
  let deferred: Deferred = try DependencyGraph.inject()
  let infix: Operator = try DependencyGraph.inject()
  let prefix: Prefix = try DependencyGraph.inject()
  let repeated: Repeated = try DependencyGraph.inject()
  let factory: [Request] = try DependencyGraph.inject(byName: "factory")
  let other: [Request] = try DependencyGraph.inject(byName: "other")
  print(asyncLet, tuple, nested, closure, deferred, infix, prefix, repeated, factory, other)
}
