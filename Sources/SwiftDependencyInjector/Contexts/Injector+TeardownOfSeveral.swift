extension Injector {
  /// Registers an abstraction with several implementations, and says how a singleton is closed.
  ///
  /// See ``register(_:key:implementation:teardown:file:line:)``.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - defaultDependency: The key of the implementation that is injected where none is asked for.
  ///   - implementations: For each key a closure that makes an instance, or returns nil.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(*n*) in the number of implementations.
  @inlinable
  public func register<Abstraction>(
    _ abstraction: Abstraction.Type,
    defaultDependency: String,
    implementations: ImplementationLiteral<Abstraction>,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) throws -> Void,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    change(
      implementations.ordered, default: defaultDependency, .registration,
      ImplementationTeardown(synchronous: teardown, file: file, line: line))
  }

  /// Registers an abstraction with several implementations, and says how a singleton is closed, in
  /// a task.
  ///
  /// See ``register(_:key:implementation:teardown:file:line:)``.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - defaultDependency: The key of the implementation that is injected where none is asked for.
  ///   - implementations: For each key a closure that makes an instance, or returns nil.
  ///   - limit: How long it may take; nil if that does not matter.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(*n*) in the number of implementations.
  @inlinable
  @_disfavoredOverload
  public func register<Abstraction>(
    _ abstraction: Abstraction.Type,
    defaultDependency: String,
    implementations: ImplementationLiteral<Abstraction>,
    within limit: Duration? = nil,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    change(
      implementations.ordered, default: defaultDependency, .registration,
      ImplementationTeardown(asynchronous: teardown, within: limit, file: file, line: line))
  }

  /// Adds implementations to a registered abstraction, and says how a singleton is closed.
  ///
  /// See ``register(_:key:implementation:teardown:file:line:)``.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: For each key a closure that makes an instance, or returns nil.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(*n*) in the number of implementations.
  @inlinable
  public func add<Abstraction>(
    _ abstraction: Abstraction.Type,
    implementations: ImplementationLiteral<Abstraction>,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) throws -> Void,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let ordered = implementations.ordered
    change(
      ordered, default: ordered.first?.key ?? "", .addition,
      ImplementationTeardown(synchronous: teardown, file: file, line: line))
  }

  /// Adds implementations to a registered abstraction, and says how a singleton is closed, in a
  /// task.
  ///
  /// See ``register(_:key:implementation:teardown:file:line:)``.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: For each key a closure that makes an instance, or returns nil.
  ///   - limit: How long it may take; nil if that does not matter.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(*n*) in the number of implementations.
  @inlinable
  @_disfavoredOverload
  public func add<Abstraction>(
    _ abstraction: Abstraction.Type,
    implementations: ImplementationLiteral<Abstraction>,
    within limit: Duration? = nil,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let ordered = implementations.ordered
    change(
      ordered, default: ordered.first?.key ?? "", .addition,
      ImplementationTeardown(asynchronous: teardown, within: limit, file: file, line: line))
  }

  /// Registers an abstraction, or adds to it, and says how a singleton is closed.
  ///
  /// See ``register(_:key:implementation:teardown:file:line:)``.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: For each key a closure that makes an instance, or returns nil.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(*n*) in the number of implementations.
  @inlinable
  public func addOrRegister<Abstraction>(
    _ abstraction: Abstraction.Type,
    implementations: ImplementationLiteral<Abstraction>,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) throws -> Void,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let ordered = implementations.ordered
    change(
      ordered, default: ordered.first?.key ?? "", .either,
      ImplementationTeardown(synchronous: teardown, file: file, line: line))
  }

  /// Registers an abstraction, or adds to it, and says how a singleton is closed, in a task.
  ///
  /// See ``register(_:key:implementation:teardown:file:line:)``.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: For each key a closure that makes an instance, or returns nil.
  ///   - limit: How long it may take; nil if that does not matter.
  ///   - teardown: Closes a singleton; on the actor that the closure names, if it does.
  ///   - file: The file of the registration, for messages.
  ///   - line: The line of the registration, for messages.
  /// - Complexity: O(*n*) in the number of implementations.
  @inlinable
  @_disfavoredOverload
  public func addOrRegister<Abstraction>(
    _ abstraction: Abstraction.Type,
    implementations: ImplementationLiteral<Abstraction>,
    within limit: Duration? = nil,
    teardown: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let ordered = implementations.ordered
    change(
      ordered, default: ordered.first?.key ?? "", .either,
      ImplementationTeardown(asynchronous: teardown, within: limit, file: file, line: line))
  }
}
