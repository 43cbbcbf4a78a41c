/// Finds the implementation of a key that is made for each injection.
struct ImplementationKey<Abstraction>: Hashable, Sendable, CustomStringConvertible {
  /// The key.
  let key: String

  /// The abstraction and the key.
  var description: String { "'\(printed(Abstraction.self))' with the key '\(key)'" }
}

/// Finds the implementation of a key that is made once.
struct SingletonKey<Abstraction>: Hashable, Sendable, CustomStringConvertible {
  /// The key.
  let key: String

  /// The abstraction and the key.
  var description: String { "singleton '\(printed(Abstraction.self))' with the key '\(key)'" }
}

/// An implementation that is made once, as a type of its own: so that the engine finds it by type.
struct SingletonOf<Abstraction> {
  /// The instance.
  let value: Abstraction
}

/// Finds all registrations of an abstraction, but for its default key.
enum ImplementationsOf<Abstraction> {}

/// The key whose implementation is injected by default. An abstraction is registered if its context has one.
struct DefaultKeyOf<Abstraction>: Sendable {
  /// The key.
  let key: String

  /// A number that grows with each change of a default key in the context.
  let version: UInt64
}

/// A factory that has nothing to offer.
struct NoInstance: Error, CustomStringConvertible {
  /// The abstraction and the key.
  let description: String
}

/// Returns the name of an abstraction, as messages print it.
func printed(_ abstraction: any Any.Type) -> String { String(describing: abstraction) }
