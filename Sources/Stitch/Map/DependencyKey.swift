/// A key of the ``DependencyMap``, with the dependency that is there until another
/// one is registered.
///
/// ```swift
/// extension DependencyMap {
///   private struct LoggerKey: DependencyKey {
///     static let dependency: any Logger = RemoteLogger()
///   }
/// }
/// ```
///
/// A dependency that is not `Sendable` is written as a property without storage, or as one that
/// belongs to the main actor if the conformance does; it is asked for once as well. A `static var`
/// that is stored works as before.
public protocol DependencyKey {
  /// The type of the dependency.
  associatedtype Value

  /// The dependency that is there from the start.
  ///
  /// It is asked for at the first read, on the reading thread, and at most once, also if many
  /// threads read at the same time. If another dependency is registered before, it is never asked
  /// for. It may resolve other keys. Two that need each other stop the program with a message
  /// that says so.
  static var dependency: Value { get }
}
