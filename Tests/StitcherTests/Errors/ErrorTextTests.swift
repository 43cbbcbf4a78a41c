import Foundation
import Stitcher
import StitcherEngine
import StitcherTesting
import Testing

@Suite(.dependencies()) struct ErrorTextTests {
  struct Plain: Error, LocalizedError, CustomStringConvertible {
    var description: String { "plain" }
    var errorDescription: String? { "localized" }
  }
  enum Key { case one }

  @Test func everyCaseHasItsTexts() {
    let table: [(error: InjectionError, description: String, recovery: String?)] = [
      (.unknown(Plain()), "Unknown error. Details: localized", nil),
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
        "Please consider checking whether multiple dependencies are registered for Value[one]. Maybe the dependency is registered in multiple active dependency containers."
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
      (
        .graphEnded("request"), "The graph 'request' has ended.",
        "Inject the dependency before the graph ends, or from a graph that ends later."
      ),
      (
        .graphEnded(.init(name: nil)), "The graph has ended.",
        "Inject the dependency before the graph ends, or from a graph that ends later."
      ),
      (
        .captiveDependency(
          .init(
            dependency: .type("Cart"), place: "a.swift:1", holder: .type("Store"),
            holderPlace: "a.swift:2")),
        "Type[Cart] is '.scoped' and would be captured by Type[Store], which outlives the scope.",
        "Write '.scope(.scoped)' or '.scope(.instance)' on Type[Store]; or take Type[Cart] as a parameter, or inject it later, where it is used."
      ),
      (
        .asynchronousDependency(.init(dependency: .type("Database"), place: "a.swift:1")),
        "The factory of Type[Database] is asynchronous, and there is no instance yet.",
        "Please consider writing 'injectAsync', and awaiting it."
      ),
      (
        .isolatedDependency(
          .init(
            actor: "MainActor", dependency: .type("Screen"), place: "a.swift:1",
            remedy: "Inject it on MainActor.")),
        "The factory of Type[Screen] runs on MainActor only, and the injection does not.",
        "Inject it on MainActor."
      ),
    ]
    for row in table {
      #expect(row.error.summary == row.description)
      #expect(row.error.recoverySuggestion == row.recovery)
    }
  }

  @Test func whatAFactoryHasThrownIsSaidInItsOwnWords() {
    enum Plainer: Error { case now }
    #expect(InjectionError.unknown(Plainer.now).summary == "Unknown error. Details: now")
  }

  @Test func errorsAreCompared() {
    struct Compared: Error, Equatable { var number: Int }
    struct Printed: Error { var number: Int }
    let distinct: [InjectionError] = [
      .unknown(Compared(number: 1)), .unknown(Compared(number: 2)), .unknown(Printed(number: 1)),
      .unknown(Printed(number: 2)), .unsupportedOperation,
      .mismatchedDependencyType("A", expected: "B"), .mismatchedDependencyType("A", expected: "C"),
      .missingDependency(.name("x")), .missingDependency(.type("x")),
      .multipleDependencies(.name("x")),
      .cyclicDependencyReference(.init(cycle: [.name("x")])),
      .cyclicDependencyReference(.init(cycle: [.name("y")])),
      .invalidDependencyParameters(.name("n"), .mismatchedCount(2, expected: 1), parameters: [1]),
      .invalidDependencyParameters(.name("n"), .mismatchedCount(2, expected: 1), parameters: [2]),
      .invalidDependencyParameters(.name("n"), .mismatchedCount(2, expected: 3), parameters: [1]),
      .graphEnded("one"), .graphEnded("two"),
      .captiveDependency(
        .init(dependency: .name("x"), place: "", holder: .name("y"), holderPlace: "")),
      .captiveDependency(
        .init(dependency: .name("x"), place: "", holder: .name("z"), holderPlace: "")),
      .asynchronousDependency(.init(dependency: .name("x"), place: "")),
      .asynchronousDependency(.init(dependency: .name("y"), place: "")),
      .isolatedDependency(.init(actor: "A", dependency: .name("x"), place: "", remedy: "")),
      .isolatedDependency(.init(actor: "B", dependency: .name("x"), place: "", remedy: "")),
    ]
    for (position, error) in distinct.enumerated() {
      let equal = distinct.indices.filter { distinct[$0] == error }
      #expect(equal == [position])
    }
  }

  @Test func whatTheEngineThrowsHasACaseOfItsOwn() {
    let registration = ParameterlessRegistration(
      .init(
        locator: .type(Engine.self), scope: .scoped,
        location: SourceLocation(file: "a.swift", line: 1)), { Engine() })
    let holder = ParameterlessRegistration(
      .init(
        locator: .name("all"), scope: .singleton,
        location: SourceLocation(file: "a.swift", line: 2)), { Engines() })
    let captive = ResolutionFailure(
      .captive(registration.locator, of: holder.locator), registrations: [registration, holder])
    #expect(
      InjectionError.wrapping(captive)
        == .captiveDependency(
          .init(
            dependency: .type("Engine"), place: "a.swift:1", holder: .name("all"),
            holderPlace: "a.swift:2", holderScope: "'.singleton'")))
    let asynchronous = ResolutionFailure(
      .asynchronous(registration.locator), registrations: [registration])
    #expect(
      InjectionError.wrapping(asynchronous)
        == .asynchronousDependency(.init(dependency: .type("Engine"), place: "a.swift:1")))
    #expect(
      InjectionError.wrapping(
        ResolutionFailure(.ended(GraphEnd(name: nil)), registrations: []))
        == .graphEnded(.init(name: nil)))
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
    #expect(inner == .missingDependency(.type("Inner")))
    let box = try injectionError { try DependencyGraph.inject() as Outer.Box<Int> }
    #expect(box == .missingDependency(.type("Box<Int>")))
  }

  @Test func aNestedErrorComesOutUnchanged() throws {
    struct Missing {}
    struct Outer { init(_ missing: Missing) {} }
    let container = DependencyContainer { Dependency { Outer(try DependencyGraph.inject()) } }
    try withActive(container) { () throws in
      let error = try injectionError { try DependencyGraph.inject() as Outer }
      #expect(error == .missingDependency(.type("Missing")))
      let optional = try injectionError { try DependencyGraph.inject() as Outer? as Any }
      #expect(optional == error, "it is not hidden by nil")
      let all = try injectionError { try DependencyGraph.inject() as [Outer] }
      #expect(all == error, "nor by an empty collection")
    }
  }

  @Test func errorsAreWrappedOnce() {
    let error = InjectionError.missingDependency(.name("x"))
    #expect(InjectionError.wrapping(error) == error)
    #expect(InjectionError.wrapping(Plain()).summary == "Unknown error. Details: localized")
  }

  struct Engine {}
  struct Engines {}
}
