import Stitcher

/// Values with injected properties, one for each form of declaration.
private enum Holders {
  struct Inferred { @Injected var service: any Service }
  struct Typed { @Injected(type: (any Service).self) var service: any Service }
  struct Optional { @Injected var service: (any Service)? }
  struct OptionalTyped { @Injected(type: (any Service)?.self) var service: (any Service)? }
  struct Named { @Injected(name: "service.main") var service: any Service }
  struct RawNamed { @Injected(name: ServiceName.main) var service: any Service }
  struct Described {
    @Injected(name: ServiceLabel(description: "service.main")) var service: any Service
  }
  struct Valued { @Injected(value: Channel.main) var service: any Service }
  struct Parameter { @Injected(1) var report: Report }
  struct ParameterTyped { @Injected(type: Report.self, 1) var report: Report }
  struct ParameterOptional { @Injected(1) var report: Report? }
  struct ParameterOptionalTyped { @Injected(type: Report?.self, 1) var report: Report? }
  struct NamedParameter { @Injected(name: "report", 1) var report: Report }
  struct RawNamedParameter { @Injected(name: ServiceName.report, 1) var report: Report }
  struct DescribedParameter {
    @Injected(name: ServiceLabel(description: "report"), 1) var report: Report
  }
  struct ValuedParameter { @Injected(value: Channel.background, 1) var report: Report }
  struct All { @Injected var plugins: [any Plugin] }
  struct AllTyped { @Injected(type: [any Plugin].self) var plugins: [any Plugin] }
  struct AllParameter { @Injected(1) var panels: [any Panel] }
  struct AllParameterTyped { @Injected(type: [any Panel].self, 1) var panels: [any Panel] }
  struct AllSet { @Injected var badges: Set<Badge> }
  struct AllSetTyped { @Injected(type: Set<Badge>.self) var badges: Set<Badge> }
  struct Table { @Injected var limits: [String: Int] }
  struct TableTyped { @Injected(type: [String: Int].self) var limits: [String: Int] }
}

extension Family {
  /// Properties that are created and read once.
  static let firstReads = [
    Family(
      "the first read of a property",
      [
        Spelling("injected.first") {
          for _ in 0..<$0 { Sink<any Service>.take(Holders.Inferred().service) }
        },
        Spelling("injected.first.type") {
          for _ in 0..<$0 { Sink<any Service>.take(Holders.Typed().service) }
        },
        Spelling("injected.first.optional") {
          for _ in 0..<$0 { Sink<(any Service)?>.take(Holders.Optional().service) }
        },
        Spelling("injected.first.type.optional") {
          for _ in 0..<$0 { Sink<(any Service)?>.take(Holders.OptionalTyped().service) }
        },
        Spelling("injected.first.constant") {
          for _ in 0..<$0 {
            let service = Injected<any Service>()
            Sink<any Service>.take(service.wrappedValue)
          }
        },
        Spelling("injected.first.load") {
          for _ in 0..<$0 {
            let service = Injected<any Service>()
            try! service.loadIfNeeded()
            Sink<Injected<any Service>>.take(service)
          }
        },
      ]),
    Family(
      "the first read of a property by name",
      [
        Spelling("injected.first.name") {
          for _ in 0..<$0 { Sink<any Service>.take(Holders.Named().service) }
        },
        Spelling("injected.first.name.raw-value") {
          for _ in 0..<$0 { Sink<any Service>.take(Holders.RawNamed().service) }
        },
        Spelling("injected.first.name.description") {
          for _ in 0..<$0 { Sink<any Service>.take(Holders.Described().service) }
        },
      ]),
    Family(
      "the first read of a property by value",
      [
        Spelling("injected.first.value") {
          for _ in 0..<$0 { Sink<any Service>.take(Holders.Valued().service) }
        }
      ]),
    Family(
      "the first read of a property with a parameter",
      [
        Spelling("injected.first.parameter1") {
          for _ in 0..<$0 { Sink<Report>.take(Holders.Parameter().report) }
        },
        Spelling("injected.first.parameter1.type") {
          for _ in 0..<$0 { Sink<Report>.take(Holders.ParameterTyped().report) }
        },
        Spelling("injected.first.parameter1.optional") {
          for _ in 0..<$0 { Sink<Report?>.take(Holders.ParameterOptional().report) }
        },
        Spelling("injected.first.parameter1.type.optional") {
          for _ in 0..<$0 { Sink<Report?>.take(Holders.ParameterOptionalTyped().report) }
        },
      ]),
    Family(
      "the first read of a property by name with a parameter",
      [
        Spelling("injected.first.name.parameter1") {
          for _ in 0..<$0 { Sink<Report>.take(Holders.NamedParameter().report) }
        },
        Spelling("injected.first.name.parameter1.raw-value") {
          for _ in 0..<$0 { Sink<Report>.take(Holders.RawNamedParameter().report) }
        },
        Spelling("injected.first.name.parameter1.description") {
          for _ in 0..<$0 { Sink<Report>.take(Holders.DescribedParameter().report) }
        },
      ]),
    Family(
      "the first read of a property by value with a parameter",
      [
        Spelling("injected.first.value.parameter1") {
          for _ in 0..<$0 { Sink<Report>.take(Holders.ValuedParameter().report) }
        }
      ]),
    Family(
      "the first read of a property of four",
      [
        Spelling("injected.first.all.4") {
          for _ in 0..<$0 { Sink<[any Plugin]>.take(Holders.All().plugins) }
        },
        Spelling("injected.first.all.4.type") {
          for _ in 0..<$0 { Sink<[any Plugin]>.take(Holders.AllTyped().plugins) }
        },
        OptionalArrayProperty.spelling("injected.first.all.4.optional"),
        OptionalArrayPropertyByType.spelling("injected.first.all.4.type.optional"),
      ]),
    Family(
      "the first read of a property of two with a parameter",
      [
        Spelling("injected.first.all.2.parameter1") {
          for _ in 0..<$0 { Sink<[any Panel]>.take(Holders.AllParameter().panels) }
        },
        Spelling("injected.first.all.2.parameter1.type") {
          for _ in 0..<$0 { Sink<[any Panel]>.take(Holders.AllParameterTyped().panels) }
        },
        OptionalArrayPropertyWithParameter.spelling("injected.first.all.2.parameter1.optional"),
      ]),
    Family(
      "the first read of a property of a set",
      [
        Spelling("injected.first.all.2.set") {
          for _ in 0..<$0 { Sink<Set<Badge>>.take(Holders.AllSet().badges) }
        },
        Spelling("injected.first.all.2.set.type") {
          for _ in 0..<$0 { Sink<Set<Badge>>.take(Holders.AllSetTyped().badges) }
        },
      ]),
    Family(
      "the first read of a property of a dictionary",
      [
        Spelling("injected.first.dictionary") {
          for _ in 0..<$0 { Sink<[String: Int]>.take(Holders.Table().limits) }
        },
        Spelling("injected.first.dictionary.type") {
          for _ in 0..<$0 { Sink<[String: Int]>.take(Holders.TableTyped().limits) }
        },
      ]),
  ]
}
