internal import StitcherEngine

/// The lookup key of a registration: the abstraction, the implementation's key, and whether the
/// registration creates the singleton.
struct ImplementationKey: Hashable, Sendable, CustomStringConvertible {
  /// The abstraction.
  let abstraction: any Any.Type

  /// The key that distinguishes the implementations of an abstraction.
  let key: String

  /// Whether the registration creates the singleton of the implementation instead of new instances.
  let isSingleton: Bool

  /// Creates a key.
  init(_ abstraction: any Any.Type, _ key: String, _ type: InjectionType) {
    self.abstraction = abstraction
    self.key = key
    isSingleton = type == .singleton
  }

  /// A text with the abstraction and the key.
  var description: String {
    "\(isSingleton ? "singleton " : "")'\(printed(abstraction))' with the key '\(key)'"
  }

  /// Whether both keys have the same abstraction, kind and key.
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

/// A wrapper type under which a singleton is registered, so that a lookup by type distinguishes the
/// singleton from new instances.
@frozen
@usableFromInline
struct SingletonOf<Abstraction> {
  /// The singleton.
  @usableFromInline let value: Abstraction

  /// Wraps an instance.
  @usableFromInline
  init(value: Abstraction) { self.value = value }
}

extension SingletonOf: ValueContainer {
  package func contentMismatch(onlyHere: Bool) -> ResolutionFailure.Reason? {
    mismatch(of: value, onlyHere: onlyHere)
  }
}

extension SingletonOf: WrapperType {
  /// The abstraction, which messages show instead of the wrapper type.
  package static var shownType: any Any.Type { Abstraction.self }
}

/// A type by which all implementations of an abstraction are registered, so that one lookup finds
/// them all.
enum ImplementationsOf<Abstraction> {}

/// The default key of a registered abstraction.
///
/// An abstraction is registered if its context stores a default key for it.
struct DefaultKeyOf<Abstraction>: Sendable {
  /// The key of the default implementation.
  let key: String

  /// The number of the change that has set this default key; later changes have higher numbers.
  let version: UInt64
}

/// The error for a factory that has returned `nil`.
@usableFromInline
struct NoInstance: Error, CustomStringConvertible {
  /// A text with the abstraction and the key.
  @usableFromInline let description: String

  /// Creates an error for the implementation that returned `nil`.
  @usableFromInline
  init(_ abstraction: any Any.Type, _ key: String) {
    description = "\(ImplementationKey(abstraction, key, .regular)) returned nil"
  }
}

/// Returns the name of an abstraction for messages.
func printed(_ abstraction: any Any.Type) -> String { String(describing: abstraction) }
