internal import StitcherEngine

/// What a dependency is found by: types, a name, or a value.
///
/// ```swift
/// let byType = DependencyLocator.type(Engine.self, (any Vehicle).self)
/// let byName = DependencyLocator.name("cache")
/// let byValue = DependencyLocator.value(404)
/// ```
///
/// Two locators are equal if they are of one kind and their contents are. Types are compared by identity, in order.
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
