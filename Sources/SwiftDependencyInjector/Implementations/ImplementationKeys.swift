internal import StitcherEngine

/// The lookup key of a registration: the abstraction, the implementation's key, and whether the
/// registration creates the singleton.
struct ImplementationKey: Hashable, Sendable, CustomStringConvertible {
  /// The abstraction that the implementation belongs to.
  let abstraction: any Any.Type

  /// The key that distinguishes the implementation from others of the same abstraction.
  let key: String

  /// Whether the registration creates the singleton of the implementation instead of new instances.
  let isSingleton: Bool

  /// Creates the lookup key of an implementation's registration, for new instances or for the
  /// singleton.
  init(_ abstraction: any Any.Type, _ key: String, _ type: InjectionType) {
    self.abstraction = abstraction
    self.key = key
    isSingleton = type == .singleton
  }

  /// A text with the abstraction and the implementation's key.
  var description: String {
    "\(isSingleton ? "singleton " : "")'\(printed(abstraction))' with the key '\(key)'"
  }

  /// Returns whether two lookup keys have the same abstraction, the same implementation key, and
  /// the same kind of instance.
  static func == (left: Self, right: Self) -> Bool {
    left.abstraction == right.abstraction && left.isSingleton == right.isSingleton
      && left.key == right.key
  }

  /// Feeds the abstraction and the implementation's key into a hasher.
  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(abstraction))
    hasher.combine(isSingleton)
    hasher.combine(key)
  }
}

/// A wrapper type under which a singleton is registered, so that a lookup by type can tell the
/// singleton from new instances.
@frozen
@usableFromInline
struct SingletonOf<Abstraction> {
  /// The wrapped singleton.
  @usableFromInline let value: Abstraction

  /// Wraps the given singleton.
  @usableFromInline
  init(value: Abstraction) { self.value = value }
}

extension SingletonOf: ValueContainer {
  package func contentMismatch(onlyHere: Bool) -> ResolutionFailure.Reason? {
    mismatch(of: value, onlyHere: onlyHere)
  }
}

extension SingletonOf: WrapperType {
  /// The abstraction of the singleton, which messages show instead of the wrapper type.
  package static var shownType: any Any.Type { Abstraction.self }
}

/// A type by which all implementations of an abstraction are registered, so that one lookup finds
/// them all.
enum ImplementationsOf<Abstraction> {}

/// The default key of a registered abstraction.
///
/// An abstraction is registered if its context stores a default key for it.
struct DefaultKeyOf<Abstraction>: Sendable {
  /// The key of the abstraction's default implementation.
  let key: String

  /// The number of the change that has set this default key; a later change has a higher number.
  let version: UInt64
}

/// The error for an implementation that has returned `nil` instead of an instance.
@usableFromInline
struct NoInstance: Error, CustomStringConvertible {
  /// A text with the abstraction and the key of the implementation that has returned `nil`.
  @usableFromInline let description: String

  /// Creates the error for an implementation that has returned `nil` instead of an instance.
  @usableFromInline
  init(_ abstraction: any Any.Type, _ key: String) {
    description = "\(ImplementationKey(abstraction, key, .regular)) returned nil"
  }
}

/// Returns the name of an abstraction for messages.
func printed(_ abstraction: any Any.Type) -> String { String(describing: abstraction) }
