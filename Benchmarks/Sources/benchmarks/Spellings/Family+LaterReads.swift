import Stitcher

/// An object with injected properties, as an app's models are.
private final class Model {
  @Injected var service: any Service
  @Injected(type: (any Service).self) var typed: any Service
  @Injected var optional: (any Service)?
  @Injected(name: "service.main") var named: any Service
  @Injected(value: Channel.main) var valued: any Service
  @Injected var live: LiveService
  @Injected var limits: Limits
  @Injected(1) var report: Report
  @Injected var plugins: [any Plugin]
  @Injected var badges: Set<Badge>
  let constant = Injected<any Service>()
  init() {}
}

extension Family {
  /// Properties that were read before.
  static let laterReads = [
    Family(
      "a later read of a property",
      [
        Spelling("injected.later.protocol") { iterations in
          let model = Model()
          for _ in 0..<iterations { Sink<any Service>.take(model.service) }
        },
        Spelling("injected.later.type") { iterations in
          let model = Model()
          for _ in 0..<iterations { Sink<any Service>.take(model.typed) }
        },
        Spelling("injected.later.optional") { iterations in
          let model = Model()
          for _ in 0..<iterations { Sink<(any Service)?>.take(model.optional) }
        },
        Spelling("injected.later.name") { iterations in
          let model = Model()
          for _ in 0..<iterations { Sink<any Service>.take(model.named) }
        },
        Spelling("injected.later.value") { iterations in
          let model = Model()
          for _ in 0..<iterations { Sink<any Service>.take(model.valued) }
        },
      ]),
    // A constant property cannot be replaced, so its storage is not retained for the read.
    Family(
      "a later read of a constant property",
      [
        Spelling("injected.later.constant") { iterations in
          let model = Model()
          for _ in 0..<iterations { Sink<any Service>.take(model.constant.wrappedValue) }
        }
      ]),
    Family(
      "a later read of a property of one reference",
      [
        Spelling("injected.later.class") { iterations in
          let model = Model()
          for _ in 0..<iterations { Sink<LiveService>.take(model.live) }
        },
        Spelling("injected.later.parameter1") { iterations in
          let model = Model()
          for _ in 0..<iterations { Sink<Report>.take(model.report) }
        },
        Spelling("injected.later.all.4") { iterations in
          let model = Model()
          for _ in 0..<iterations { Sink<[any Plugin]>.take(model.plugins) }
        },
        Spelling("injected.later.all.2.set") { iterations in
          let model = Model()
          for _ in 0..<iterations { Sink<Set<Badge>>.take(model.badges) }
        },
      ]),
    Family(
      "a later read of a property without a reference",
      [
        Spelling("injected.later.struct") { iterations in
          let model = Model()
          for _ in 0..<iterations { Sink<Limits>.take(model.limits) }
        }
      ]),
  ]
}
