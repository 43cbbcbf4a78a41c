/// The strict checks of a test with a `.dependencies` trait. A failed check is an issue of the
/// test.
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
/// Strict tests use a slower lookup, which records each injected dependency. Other tests are not
/// slower.
public struct DependencyStrictness: OptionSet, Sendable {
  /// The bits of the enabled checks.
  public let rawValue: Int

  /// Creates a set of checks from its bits.
  ///
  /// - Parameter rawValue: The bits of the options.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// An override that the test never injects is an issue, at the line of the override.
  ///
  /// Overrides are all registrations written directly in the trait. Registrations of a container in
  /// the trait are overrides if they replace others. An eager dependency that was created only by
  /// the activation counts as not injected.
  public static let unusedOverrides = DependencyStrictness(rawValue: 1 << 0)

  /// An injected dependency that no trait of the test declares is an issue, at the line of the
  /// trait with this check.
  ///
  /// Traits of the test's suites count as well, and so do containers that the test activates.
  public static let undeclared = DependencyStrictness(rawValue: 1 << 1)

  /// An instance of the test's graph that outlives the graph is an issue, at the line of the
  /// registration.
  ///
  /// The check covers injected objects that are still referenced one second after the test: by a
  /// task, a global, or a cycle of references. An object that a factory returns without creating
  /// it, such as an object shared by all tests, is reported as well.
  public static let leaks = DependencyStrictness(rawValue: 1 << 2)

  /// All strict checks.
  public static let all: DependencyStrictness = [.unusedOverrides, .undeclared, .leaks]
}
