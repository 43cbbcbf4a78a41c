internal import StitcherEngine

extension Injector {
  /// Registers an abstraction with one implementation, and says how a singleton is closed.
  ///
  /// ```swift
  /// Injector.global.register(Database.self, implementation: FileDatabase.instance) { database in
  ///   try database.close()
  /// }
  /// ```
  ///
  /// The teardown is called once for each singleton, when the context lets go of it: at
  /// ``destroyAsync()``, which waits, ``destroy()``, ``clear()``, ``remove(_:)``,
  /// ``resetSingleton(of:key:)``, where its implementation is replaced, and when the isolated graph
  /// ends that has it. Of several singletons, what was created later goes first. What was not
  /// injected as a singleton is not closed: the context does not know these instances. What fails
  /// where nobody waits is printed to the standard error.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: Makes an instance, or returns nil.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(1) on average.
  @inlinable
  public func register<Abstraction>(
    _ abstraction: Abstraction.Type,
    key: String = "",
    implementation: @escaping @isolated(any) () -> Abstraction?,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) throws -> Void,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    change(
      [Implementation(key: key, make: implementation)], default: key, .registration,
      ImplementationTeardown(synchronous: teardown, file: file, line: line))
  }

  /// Registers an abstraction with one implementation, and says how a singleton is closed, in a
  /// task.
  ///
  /// ```swift
  /// Injector.global.register(Database.self, implementation: FileDatabase.instance) { database in
  ///   try await database.close()
  /// }
  /// ```
  ///
  /// Teardowns run one after the other. One that takes longer than its limit is cancelled, is not
  /// waited for any more, and counts as failed. See the form for synchronous closures.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: Makes an instance, or returns nil.
  ///   - limit: How long it may take; nil if that does not matter.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(1) on average.
  @inlinable
  @_disfavoredOverload
  public func register<Abstraction>(
    _ abstraction: Abstraction.Type,
    key: String = "",
    implementation: @escaping @isolated(any) () -> Abstraction?,
    within limit: Duration? = nil,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    change(
      [Implementation(key: key, make: implementation)], default: key, .registration,
      ImplementationTeardown(asynchronous: teardown, within: limit, file: file, line: line))
  }

  /// Adds an implementation to a registered abstraction, and says how a singleton is closed.
  ///
  /// See ``register(_:key:implementation:teardown:file:line:)``.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: Makes an instance, or returns nil.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(1) on average.
  @inlinable
  public func add<Abstraction>(
    _ abstraction: Abstraction.Type,
    key: String,
    implementation: @escaping @isolated(any) () -> Abstraction?,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) throws -> Void,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    change(
      [Implementation(key: key, make: implementation)], default: key, .addition,
      ImplementationTeardown(synchronous: teardown, file: file, line: line))
  }

  /// Adds an implementation to a registered abstraction, and says how a singleton is closed, in a
  /// task.
  ///
  /// See ``register(_:key:implementation:teardown:file:line:)``.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: Makes an instance, or returns nil.
  ///   - limit: How long it may take; nil if that does not matter.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(1) on average.
  @inlinable
  @_disfavoredOverload
  public func add<Abstraction>(
    _ abstraction: Abstraction.Type,
    key: String,
    implementation: @escaping @isolated(any) () -> Abstraction?,
    within limit: Duration? = nil,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    change(
      [Implementation(key: key, make: implementation)], default: key, .addition,
      ImplementationTeardown(asynchronous: teardown, within: limit, file: file, line: line))
  }

  /// Registers an abstraction, or adds to it, and says how a singleton is closed.
  ///
  /// See ``register(_:key:implementation:teardown:file:line:)``.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: Makes an instance, or returns nil.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(1) on average.
  @inlinable
  public func addOrRegister<Abstraction>(
    _ abstraction: Abstraction.Type,
    key: String = "",
    implementation: @escaping @isolated(any) () -> Abstraction?,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) throws -> Void,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    change(
      [Implementation(key: key, make: implementation)], default: key, .either,
      ImplementationTeardown(synchronous: teardown, file: file, line: line))
  }

  /// Registers an abstraction, or adds to it, and says how a singleton is closed, in a task.
  ///
  /// See ``register(_:key:implementation:teardown:file:line:)``.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: Makes an instance, or returns nil.
  ///   - limit: How long it may take; nil if that does not matter.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(1) on average.
  @inlinable
  @_disfavoredOverload
  public func addOrRegister<Abstraction>(
    _ abstraction: Abstraction.Type,
    key: String = "",
    implementation: @escaping @isolated(any) () -> Abstraction?,
    within limit: Duration? = nil,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    change(
      [Implementation(key: key, make: implementation)], default: key, .either,
      ImplementationTeardown(asynchronous: teardown, within: limit, file: file, line: line))
  }

  /// Removes the context as ``destroy()`` does, and waits until its singletons are closed.
  ///
  /// ```swift
  /// await injector.destroyAsync()
  /// ```
  ///
  /// What is still being made is waited for, and closed before what it was made with. All are
  /// closed, whatever fails, also if the calling task is cancelled. A teardown that fails is logged
  /// as an error, with the place of the registration.
  ///
  /// - Complexity: O(*n* log *n*) in the number of implementations.
  public func destroyAsync() async {
    for failure in await context.destroyAndWait() {
      InjectorLog.error(.teardownFailed(failure))
    }
    InjectorLog.info("Context with identifier \(root.name.id) removed successfully")
  }
}
