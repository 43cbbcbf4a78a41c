import Stitcher
import Testing

/// What `debugDescription` says beyond the description. Each test runs in a process of its own,
/// where nothing else is active.
@Suite(.timeLimit(.minutes(20))) struct ErrorDetailTests {
  protocol Unrelated: Sendable {}
  struct Placed {}
  final class Root: Sendable { init(_ leaf: Leaf) {} }
  final class Leaf: Sendable { init(_ root: Root) {} }
  struct PlacedDependency: DependencyRepresenting {
    var scope: DependencyScope { .managed(by: ChangeSource()) }
    var dependencyProvider: DependencyFactory.Provider<Placed> { .init { Placed() } }
  }

  // Inside of an exit test, all lines are the line of the test; so the registrations stand here.

  static let placedLine: UInt = #line + 3
  static func makePlaced() -> DependencyContainer {
    DependencyContainer {
      Placed()
      Dependency { Placed() }.scope(.singleton)
      Dependency { Placed() }.eagerness(.eager)
      Dependency { Placed() }.conforms(to: (any Unrelated).self)
      PlacedDependency()
    }
  }

  static let manyLine: UInt = #line + 3
  static func makeMany() -> DependencyContainer {
    DependencyContainer {
      for number in 0..<7 { Dependency { (_: Int) in Placed() }.associated(with: number) }
    }
  }

  static let idLine: UInt = #line + 3
  static func makeIdentified() -> DependencyContainer {
    DependencyContainer {
      Dependency { Placed() }.id("Ada")
      DependencyGroup(id: "Bob") { Dependency { Placed() }.id(7) }
    }
  }

  static let mismatchLine: UInt = #line + 3
  static func makeMismatch() -> DependencyContainer {
    DependencyContainer {
      Dependency { Placed() }.conforms(to: (any Unrelated).self)
    }
  }

  static let cycleLine: UInt = #line + 3
  static func makeCycle() -> DependencyContainer {
    DependencyContainer {
      Dependency { Root(try DependencyGraph.inject()) }
      Dependency { Leaf(try DependencyGraph.inject()) }
    }
  }

  static let valueLine: UInt = #line + 3
  static func makeValue() -> DependencyContainer {
    DependencyContainer {
      Dependency(for: 404) { (_: String) in Placed() }
    }
  }

  @Test func severalCandidatesAreListedWithTheirPlaces() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(Self.makePlaced()) {}
      let line = Self.placedLine
      let error = try injectionError { try DependencyGraph.inject() as Placed }
      #expect(
        error.debugDescription == """
          Multiple dependencies found for Type[Placed].
          Recovery: Please consider checking whether multiple dependencies are registered for Type[Placed].Maybe the dependency is registered in multiple active dependency containers.
          Candidates:
            - Placed, parameters (), registered at \(#fileID):\(line)
            - Placed, parameters (), registered at \(#fileID):\(line + 1)
            - Placed, parameters (), registered at \(#fileID):\(line + 2)
            - Placed, \((any Unrelated).self), parameters (), registered at \(#fileID):\(line + 3)
            - Placed, parameters (), registered at \(#fileID):\(line + 4)
          Keep one of them, or tell them apart by names, values or parameters.
          """)
    }
  }

  @Test func candidatesThatDifferInTheirIdsSaySo() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(Self.makeIdentified()) {}
      let line = Self.idLine
      let error = try injectionError { try DependencyGraph.inject() as Placed }
      #expect(
        error.debugDescription == """
          Multiple dependencies found for Type[Placed].
          Recovery: Please consider checking whether multiple dependencies are registered for Type[Placed].Maybe the dependency is registered in multiple active dependency containers.
          Candidates:
            - Placed, parameters (), id (Ada), registered at \(#fileID):\(line)
            - Placed, parameters (), id (Bob, 7), registered at \(#fileID):\(line + 1)
          Keep one of them, or tell them apart by names, values or parameters.
          """)
    }
  }

  @Test func aMismatchNamesWhatMakesTheType() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(Self.makeMismatch()) {}
      let error = try injectionError { try DependencyGraph.inject() as any Unrelated }
      let expected = "\((any Unrelated).self)"
      #expect(
        error.debugDescription == """
          Mismatched dependency type, expected '\(expected)' instead of 'Placed'.
          Recovery: Please consider checking that the registered dependency has the required type.
          Registered as:
            - Placed, \(expected), parameters (), registered at \(#fileID):\(Self.mismatchLine)
          Make 'Placed' conform to or inherit from '\(expected)', or do not relate them.
          """)
    }
  }

  @Test func aCycleListsWhatIsOnThePath() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(Self.makeCycle()) {}
      let error = try injectionError { try DependencyGraph.inject() as Root }
      #expect(
        error.debugDescription == """
          Dependency cycle detected, Type[Root] -> Type[Leaf] -> Type[Root].
          Recovery: Please consider using lazy injection to break the cycle, by using the '@Injected' property wrapper.
          On the path:
            - Root, parameters (), registered at \(#fileID):\(Self.cycleLine)
            - Leaf, parameters (), registered at \(#fileID):\(Self.cycleLine + 1)
          """)
    }
  }

  @Test func aValueWithOtherParametersIsListed() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(Self.makeValue()) {}
      let error = try injectionError { try DependencyGraph.inject(byValue: 404.0) as Placed }
      #expect(
        error.debugDescription == """
          No dependency could be found for Value[404.0].
          Recovery: Please consider registering a dependency that matches Value[404.0] in an active dependency container.
          Registered, but with other parameters:
            - Placed for 404, parameters (String), registered at \(#fileID):\(Self.valueLine)
          Pass parameters of exactly these types, in this order.
          """)
      let far = try injectionError { try DependencyGraph.inject(byName: "elsewhere") as Placed }
      #expect(
        far.debugDescription == """
          No dependency could be found for Name[elsewhere].
          Recovery: Please consider registering a dependency that matches Name[elsewhere] in an active dependency container.
          The one active registration does not come close.
          """)
      // What is registered under a value is close to its type.
      let type = try injectionError { try DependencyGraph.inject() as Placed }
      #expect(
        type.debugDescription == """
          No dependency could be found for Type[Placed].
          Recovery: Please consider registering a dependency that matches Type[Placed] in an active dependency container.
          Closest registrations:
            - Placed for 404, parameters (String), registered at \(#fileID):\(Self.valueLine)
          """)
    }
  }

  @Test func aLongListIsCut() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(Self.makeMany()) {}
      let error = try injectionError { try DependencyGraph.inject() as Placed }
      var lines = error.debugDescription.split(separator: "\n").map(String.init)
      #expect(lines.removeLast() == "  - and 2 more")
      #expect(
        lines.suffix(6)
          == ["Closest registrations:"]
          + (0..<5).map {
            "  - Placed for \($0), parameters (Int), registered at \(#fileID):\(Self.manyLine)"
          })
    }
  }

  @Test func anErrorWithoutDetailsIsItsDescription() {
    let error = InjectionError.unsupportedOperation
    #expect(error.debugDescription == "This operation is not supported.")
  }
}
