internal import StitcherEngine

/// The key by which injections find a dependency: one or more types, a name, or a value.
///
/// ```swift
/// let byType = DependencyLocator.type(Engine.self, (any Vehicle).self)
/// let byName = DependencyLocator.name("cache")
/// let byValue = DependencyLocator.value(404)
/// ```
///
/// Two locators are equal if they are of the same kind and have equal contents. Types are compared
/// in order.
public struct DependencyLocator: Hashable, Sendable {
  let base: Locator

  init(_ base: Locator) { self.base = base }

  /// Returns a key that finds a dependency by the given name, which is compared exactly.
  ///
  /// - Parameter name: The name.
  /// - Returns: A locator that injections by the name find.
  public static func name(_ name: String) -> DependencyLocator {
    DependencyLocator(.name(name))
  }

  /// Returns a key that finds a dependency by the given type.
  ///
  /// - Parameter primaryType: The type. Error messages name the dependency by this type.
  /// - Returns: A locator that injections of the type find.
  public static func type<PrimaryType>(_ primaryType: PrimaryType.Type) -> DependencyLocator {
    DependencyLocator(.type(primaryType))
  }

  /// Returns a key that finds a dependency by each of two or more types.
  ///
  /// - Parameters:
  ///   - primaryType: The type of the instance. Error messages name the dependency by this type.
  ///   - secondaryType: A protocol that the type conforms to, or its superclass.
  ///   - others: Further protocols or superclasses of the type.
  /// - Returns: A locator that injections of each type find.
  public static func type<PrimaryType, SecondaryType, each Other>(
    _ primaryType: PrimaryType.Type, _ secondaryType: SecondaryType.Type,
    _ others: repeat (each Other).Type
  ) -> DependencyLocator {
    var types: [any Any.Type] = [primaryType, secondaryType]
    for type in repeat each others { types.append(type) }
    return DependencyLocator(Locator.types(types))
  }

  /// Returns a key that finds a dependency by its type and by its protocols or superclasses, with
  /// conversions that the compiler checks.
  ///
  /// ```swift
  /// let locator = DependencyLocator.type(
  ///   Sedan.self, as: { $0 as any Vehicle }, { $0 as any Insured })
  /// ```
  ///
  /// - Parameters:
  ///   - primaryType: The type of the instance. Error messages name the dependency by this type.
  ///   - abstractions: Convert an instance to a protocol that the type conforms to, or to its
  ///     superclass. They prove the conformance to the compiler, and are never called.
  /// - Returns: A locator that injections of each type find.
  public static func type<PrimaryType, each Abstraction>(
    _ primaryType: PrimaryType.Type,
    as abstractions: repeat (PrimaryType) -> each Abstraction
  ) -> DependencyLocator {
    var types: [any Any.Type] = [primaryType]
    for type in repeat (each Abstraction).self { types.append(type) }
    return DependencyLocator(Locator.types(types))
  }

  /// Returns a key that finds a dependency by the given value.
  ///
  /// - Parameter value: The value. The results of its `hash(into:)` and `==` must not change while
  ///   the locator is in use.
  /// - Returns: A locator that injections by an equal value find.
  public static func value<V: Hashable>(_ value: V) -> DependencyLocator {
    DependencyLocator(.value(value))
  }
}

extension DependencyLocator: CustomStringConvertible {
  /// The key in the form that error messages print, such as `Type[Engine]`.
  public var description: String { InjectionError.DependencyContext(base).description }
}
