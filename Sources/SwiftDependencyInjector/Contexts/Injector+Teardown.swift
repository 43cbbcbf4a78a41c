internal import StitcherEngine

// The forms for teardowns that are asynchronous. Those for synchronous ones are with the
// registrations without a teardown.
extension Injector {
  /// Registers an abstraction with one implementation, and closes its singletons in a task.
  ///
  /// One teardown runs at a time. A teardown that exceeds its limit is cancelled and counts as
  /// failed. ``destroyAsync()`` says when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: Makes an instance, or returns nil.
  ///   - limit: The longest time that the teardown may take.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(1) on average.
  @inlinable
  @_disfavoredOverload
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func register<Abstraction>(
    _ abstraction: Abstraction.Type, key: String = "",
    implementation: @escaping @isolated(any) () -> Abstraction?,
    within limit: Duration?,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      [Implementation(key: key, make: implementation)], .registration,
      ImplementationTeardown(asynchronous: teardown, within: limit, file: file, line: line))
  }

  /// Adds an implementation to a registered abstraction, and closes its singletons in a task.
  ///
  /// One teardown runs at a time. A teardown that exceeds its limit is cancelled and counts as
  /// failed. ``destroyAsync()`` says when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: Makes an instance, or returns nil.
  ///   - limit: The longest time that the teardown may take.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(1) on average.
  @inlinable
  @_disfavoredOverload
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func add<Abstraction>(
    _ abstraction: Abstraction.Type, key: String,
    implementation: @escaping @isolated(any) () -> Abstraction?,
    within limit: Duration?,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      [Implementation(key: key, make: implementation)], .addition,
      ImplementationTeardown(asynchronous: teardown, within: limit, file: file, line: line))
  }

  /// Registers an abstraction, or adds to a registered one, and closes its singletons in a task.
  ///
  /// One teardown runs at a time. A teardown that exceeds its limit is cancelled and counts as
  /// failed. ``destroyAsync()`` says when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: Makes an instance, or returns nil.
  ///   - limit: The longest time that the teardown may take.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(1) on average.
  @inlinable
  @_disfavoredOverload
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func addOrRegister<Abstraction>(
    _ abstraction: Abstraction.Type, key: String = "",
    implementation: @escaping @isolated(any) () -> Abstraction?,
    within limit: Duration?,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      [Implementation(key: key, make: implementation)], .either,
      ImplementationTeardown(asynchronous: teardown, within: limit, file: file, line: line))
  }

  /// Registers an abstraction with several implementations, and closes its singletons in a task.
  ///
  /// One teardown runs at a time. A teardown that exceeds its limit is cancelled and counts as
  /// failed. ``destroyAsync()`` says when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - defaultDependency: The key of the implementation that is injected where none is asked for.
  ///   - implementations: For each key a closure that makes an instance, or returns nil.
  ///   - limit: The longest time that the teardown may take.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(*n*) in the number of implementations.
  @inlinable
  @_disfavoredOverload
  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  public func register<Abstraction>(
    _ abstraction: Abstraction.Type, defaultDependency: String,
    implementations: ImplementationLiteral<Abstraction>,
    within limit: Duration?,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      implementations.ordered, default: defaultDependency, .registration,
      ImplementationTeardown(asynchronous: teardown, within: limit, file: file, line: line))
  }

  /// Adds implementations to a registered abstraction, and closes its singletons in a task.
  ///
  /// One teardown runs at a time. A teardown that exceeds its limit is cancelled and counts as
  /// failed. ``destroyAsync()`` says when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: For each key a closure that makes an instance, or returns nil.
  ///   - limit: The longest time that the teardown may take.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(*n*) in the number of implementations.
  @inlinable
  @_disfavoredOverload
  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  public func add<Abstraction>(
    _ abstraction: Abstraction.Type, implementations: ImplementationLiteral<Abstraction>,
    within limit: Duration?,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      implementations.ordered, .addition,
      ImplementationTeardown(asynchronous: teardown, within: limit, file: file, line: line))
  }

  /// Registers an abstraction, or adds to a registered one, and closes its singletons in a task.
  ///
  /// One teardown runs at a time. A teardown that exceeds its limit is cancelled and counts as
  /// failed. ``destroyAsync()`` says when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: For each key a closure that makes an instance, or returns nil.
  ///   - limit: The longest time that the teardown may take.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(*n*) in the number of implementations.
  @inlinable
  @_disfavoredOverload
  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  public func addOrRegister<Abstraction>(
    _ abstraction: Abstraction.Type, implementations: ImplementationLiteral<Abstraction>,
    within limit: Duration?,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      implementations.ordered, .either,
      ImplementationTeardown(asynchronous: teardown, within: limit, file: file, line: line))
  }

  /// Removes the context as ``destroy()`` does, and waits until its singletons are closed.
  ///
  /// ```swift
  /// Injector.global.register(Database.self, implementation: FileDatabase.instance) { database in
  ///   try database.close()
  /// }
  /// await Injector.global.destroyAsync()
  /// ```
  ///
  /// The teardown of a registration is called once for each singleton when the singleton leaves the
  /// context: here, at ``destroy()``, ``clear()``, ``remove(_:)`` and ``resetSingleton(of:key:)``,
  /// when its implementation is replaced, and when its isolated graph ends. A singleton that was
  /// created later is closed first. Instances of regular injections are not closed, since the
  /// context does not keep them. A failure is printed to the standard error if no call waits.
  ///
  /// This call waits for singletons that are being created, and closes them before those that they
  /// were created with. All are closed, even if one fails or the calling task is cancelled. Each
  /// failure is logged as an error, with the place of the registration.
  ///
  /// - Complexity: O(*n* log *n*) in the number of implementations.
  public func destroyAsync() async {
    for failure in await context.destroyAndWait() {
      InjectorLog.error(.teardownFailed(failure))
    }
    InjectorLog.info("Context with identifier \(root.name.id) removed successfully")
  }
}
