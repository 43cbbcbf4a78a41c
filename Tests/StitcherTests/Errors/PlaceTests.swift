import Stitcher
import StitcherTesting
import Testing

private typealias Graph = DependencyGraph
private var here: DependencyGraph { .current }

/// The place of an injection in the text of its error. Every form passes its own place. Each test
/// runs in a separate process without other failures.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct PlaceTests {
  struct Missing {}
  struct Failure: Error {}
  enum Name: String { case missing }
  struct Described: CustomStringConvertible { var description: String { "place-missing" } }
  struct Key: Hashable { var number = 0 }

  /// The forms that throw if a dependency is missing, with their lines. Each element is on one
  /// line, so that the line of the literal is the line of the call.
  static let missing: [(line: UInt, body: @Sendable () throws -> Any)] = [
    (#line, { try DependencyGraph.inject() as Missing }),
    (#line, { try DependencyGraph.inject(byType: Missing.self) as Missing }),
    (#line, { try DependencyGraph.inject(parameters: 1) as Missing }),
    (#line, { try DependencyGraph.inject(byType: Missing.self, 1) as Missing }),
    (#line, { try DependencyGraph.inject(byName: "place-missing") as Missing }),
    (#line, { try DependencyGraph.inject(byName: Name.missing) as Missing }),
    (#line, { try DependencyGraph.inject(byName: Described()) as Missing }),
    (#line, { try DependencyGraph.inject(byName: "place-missing", parameters: 1) as Missing }),
    (#line, { try DependencyGraph.inject(byName: Name.missing, parameters: 1) as Missing }),
    (#line, { try DependencyGraph.inject(byName: Described(), parameters: 1) as Missing }),
    (#line, { try DependencyGraph.inject(byName: "place-missing", 1) as Missing }),
    (#line, { try DependencyGraph.inject(byName: Name.missing, 1) as Missing }),
    (#line, { try DependencyGraph.inject(byName: Described(), 1) as Missing }),
    (#line, { try DependencyGraph.inject(byValue: Key()) as Missing }),
    (#line, { try DependencyGraph.inject(byValue: Key(), parameters: 1) as Missing }),
    (#line, { try DependencyGraph.inject(byValue: Key(), 1) as Missing }),
  ]

  /// The same forms as methods of a graph.
  static let ofGraphs: [(line: UInt, body: @Sendable () throws -> Any)] = [
    (#line, { try here.inject() as Missing }),
    (#line, { try here.inject(byType: Missing.self) as Missing }),
    (#line, { try here.inject(parameters: 1) as Missing }),
    (#line, { try here.inject(byType: Missing.self, 1) as Missing }),
    (#line, { try here.inject(byName: "place-missing") as Missing }),
    (#line, { try here.inject(byName: Name.missing) as Missing }),
    (#line, { try here.inject(byName: Described()) as Missing }),
    (#line, { try here.inject(byName: "place-missing", parameters: 1) as Missing }),
    (#line, { try here.inject(byName: Name.missing, parameters: 1) as Missing }),
    (#line, { try here.inject(byName: Described(), parameters: 1) as Missing }),
    (#line, { try here.inject(byName: "place-missing", 1) as Missing }),
    (#line, { try here.inject(byName: Name.missing, 1) as Missing }),
    (#line, { try here.inject(byName: Described(), 1) as Missing }),
    (#line, { try here.inject(byValue: Key()) as Missing }),
    (#line, { try here.inject(byValue: Key(), parameters: 1) as Missing }),
    (#line, { try here.inject(byValue: Key(), 1) as Missing }),
  ]

  /// The same forms with asynchronous calls.
  static let awaited: [(line: UInt, body: @Sendable () async throws -> Any)] = [
    (#line, { try await Graph.injectAsync() as Missing }),
    (#line, { try await Graph.injectAsync(byType: Missing.self) as Missing }),
    (#line, { try await Graph.injectAsync(parameters: 1) as Missing }),
    (#line, { try await Graph.injectAsync(byType: Missing.self, 1) as Missing }),
    (#line, { try await Graph.injectAsync(byName: "place-missing") as Missing }),
    (#line, { try await Graph.injectAsync(byName: Name.missing) as Missing }),
    (#line, { try await Graph.injectAsync(byName: Described()) as Missing }),
    (#line, { try await Graph.injectAsync(byName: "place-missing", parameters: 1) as Missing }),
    (#line, { try await Graph.injectAsync(byName: Name.missing, parameters: 1) as Missing }),
    (#line, { try await Graph.injectAsync(byName: Described(), parameters: 1) as Missing }),
    (#line, { try await Graph.injectAsync(byName: "place-missing", 1) as Missing }),
    (#line, { try await Graph.injectAsync(byName: Name.missing, 1) as Missing }),
    (#line, { try await Graph.injectAsync(byName: Described(), 1) as Missing }),
    (#line, { try await Graph.injectAsync(byValue: Key()) as Missing }),
    (#line, { try await Graph.injectAsync(byValue: Key(), parameters: 1) as Missing }),
    (#line, { try await Graph.injectAsync(byValue: Key(), 1) as Missing }),
    (#line, { try await here.injectAsync() as Missing }),
    (#line, { try await here.injectAsync(byType: Missing.self) as Missing }),
    (#line, { try await here.injectAsync(parameters: 1) as Missing }),
    (#line, { try await here.injectAsync(byType: Missing.self, 1) as Missing }),
    (#line, { try await here.injectAsync(byName: "place-missing") as Missing }),
    (#line, { try await here.injectAsync(byName: Name.missing) as Missing }),
    (#line, { try await here.injectAsync(byName: Described()) as Missing }),
    (#line, { try await here.injectAsync(byName: "place-missing", parameters: 1) as Missing }),
    (#line, { try await here.injectAsync(byName: Name.missing, parameters: 1) as Missing }),
    (#line, { try await here.injectAsync(byName: Described(), parameters: 1) as Missing }),
    (#line, { try await here.injectAsync(byName: "place-missing", 1) as Missing }),
    (#line, { try await here.injectAsync(byName: Name.missing, 1) as Missing }),
    (#line, { try await here.injectAsync(byName: Described(), 1) as Missing }),
    (#line, { try await here.injectAsync(byValue: Key()) as Missing }),
    (#line, { try await here.injectAsync(byValue: Key(), parameters: 1) as Missing }),
    (#line, { try await here.injectAsync(byValue: Key(), 1) as Missing }),
  ]

  /// The forms that throw only the errors of a factory.
  static let failing: [(line: UInt, body: @Sendable () throws -> Any)] = [
    (#line, { try DependencyGraph.inject() as Broken? as Any }),
    (#line, { try DependencyGraph.inject(byType: Broken?.self) as Broken? as Any }),
    (#line, { try DependencyGraph.inject(byType: Broken?.self) as Broken?? as Any }),
    (#line, { try DependencyGraph.inject() as [Broken] }),
    (#line, { try DependencyGraph.inject(parameters: 1) as Broken? as Any }),
    (#line, { try DependencyGraph.inject(byType: Broken?.self, parameters: 1) as Broken? as Any }),
    (#line, { try DependencyGraph.inject(byType: Broken?.self, parameters: 1) as Broken?? as Any }),
    (#line, { try DependencyGraph.inject(parameters: 1) as [Broken] }),
    (#line, { try DependencyGraph.inject(byType: Broken.self, 1) as Broken? as Any }),
    (#line, { try DependencyGraph.inject(byType: Broken?.self, 1) as Broken? as Any }),
    (#line, { try DependencyGraph.inject(byType: Broken?.self, 1) as Broken?? as Any }),
    (#line, { try DependencyGraph.inject(byType: [Broken].self, 1) as [Broken] }),
  ]

  /// The deprecated forms among them.
  @available(*, deprecated, message: "It tests what is deprecated.")
  static let deprecated: [(line: UInt, body: @Sendable () throws -> Any)] = [
    (#line, { try DependencyGraph.inject(byType: Many?.self) as Many? as Any }),
    (#line, { try DependencyGraph.inject(byType: Many?.self, parameters: 1) as Many? as Any }),
  ]

  struct Broken {}
  typealias Many = [Broken]

  private static func makeBroken() -> DependencyContainer {
    DependencyContainer {
      Dependency { () throws -> Broken in throw Failure() }
      Dependency { (_: Int) throws -> Broken in throw Failure() }
    }
  }

  private static func expect(_ form: (line: UInt, body: () throws -> Any)) throws {
    expect(try injectionError(form.body).description, saysLine: form.line)
  }

  private static func expect(_ text: String, saysLine line: UInt) {
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("Injected at") }
    #expect(lines == ["Injected at \(#fileID):\(line)."])
  }

  @Test func everyFormSaysItsPlace() async {
    await #expect(processExitsWith: .success) {
      for form in Self.missing + Self.ofGraphs { try Self.expect(form) }
      for form in Self.awaited {
        let error = await #expect(throws: InjectionError.self) { _ = try await form.body() }
        Self.expect(error?.description ?? "", saysLine: form.line)
      }
      try withActive(Self.makeBroken()) { () throws in
        for form in Self.failing { try Self.expect(form) }
      }
    }
  }

  @available(*, deprecated, message: "It tests what is deprecated.")
  @Test func soDoTheDeprecatedOnes() async {
    await #expect(processExitsWith: .success) {
      try withActive(Self.makeBroken()) { () throws in
        for form in Self.deprecated { try Self.expect(form) }
      }
    }
  }

  @Test func aPropertyThatIsLoadedByHandSaysItsPlace() async {
    await #expect(processExitsWith: .success) {
      struct Holder {
        @Injected(file: "Holder.swift", line: 3) var missing: Missing
        func load() throws { try _missing.loadIfNeeded() }
      }
      let text = try injectionError { try Holder().load() }.description
      #expect(text.split(separator: "\n").contains("Injected at Holder.swift:3."))
    }
  }

  @Test func theErrorNamesThePlaceOfItsRequest() async {
    await #expect(processExitsWith: .success) {
      struct Elsewhere {}
      let first = try injectionError {
        try DependencyGraph.inject(file: "First.swift", line: 1) as Elsewhere
      }
      // Another task fails in the same way, later.
      let other = await Task.detached {
        let error = try? injectionError {
          try DependencyGraph.inject(file: "Other.swift", line: 2) as Elsewhere
        }
        return error?.description ?? ""
      }.value
      #expect(other.split(separator: "\n").contains("Injected at Other.swift:2."))
      #expect(first.description.split(separator: "\n").contains("Injected at First.swift:1."))
    }
  }
}
