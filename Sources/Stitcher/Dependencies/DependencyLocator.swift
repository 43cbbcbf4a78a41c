internal import StitcherEngine

/// What a dependency is found by: types, a name, or a value.
///
/// ```swift
/// let byType = DependencyLocator.type(Engine.self, (any Vehicle).self)
/// let byName = DependencyLocator.name("cache")
/// let byValue = DependencyLocator.value(404)
/// ```
///
/// Two locators are equal if they are of one kind and their contents are. Types are compared by
/// identity, in order.
public struct DependencyLocator: Hashable, Sendable {
  /// The engine's locator.
  let base: Locator

  /// Wraps the engine's locator.
  init(_ base: Locator) { self.base = base }

  /// Locates by a name, which is compared exactly.
  ///
  /// - Parameter name: The name.
  /// - Returns: A locator that the name finds.
  public static func name(_ name: String) -> DependencyLocator {
    DependencyLocator(.name(name))
  }

  /// Locates by a type.
  ///
  /// - Parameter primaryType: The type, which also stands in errors.
  /// - Returns: A locator that the type finds.
  public static func type<PrimaryType>(_ primaryType: PrimaryType.Type) -> DependencyLocator {
    DependencyLocator(.type(primaryType))
  }

  /// Locates by two types.
  ///
  /// - Parameters:
  ///   - primaryType: The type that stands in errors.
  ///   - secondaryType: A protocol that it conforms to, or a superclass.
  /// - Returns: A locator that either type finds.
  public static func type<PrimaryType, SecondaryType>(
    _ primaryType: PrimaryType.Type, _ secondaryType: SecondaryType.Type
  ) -> DependencyLocator {
    DependencyLocator(Locator(.types([primaryType, secondaryType])))
  }

  /// Locates by three types.
  ///
  /// - Parameters:
  ///   - primaryType: The type that stands in errors.
  ///   - secondaryType: A protocol that it conforms to, or a superclass.
  ///   - tertiaryType: One more of them.
  /// - Returns: A locator that each of the types finds.
  public static func type<PrimaryType, SecondaryType, TertiaryType>(
    _ primaryType: PrimaryType.Type, _ secondaryType: SecondaryType.Type,
    _ tertiaryType: TertiaryType.Type
  ) -> DependencyLocator {
    DependencyLocator(Locator(.types([primaryType, secondaryType, tertiaryType])))
  }

  /// Locates by a type and by what its instances are converted to. The compiler
  /// checks the conversions.
  ///
  /// ```swift
  /// let locator = DependencyLocator.type(
  ///   Sedan.self, as: { $0 as any Vehicle }, { $0 as any Insured })
  /// ```
  ///
  /// - Parameters:
  ///   - primaryType: The type that stands in errors.
  ///   - abstractions: Convert an instance to a protocol that it conforms to, or to a superclass.
  ///     They are not called.
  /// - Returns: A locator that each of the types finds.
  public static func type<PrimaryType, each Abstraction>(
    _ primaryType: PrimaryType.Type,
    as abstractions: repeat (PrimaryType) -> each Abstraction
  ) -> DependencyLocator {
    var types: [any Any.Type] = [primaryType]
    for type in repeat (each Abstraction).self { types.append(type) }
    return DependencyLocator(Locator(.types(types)))
  }

  /// Locates by a value. Its `hash(into:)` and `==` must not change while it is in use.
  ///
  /// - Parameter value: The value.
  /// - Returns: A locator that an equal value finds.
  public static func value<V: Hashable>(_ value: V) -> DependencyLocator {
    DependencyLocator(.value(value))
  }
}

extension DependencyLocator: CustomStringConvertible {
  /// The locator as errors print it, such as `Type[Engine]`.
  public var description: String { InjectionError.DependencyContext(base).description }
}
