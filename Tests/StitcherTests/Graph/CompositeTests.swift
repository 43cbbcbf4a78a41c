import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Dependencies that are registered as optionals and as collections.
@Suite(.timeLimit(.minutes(10)), .dependencies()) struct CompositeTests {
  protocol Step: Sendable {}
  struct First: Step {}
  struct Second: Step {}
  struct Address: Hashable, Sendable { let text: String }
  final class Model: @unchecked Sendable {
    // Safe: the properties may be used on any thread.
    @Injected var steps: [any Step]
    @Injected var address: Address?
  }

  @Test func aRegisteredListIsFoundInEachSpelling() async throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { [First(), Second()] as [any Step] }
      Dependency { Set([1, 2, 3]) }
      Dependency { ["a": 1] }
      Dependency { (n: Int) in [String](repeating: "a", count: n) }
    }
    #expect(try (graph.inject() as [any Step]).count == 2)
    #expect(try graph.inject(byType: [any Step].self).count == 2)
    #expect(try (graph.inject() as Set<Int>) == [1, 2, 3])
    #expect(try (graph.inject() as [String: Int]) == ["a": 1])
    #expect(try (graph.inject(parameters: 3) as [String]).count == 3)
    #expect(try await (graph.injectAsync() as [any Step]).count == 2)
    #expect(try await (graph.injectAsync() as Set<Int>) == [1, 2, 3])
    #expect(try await (graph.injectAsync() as [String: Int]) == ["a": 1])
    try await graph.run { () async throws in
      #expect(try (DependencyGraph.inject() as [any Step]).count == 2)
      #expect(try await (DependencyGraph.injectAsync() as [any Step]).count == 2)
      #expect(Model().steps.count == 2)
    }
  }

  @Test func aRegisteredOptionalIsFoundInEachSpelling() async throws {
    for value in [Address(text: "a"), nil] {
      let graph = DependencyGraph.current.isolated {
        Dependency { value }
        Dependency { (text: String) in value.map { Address(text: $0.text + text) } }
      }
      #expect(try (graph.inject() as Address?) == value)
      #expect(try graph.inject(byType: Address?.self) as Address? == value)
      #expect(try (graph.inject(parameters: "b") as Address?)?.text == value.map { $0.text + "b" })
      #expect(try await (graph.injectAsync() as Address?) == value)
      try graph.run { () throws in
        #expect(try (DependencyGraph.inject() as Address?) == value)
        #expect(Model().address == value)
      }
    }
  }

  @Test func statementsRegisterThemToo() throws {
    let graph = DependencyGraph.current.isolated {
      [First(), Second()] as [any Step]
      Optional(Address(text: "a"))
    }
    #expect(try (graph.inject() as [any Step]).count == 2)
    #expect(try (graph.inject() as Address?)?.text == "a")
    let container = DependencyContainer { [First()] as [any Step] }
    let other = DependencyGraph.current.isolated()
    other.activate(container)
    #expect(try (other.inject() as [any Step]).count == 1)
  }

  @Test func anElementBesideItIsAmbiguous() async throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { [First(), Second()] as [any Step] }
      Dependency { First() as any Step }
      Dependency { Optional(Address(text: "a")) }
      Dependency { Address(text: "b") }
    }
    let line = #line - 5
    let file = "StitcherTests/CompositeTests.swift"
    let list = try injectionError { try graph.inject(byType: [any Step].self) }
    #expect(
      list.description == """
        Multiple dependencies found for Type[Array<Step>].
        Recovery: Please consider checking whether multiple dependencies are registered for Type[Array<Step>]. Maybe the dependency is registered in multiple active dependency containers.
        Injected at \(file):\(line + 7).
        'Step' is registered, too, at \(file):\(line + 1), so it is not clear whether 'Array<Step>' means that.
        Candidates:
          - Array<Step>, parameters (), registered at \(file):\(line)
          - Step, parameters (), registered at \(file):\(line + 1)
        Keep one of them, or tell them apart by names, values or parameters.
        """)
    let optional = try injectionError { try (graph.inject() as Address?) as Any }
    #expect(
      optional.description.contains(
        "'Address' is registered, too, at \(file):\(line + 3), so it is not clear whether"),
      "\(optional)")
    #expect(optional.description.contains("\(file):\(line + 2)"))
    #expect(try graph.inject(byType: Address.self).text == "b")
    await #expect(throws: InjectionError.self) {
      try await graph.injectAsync(byType: [any Step].self)
    }
    await #expect(throws: InjectionError.self) {
      try await (graph.injectAsync() as Address?) as Any
    }
  }

  @Test func theWrappedTypeAloneIsAnErrorThatSaysSo() throws {
    let graph = DependencyGraph.current.isolated { Dependency { Optional(Address(text: "a")) } }
    let place = "StitcherTests/CompositeTests.swift:\(#line - 1)"
    let error = try injectionError { try graph.inject() as Address }
    #expect(
      error.description.contains(
        "'Optional<Address>' is registered at \(place): a request for 'Address' does not find it."
          + " Inject 'Optional<Address>', or register 'Address'."), "\(error)")
  }

  @Test func aChildsListHidesThatOfItsParent() throws {
    let app = DependencyGraph.current.isolated { Dependency { [First()] as [any Step] } }
    let child = app.child { Dependency { [First(), Second()] as [any Step] } }
    #expect(try (child.inject() as [any Step]).count == 2)
    #expect(try (app.inject() as [any Step]).count == 1)
  }

  @Test func elementsAreStillCollected() throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { First() }.conforms(to: (any Step).self)
      Dependency { Second() }.conforms(to: (any Step).self)
    }
    #expect(try (graph.inject() as [any Step]).count == 2)
  }

  protocol Leg: Sendable {}
  struct Walk: Leg {}
  protocol Stop: Sendable {}
  struct Station: Stop {}
  protocol Way: Sendable {}
  struct Road: Way {}

  @Test func allTypesThatFindARegistrationCount() async throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { [Walk(), Walk()] }.conforms(to: [any Leg].self)
      Dependency { Station() }.conforms(to: (any Stop)?.self)
      Dependency(conformingTo: [any Way].self) { [Road()] }
    }
    #expect(try (graph.inject() as [any Leg]).count == 2)
    #expect(try (graph.inject() as (any Stop)?) is Station)
    #expect(try (graph.inject() as [any Way]).count == 1)
    #expect(try await (graph.injectAsync() as [any Leg]).count == 2)
    #expect(try await (graph.injectAsync() as (any Stop)?) is Station)
    graph.run {
      #expect(Injected<[any Leg]>().wrappedValue.count == 2)
      #expect(Injected<(any Stop)?>().wrappedValue is Station)
    }
  }

  /// Injects a type that is known only at run time.
  func one<Value>(_ type: Value.Type, in graph: DependencyGraph) throws -> Value {
    try graph.inject()
  }

  /// Injects a type that is known only at run time, from the current graph.
  func one<Value>(_ type: Value.Type) throws -> Value { try DependencyGraph.inject() }

  /// Expects that a request is ambiguous, and that the error names both places.
  private func expectAmbiguity(
    _ line: Int, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Any
  ) async {
    let place = "StitcherTests/CompositeTests.swift"
    do {
      _ = try await body()
      Issue.record("It is not ambiguous.", sourceLocation: sourceLocation)
    } catch let error as InjectionError {
      guard case .multipleDependencies = error else {
        Issue.record("\(error)", sourceLocation: sourceLocation)
        return
      }
      #expect(
        error.description.contains("\(place):\(line)")
          && error.description.contains("\(place):\(line + 1)"),
        "\(error)", sourceLocation: sourceLocation)
    } catch {
      Issue.record("\(error)", sourceLocation: sourceLocation)
    }
  }

  @available(*, deprecated, message: "It tests what is deprecated.")
  @Test func eachSpellingOfAnAmbiguousRequestIsTheSameError() async {
    let graph = DependencyGraph.current.isolated {
      Dependency { [First(), Second()] as [any Step] }
      Dependency { First() as any Step }
      Dependency { Optional(Address(text: "a")) }
      Dependency { Address(text: "b") }
    }
    let line = #line - 5
    await expectAmbiguity(line) { try graph.inject() as [any Step] }
    await expectAmbiguity(line) { try (graph.inject() as [any Step]?) as Any }
    await expectAmbiguity(line) { try graph.inject(byType: [any Step].self) }
    await expectAmbiguity(line) { try one([any Step].self, in: graph) }
    await expectAmbiguity(line) { try one([any Step]?.self, in: graph) as Any }
    await expectAmbiguity(line) { try await graph.injectAsync() as [any Step] }
    await expectAmbiguity(line) { try await (graph.injectAsync() as [any Step]?) as Any }
    await expectAmbiguity(line + 2) { try (graph.inject() as Address?) as Any }
    await expectAmbiguity(line + 2) { try one(Address?.self, in: graph) as Any }
    await expectAmbiguity(line + 2) { try await (graph.injectAsync() as Address?) as Any }
    await graph.run {
      await expectAmbiguity(line) { try DependencyGraph.inject() as [any Step] }
      await expectAmbiguity(line) { try one([any Step].self) }
      await expectAmbiguity(line) { try Injected<[any Step]>().loadedValue() }
      await expectAmbiguity(line) { try Injected<[any Step]?>().loadedValue() as Any }
      await expectAmbiguity(line + 2) { try one(Address?.self) as Any }
      await expectAmbiguity(line + 2) { try Injected<Address?>().loadedValue() as Any }
    }
  }

  @Test func anElementThatComesLaterMakesALiveListAmbiguous() throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { [First()] as [any Step] }.scope(.singleton)
      Dependency { (number: Int) in First() as any Step }
    }
    #expect(try one([any Step].self, in: graph).count == 1)
    graph.activate(DependencyContainer { Dependency { First() as any Step } })
    let error = try injectionError { try one([any Step].self, in: graph) }
    #expect(error == .multipleDependencies(.type("Array<Step>")))
  }
}
