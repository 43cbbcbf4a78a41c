/// What a test with dependencies of its own is strict about: each of these is an issue of the test.
///
/// ```swift
/// @Test(
///   .dependencies(strict: .all) {
///     Dependency { FixedNotes() }
///       .conforms(to: (any NoteStore).self)
///   }
/// )
/// func search() throws {
///   let search: Search = try DependencyGraph.inject()
///   #expect(search.results.isEmpty)
/// }
/// ```
///
/// Strict tests read each dependency in a slower way, which notes it. Others pay nothing for it.
public struct DependencyStrictness: OptionSet, Sendable {
  /// One bit for each option.
  public let rawValue: Int

  /// Creates a set from its bits.
  ///
  /// - Parameter rawValue: One bit for each option.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// An override that was not injected is an issue, at the line of the registration.
  ///
  /// Overrides are all registrations that stand in the trait itself, and those of a container in it
  /// that take the place of others. What is eager and only made on activation was not injected.
  public static let unusedOverrides = DependencyStrictness(rawValue: 1 << 0)

  /// What was injected from outside the traits of the test is an issue, at the line of the trait.
  ///
  /// What traits of the test's suites declare is declared, and so is what the test activates.
  public static let undeclared = DependencyStrictness(rawValue: 1 << 1)

  /// An instance of the test's graph that is there when the graph has ended is an issue, at the
  /// line of the registration.
  ///
  /// That is an object that was injected and that somebody still holds a second after the test:
  /// a task, a global, or a cycle of references. What a factory returns without making it, such as
  /// an object that all tests share, is one as well.
  public static let leaks = DependencyStrictness(rawValue: 1 << 2)

  /// All of them.
  public static let all: DependencyStrictness = [.unusedOverrides, .undeclared, .leaks]
}
