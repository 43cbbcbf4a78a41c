internal import StitcherEngine

// The overloads with asynchronous teardowns. The overloads with synchronous teardowns are in
// `Injector+Registration.swift`.
extension Injector {
  /// Registers an abstraction with one implementation. An asynchronous teardown closes the
  /// implementation's singletons.
  ///
  /// Teardowns run in a task, one at a time. A teardown that exceeds its limit is cancelled and
  /// counts as failed. ``destroyAsync()`` describes when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: A closure that creates an instance or returns `nil`.
  ///   - limit: The time limit of the teardown; `nil` for none.
  ///   - teardown: A closure that tears a singleton down, on the closure's actor if it has one.
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

  /// Adds an implementation to a registered abstraction. An asynchronous teardown closes the
  /// implementation's singletons.
  ///
  /// Teardowns run in a task, one at a time. A teardown that exceeds its limit is cancelled and
  /// counts as failed. ``destroyAsync()`` describes when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: A closure that creates an instance or returns `nil`.
  ///   - limit: The time limit of the teardown; `nil` for none.
  ///   - teardown: A closure that tears a singleton down, on the closure's actor if it has one.
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

  /// Registers an abstraction, or adds an implementation if the abstraction is registered already.
  /// An asynchronous teardown closes the implementation's singletons.
  ///
  /// Teardowns run in a task, one at a time. A teardown that exceeds its limit is cancelled and
  /// counts as failed. ``destroyAsync()`` describes when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: A closure that creates an instance or returns `nil`.
  ///   - limit: The time limit of the teardown; `nil` for none.
  ///   - teardown: A closure that tears a singleton down, on the closure's actor if it has one.
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

  /// Registers an abstraction with several implementations. An asynchronous teardown closes the
  /// implementations' singletons.
  ///
  /// Teardowns run in a task, one at a time. A teardown that exceeds its limit is cancelled and
  /// counts as failed. ``destroyAsync()`` describes when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - defaultDependency: The key of the default implementation.
  ///   - implementations: A closure for each key, which creates an instance or returns `nil`.
  ///   - limit: The time limit of the teardown; `nil` for none.
  ///   - teardown: A closure that tears a singleton down, on the closure's actor if it has one.
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

  /// Adds implementations to a registered abstraction. An asynchronous teardown closes the
  /// implementations' singletons.
  ///
  /// Teardowns run in a task, one at a time. A teardown that exceeds its limit is cancelled and
  /// counts as failed. ``destroyAsync()`` describes when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: A closure for each key, which creates an instance or returns `nil`.
  ///   - limit: The time limit of the teardown; `nil` for none.
  ///   - teardown: A closure that tears a singleton down, on the closure's actor if it has one.
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

  /// Registers an abstraction, or adds implementations if the abstraction is registered already. An
  /// asynchronous teardown closes the implementations' singletons.
  ///
  /// Teardowns run in a task, one at a time. A teardown that exceeds its limit is cancelled and
  /// counts as failed. ``destroyAsync()`` describes when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: A closure for each key, which creates an instance or returns `nil`.
  ///   - limit: The time limit of the teardown; `nil` for none.
  ///   - teardown: A closure that tears a singleton down, on the closure's actor if it has one.
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

  /// Destroys the context as ``destroy()`` does, and waits for the teardowns of its singletons.
  ///
  /// ```swift
  /// Injector.global.register(Database.self, implementation: FileDatabase.instance) { database in
  ///   try database.close()
  /// }
  /// await Injector.global.destroyAsync()
  /// ```
  ///
  /// The teardown of a registration is called once for each singleton, when the context releases
  /// the singleton. The context does so here, in ``destroy()``, ``clear()``, ``remove(_:)`` and
  /// ``resetSingleton(of:key:)``, when the implementation is replaced, and when its isolated graph
  /// ends. Singletons are torn down in the reverse order of creation. Instances of regular
  /// injections are not torn down, since the context does not keep them. If no call waits, a
  /// failure is printed to the standard error.
  ///
  /// This call waits for singletons that are still being created. They are torn down before the
  /// singletons that they were created with. All teardowns run, even if one fails or the calling
  /// task is cancelled. Each failure is logged as an error, with the source location of the
  /// registration.
  ///
  /// - Complexity: O(*n* log *n*) in the number of implementations.
  public func destroyAsync() async {
    for failure in await context.destroyAndWait() {
      InjectorLog.error(.teardownFailed(failure))
    }
    InjectorLog.info("Context with identifier \(root.name.id) removed successfully")
  }
}
