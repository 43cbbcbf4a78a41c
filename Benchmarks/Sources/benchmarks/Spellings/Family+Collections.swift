import Stitcher

extension Family {
  /// All dependencies of a type.
  static let collections = [
    Family(
      "four live singletons in an array",
      [
        Spelling("inject.all.4") {
          for _ in 0..<$0 { Sink<[any Plugin]>.take(try! DependencyGraph.inject()) }
        },
        Spelling("inject.all.4.by-type") {
          for _ in 0..<$0 {
            let plugins = try! DependencyGraph.inject(byType: [any Plugin].self)
            Sink<[any Plugin]>.take(consume plugins)
          }
        },
        OptionalArray.spelling("inject.all.4.optional"),
        OptionalArrayByType.spelling("inject.all.4.by-type.optional"),
      ]),
    Family(
      "two live singletons in an array",
      [
        Spelling("inject.all.2.class") {
          for _ in 0..<$0 { Sink<[Badge]>.take(try! DependencyGraph.inject()) }
        },
        Spelling("inject.all.2.class.by-type") {
          for _ in 0..<$0 {
            let badges = try! DependencyGraph.inject(byType: [Badge].self)
            Sink<[Badge]>.take(consume badges)
          }
        },
      ]),
    Family(
      "two live singletons in a set",
      [
        Spelling("inject.all.2.set") {
          for _ in 0..<$0 { Sink<Set<Badge>>.take(try! DependencyGraph.inject()) }
        },
        Spelling("inject.all.2.set.by-type") {
          for _ in 0..<$0 {
            let badges = try! DependencyGraph.inject(byType: Set<Badge>.self)
            Sink<Set<Badge>>.take(consume badges)
          }
        },
      ]),
    Family(
      "two fresh objects with a parameter in an array",
      [
        Spelling("inject.all.2.parameter1") {
          for size in 0..<$0 {
            Sink<[any Panel]>.take(try! DependencyGraph.inject(parameters: size))
          }
        },
        Spelling("inject.all.2.parameter1.by-type") {
          for size in 0..<$0 {
            let panels = try! DependencyGraph.inject(byType: [any Panel].self, parameters: size)
            Sink<[any Panel]>.take(consume panels)
          }
        },
        Spelling("inject.all.2.parameter1.unlabeled") {
          for size in 0..<$0 {
            let panels = try! DependencyGraph.inject(byType: [any Panel].self, size)
            Sink<[any Panel]>.take(consume panels)
          }
        },
        OptionalArrayWithParameter.spelling("inject.all.2.parameter1.optional"),
      ]),
  ]
}
