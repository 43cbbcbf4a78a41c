import Stitcher
import StitcherTesting
import Testing

/// Rarely used forms of declaration and injection, which no other suite tests.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct FormTests {
  struct Described: CustomStringConvertible { var description: String { "forms-described" } }

  @Test func aDescribedNameTakesParameters() throws {
    struct Holder {
      @Injected(name: Described(), 20, 2) var sum: Int
    }
    let container = DependencyContainer {
      Dependency(named: "forms-described") { (one: Int, other: Int) in one + other }
    }
    try withActive(container) { #expect(Holder().sum == 22) }
  }

  @Test func aSuperclassFindsWhatInheritsFromIt() throws {
    class Root: @unchecked Sendable {}  // Safe: it has no state.
    class Base: Root, @unchecked Sendable {}  // Safe: it has no state.
    final class Derived: Base, @unchecked Sendable {}  // Safe: it has no state.
    let container = DependencyContainer {
      Dependency { Derived() }.inherits(from: Base.self).inherits(from: Root.self)
        .scope(.singleton)
    }
    #expect(container.registrar.map(\.locator) == [.type(Derived.self, Base.self, Root.self)])
    try withActive(container) { () throws in
      let base: Base = try DependencyGraph.inject()
      #expect(try DependencyGraph.inject() as Derived === base)
      #expect(try DependencyGraph.inject() as Root === base)
    }
  }

  @Test func cyclesAreLookedForInDebugBuildsOnlyIfThatIsWished() {
    #if DEBUG
      #expect(StitcherConfiguration.RuntimeCycleDetectionAvailability.debugOnly == .always)
    #else
      #expect(StitcherConfiguration.RuntimeCycleDetectionAvailability.debugOnly == .never)
    #endif
  }

  @Test func anIterationMayBeOfAnActor() async throws {
    var events = DependencyGraph.graphChangedPublisher.values.makeAsyncIterator()
    try await withActive(DependencyContainer { Thing() }) { () async throws in
      #expect(await events.next(isolation: nil) != nil)
    }
  }
}
