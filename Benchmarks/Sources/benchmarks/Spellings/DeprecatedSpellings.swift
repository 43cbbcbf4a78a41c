import Stitcher

/// What is deprecated, behind requirements that are not, so that its use here is no warning.
protocol DeprecatedSpelling: SendableMetatype {
  /// Injects, repeatedly.
  static func run(_ iterations: Int)
}

extension DeprecatedSpelling {
  /// The spelling, of an id.
  static func spelling(_ id: String) -> Family.Spelling { Family.Spelling(id) { run($0) } }
}

/// An optional array, by the inferred type.
enum OptionalArray: DeprecatedSpelling {
  @available(*, deprecated, message: "It uses what is deprecated.")
  static func run(_ iterations: Int) {
    for _ in 0..<iterations { Sink<[any Plugin]?>.take(try! DependencyGraph.inject()) }
  }
}

/// An optional array, by its type.
enum OptionalArrayByType: DeprecatedSpelling {
  @available(*, deprecated, message: "It uses what is deprecated.")
  static func run(_ iterations: Int) {
    for _ in 0..<iterations {
      let plugins = try! DependencyGraph.inject(byType: [any Plugin]?.self)
      Sink<[any Plugin]?>.take(consume plugins)
    }
  }
}

/// An optional array of what takes a parameter.
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

/// A property of an optional array, by its type.
enum OptionalArrayPropertyByType: DeprecatedSpelling {
  @available(*, deprecated, message: "It uses what is deprecated.")
  static func run(_ iterations: Int) {
    for _ in 0..<iterations {
      Sink<[any Plugin]?>.take(Injected(collectionType: [any Plugin]?.self).wrappedValue)
    }
  }
}

/// A property of an optional array of what takes a parameter.
enum OptionalArrayPropertyWithParameter: DeprecatedSpelling {
  @available(*, deprecated, message: "It uses what is deprecated.")
  static func run(_ iterations: Int) {
    for size in 0..<iterations {
      Sink<[any Panel]?>.take(Injected(collectionType: [any Panel]?.self, size).wrappedValue)
    }
  }
}
