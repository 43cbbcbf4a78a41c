// The comments of the overloads with literals, in `Injector+Registration.swift`, apply here as
// well.

// A closure without `@Sendable` may be isolated to an actor, but its type does not show this. Such
// a closure cannot leave its actor, so its actor is the caller's.
extension Injector {
  /// Registers an abstraction with the implementations in a dictionary, by their keys.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - defaultDependency: The key of the default implementation.
  ///   - implementations: A closure for each key, which creates an instance or returns `nil`.
  ///   - isolation: The actor of the closures: the caller's.
  /// - Complexity: O(*n* log *n*) in the number of implementations.
  @inlinable
  @_disfavoredOverload
  public func register<Abstraction>(
    _ abstraction: Abstraction.Type, defaultDependency: String,
    implementations: [String: () -> Abstraction?],
    isolation: (any Actor)? = #isolation
  ) {
    change(
      ImplementationLiteral<Abstraction>(implementations, of: isolation).ordered,
      default: defaultDependency, .registration, nil)
  }

  /// Adds the implementations in a dictionary, by their keys, to a registered abstraction.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: A closure for each key, which creates an instance or returns `nil`.
  ///   - isolation: The actor of the closures: the caller's.
  /// - Complexity: O(*n* log *n*) in the number of implementations.
  @inlinable
  @_disfavoredOverload
  public func add<Abstraction>(
    _ abstraction: Abstraction.Type,
    implementations: [String: () -> Abstraction?],
    isolation: (any Actor)? = #isolation
  ) {
    change(
      ImplementationLiteral<Abstraction>(implementations, of: isolation).ordered, .addition, nil)
  }

  /// Registers an abstraction with the implementations in a dictionary, by their keys, or adds the
  /// implementations if the abstraction is registered already.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: A closure for each key, which creates an instance or returns `nil`. For a
  ///     new abstraction, the smallest key becomes the default key.
  ///   - isolation: The actor of the closures: the caller's.
  /// - Complexity: O(*n* log *n*) in the number of implementations.
  @inlinable
  @_disfavoredOverload
  public func addOrRegister<Abstraction>(
    _ abstraction: Abstraction.Type,
    implementations: [String: () -> Abstraction?],
    isolation: (any Actor)? = #isolation
  ) {
    change(
      ImplementationLiteral<Abstraction>(implementations, of: isolation).ordered, .either, nil)
  }
}

// The closures of these overloads may be called on any thread. A dictionary of them cannot be
// converted for the overloads above: the program would stop.
extension Injector {
  /// Registers an abstraction with the implementations in a dictionary, by their keys.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - defaultDependency: The key of the default implementation.
  ///   - implementations: A closure for each key, which creates an instance or returns `nil`.
  /// - Complexity: O(*n* log *n*) in the number of implementations.
  @inlinable
  @_disfavoredOverload
  public func register<Abstraction>(
    _ abstraction: Abstraction.Type, defaultDependency: String,
    implementations: [String: @Sendable () -> Abstraction?]
  ) {
    change(
      ImplementationLiteral<Abstraction>(free: implementations).ordered,
      default: defaultDependency, .registration, nil)
  }

  /// Adds the implementations in a dictionary, by their keys, to a registered abstraction.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: A closure for each key, which creates an instance or returns `nil`.
  /// - Complexity: O(*n* log *n*) in the number of implementations.
  @inlinable
  @_disfavoredOverload
  public func add<Abstraction>(
    _ abstraction: Abstraction.Type,
    implementations: [String: @Sendable () -> Abstraction?]
  ) {
    change(
      ImplementationLiteral<Abstraction>(free: implementations).ordered, .addition, nil)
  }

  /// Registers an abstraction with the implementations in a dictionary, by their keys, or adds the
  /// implementations if the abstraction is registered already.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: A closure for each key, which creates an instance or returns `nil`. For a
  ///     new abstraction, the smallest key becomes the default key.
  /// - Complexity: O(*n* log *n*) in the number of implementations.
  @inlinable
  @_disfavoredOverload
  public func addOrRegister<Abstraction>(
    _ abstraction: Abstraction.Type,
    implementations: [String: @Sendable () -> Abstraction?]
  ) {
    change(
      ImplementationLiteral<Abstraction>(free: implementations).ordered, .either, nil)
  }
}
