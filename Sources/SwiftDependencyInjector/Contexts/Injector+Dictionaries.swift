// What the methods that take literals say holds here as well.

// The compiler does not say whether a closure without `@Sendable` belongs to an actor. What does
// cannot have left it, so that it is the caller's.
extension Injector {
  /// Registers an abstraction with the implementations of a dictionary.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - defaultDependency: The key of the implementation that is injected where none is asked for.
  ///   - implementations: For each key a closure that makes an instance, or returns nil.
  ///   - isolation: The actor to which the closures belong: that of the caller.
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

  /// Adds the implementations of a dictionary to a registered abstraction.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: For each key a closure that makes an instance, or returns nil.
  ///   - isolation: The actor to which the closures belong: that of the caller.
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

  /// Registers an abstraction with the implementations of a dictionary, or adds them.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: For each key a closure that makes an instance, or returns nil. If the
  ///     abstraction is new, the smallest key becomes the default one.
  ///   - isolation: The actor to which the closures belong: that of the caller.
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

// These closures can be called anywhere. A dictionary of them does not convert to one of those
// above: the program would stop.
extension Injector {
  /// Registers an abstraction with the implementations of a dictionary.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - defaultDependency: The key of the implementation that is injected where none is asked for.
  ///   - implementations: For each key a closure that makes an instance, or returns nil.
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

  /// Adds the implementations of a dictionary to a registered abstraction.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: For each key a closure that makes an instance, or returns nil.
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

  /// Registers an abstraction with the implementations of a dictionary, or adds them.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: For each key a closure that makes an instance, or returns nil. If the
  ///     abstraction is new, the smallest key becomes the default one.
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
