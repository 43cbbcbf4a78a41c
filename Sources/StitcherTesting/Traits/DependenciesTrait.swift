public import Stitcher
public import Testing

/// Gives each test a graph of its own; made by
/// ``Testing/Trait/dependencies(strict:sourceLocation:_:)``.
public struct DependenciesTrait: TestTrait, SuiteTrait, TestScoping {
  /// What the tests are strict about.
  let strictness: DependencyStrictness

  /// The registrations and containers.
  let contents: @Sendable @isolated(any) () -> DependencyGraphContents

  /// Where the trait stands.
  let place: Testing.SourceLocation

  /// What tells traits apart.
  let identity = Identity()

  /// An object, for its address.
  final class Identity: Sendable {}

  /// The trait of a suite is one of each of its tests, also in suites within it.
  public var isRecursive: Bool { true }

  /// Runs a test, or a case of it, in a graph of its own.
  ///
  /// Called by Swift Testing. The graph is built on the current one, so on that of the trait around
  /// this one, and is current in the test. When the test is over, it ends.
  ///
  /// - Parameters:
  ///   - test: The test, after which the graph is named.
  ///   - testCase: The case, if the test has several.
  ///   - function: The test.
  /// - Throws: What the test throws, or else what the end of the graph does.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let traits = test.traits.compactMap { $0 as? DependenciesTrait }
    // Who calls this on his own, from a trait of his, has it make what is eager at once.
    let isKnown = traits.contains { $0.identity === identity }
    // One that is kept in a property may stand at a suite and at its tests.
    let further = traits.count { $0.identity === identity } - TestLayer.count(of: self) - 1
    try await run(
      test.displayName ?? test.name,
      isInnermost: !isKnown || traits.last?.identity === identity && further <= 0, function)
  }
}

extension Trait where Self == DependenciesTrait {
  /// Gives each test a graph of its own, in which these dependencies count.
  ///
  /// ```swift
  /// @Suite(.dependencies { appContainer() })
  /// struct SearchTests {
  ///   @Test(
  ///     .dependencies {
  ///       Dependency { FixedNotes() }
  ///         .conforms(to: (any NoteStore).self)
  ///     }
  ///   )
  ///   func finds() throws {
  ///     let search: Search = try DependencyGraph.inject()
  ///     #expect(search.results == ["Groceries"])
  ///   }
  /// }
  /// ```
  ///
  /// It is an isolated graph: all that is kept is made anew for the test, with the test's
  /// dependencies, also what the program declares. Each case of a test with arguments has its own.
  /// It is current in the test, and in the tasks that the test starts, and ends with it; so tests
  /// may run in parallel. What is eager is made before the test.
  ///
  /// What a trait declares hides what suites around it declare by the same key, and that what the
  /// program does.
  ///
  /// - Parameters:
  ///   - strict: What is an issue beyond what the test expects.
  ///   - sourceLocation: Where the trait stands.
  ///   - contents: The registrations and containers. The closure runs once for each test, and for
  ///     each of its cases. A closure that calls functions of the main actor starts with
  ///     `@MainActor in`, and runs there.
  /// - Returns: The trait, for tests and suites.
  /// - Complexity: For each test O(*n*) in the number of registrations.
  public static func dependencies(
    strict: DependencyStrictness = [], sourceLocation: Testing.SourceLocation = #_sourceLocation,
    @DependencyGraphBuilder
    _ contents: @escaping @Sendable @isolated(any) () -> DependencyGraphContents
  ) -> DependenciesTrait {
    DependenciesTrait(strictness: strict, contents: contents, place: sourceLocation)
  }

  /// Gives each test a graph of its own, in which what the program declares counts.
  ///
  /// ```swift
  /// @Suite(.dependencies())
  /// struct SearchTests { … }
  /// ```
  ///
  /// All that is kept is made anew for each test. What a test activates, registers or replaces is
  /// seen by no other, also through the other libraries of this package.
  ///
  /// - Parameters:
  ///   - strict: What is an issue beyond what the test expects.
  ///   - sourceLocation: Where the trait stands.
  /// - Returns: The trait, for tests and suites.
  /// - Complexity: For each test O(1).
  public static func dependencies(
    strict: DependencyStrictness = [], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) -> DependenciesTrait {
    dependencies(strict: strict, sourceLocation: sourceLocation) {}
  }
}
