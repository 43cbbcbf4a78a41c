internal import Stitcher
public import Testing

/// A trait that verifies the graph of each test before the test runs, created by
/// ``Testing/Trait/verified(sourceLocation:)``.
public struct VerificationTrait: TestTrait, SuiteTrait, TestScoping {
  /// The source location of the trait.
  let place: Testing.SourceLocation

  /// Whether a suite's trait applies to all its tests and nested suites: `true`.
  public var isRecursive: Bool { true }

  /// Verifies the current graph, and runs the test if the verification finds no problem.
  ///
  /// Swift Testing calls this method. Each problem is an issue of the test, at the line of the
  /// trait.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case, if the test has several.
  ///   - function: The body of the test.
  /// - Throws: The error of the test; `InjectionError` if the graph has ended.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    do {
      try DependencyGraph.verify()
    } catch let error as VerificationError {
      for problem in error.problems { Issue.record("\(problem.text)", sourceLocation: place) }
      return
    }
    try await function()
  }
}

extension Trait where Self == VerificationTrait {
  /// A trait that verifies the dependencies of each test before the test runs.
  ///
  /// ```swift
  /// @Suite(.dependencies { appContainer() }, .verified())
  /// struct AppTests { … }
  /// ```
  ///
  /// The trait calls `DependencyGraph.verify()`, which runs no factory. Each problem is an issue at
  /// this line, with its path, its source location and a remedy, and the test does not run. The
  /// trait verifies the graph of the traits before it and of enclosing suites. So write it after
  /// `.dependencies { … }`.
  ///
  /// - Parameter sourceLocation: The source location of the trait.
  /// - Returns: The trait, for tests and suites.
  /// - Complexity: O(*n* + *e*) for each test, in the number of registrations and edges.
  public static func verified(
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) -> VerificationTrait { VerificationTrait(place: sourceLocation) }
}
