import StitcherTestSupport
import StitcherTesting
import Testing

/// Runs an operation as Swift Testing runs a test with a trait.
func run(
  _ trait: DependenciesTrait, _ operation: @Sendable () async throws -> Void
) async throws {
  let test = try #require(Test.current)
  try await trait.provideScope(for: test, testCase: Test.Case.current, performing: operation)
}

/// A recorded issue.
struct Recorded: Sendable {
  /// The text of the issue.
  let text: String

  /// The file and the line.
  let place: String

  /// Copies an issue.
  init(_ issue: Issue) {
    text = issue.comments.map(\.rawValue).joined()
    place = issue.sourceLocation.map { "\($0.fileID):\($0.line)" } ?? ""
  }
}

/// Returns the issues that a test with a trait records.
func issues(
  _ trait: DependenciesTrait, _ operation: @Sendable () async throws -> Void
) async throws -> [Recorded] {
  let issues = Log<Recorded>()
  try await withKnownIssue(isIntermittent: true) {
    try await run(trait, operation)
  } matching: { issue in
    issues.add(Recorded(issue))
    return true
  }
  return issues.entries
}
