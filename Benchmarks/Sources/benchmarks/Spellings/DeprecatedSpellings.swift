import Stitcher

/// A deprecated spelling behind a requirement that is not deprecated, so that its use gives no
/// warning.
protocol DeprecatedSpelling: SendableMetatype {
  /// Injects repeatedly.
  static func run(_ iterations: Int)
}

extension DeprecatedSpelling {
  /// Returns the spelling with an id.
  static func spelling(_ id: String) -> Family.Spelling { Family.Spelling(id) { run($0) } }
}

/// An optional array, by the inferred type.
enum OptionalArray: DeprecatedSpelling {
  @available(*, deprecated, message: "It uses what is deprecated.")
  static func run(_ iterations: Int) {
    for _ in 0..<iterations { Sink<[any Plugin]?>.take(try! DependencyGraph.inject()) }
  }
}

/// An optional array, by its explicit type.
enum OptionalArrayByType: DeprecatedSpelling {
  @available(*, deprecated, message: "It uses what is deprecated.")
  static func run(_ iterations: Int) {
    for _ in 0..<iterations {
      let plugins = try! DependencyGraph.inject(byType: [any Plugin]?.self)
      Sink<[any Plugin]?>.take(consume plugins)
    }
  }
}

/// An optional array of dependencies with a parameter.
enum OptionalArrayWithParameter: DeprecatedSpelling {
  @available(*, deprecated, message: "It uses what is deprecated.")
  static func run(_ iterations: Int) {
    for size in 0..<iterations {
      let panels = try! DependencyGraph.inject(byType: [any Panel]?.self, parameters: size)
      Sink<[any Panel]?>.take(consume panels)
    }
  }
}

/// A property of an optional array.
enum OptionalArrayProperty: DeprecatedSpelling {
  @available(*, deprecated, message: "It uses what is deprecated.")
  static func run(_ iterations: Int) {
    for _ in 0..<iterations { Sink<[any Plugin]?>.take(Injected<[any Plugin]?>().wrappedValue) }
  }
}

/// A property of an optional array, by its explicit type.
enum OptionalArrayPropertyByType: DeprecatedSpelling {
  @available(*, deprecated, message: "It uses what is deprecated.")
  static func run(_ iterations: Int) {
    for _ in 0..<iterations {
      Sink<[any Plugin]?>.take(Injected(collectionType: [any Plugin]?.self).wrappedValue)
    }
  }
}

/// A property of an optional array of dependencies with a parameter.
enum OptionalArrayPropertyWithParameter: DeprecatedSpelling {
  @available(*, deprecated, message: "It uses what is deprecated.")
  static func run(_ iterations: Int) {
    for size in 0..<iterations {
      Sink<[any Panel]?>.take(Injected(collectionType: [any Panel]?.self, size).wrappedValue)
    }
  }
}
