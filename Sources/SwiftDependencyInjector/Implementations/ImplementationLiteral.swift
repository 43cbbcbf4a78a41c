/// The implementations of an abstraction, written where they are registered: for each key a closure
/// that makes an instance, or returns nil.
///
/// A closure that is written on an actor belongs to it. Those of a dictionary that was made before
/// have lost that; they are registered as they are.
///
/// Each key stands once: a literal with two equal keys stops the program.
public struct ImplementationLiteral<Abstraction>: ExpressibleByDictionaryLiteral {
  /// The implementations, in the order of their keys.
  @usableFromInline let ordered: [Implementation<Abstraction>]

  /// Takes over closures, each with a key of its own: two equal keys stop the program.
  ///
  /// - Parameter elements: The keys and closures, in any order.
  /// - Complexity: O(*n* log *n*) in the number of closures.
  @inlinable
  public init(dictionaryLiteral elements: (String, @isolated(any) () -> Abstraction?)...) {
    ordered = elements.map { Implementation(key: $0, make: $1) }.sorted { $0.key < $1.key }
    for (one, next) in zip(ordered, ordered.dropFirst()) {
      precondition(one.key != next.key, "Each key has one implementation.")
    }
  }

  /// Takes over the closures of a dictionary.
  @inlinable
  init(_ dictionary: [String: () -> Abstraction?]) {
    ordered = dictionary.map { Implementation(key: $0, make: $1) }.sorted { $0.key < $1.key }
  }
}

// For dictionaries that were made before. What the literals' methods say holds here as well.
extension Injector {
  /// Registers an abstraction with the implementations of a dictionary, which know no actor.
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
    implementations: [String: () -> Abstraction?]
  ) {
    register(
      abstraction, defaultDependency: defaultDependency,
      implementations: ImplementationLiteral(implementations))
  }

  /// Adds the implementations of a dictionary, which know no actor, to a registered abstraction.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: For each key a closure that makes an instance, or returns nil.
  /// - Complexity: O(*n* log *n*) in the number of implementations.
  @inlinable
  @_disfavoredOverload
  public func add<Abstraction>(
    _ abstraction: Abstraction.Type, implementations: [String: () -> Abstraction?]
  ) {
    add(abstraction, implementations: ImplementationLiteral(implementations))
  }

  /// Registers an abstraction with the implementations of a dictionary, which know no actor, or
  /// adds them.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: For each key a closure that makes an instance, or returns nil. If the
  ///     abstraction is new, the smallest key becomes the default one.
  /// - Complexity: O(*n* log *n*) in the number of implementations.
  @inlinable
  @_disfavoredOverload
  public func addOrRegister<Abstraction>(
    _ abstraction: Abstraction.Type, implementations: [String: () -> Abstraction?]
  ) {
    addOrRegister(abstraction, implementations: ImplementationLiteral(implementations))
  }
}
