import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Injections outside their graph that return nil or an empty collection: a strict test records
/// issues of them, too.
@Suite struct LostAbsenceTests {
  /// A type that only one test uses, so that the issue belongs to that test.
  final class Item<Mark>: Sendable {}
  enum First {}
  enum Second {}
  enum Third {}
  enum Fourth {}
  enum Fifth {}
  enum Sixth {}
  enum Seventh {}
  enum Eighth {}
  enum Ninth {}
  enum Tenth {}
  enum Eleventh {}

  /// Expects one issue of a strict test for each place.
  private func expectIssues(
    _ lines: [UInt], of type: String, in name: String, isProperty: Bool = false,
    file: String = "Lost/Lost.swift", location: SourceLocation = #_sourceLocation,
    @DependencyGraphBuilder _ contents: @escaping @Sendable () -> DependencyGraphRegistrations,
    lose: @escaping @Sendable () async throws -> Void
  ) async throws {
    let found = try await issues(.dependencies(strict: .leaks, contents)) {
      try await Task.detached { try await lose() }.value
    }
    #expect(found.map(\.place) == lines.map { "\(file):\($0)" }, sourceLocation: location)
    let text = """
      An injection has lost the graph of '\(name)'. \
      \(isProperty ? "The property was created" : "The injection runs") outside any \
      'graph.run { … }', and an isolated graph ('\(name)') registers \(type). Detached tasks, blocks \
      on queues, threads and callbacks lose the current graph: pass them the closure that \
      'DependencyGraph.current.bound { … }' returns.
      """
    for issue in found { #expect(issue.text == text, sourceLocation: location) }
  }

  @Test func anOptionalIsAnIssue() async throws {
    try await expectIssues([1, 2, 3], of: "Item<First>", in: "anOptionalIsAnIssue()") {
      Dependency { Item<First>() }
    } lose: {
      let one: Item<First>? = try DependencyGraph.inject(file: "Lost/Lost.swift", line: 1)
      let own: Item<First>? = try DependencyGraph.process.inject(file: "Lost/Lost.swift", line: 2)
      let twice: Item<First>?? = try DependencyGraph.inject(
        byType: Item<First>?.self, file: "Lost/Lost.swift", line: 3)
      #expect(one == nil && own == nil && twice == nil)
    }
  }

  @Test func oneWithParametersIs() async throws {
    try await expectIssues([1, 2, 3, 4], of: "Item<Second>", in: "oneWithParametersIs()") {
      Dependency { (_: Int) in Item<Second>() }
    } lose: {
      let one: Item<Second>? = try DependencyGraph.inject(
        parameters: 1, file: "Lost/Lost.swift", line: 1)
      let other: Item<Second>? = try DependencyGraph.inject(
        byType: Item<Second>.self, 1, file: "Lost/Lost.swift", line: 2)
      let all: [Item<Second>] = try DependencyGraph.inject(
        parameters: 1, file: "Lost/Lost.swift", line: 3)
      let own: [Item<Second>] = try DependencyGraph.process.inject(
        parameters: 1, file: "Lost/Lost.swift", line: 4)
      // No registration takes these parameters.
      let unknown: Item<Second>? = try DependencyGraph.inject(
        parameters: "1", file: "Lost/Lost.swift", line: 5)
      #expect(one == nil && other == nil && all.isEmpty && own.isEmpty && unknown == nil)
    }
  }

  struct Plugin<Mark>: Hashable, Sendable {}

  @Test func collectionsAre() async throws {
    try await expectIssues([1, 2, 3], of: "Plugin<Third>", in: "collectionsAre()") {
      Dependency { Plugin<Third>() }
    } lose: {
      let all: [Plugin<Third>] = try DependencyGraph.inject(file: "Lost/Lost.swift", line: 1)
      let set: Set<Plugin<Third>> = try DependencyGraph.inject(file: "Lost/Lost.swift", line: 2)
      let own: [Plugin<Third>] = try DependencyGraph.process.inject(
        file: "Lost/Lost.swift", line: 3)
      #expect(all.isEmpty && set.isEmpty && own.isEmpty)
    }
  }

  @Test func soAreThoseThatAreAwaited() async throws {
    try await expectIssues([1, 2, 3, 4], of: "Plugin<Fourth>", in: "soAreThoseThatAreAwaited()") {
      Dependency { () async -> Plugin<Fourth> in Plugin() }
    } lose: {
      let one: Plugin<Fourth>? = try await DependencyGraph.injectAsync(
        file: "Lost/Lost.swift", line: 1)
      let own: Plugin<Fourth>? = try await DependencyGraph.process.injectAsync(
        file: "Lost/Lost.swift", line: 2)
      let all: [Plugin<Fourth>] = try await DependencyGraph.injectAsync(
        file: "Lost/Lost.swift", line: 3)
      let set: Set<Plugin<Fourth>> = try await DependencyGraph.process.injectAsync(
        file: "Lost/Lost.swift", line: 4)
      #expect(one == nil && own == nil && all.isEmpty && set.isEmpty)
    }
  }

  @Test func propertiesThatWereMadeOutsideAre() async throws {
    try await expectIssues(
      [1, 2, 3], of: "Plugin<Fifth>", in: "propertiesThatWereMadeOutsideAre()", isProperty: true
    ) {
      Dependency { Plugin<Fifth>() }
    } lose: {
      #expect(Injected<Plugin<Fifth>?>(file: "Lost/Lost.swift", line: 1).wrappedValue == nil)
      #expect(Injected<[Plugin<Fifth>]>(file: "Lost/Lost.swift", line: 2).wrappedValue.isEmpty)
      #expect(Injected<Set<Plugin<Fifth>>>(file: "Lost/Lost.swift", line: 3).wrappedValue.isEmpty)
    }
  }

  @Test func soAreThoseByNameAndByValue() async throws {
    let name = "soAreThoseByNameAndByValue()"
    try await expectIssues([1, 2, 3], of: "lost plugin", in: name, isProperty: true) {
      Dependency(named: "lost plugin") { Plugin<Sixth>() }
    } lose: {
      #expect(
        Injected<Plugin<Sixth>?>(name: "lost plugin", file: "Lost/Lost.swift", line: 1)
          .wrappedValue == nil)
      #expect(
        Injected<[Plugin<Sixth>]>(name: "lost plugin", file: "Lost/Lost.swift", line: 2)
          .wrappedValue.isEmpty)
      #expect(
        Injected<[String: Int]>(name: "lost plugin", file: "Lost/Lost.swift", line: 3)
          .wrappedValue.isEmpty)
    }
    try await expectIssues([1], of: "4711", in: name, isProperty: true) {
      Dependency(for: 4711) { Plugin<Seventh>() }
    } lose: {
      #expect(
        Injected<Plugin<Seventh>?>(value: 4711, file: "Lost/Lost.swift", line: 1)
          .wrappedValue == nil)
    }
  }

  /// Injects a type that is known only at run time.
  private static func inject<Value>(_ type: Value.Type) throws -> Value {
    try DependencyGraph.inject()
  }

  @Test func oneWhoseTypeIsGenericStandsAtTheTrait() async throws {
    let line = UInt(#line + 1)
    let found = try await issues(.dependencies(strict: .leaks) { Dependency { Plugin<Eighth>() } })
    {
      try await Task.detached {
        let one = try Self.inject(Plugin<Eighth>?.self)
        let all = try Self.inject([Plugin<Eighth>].self)
        #expect(one == nil && all.isEmpty)
      }.value
    }
    #expect(found.map(\.place) == ["\(#fileID):\(line)", "\(#fileID):\(line)"])
  }

  @Test func whatNoGraphHasIsNone() async throws {
    try await expectIssues([], of: "", in: "whatNoGraphHasIsNone()") {
      Dependency { Plugin<Ninth>() }
    } lose: {
      let one: Item<Tenth>? = try DependencyGraph.inject()
      let all: [Item<Tenth>] = try DependencyGraph.inject()
      #expect(one == nil && all.isEmpty)
    }
  }

  @Test func neitherIsOneThatIsBound() async throws {
    let found = try await issues(.dependencies(strict: .leaks) { Dependency { Plugin<Tenth>() } }) {
      let inject = DependencyGraph.current.bound { try DependencyGraph.inject() as Plugin<Tenth>? }
      let bound = try await Task.detached { try inject() }.value
      let other: Item<Eleventh>? = try DependencyGraph.inject()
      #expect(bound != nil && other == nil)
    }
    #expect(found.isEmpty)
  }
}
