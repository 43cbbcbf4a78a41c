import SwiftDependencyInjector

/// An object with injected properties, as an app's models are.
private final class Model {
  @Inject(injection: .singleton) var service: any Service
  @Injectable(injection: .singleton) var optional: (any Service)?
  @ObservedInject var observed: any Service
  @ObservedInjectable var optionalObserved: (any Service)?
  init() {}
}

/// Values with injected properties, one for each form of declaration.
private enum Holders {
  struct Lazy { @Inject(injection: .singleton) var service: any Service }
  struct LazyOptional { @Injectable(injection: .singleton) var service: (any Service)? }
  struct Eager {
    @Inject(injection: .singleton, instantiation: .regular) var service: any Service
  }
  struct EagerOptional {
    @Injectable(injection: .singleton, instantiation: .regular) var service: (any Service)?
  }
  struct Observed { @ObservedInject var service: any Service }
  struct ObservedOptional { @ObservedInjectable var service: (any Service)? }
}

extension Family {
  /// Contexts with several implementations.
  static let injectors = [
    Family(
      "a context's live singleton",
      [
        Spelling("injector.singleton") { iterations in
          let injector = AppInjector.injector
          for _ in 0..<iterations {
            Sink<any Service>.take(injector.get(injectionType: .singleton))
          }
        },
        Spelling("injector.singleton.safe") { iterations in
          let injector = AppInjector.injector
          for _ in 0..<iterations {
            Sink<(any Service)?>.take(injector.getSafe(injectionType: .singleton))
          }
        },
        Spelling("injector.singleton.custom") { iterations in
          let injector = AppInjector.custom
          for _ in 0..<iterations {
            Sink<any Service>.take(injector.get(injectionType: .singleton))
          }
        },
      ]),
    Family(
      "a context's live singleton by key",
      [
        Spelling("injector.key") { iterations in
          let injector = AppInjector.injector
          for _ in 0..<iterations {
            Sink<any Service>.take(injector.get(injectionType: .singleton, constrainedTo: "live"))
          }
        },
        Spelling("injector.key.safe") { iterations in
          let injector = AppInjector.injector
          for _ in 0..<iterations {
            Sink<(any Service)?>.take(
              injector.getSafe(injectionType: .singleton, constrainedTo: "live"))
          }
        },
      ]),
    Family(
      "a context's fresh object",
      [
        Spelling("injector.fresh") { iterations in
          let injector = AppInjector.injector
          for _ in 0..<iterations { Sink<Record>.take(injector.get()) }
        },
        Spelling("injector.fresh.safe") { iterations in
          let injector = AppInjector.injector
          for _ in 0..<iterations { Sink<Record?>.take(injector.getSafe()) }
        },
      ]),
    Family(
      "a context's fresh object by key",
      [
        Spelling("injector.fresh.key") { iterations in
          let injector = AppInjector.injector
          for _ in 0..<iterations { Sink<Record>.take(injector.get(constrainedTo: "live")) }
        },
        Spelling("injector.fresh.key.safe") { iterations in
          let injector = AppInjector.injector
          for _ in 0..<iterations { Sink<Record?>.take(injector.getSafe(constrainedTo: "live")) }
        },
      ]),
    Family(
      "the first read of a context's property",
      [
        Spelling("injector.property.first") { iterations in
          _ = AppInjector.injector
          for _ in 0..<iterations { Sink<any Service>.take(Holders.Lazy().service) }
        },
        Spelling("injector.property.first.optional") { iterations in
          _ = AppInjector.injector
          for _ in 0..<iterations { Sink<(any Service)?>.take(Holders.LazyOptional().service) }
        },
        Spelling("injector.property.first.eager") { iterations in
          _ = AppInjector.injector
          for _ in 0..<iterations { Sink<any Service>.take(Holders.Eager().service) }
        },
        Spelling("injector.property.first.eager.optional") { iterations in
          _ = AppInjector.injector
          for _ in 0..<iterations { Sink<(any Service)?>.take(Holders.EagerOptional().service) }
        },
      ]),
    Family(
      "the first read of a context's observed property",
      [
        Spelling("injector.observed.first") { iterations in
          _ = AppInjector.injector
          for _ in 0..<iterations { Sink<any Service>.take(Holders.Observed().service) }
        },
        Spelling("injector.observed.first.optional") { iterations in
          _ = AppInjector.injector
          for _ in 0..<iterations { Sink<(any Service)?>.take(Holders.ObservedOptional().service) }
        },
      ]),
    Family(
      "a later read of a context's property",
      [
        Spelling("injector.property.later") { iterations in
          _ = AppInjector.injector
          let model = Model()
          for _ in 0..<iterations { Sink<any Service>.take(model.service) }
        },
        Spelling("injector.property.later.optional") { iterations in
          _ = AppInjector.injector
          let model = Model()
          for _ in 0..<iterations { Sink<(any Service)?>.take(model.optional) }
        },
        Spelling("injector.observed.later") { iterations in
          _ = AppInjector.injector
          let model = Model()
          for _ in 0..<iterations { Sink<any Service>.take(model.observed) }
        },
        Spelling("injector.observed.later.optional") { iterations in
          _ = AppInjector.injector
          let model = Model()
          for _ in 0..<iterations { Sink<(any Service)?>.take(model.optionalObserved) }
        },
      ]),
  ]
}
