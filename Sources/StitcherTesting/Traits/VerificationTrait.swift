internal import Stitcher
public import Testing

/// Checks what the graph of each test declares before the test runs; made by
/// ``Testing/Trait/verified(sourceLocation:)``.
public struct VerificationTrait: TestTrait, SuiteTrait, TestScoping {
  /// Where the trait stands.
  let place: Testing.SourceLocation

  /// The trait of a suite is one of each of its tests, also in suites within it.
  public var isRecursive: Bool { true }

  /// Checks the current graph, and runs a test, or a case of it, if nothing is wrong.
  ///
  /// Called by Swift Testing. Each problem is an issue of the test at the trait's line.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case, if the test has several.
  ///   - function: The test.
  /// - Throws: What the test throws; `InjectionError` if the graph has ended.
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
  /// Checks what the graph of each test declares before the test runs.
  ///
  /// ```swift
  /// @Suite(.dependencies { appContainer() }, .verified())
  /// struct AppTests { … }
  /// ```
  ///
  /// It checks as `DependencyGraph.verify()` does, without running a factory: what factories are
  /// known to ask for. Each problem is an issue at this line, with its way, its place and its
  /// remedy, and then the test does not run. What it sees are the traits before it, and those of
  /// the suites around: write it behind ``dependencies(strict:sourceLocation:_:)``.
  ///
  /// - Parameter sourceLocation: Where the trait stands.
  /// - Returns: The trait, for tests and suites.
  /// - Complexity: For each test O(*n* + *e*) in the number of registrations and needs.
  public static func verified(
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) -> VerificationTrait { VerificationTrait(place: sourceLocation) }
}
