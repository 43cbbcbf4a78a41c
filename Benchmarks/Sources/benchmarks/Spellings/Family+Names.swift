import Stitcher

extension Family {
  /// Dependencies by name and by value.
  static let names = [
    Family(
      "a live singleton by name",
      [
        Spelling("inject.name") {
          for _ in 0..<$0 {
            Sink<any Service>.take(try! DependencyGraph.inject(byName: "service.main"))
          }
        },
        Spelling("inject.name.description") { iterations in
          let label = ServiceLabel(description: "service.main")
          for _ in 0..<iterations {
            Sink<any Service>.take(try! DependencyGraph.inject(byName: label))
          }
        },
        Spelling("inject.name.raw-value") {
          for _ in 0..<$0 {
            Sink<any Service>.take(try! DependencyGraph.inject(byName: ServiceName.main))
          }
        },
        Spelling("inject.name.optional") {
          for _ in 0..<$0 {
            Sink<(any Service)?>.take(try! DependencyGraph.inject(byName: "service.main"))
          }
        },
      ]),
    Family(
      "a fresh object by name with a parameter",
      [
        Spelling("inject.name.parameter1") {
          for size in 0..<$0 {
            Sink<Report>.take(try! DependencyGraph.inject(byName: "report", parameters: size))
          }
        },
        Spelling("inject.name.parameter1.description") { iterations in
          let label = ServiceLabel(description: "report")
          for size in 0..<iterations {
            Sink<Report>.take(try! DependencyGraph.inject(byName: label, parameters: size))
          }
        },
        Spelling("inject.name.parameter1.raw-value") {
          for size in 0..<$0 {
            Sink<Report>.take(
              try! DependencyGraph.inject(byName: ServiceName.report, parameters: size))
          }
        },
        Spelling("inject.name.parameter1.unlabeled") {
          for size in 0..<$0 {
            Sink<Report>.take(try! DependencyGraph.inject(byName: "report", size))
          }
        },
        Spelling("inject.name.parameter1.unlabeled.description") { iterations in
          let label = ServiceLabel(description: "report")
          for size in 0..<iterations {
            Sink<Report>.take(try! DependencyGraph.inject(byName: label, size))
          }
        },
        Spelling("inject.name.parameter1.unlabeled.raw-value") {
          for size in 0..<$0 {
            Sink<Report>.take(try! DependencyGraph.inject(byName: ServiceName.report, size))
          }
        },
      ]),
    Family(
      "a live singleton by value",
      [
        Spelling("inject.value") {
          for _ in 0..<$0 {
            Sink<any Service>.take(try! DependencyGraph.inject(byValue: Channel.main))
          }
        },
        Spelling("inject.value.optional") {
          for _ in 0..<$0 {
            Sink<(any Service)?>.take(try! DependencyGraph.inject(byValue: Channel.main))
          }
        },
      ]),
    Family(
      "a fresh object by value with a parameter",
      [
        Spelling("inject.value.parameter1") {
          for size in 0..<$0 {
            Sink<Report>.take(
              try! DependencyGraph.inject(byValue: Channel.background, parameters: size))
          }
        },
        Spelling("inject.value.parameter1.unlabeled") {
          for size in 0..<$0 {
            Sink<Report>.take(try! DependencyGraph.inject(byValue: Channel.background, size))
          }
        },
      ]),
  ]
}
