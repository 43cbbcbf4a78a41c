import Stitcher
import Testing

struct Clock: Sendable, Equatable {}
struct Missing: Sendable, Equatable {}
struct Alarm: Sendable {}

let app = DependencyContainer {
  Dependency { Clock() }
}

/// What stands in a macro is read once, at its place.
@Test func expected() throws {
  #expect(try DependencyGraph.inject() as Clock == Clock())
  #expect(
    try DependencyGraph.inject() as Missing
      == Missing())
  let clock = try #require(try DependencyGraph.inject() as Clock?)
  #expect(clock == Clock())
}

/// It may fail where that is expected.
@Test func failing() {
  #expect(throws: InjectionError.self) { try DependencyGraph.inject() as Alarm }
}
