/// A key of the ``DependencyMap``, with the dependency that is there until another one is registered.
///
/// ```swift
/// extension DependencyMap {
///   private struct LoggerKey: DependencyKey {
///     static let dependency: any Logger = RemoteLogger()
///   }
/// }
/// ```
public protocol DependencyKey {
  /// The type of the dependency.
  associatedtype Value

  /// The dependency that is there from the start. It is asked for at most once, at the first read.
  static var dependency: Value { get }
}
