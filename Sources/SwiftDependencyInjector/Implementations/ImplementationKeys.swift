internal import StitcherEngine

/// Finds the implementation of a key.
struct ImplementationKey: Hashable, Sendable, CustomStringConvertible {
  /// What the implementation stands for.
  let abstraction: any Any.Type

  /// What tells it from other implementations of the abstraction.
  let key: String

  /// Whether the implementation is made once.
  let isSingleton: Bool

  /// Creates a key.
  init(_ abstraction: any Any.Type, _ key: String, _ type: InjectionType) {
    self.abstraction = abstraction
    self.key = key
    isSingleton = type == .singleton
  }

  /// The abstraction and the key.
  var description: String {
    "\(isSingleton ? "singleton " : "")'\(printed(abstraction))' with the key '\(key)'"
  }

  /// Whether both find the same implementation.
  static func == (left: Self, right: Self) -> Bool {
    left.abstraction == right.abstraction && left.isSingleton == right.isSingleton
      && left.key == right.key
  }

  /// Feeds the abstraction and the key into a hasher.
  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(abstraction))
    hasher.combine(isSingleton)
    hasher.combine(key)
  }
}

/// An implementation that is made once, as a type of its own: so that the engine finds it by type.
@frozen
@usableFromInline
struct SingletonOf<Abstraction> {
  /// The only instance of the implementation.
  @usableFromInline let value: Abstraction

  /// Wraps an instance.
  @usableFromInline
  init(value: Abstraction) { self.value = value }
}

extension SingletonOf: ValueContainer {
  package var isContentUsableAnywhere: Bool { isUsableAnywhere(value) }
  package func checkContentIsUsableHere() throws { try checkIsUsableHere(value) }
}

extension SingletonOf: WrapperType {
  /// The abstraction.
  package static var shownType: any Any.Type { Abstraction.self }
}

/// Finds all registrations of an abstraction, but for its default key.
enum ImplementationsOf<Abstraction> {}

/// The key whose implementation is injected by default. An abstraction is registered if its
/// context has one.
struct DefaultKeyOf<Abstraction>: Sendable {
  /// The key of the implementation that counts where none is asked for.
  let key: String

  /// A number that grows with each change of a default key in the context.
  let version: UInt64
}

/// A factory that has nothing to offer.
@usableFromInline
struct NoInstance: Error, CustomStringConvertible {
  /// The abstraction and the key.
  @usableFromInline let description: String

  /// Names the implementation that returned nil.
  @usableFromInline
  init(_ abstraction: any Any.Type, _ key: String) {
    description = "\(ImplementationKey(abstraction, key, .regular)) returned nil"
  }
}

/// Returns the name of an abstraction, as messages print it.
func printed(_ abstraction: any Any.Type) -> String { String(describing: abstraction) }
