// The overloads with a time limit in seconds, which are available on systems without `Duration`,
// before iOS 16.
extension Injector {
  /// Registers an abstraction with one implementation. An asynchronous teardown, with a time limit
  /// in seconds, closes the implementation's singletons.
  ///
  /// Teardowns run in a task, one at a time. A teardown that exceeds its limit is cancelled and
  /// counts as failed. ``destroyAsync()`` describes when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: A closure that creates an instance or returns `nil`.
  ///   - limit: The time limit of the teardown in seconds; `nil` for none.
  ///   - teardown: A closure that tears a singleton down, on the closure's actor if it has one.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(1) on average.
  @inlinable
  @_disfavoredOverload
  public func register<Abstraction>(
    _ abstraction: Abstraction.Type, key: String = "",
    implementation: @escaping @isolated(any) () -> Abstraction?,
    withinSeconds limit: Double? = nil,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      [Implementation(key: key, make: implementation)], .registration,
      ImplementationTeardown(asynchronous: teardown, withinSeconds: limit, file: file, line: line))
  }

  /// Adds an implementation to a registered abstraction. An asynchronous teardown, with a time
  /// limit in seconds, closes the implementation's singletons.
  ///
  /// Teardowns run in a task, one at a time. A teardown that exceeds its limit is cancelled and
  /// counts as failed. ``destroyAsync()`` describes when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: A closure that creates an instance or returns `nil`.
  ///   - limit: The time limit of the teardown in seconds; `nil` for none.
  ///   - teardown: A closure that tears a singleton down, on the closure's actor if it has one.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(1) on average.
  @inlinable
  @_disfavoredOverload
  public func add<Abstraction>(
    _ abstraction: Abstraction.Type, key: String,
    implementation: @escaping @isolated(any) () -> Abstraction?,
    withinSeconds limit: Double? = nil,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      [Implementation(key: key, make: implementation)], .addition,
      ImplementationTeardown(asynchronous: teardown, withinSeconds: limit, file: file, line: line))
  }

  /// Registers an abstraction, or adds an implementation if the abstraction is registered already.
  /// An asynchronous teardown, with a time limit in seconds, closes the implementation's
  /// singletons.
  ///
  /// Teardowns run in a task, one at a time. A teardown that exceeds its limit is cancelled and
  /// counts as failed. ``destroyAsync()`` describes when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: A closure that creates an instance or returns `nil`.
  ///   - limit: The time limit of the teardown in seconds; `nil` for none.
  ///   - teardown: A closure that tears a singleton down, on the closure's actor if it has one.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(1) on average.
  @inlinable
  @_disfavoredOverload
  public func addOrRegister<Abstraction>(
    _ abstraction: Abstraction.Type, key: String = "",
    implementation: @escaping @isolated(any) () -> Abstraction?,
    withinSeconds limit: Double? = nil,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      [Implementation(key: key, make: implementation)], .either,
      ImplementationTeardown(asynchronous: teardown, withinSeconds: limit, file: file, line: line))
  }

  /// Registers an abstraction with several implementations. An asynchronous teardown, with a time
  /// limit in seconds, closes the implementations' singletons.
  ///
  /// Teardowns run in a task, one at a time. A teardown that exceeds its limit is cancelled and
  /// counts as failed. ``destroyAsync()`` describes when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - defaultDependency: The key of the default implementation.
  ///   - implementations: A closure for each key, which creates an instance or returns `nil`.
  ///   - limit: The time limit of the teardown in seconds; `nil` for none.
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
    withinSeconds limit: Double? = nil,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      implementations.ordered, default: defaultDependency, .registration,
      ImplementationTeardown(asynchronous: teardown, withinSeconds: limit, file: file, line: line))
  }

  /// Adds implementations to a registered abstraction. An asynchronous teardown, with a time limit
  /// in seconds, closes the implementations' singletons.
  ///
  /// Teardowns run in a task, one at a time. A teardown that exceeds its limit is cancelled and
  /// counts as failed. ``destroyAsync()`` describes when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: A closure for each key, which creates an instance or returns `nil`.
  ///   - limit: The time limit of the teardown in seconds; `nil` for none.
  ///   - teardown: A closure that tears a singleton down, on the closure's actor if it has one.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(*n*) in the number of implementations.
  @inlinable
  @_disfavoredOverload
  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  public func add<Abstraction>(
    _ abstraction: Abstraction.Type, implementations: ImplementationLiteral<Abstraction>,
    withinSeconds limit: Double? = nil,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      implementations.ordered, .addition,
      ImplementationTeardown(asynchronous: teardown, withinSeconds: limit, file: file, line: line))
  }

  /// Registers an abstraction, or adds implementations if the abstraction is registered already. An
  /// asynchronous teardown, with a time limit in seconds, closes the implementations' singletons.
  ///
  /// Teardowns run in a task, one at a time. A teardown that exceeds its limit is cancelled and
  /// counts as failed. ``destroyAsync()`` describes when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: A closure for each key, which creates an instance or returns `nil`.
  ///   - limit: The time limit of the teardown in seconds; `nil` for none.
  ///   - teardown: A closure that tears a singleton down, on the closure's actor if it has one.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(*n*) in the number of implementations.
  @inlinable
  @_disfavoredOverload
  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  public func addOrRegister<Abstraction>(
    _ abstraction: Abstraction.Type, implementations: ImplementationLiteral<Abstraction>,
    withinSeconds limit: Double? = nil,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      implementations.ordered, .either,
      ImplementationTeardown(asynchronous: teardown, withinSeconds: limit, file: file, line: line))
  }
}
