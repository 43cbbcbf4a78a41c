/// A group of implementations, written as a dictionary literal: for each key, a closure that
/// creates an instance or returns `nil`.
///
/// A closure that is isolated to an actor is isolated to it. The closures of an existing dictionary
/// are isolated to the actor on which the dictionary is registered, unless their type is
/// `@Sendable`.
///
/// Each key stands once: a literal with two equal keys stops the program.
public struct ImplementationLiteral<Abstraction> {
  /// The implementations of the group, in the alphabetical order of their keys.
  @usableFromInline let ordered: [Implementation<Abstraction>]

  /// Creates a group of implementations from a dictionary of keys and closures; the closures are
  /// isolated to the given actor, if any.
  @inlinable
  init(_ dictionary: [String: () -> Abstraction?], of actor: (any Actor)?) {
    let all = dictionary.map { Implementation(key: $0, make: $1, of: actor) }
    ordered = positions(inOrderOf: all.map(\.key)).map { all[$0] }
  }

  /// Creates a group of implementations from a dictionary of keys and closures; the closures are
  /// not isolated to an actor.
  @inlinable
  init(free dictionary: [String: @Sendable () -> Abstraction?]) {
    let all = dictionary.map { Implementation(key: $0, make: $1) }
    ordered = positions(inOrderOf: all.map(\.key)).map { all[$0] }
  }
}

// A list of closures that are `@isolated(any)` needs their type at run time.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
extension ImplementationLiteral: ExpressibleByDictionaryLiteral {
  /// Creates a group of implementations from the keys and closures of a dictionary literal; two
  /// equal keys stop the program.
  ///
  /// - Parameter elements: The keys and closures, in any order.
  /// - Complexity: O(*n* log *n*) in the number of closures.
  @inlinable
  public init(dictionaryLiteral elements: (String, @isolated(any) () -> Abstraction?)...) {
    let all = elements.map { Implementation(key: $0, make: $1) }
    ordered = positions(inOrderOf: all.map(\.key)).map { all[$0] }
    for (one, next) in zip(ordered, ordered.dropFirst()) {
      precondition(one.key != next.key, "Each key has one implementation.")
    }
  }
}

/// Returns the indices of the given keys in the keys' alphabetical order.
///
/// The function is not generic. So the library contains the sorting code once, instead of the
/// user's program once for each abstraction.
@usableFromInline
func positions(inOrderOf keys: [String]) -> [Int] {
  keys.indices.sorted { keys[$0] < keys[$1] }
}
