internal import StitcherEngine

/// A key of the ``DependencyMap`` that says how its dependency is closed.
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
/// lets go of it: at ``DependencyMap/end()``, which waits; when another one is registered for the
/// key; and when the isolated graph ends, of the module Stitcher, in which it was created or
/// registered. What was created later goes first, so a dependency is still whole when what was
/// created with it is closed. What fails where nobody waits is printed to the standard error.
public protocol ClosableDependencyKey: DependencyKey {
  /// How the dependency is closed; read before it is created or registered.
  static var teardown: DependencyTeardown<Value> { get }
}

/// How a dependency of the ``DependencyMap`` is closed; see ``ClosableDependencyKey``.
public struct DependencyTeardown<Dependency>: Sendable {
  /// What is done with the dependency.
  let teardown: Teardown

  /// Where it is written.
  let location: SourceLocation

  /// Takes a synchronous closure over.
  ///
  /// - Parameters:
  ///   - file: The file of the teardown, for errors.
  ///   - line: The line of the teardown, for errors.
  ///   - action: Closes the dependency: on the actor that the closure names, as in
  ///     `{ @MainActor screen in screen.close() }`; else on the thread that lets go of it, or, if
  ///     that is awaited or something that goes before it is asynchronous, in a task.
  public init(
    file: StaticString = #fileID, line: UInt = #line,
    _ action: @escaping @Sendable @isolated(any) (Dependency) throws -> Void
  ) {
    teardown = Teardown(synchronous: action)
    location = SourceLocation(file: file, line: line)
  }

  /// Takes an asynchronous closure over.
  ///
  /// - Parameters:
  ///   - limit: How long it may take; nil if that does not matter. What takes longer is cancelled,
  ///     is not waited for any more, and counts as failed with ``DependencyTeardownError/Timeout``.
  ///   - file: The file of the teardown, for errors.
  ///   - line: The line of the teardown, for errors.
  ///   - action: Closes the dependency, in a task. One that names a global actor runs there.
  @_disfavoredOverload
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public init(
    within limit: Duration?, file: StaticString = #fileID, line: UInt = #line,
    _ action: @escaping @Sendable @isolated(any) (Dependency) async throws -> Void
  ) {
    teardown = Teardown(asynchronous: action, within: limit.map { TimeSpan($0) })
    location = SourceLocation(file: file, line: line)
  }

  /// Takes an asynchronous closure over.
  ///
  /// - Parameters:
  ///   - limit: How many seconds it may take; nil if that does not matter.
  ///   - file: The file of the teardown, for errors.
  ///   - line: The line of the teardown, for errors.
  ///   - action: Closes the dependency, as in the form with a `Duration`.
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
  /// Lets go of everything that the map holds, and closes what has a ``ClosableDependencyKey``.
  ///
  /// ```swift
  /// try await DependencyMap.end()
  /// ```
  ///
  /// Meant for the end of a program. The latest dependency is closed first, each once, all of them
  /// even if some fail or the calling task is cancelled. What is still being made is waited for,
  /// and closed before what it was made with. The next read of a key creates its default again. In
  /// an isolated graph's `run`, of the module Stitcher, it is that graph's map that is emptied.
  ///
  /// - Throws: ``DependencyTeardownError``, after all that.
  /// - Complexity: O(*n* log *n*) in the number of dependencies.
  public static func end() async throws {
    let failures = await DependencyStore.current.end()
    if !failures.isEmpty { throw DependencyTeardownError(failures) }
  }
}

extension ClosableDependencyKey {
  /// How what the map keeps for the key is closed, and where that is written.
  static var keptTeardown: KeptTeardown {
    let written = teardown
    return KeptTeardown(
      // The registration makes nothing else.
      teardown: written.teardown.unwrapping { ($0 as! any StoredDependency).anyValue },
      location: written.location)
  }
}

/// How what the map keeps for a key is closed.
struct KeptTeardown: Sendable {
  /// What is done with it.
  let teardown: Teardown

  /// Where that is written.
  let location: SourceLocation

  /// What a key says; nil if it says nothing.
  static func of<Key: DependencyKey>(_ key: Key.Type) -> KeptTeardown? {
    (key as? any ClosableDependencyKey.Type)?.keptTeardown
  }
}
