internal import StitcherEngine

/// A key of the ``DependencyMap`` with a teardown for its dependency.
///
/// ```swift
/// extension DependencyMap {
///   private struct DatabaseKey: ClosableDependencyKey {
///     static var dependency: any Database { FileDatabase() }
///     static var teardown: DependencyTeardown<any Database> {
///       DependencyTeardown { database in try await database.close() }
///     }
///   }
/// }
/// ```
///
/// The teardown is called once for each dependency, the default or a registered one, when the map
/// releases it. The map releases a dependency at ``DependencyMap/end()``, which waits, and when
/// another one is registered for the key. It also does so at the end of the isolated graph, of the
/// module Stitcher, in which the dependency was created or registered. Dependencies are torn down
/// in the reverse order of creation. So the teardown of a dependency may still use the dependencies
/// that it was created with. If no caller waits for a teardown, its error is printed to the
/// standard error.
public protocol ClosableDependencyKey: DependencyKey {
  /// The teardown of the dependency. The map reads this property before it creates or registers the
  /// dependency.
  static var teardown: DependencyTeardown<Value> { get }
}

/// The teardown of a dependency of the ``DependencyMap``; see ``ClosableDependencyKey``.
public struct DependencyTeardown<Dependency>: Sendable {
  /// The engine's teardown.
  let teardown: Teardown

  /// The source location of the declaration.
  let location: SourceLocation

  /// Creates a teardown from a synchronous closure.
  ///
  /// - Parameters:
  ///   - file: The file of the teardown, for errors.
  ///   - line: The line of the teardown, for errors.
  ///   - action: The closure that closes the dependency. A closure of an actor runs on that actor:
  ///     `{ @MainActor screen in screen.close() }`. Other closures run on the thread that releases
  ///     the dependency. They run in a task if the release is awaited, or if an earlier teardown is
  ///     asynchronous.
  public init(
    file: StaticString = #fileID, line: UInt = #line,
    _ action: @escaping @Sendable @isolated(any) (Dependency) throws -> Void
  ) {
    teardown = Teardown(synchronous: action)
    location = SourceLocation(file: file, line: line)
  }

  /// Creates a teardown from an asynchronous closure, with an optional time limit.
  ///
  /// - Parameters:
  ///   - limit: The time limit; `nil` for none. A teardown that exceeds the limit is cancelled and
  ///     no longer waited for. It fails with ``DependencyTeardownError/Timeout``.
  ///   - file: The file of the teardown, for errors.
  ///   - line: The line of the teardown, for errors.
  ///   - action: The closure that closes the dependency in a task. A closure of a global actor runs
  ///     on that actor.
  @_disfavoredOverload
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public init(
    within limit: Duration?, file: StaticString = #fileID, line: UInt = #line,
    _ action: @escaping @Sendable @isolated(any) (Dependency) async throws -> Void
  ) {
    teardown = Teardown(asynchronous: action, within: limit.map { TimeSpan($0) })
    location = SourceLocation(file: file, line: line)
  }

  /// Creates a teardown from an asynchronous closure, with an optional time limit in seconds.
  ///
  /// - Parameters:
  ///   - limit: The time limit of the teardown in seconds; `nil` for none.
  ///   - file: The file of the teardown, for errors.
  ///   - line: The line of the teardown, for errors.
  ///   - action: The closure that closes the dependency, as in the overload with a `Duration`.
  @_disfavoredOverload
  public init(
    withinSeconds limit: Double? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ action: @escaping @Sendable @isolated(any) (Dependency) async throws -> Void
  ) {
    teardown = Teardown(asynchronous: action, within: limit.map { TimeSpan(seconds: $0) })
    location = SourceLocation(file: file, line: line)
  }
}

extension DependencyMap {
  /// Releases all dependencies of the map, and waits for the teardowns of keys that declare one.
  ///
  /// ```swift
  /// try await DependencyMap.end()
  /// ```
  ///
  /// Call it at the end of a program. Dependencies are torn down in the reverse order of creation,
  /// each once. All teardowns run, even if some fail or the calling task is cancelled. If a
  /// dependency is still being created, it is torn down before the dependencies that it was created
  /// with. The next read of a key creates its default again. In the `run` of an isolated graph, of
  /// the module Stitcher, the call empties the map of that graph.
  ///
  /// - Throws: ``DependencyTeardownError``, after all teardowns.
  /// - Complexity: O(*n* log *n*) in the number of dependencies.
  public static func end() async throws {
    let failures = await DependencyStore.current.end()
    if !failures.isEmpty { throw DependencyTeardownError(failures) }
  }
}

extension ClosableDependencyKey {
  /// The engine's form of the key's teardown, with the source location of its declaration.
  static var keptTeardown: KeptTeardown {
    let written = teardown
    return KeptTeardown(
      // Only this registration creates the values, so each value is a `StoredDependency`.
      teardown: written.teardown.unwrapping { ($0 as! any StoredDependency).anyValue },
      location: written.location)
  }
}

/// The teardown of a key's dependency, with the source location of its declaration.
struct KeptTeardown: Sendable {
  /// The engine's teardown.
  let teardown: Teardown

  /// The source location of the declaration.
  let location: SourceLocation

  /// Returns the teardown of a key; `nil` if the key declares none.
  static func of<Key: DependencyKey>(_ key: Key.Type) -> KeptTeardown? {
    (key as? any ClosableDependencyKey.Type)?.keptTeardown
  }
}
