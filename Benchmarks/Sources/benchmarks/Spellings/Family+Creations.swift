import Stitcher

extension Family {
  /// New objects, by type.
  static let creations = [
    Family(
      "a fresh object by class",
      [
        Spelling("inject.fresh") {
          for _ in 0..<$0 { Sink<Record>.take(try! DependencyGraph.inject()) }
        },
        Spelling("inject.fresh.by-type") {
          for _ in 0..<$0 {
            let record = try! DependencyGraph.inject(byType: Record.self)
            Sink<Record?>.take(consume record)
          }
        },
        Spelling("inject.fresh.by-type.unwrapped") {
          for _ in 0..<$0 {
            Sink<Record>.take(try! DependencyGraph.inject(byType: Record.self))
          }
        },
        Spelling("inject.fresh.optional") {
          for _ in 0..<$0 { Sink<Record?>.take(try! DependencyGraph.inject()) }
        },
      ]),
    Family(
      "a fresh object by protocol",
      [
        Spelling("inject.fresh.protocol") {
          for _ in 0..<$0 { Sink<any Recording>.take(try! DependencyGraph.inject()) }
        },
        Spelling("inject.fresh.protocol.by-type") {
          for _ in 0..<$0 {
            let record = try! DependencyGraph.inject(byType: (any Recording).self)
            Sink<(any Recording)?>.take(consume record)
          }
        },
        Spelling("inject.fresh.protocol.by-type.unwrapped") {
          for _ in 0..<$0 {
            Sink<any Recording>.take(
              try! DependencyGraph.inject(byType: (any Recording).self))
          }
        },
        Spelling("inject.fresh.protocol.optional") {
          for _ in 0..<$0 { Sink<(any Recording)?>.take(try! DependencyGraph.inject()) }
        },
      ]),
    Family(
      "a fresh graph of four",
      [
        Spelling("inject.graph4") {
          for _ in 0..<$0 { Sink<Page>.take(try! DependencyGraph.inject()) }
        },
        Spelling("inject.graph4.by-type") {
          for _ in 0..<$0 {
            let page = try! DependencyGraph.inject(byType: Page.self)
            Sink<Page?>.take(consume page)
          }
        },
        Spelling("inject.graph4.optional") {
          for _ in 0..<$0 { Sink<Page?>.take(try! DependencyGraph.inject()) }
        },
      ]),
  ]

  /// New objects with a parameter, by type.
  static let parameters = [
    Family(
      "a fresh object with a parameter",
      [
        Spelling("inject.parameter1") {
          for size in 0..<$0 {
            Sink<Report>.take(try! DependencyGraph.inject(parameters: size))
          }
        },
        Spelling("inject.parameter1.by-type") {
          for size in 0..<$0 {
            let report = try! DependencyGraph.inject(byType: Report.self, parameters: size)
            Sink<Report?>.take(consume report)
          }
        },
        Spelling("inject.parameter1.by-type.unwrapped") {
          for size in 0..<$0 {
            Sink<Report>.take(
              try! DependencyGraph.inject(byType: Report.self, parameters: size))
          }
        },
        Spelling("inject.parameter1.optional") {
          for size in 0..<$0 {
            Sink<Report?>.take(try! DependencyGraph.inject(parameters: size))
          }
        },
        Spelling("inject.parameter1.by-type.optional") {
          for size in 0..<$0 {
            Sink<Report?>.take(
              try! DependencyGraph.inject(byType: Report?.self, parameters: size))
          }
        },
        Spelling("inject.parameter1.unlabeled") {
          for size in 0..<$0 {
            let report = try! DependencyGraph.inject(byType: Report.self, size)
            Sink<Report?>.take(consume report)
          }
        },
        Spelling("inject.parameter1.unlabeled.unwrapped") {
          for size in 0..<$0 {
            Sink<Report>.take(try! DependencyGraph.inject(byType: Report.self, size))
          }
        },
        Spelling("inject.parameter1.unlabeled.optional") {
          for size in 0..<$0 {
            Sink<Report?>.take(try! DependencyGraph.inject(byType: Report?.self, size))
          }
        },
      ])
  ]
}
