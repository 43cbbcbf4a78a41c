/// All dependencies of the process: what key paths start from.
///
/// An extension gives each dependency a key and a property. A dependency that is missing
/// does not compile.
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
/// There is one map. In the `run` of an isolated graph, of the module Stitcher, it shows what is
/// registered in the process, with defaults of the graph's own, and what is registered there stays
/// there. Its properties are reached through ``Stitch``, ``StitchPublished``,
/// ``DependencyResolver`` and ``DependencyRegistrant``. All of them may be used from any thread: a
/// read sees the dependency before or after a registration, and what is registered last stays. No
/// lock is held while a default is created or a dependency is released. A dependency that is used
/// by several threads has to be safe for that itself.
public final class DependencyMap: DependencyLifecycleScope, Sendable {
  /// The only map.
  @usableFromInline package static let map = DependencyMap()

  /// Creates the only map.
  private init() {}
}

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
