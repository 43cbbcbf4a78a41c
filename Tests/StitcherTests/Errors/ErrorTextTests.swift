import Foundation
import Stitcher
import Testing

@Suite struct ErrorTextTests {
  struct Plain: Error, LocalizedError, CustomStringConvertible {
    var description: String { "plain" }
    var errorDescription: String? { "localized" }
  }
  enum Key { case one }

  @Test func everyCaseHasItsTexts() {
    let table: [(error: InjectionError, description: String, recovery: String?)] = [
      (.unknown(Plain()), "Unknown error. Details: plain, localized", nil),
      (
        .unknown(InjectionError.missingDependency(.name("x"))),
        "No dependency could be found for Name[x].", nil
      ),
      (.unsupportedOperation, "This operation is not supported.", nil),
      (
        .mismatchedDependencyType("A", expected: "B"),
        "Mismatched dependency type, expected 'B' instead of 'A'.",
        "Please consider checking that the registered dependency has the required type."
      ),
      (
        .missingDependency(.type("Engine")), "No dependency could be found for Type[Engine].",
        "Please consider registering a dependency that matches Type[Engine] in an active dependency container."
      ),
      (
        .multipleDependencies(.value(Key.one)), "Multiple dependencies found for Value[one].",
        "Please consider checking whether multiple dependencies are registered for Value[one].Maybe the dependency is registered in multiple active dependency containers."
      ),
      (
        .invalidDependencyParameters(
          .name("n"), .mismatchedCount(2, expected: 1), parameters: [1, "two"]),
        "Invalid instantiation parameter(s) [1, two] for Name[n]. Expected 1 parameter(s) instead of 2.",
        "Please consider checking the number and types of the parameters required to instantiate Name[n] match the received parameters [1, two]."
      ),
      (
        .invalidDependencyParameters(
          .name("n"), .mismatchedType("Int", expected: "String", position: 0), parameters: [1]),
        "Invalid instantiation parameter(s) [1] for Name[n]. Expected parameter at position 0 to be of type 'String' instead of received type 'Int'.",
        "Please consider checking the number and types of the parameters required to instantiate Name[n] match the received parameters [1]."
      ),
    ]
    for row in table {
      #expect(row.error.description == row.description)
      #expect("\(row.error)" == row.description)
      #expect(row.error.recoverySuggestion == row.recovery)
    }
  }

  @Test func contextsAreCompared() {
    #expect(InjectionError.DependencyContext.type("Engine") == .type("Engine"))
    #expect(InjectionError.DependencyContext.type("Engine") != .name("Engine"))
    #expect(InjectionError.DependencyContext.value(Key.one) == .value(Key.one))
    #expect(InjectionError.DependencyContext.name("a").description == "Name[a]")
  }

  @Test func typesAreUnqualifiedInContexts() throws {
    enum Outer {
      struct Inner {}
      struct Box<Element> {}
    }
    let inner = try injectionError { try DependencyGraph.inject() as Outer.Inner }
    #expect(inner.description == "No dependency could be found for Type[Inner].")
    let box = try injectionError { try DependencyGraph.inject() as Outer.Box<Int> }
    #expect(box.description == "No dependency could be found for Type[Box<Int>].")
  }

  @Test func aNestedErrorComesOutUnchanged() throws {
    struct Missing {}
    struct Outer { init(_ missing: Missing) {} }
    let container = DependencyContainer { Dependency { Outer(try DependencyGraph.inject()) } }
    try withActive(container) { () throws in
      let error = try injectionError { try DependencyGraph.inject() as Outer }
      #expect(error.description == "No dependency could be found for Type[Missing].")
      let optional = try injectionError { try DependencyGraph.inject() as Outer? as Any }
      #expect(optional.description == error.description, "it is not hidden by nil")
      let all = try injectionError { try DependencyGraph.inject() as [Outer] }
      #expect(all.description == error.description, "nor by an empty collection")
    }
  }

  @Test func errorsAreWrappedOnce() {
    let error = InjectionError.missingDependency(.name("x"))
    #expect(InjectionError.wrapping(error).description == error.description)
    #expect(
      InjectionError.wrapping(Plain()).description == "Unknown error. Details: plain, localized")
  }

  struct Engine {}
  struct Engines {}

  // Inside of an exit test, all lines are the line of the test; so the registrations stand here.
  static let containerLine: UInt = #line + 3
  static func makeContainer() -> DependencyContainer {
    DependencyContainer {
      Dependency { Engines() }
      Dependency(named: "debug") { (_: Int) in Engines() }
      Dependency(named: "debug") { (_: Int, _: String) in Engines() }
    }
  }

  @Test func theDebugDescriptionNamesTheClosestRegistrations() async {
    await #expect(processExitsWith: .success) {
      let empty = try injectionError { try DependencyGraph.inject() as Engine }
      #expect(
        empty.debugDescription == """
          No dependency could be found for Type[Engine].
          Recovery: Please consider registering a dependency that matches Type[Engine] in an active dependency container.
          No container is active. Activate one before injecting.
          """)
      let line = Self.containerLine
      DependencyGraph.activate(Self.makeContainer()) {}
      let close = try injectionError { try DependencyGraph.inject() as Engine }
      #expect(
        String(reflecting: close) == """
          No dependency could be found for Type[Engine].
          Recovery: Please consider registering a dependency that matches Type[Engine] in an active dependency container.
          Closest registrations:
            - Engines, parameters (), registered at \(#fileID):\(line)
          """)
      let parameters = try injectionError { try DependencyGraph.inject(byName: "debug") as Engines }
      #expect(
        parameters.debugDescription == """
          No dependency could be found for Name[debug].
          Recovery: Please consider registering a dependency that matches Name[debug] in an active dependency container.
          Registered, but with other parameters:
            - Engines named "debug", parameters (Int), registered at \(#fileID):\(line + 1)
            - Engines named "debug", parameters (Int, String), registered at \(#fileID):\(line + 2)
          Pass parameters of exactly these types, in this order.
          """)
      let far = try injectionError { try DependencyGraph.inject(byValue: "somewhere else") as Int }
      #expect(
        far.debugDescription == """
          No dependency could be found for Value[somewhere else].
          Recovery: Please consider registering a dependency that matches Value[somewhere else] in an active dependency container.
          None of the 3 active registrations comes close.
          """)
    }
  }
}
