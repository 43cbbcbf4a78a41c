/// The dependencies of a program, declared as properties and read through key paths.
///
/// An extension declares a key and a property for each dependency. A dependency without a
/// declaration does not compile.
///
/// ```swift
/// extension DependencyMap {
///   private struct LoggerKey: DependencyKey {
///     static let dependency: any Logger = RemoteLogger()
///   }
///
///   var logger: any Logger {
///     get { resolve(key: LoggerKey.self) }
///     set { register(key: LoggerKey.self, dependency: newValue) }
///   }
/// }
/// ```
///
/// There is one map for the process. In the `run` of an isolated graph, of the module Stitcher, the
/// map has the registrations of the process, but its own instances of defaults. A registration made
/// there applies only there. Access the properties through ``Stitch``, ``StitchPublished``,
/// ``DependencyResolver`` and ``DependencyRegistrant``, from any thread. A read sees the dependency
/// before or after a concurrent registration, and the last registration stays. No lock is held
/// while a default is created or a dependency is released. A dependency that several threads use
/// must itself be thread-safe.
public final class DependencyMap: DependencyLifecycleScope, Sendable {
  /// The only instance of the map.
  @usableFromInline package static let map = DependencyMap()

  private init() {}
}

/// A key of the ``DependencyMap``, with the default value of its dependency.
///
/// ```swift
/// extension DependencyMap {
///   private struct LoggerKey: DependencyKey {
///     static let dependency: any Logger = RemoteLogger()
///   }
/// }
/// ```
///
/// If the dependency is not `Sendable`, use a computed property, or a property of the main actor
/// with an isolated conformance. The default is still created only once. A stored `static var` also
/// works.
public protocol DependencyKey {
  /// The type of the dependency.
  associatedtype Value

  /// The default value of the dependency, which is used until a dependency is registered.
  ///
  /// It is evaluated at the first read, on the reading thread, and at most once, even if several
  /// threads read at the same time. If a dependency is registered before the first read, it is
  /// never evaluated. It may resolve other keys. A cycle of defaults stops the program with a
  /// message that names the cycle.
  static var dependency: Value { get }
}
