import Stitcher
import StitcherTesting
import Testing

/// The candidates in an error's description, if there are several or the type is wrong. Each test
/// runs in a separate process without other registrations.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct CandidateTextTests {
  protocol Unrelated: Sendable {}
  class Base {}
  final class Derived {}
  struct Placed {}
  struct PlacedDependency: DependencyRepresenting {
    var scope: DependencyScope { .managed(by: ChangeSource()) }
    var dependencyProvider: DependencyFactory.Provider<Placed> { .init { Placed() } }
  }

  // Inside an exit test, `#line` is always the line of the test. So the registrations are declared
  // here, and injections pass explicit places.

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
      Dependency(named: "placed") { Placed() }
    }
  }

  static let derivedLine: UInt = #line + 2
  static func derived() -> DependencyGroup {
    DependencyGroup { Dependency { Derived() }.inherits(from: Base.self) }
  }

  @Test func severalCandidatesAreListedWithTheirPlaces() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(Self.makePlaced()) {}
      let line = Self.placedLine
      let error = try injectionError {
        try DependencyGraph.inject(file: "Here.swift", line: 7) as Placed
      }
      #expect(
        error.description == """
          Multiple dependencies found for Type[Placed].
          Recovery: Please consider checking whether multiple dependencies are registered for Type[Placed]. Maybe the dependency is registered in multiple active dependency containers.
          Injected at Here.swift:7.
          Candidates:
            - Placed, parameters (), registered at \(#fileID):\(line)
            - Placed, parameters (), registered at \(#fileID):\(line + 1)
            - Placed, parameters (), registered at \(#fileID):\(line + 2)
            - Placed, \((any Unrelated).self), parameters (), registered at \(#fileID):\(line + 3)
            - Placed, parameters (), registered at \(#fileID):\(line + 4)
          Keep one of them, or tell them apart by names, values or parameters.
          """)
      #expect("\(error)" == error.description, "it is what print has")
      #expect(error.debugDescription == error.description)
    }
  }

  @Test func candidatesThatDifferInTheirIdsSaySo() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(Self.makeIdentified()) {}
      let line = Self.idLine
      let error = try injectionError {
        try DependencyGraph.inject(file: "Here.swift", line: 7) as Placed
      }
      #expect(
        error.debugDescription == """
          Multiple dependencies found for Type[Placed].
          Recovery: Please consider checking whether multiple dependencies are registered for Type[Placed]. Maybe the dependency is registered in multiple active dependency containers.
          Injected at Here.swift:7.
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
      let line = Self.mismatchLine
      let error = try injectionError {
        try DependencyGraph.inject(file: "Here.swift", line: 7) as any Unrelated
      }
      let expected = "\((any Unrelated).self)"
      #expect(
        error.description == """
          Mismatched dependency type, expected '\(expected)' instead of 'Placed'.
          Recovery: Please consider checking that the registered dependency has the required type.
          Injected at Here.swift:7.
          Registered as:
            - Placed, \(expected), parameters (), registered at \(#fileID):\(line)
          Make 'Placed' conform to '\(expected)', or do not register it as '\(expected)'.
          """)
      DependencyGraph.deactivateAll()
      DependencyGraph.activate(DependencyContainer { Self.derived() }) {}
      let base = try injectionError {
        try DependencyGraph.inject(file: "Here.swift", line: 8) as Base
      }
      #expect(
        base.description == """
          Mismatched dependency type, expected 'Base' instead of 'Derived'.
          Recovery: Please consider checking that the registered dependency has the required type.
          Injected at Here.swift:8.
          Registered as:
            - Derived, Base, parameters (), registered at \(#fileID):\(Self.derivedLine)
          Make 'Derived' inherit from 'Base', or do not register it as 'Base'.
          """)
    }
  }

  @Test func aMismatchByNameListsOnlyWhatHasTheName() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(Self.makeMismatch()) {}
      let error = try injectionError {
        try DependencyGraph.inject(byName: "placed", file: "Here.swift", line: 7) as Int
      }
      #expect(
        error.description == """
          Mismatched dependency type, expected 'Int' instead of 'Placed'.
          Recovery: Please consider checking that the registered dependency has the required type.
          Injected at Here.swift:7.
          Registered as:
            - Placed named "placed", parameters (), registered at \(#fileID):\(Self.mismatchLine + 1)
          Request 'Placed' instead, or register 'placed' with a factory that returns 'Int'.
          """)
    }
  }
}
