import DependencyInjection
import Testing

/// The place of a failed resolution in the error's text.
@Suite struct ResolutionPlaceTests {
  /// A type for each test, so that no other failure has the same text.
  struct Of<Test>: Sendable {}
  enum Plain {}
  enum Existential {}
  enum Generic {}
  enum Arguments {}
  enum Labels {}
  enum Inner {}
  enum Outer {}
  enum Captured {}
  enum Overridden {}
  enum Async {}
  enum AsyncArguments {}
  enum AsyncInner {}
  enum Here {}

  final class Session: Container, @unchecked Sendable {
    // Safe: it has no state of its own.
    override func tryResolve<Dependency>(type: Dependency.Type) throws -> Dependency {
      try super.tryResolve(type: type)
    }
  }

  /// Returns the place in the error that a closure throws, or `nil` if there is none.
  private func place(_ body: () throws -> Any) -> String? {
    place(of: #expect(throws: ResolutionError.self) { _ = try body() })
  }

  /// Returns the place in an error.
  private func place(of error: ResolutionError?) -> String? {
    let lines = (error?.description ?? "").split(separator: "\n")
    return lines.first { $0.hasPrefix("Resolved at ") }.map(String.init)
  }

  /// Resolves in generic code.
  private func resolve<Resolver: DependencyResolving>(_ resolver: Resolver) throws -> Any {
    try resolver.tryResolve(type: Of<Generic>.self)
  }

  @Test func whatIsWrittenIsSaid() {
    let container = Container()
    let resolver: any DependencyResolving = container
    let there = "Resolved at There.swift:5."
    #expect(
      place { try container.tryResolve(type: Of<Plain>.self, file: "There.swift", line: 5) }
        == there)
    #expect(
      place { try resolver.tryResolve(type: Of<Existential>.self, file: "There.swift", line: 5) }
        == there)
    #expect(
      place {
        try container.tryResolve(
          type: Of<Arguments>.self, arguments: 1, "", file: "There.swift", line: 5)
      } == there)
    #expect(
      place {
        try container.tryResolve(
          type: Of<Labels>.self, argument: 1, file: "There.swift", line: 5)
      } == there)
    #expect(
      place {
        try container.tryResolve(
          type: Of<Labels>.self, argument1: 1, argument2: 2, file: "There.swift", line: 5)
      } == there)
    #expect(
      place {
        try container.tryResolve(
          type: Of<Labels>.self, argument1: 1, argument2: 2, argument3: 3, file: "There.swift",
          line: 5)
      } == there)
  }

  @Test func theCallIsSaidWithoutAWord() {
    let container = Container()
    let resolver: any DependencyResolving = container
    let file = "Resolved at DependencyInjectionTests/ResolutionPlaceTests.swift"
    #expect(place { try resolver.tryResolve(type: Of<Here>.self) } == "\(file):\(#line).")
    #expect(
      place { try resolver.tryResolve(type: Of<Here>.self, arguments: 1) }
        == "\(file):\(#line).")
    #expect(
      place { try container.tryResolve(type: Of<Here>.self, arguments: 1, 2) }
        == "\(file):\(#line).")
    #expect(
      place { try container.tryResolve(type: Of<Here>.self, argument: "") }
        == "\(file):\(#line).")
    #expect(place { try resolve(container) }?.hasPrefix("\(file):") == true)
    #expect(
      place { try container.tryResolve(type: Of<Plain>.self) } == nil,
      "what can be overridden takes no place")
  }

  @Test func theInnermostCallIsSaid() {
    let container = Container()
    container.register(type: Of<Outer>.self) { resolver in
      _ = try resolver.tryResolve(type: Of<Inner>.self, file: "Inner.swift", line: 1)
      return Of()
    }
    #expect(
      place { try container.tryResolve(type: Of<Outer>.self, file: "Outer.swift", line: 2) }
        == "Resolved at Inner.swift:1.")
  }

  @Test func theOuterCallIsNotSaidForTheInnerOne() {
    let container = Container()
    container.register(type: Of<Outer>.self) { _ in
      _ = try container.tryResolve(type: Of<Captured>.self)
      return Of()
    }
    #expect(
      place { try container.tryResolve(type: Of<Outer>.self, file: "Outer.swift", line: 2) }
        == nil)
  }

  @Test func aSubclassThatCallsItsSuperclassKeepsThePlace() {
    let session = Session()
    #expect(
      place { try session.tryResolve(type: Of<Overridden>.self, file: "There.swift", line: 5) }
        == "Resolved at There.swift:5.")
  }

  @Test func anAsynchronousContainerSaysThePlace() async {
    let container = AsyncContainer()
    let resolver: any AsyncDependencyResolving & Sendable = container
    let file = "Resolved at DependencyInjectionTests/ResolutionPlaceTests.swift"
    var error = await #expect(throws: ResolutionError.self) {
      try await container.tryResolve(type: Of<Async>.self)
    }
    #expect(place(of: error) == "\(file):\(#line - 3).")
    error = await #expect(throws: ResolutionError.self) {
      try await resolver.tryResolve(type: Of<Async>.self)
    }
    #expect(place(of: error) == "\(file):\(#line - 3).")
    error = await #expect(throws: ResolutionError.self) {
      try await container.tryResolve(type: Of<AsyncArguments>.self, arguments: 1, "")
    }
    #expect(place(of: error) == "\(file):\(#line - 3).")
    error = await #expect(throws: ResolutionError.self) {
      try await resolver.tryResolve(type: Of<AsyncArguments>.self, arguments: 1)
    }
    #expect(place(of: error) == "\(file):\(#line - 3).")
    error = await #expect(throws: ResolutionError.self) {
      try await container.tryResolve(type: Of<AsyncArguments>.self, argument: "")
    }
    #expect(place(of: error) == "\(file):\(#line - 3).")
    error = await #expect(throws: ResolutionError.self) {
      try await container.tryResolve(
        type: Of<AsyncArguments>.self, argument1: 1, argument2: 2, file: "There.swift", line: 5)
    }
    #expect(place(of: error) == "Resolved at There.swift:5.")
    error = await #expect(throws: ResolutionError.self) {
      try await container.tryResolve(
        type: Of<AsyncArguments>.self, argument1: 1, argument2: 2, argument3: 3,
        file: "There.swift", line: 5)
    }
    #expect(place(of: error) == "Resolved at There.swift:5.")
  }

  // The log of failures belongs to the process, and other tests add thousands of failures to it.
  @Test func anAsynchronousFactorySaysThePlaceOfItsOwn() async {
    await #expect(processExitsWith: .success) {
      let container = AsyncContainer()
      for scope in [DependencyScope.shared, .new] {
        await container.register(type: Of<Outer>.self, in: scope) { resolver in
          _ = try await resolver.tryResolve(type: Of<AsyncInner>.self, file: "Inner.swift", line: 1)
          return Of()
        }
        var place: String?
        do {
          _ = try await container.tryResolve(type: Of<Outer>.self, file: "Outer.swift", line: 2)
        } catch { place = ResolutionPlaceTests().place(of: error as? ResolutionError) }
        precondition(place == "Resolved at Inner.swift:1.", place ?? "no place")
      }
    }
  }

  @Test(.timeLimit(.minutes(20))) func anAsynchronousStopSaysThePlace() async {
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = await AsyncContainer().resolve(
          type: Int.self, argument: 1, file: "There.swift", line: 5)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ =
          await AsyncContainer().resolve(argument: 1, file: "There.swift", line: 5) as Int
      },
    ]
    let text =
      "There.swift:5: Fatal error: Dependency not registered: Dependency of type Swift.Int(Swift.Int) wasn't registered in container DependencyInjection.AsyncContainer\n"
    for result in results {
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(output.contains(text), "\(output)")
    }
  }
}
