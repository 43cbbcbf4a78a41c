public import Stitcher
public import Testing

/// A trait that runs each test in an isolated graph, created by
/// ``Testing/Trait/dependencies(strict:sourceLocation:_:)``.
public struct DependenciesTrait: TestTrait, SuiteTrait, TestScoping {
  /// The strict checks that are enabled for the tests.
  let strictness: DependencyStrictness

  /// The closure that builds the registrations and containers.
  let contents: @Sendable @isolated(any) () -> DependencyGraphRegistrations

  /// The source location of the trait.
  let place: Testing.SourceLocation

  /// The identity of the trait, which its copies share.
  let identity = Identity()

  /// An object that identifies a trait by its address.
  final class Identity: Sendable {}

  /// Whether a suite's trait applies to all its tests and nested suites: `true`.
  public var isRecursive: Bool { true }

  /// Runs a test case in an isolated graph, and ends the graph afterwards.
  ///
  /// Swift Testing calls this method. The graph is an isolated child of the current graph, which is
  /// the graph of the enclosing trait. It is current during the test.
  ///
  /// - Parameters:
  ///   - test: The test, which gives the graph its name.
  ///   - testCase: The case, if the test has several.
  ///   - function: The body of the test.
  /// - Throws: The error of the test; otherwise `TeardownError`, if a teardown of the graph
  ///   fails.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let traits = test.traits.compactMap { $0 as? DependenciesTrait }
    // `isKnown` is false if another trait calls this method directly. The eager dependencies are
    // then created at once.
    let isKnown = traits.contains { $0.identity === identity }
    // The same trait, stored in a property, may be used both for a suite and for its tests.
    // `further` is the number of its uses that have not begun.
    let further = traits.count { $0.identity === identity } - TestLayer.count(of: self) - 1
    try await run(
      test.displayName ?? test.name,
      isInnermost: !isKnown || traits.last?.identity === identity && further <= 0, function)
  }
}

extension Trait where Self == DependenciesTrait {
  /// A trait that runs each test in an isolated graph with the given dependencies.
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
  /// All singletons and other cached instances are created anew for the test, with the dependencies
  /// of the test, also instances that the program declares. Each case of a parameterized test has
  /// its own graph. The graph is current in the test and in its tasks, and ends with the test. So
  /// tests may run in parallel. Eager dependencies are created before the test.
  ///
  /// The dependencies of a trait override dependencies with the same key from traits of enclosing
  /// suites. Both override the dependencies of the program.
  ///
  /// - Parameters:
  ///   - strict: The strict checks of the tests.
  ///   - sourceLocation: The source location of the trait.
  ///   - contents: The registrations and containers. The closure runs once for each test case. A
  ///     closure that calls functions of the main actor starts with `@MainActor in`, and runs
  ///     there.
  /// - Returns: The trait, for tests and suites.
  /// - Complexity: O(*n*) for each test, in the number of registrations.
  public static func dependencies(
    strict: DependencyStrictness = [], sourceLocation: Testing.SourceLocation = #_sourceLocation,
    @DependencyGraphBuilder
    _ contents: @escaping @Sendable @isolated(any) () -> DependencyGraphRegistrations
  ) -> DependenciesTrait {
    DependenciesTrait(strictness: strict, contents: contents, place: sourceLocation)
  }

  /// A trait that runs each test in an isolated graph with the dependencies of the program.
  ///
  /// ```swift
  /// @Suite(.dependencies())
  /// struct SearchTests { … }
  /// ```
  ///
  /// All singletons and other cached instances are created anew for each test. Other tests do not
  /// see activations, registrations and replacements of a test. This also applies to the other
  /// libraries of this package.
  ///
  /// - Parameters:
  ///   - strict: The strict checks of the tests.
  ///   - sourceLocation: The source location of the trait.
  /// - Returns: The trait, for tests and suites.
  /// - Complexity: O(1) for each test.
  public static func dependencies(
    strict: DependencyStrictness = [], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) -> DependenciesTrait {
    dependencies(strict: strict, sourceLocation: sourceLocation) {}
  }
}
