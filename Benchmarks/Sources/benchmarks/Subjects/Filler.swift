import Stitcher

/// A type with unused registrations; as many types as needed can be created.
protocol Filler: SendableMetatype {
  /// Returns a registration of one of several kinds, chosen by its position.
  static func registration(_ position: Int) -> DependenciesRegistrar
}

/// A type that combines two others.
enum Pair<High, Low> {}

/// A class that combines two other types.
final class Part<High, Low>: Filler, Sendable {
  init() {}

  @DependencyRegistrarBuilder
  static func registration(_ position: Int) -> DependenciesRegistrar {
    switch position % 10 {
    case 0, 1: Dependency { Part<High, Low>() }
    case 2, 3: Dependency { Part<High, Low>() }.scope(.singleton)
    case 4: Dependency { Part<High, Low>() }.conforms(to: Pair<High, Low>.self)
    case 5: Dependency { Part<High, Low>() }.scope(.instance)
    case 6, 7: Dependency { Part<High, Low>() }.named("part.\(position)")
    default: Dependency { Part<High, Low>() }.associated(with: position).scope(.singleton)
    }
  }
}

/// Creates types at run time.
enum Fillers {
  /// Pairs of types.
  private static let pairs: [any Any.Type] = digits.flatMap { high in
    digits.map { low in pair(high, low) }
  }

  /// Returns the type at a position below 104,976; types at different positions differ.
  static func type(at position: Int) -> any Filler.Type {
    let high = pairs[position / pairs.count]
    let low = pairs[position % pairs.count]
    return part(high, low)
  }

  /// The types that are combined.
  private static let digits: [any Any.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
    UInt32.self, UInt64.self, Bool.self, Float.self, Double.self, String.self, Character.self,
    Substring.self, Duration.self, Void.self,
  ]

  /// Returns a pair of two types.
  private static func pair<High, Low>(_: High.Type, _: Low.Type) -> any Any.Type {
    Pair<High, Low>.self
  }

  /// Returns a part of two types.
  private static func part<High, Low>(_: High.Type, _: Low.Type) -> any Filler.Type {
    Part<High, Low>.self
  }
}
