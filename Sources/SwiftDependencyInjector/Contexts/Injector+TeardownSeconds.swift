// The forms with a number of seconds, which exist before `Duration` (iOS 16).
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
  ///   - limit: The longest time that the teardown may take, in seconds; nil if that does not
  ///     matter.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
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

  /// Adds an implementation to a registered abstraction, and closes its singletons in a task.
  ///
  /// One teardown runs at a time. A teardown that exceeds its limit is cancelled and counts as
  /// failed. ``destroyAsync()`` says when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: Makes an instance, or returns nil.
  ///   - limit: The longest time that the teardown may take, in seconds; nil if that does not
  ///     matter.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
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

  /// Registers an abstraction, or adds to a registered one, and closes its singletons in a task.
  ///
  /// One teardown runs at a time. A teardown that exceeds its limit is cancelled and counts as
  /// failed. ``destroyAsync()`` says when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: Makes an instance, or returns nil.
  ///   - limit: The longest time that the teardown may take, in seconds; nil if that does not
  ///     matter.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
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

  /// Registers an abstraction with several implementations, and closes its singletons in a task.
  ///
  /// One teardown runs at a time. A teardown that exceeds its limit is cancelled and counts as
  /// failed. ``destroyAsync()`` says when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - defaultDependency: The key of the implementation that is injected where none is asked for.
  ///   - implementations: For each key a closure that makes an instance, or returns nil.
  ///   - limit: The longest time that the teardown may take, in seconds; nil if that does not
  ///     matter.
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
    withinSeconds limit: Double? = nil,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      implementations.ordered, default: defaultDependency, .registration,
      ImplementationTeardown(asynchronous: teardown, withinSeconds: limit, file: file, line: line))
  }

  /// Adds implementations to a registered abstraction, and closes its singletons in a task.
  ///
  /// One teardown runs at a time. A teardown that exceeds its limit is cancelled and counts as
  /// failed. ``destroyAsync()`` says when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: For each key a closure that makes an instance, or returns nil.
  ///   - limit: The longest time that the teardown may take, in seconds; nil if that does not
  ///     matter.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
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

  /// Registers an abstraction, or adds to a registered one, and closes its singletons in a task.
  ///
  /// One teardown runs at a time. A teardown that exceeds its limit is cancelled and counts as
  /// failed. ``destroyAsync()`` says when teardowns run.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: For each key a closure that makes an instance, or returns nil.
  ///   - limit: The longest time that the teardown may take, in seconds; nil if that does not
  ///     matter.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
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
