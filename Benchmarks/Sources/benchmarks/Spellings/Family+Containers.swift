import DependencyInjection

/// An object with lazily injected properties.
private final class Model {
  @LazyInjected(from: AppContainers.container) var service: any Service
  @Injected(from: AppContainers.container) var eager: any Service
  init() {}
}

extension Family {
  /// Containers with factories, without arguments.
  static let containers = [
    Family(
      "a container's live instance by protocol",
      [
        Spelling("container.singleton") { iterations in
          let container = AppContainers.container
          for _ in 0..<iterations { Sink<any Service>.take(container.resolve()) }
        },
        Spelling("container.singleton.type") { iterations in
          let container = AppContainers.container
          for _ in 0..<iterations {
            Sink<any Service>.take(container.resolve(type: (any Service).self))
          }
        },
        Spelling("container.singleton.try") { iterations in
          let container = AppContainers.container
          for _ in 0..<iterations {
            Sink<any Service>.take(try! container.tryResolve(type: (any Service).self))
          }
        },
        Spelling("container.singleton.resolver") { iterations in
          let container = AppContainers.resolver
          for _ in 0..<iterations { Sink<any Service>.take(container.resolve()) }
        },
        Spelling("container.singleton.resolver.type") { iterations in
          let container = AppContainers.resolver
          for _ in 0..<iterations {
            Sink<any Service>.take(container.resolve(type: (any Service).self))
          }
        },
        Spelling("container.singleton.resolver.try") { iterations in
          let container = AppContainers.resolver
          for _ in 0..<iterations {
            Sink<any Service>.take(try! container.tryResolve(type: (any Service).self))
          }
        },
        Spelling("container.singleton.parent") { iterations in
          let container = AppContainers.child
          for _ in 0..<iterations { Sink<any Service>.take(container.resolve()) }
        },
        Spelling("container.injected") { iterations in
          let container = AppContainers.container
          for _ in 0..<iterations {
            let service = Injected<any Service>(from: container)
            Sink<any Service>.take(service.wrappedValue)
          }
        },
      ]),
    Family(
      "a container's live instance by class",
      [
        Spelling("container.singleton.class") { iterations in
          let container = AppContainers.container
          for _ in 0..<iterations { Sink<LiveService>.take(container.resolve()) }
        },
        Spelling("container.singleton.class.type") { iterations in
          let container = AppContainers.container
          for _ in 0..<iterations {
            Sink<LiveService>.take(container.resolve(type: LiveService.self))
          }
        },
        Spelling("container.singleton.class.try") { iterations in
          let container = AppContainers.container
          for _ in 0..<iterations {
            Sink<LiveService>.take(try! container.tryResolve(type: LiveService.self))
          }
        },
        Spelling("container.singleton.class.resolver") { iterations in
          let container = AppContainers.resolver
          for _ in 0..<iterations { Sink<LiveService>.take(container.resolve()) }
        },
        Spelling("container.singleton.class.resolver.type") { iterations in
          let container = AppContainers.resolver
          for _ in 0..<iterations {
            Sink<LiveService>.take(container.resolve(type: LiveService.self))
          }
        },
        Spelling("container.singleton.class.resolver.try") { iterations in
          let container = AppContainers.resolver
          for _ in 0..<iterations {
            Sink<LiveService>.take(try! container.tryResolve(type: LiveService.self))
          }
        },
      ]),
    Family(
      "a container's fresh object by class",
      [
        Spelling("container.fresh") { iterations in
          let container = AppContainers.container
          for _ in 0..<iterations { Sink<Record>.take(container.resolve()) }
        },
        Spelling("container.fresh.type") { iterations in
          let container = AppContainers.container
          for _ in 0..<iterations { Sink<Record>.take(container.resolve(type: Record.self)) }
        },
        Spelling("container.fresh.try") { iterations in
          let container = AppContainers.container
          for _ in 0..<iterations {
            Sink<Record>.take(try! container.tryResolve(type: Record.self))
          }
        },
        Spelling("container.fresh.resolver") { iterations in
          let container = AppContainers.resolver
          for _ in 0..<iterations { Sink<Record>.take(container.resolve()) }
        },
        Spelling("container.fresh.resolver.type") { iterations in
          let container = AppContainers.resolver
          for _ in 0..<iterations { Sink<Record>.take(container.resolve(type: Record.self)) }
        },
        Spelling("container.fresh.resolver.try") { iterations in
          let container = AppContainers.resolver
          for _ in 0..<iterations {
            Sink<Record>.take(try! container.tryResolve(type: Record.self))
          }
        },
      ]),
    Family(
      "a container's fresh object by protocol",
      [
        Spelling("container.fresh.protocol") { iterations in
          let container = AppContainers.container
          for _ in 0..<iterations { Sink<any Recording>.take(container.resolve()) }
        },
        Spelling("container.fresh.protocol.type") { iterations in
          let container = AppContainers.container
          for _ in 0..<iterations {
            Sink<any Recording>.take(container.resolve(type: (any Recording).self))
          }
        },
        Spelling("container.fresh.protocol.try") { iterations in
          let container = AppContainers.container
          for _ in 0..<iterations {
            Sink<any Recording>.take(try! container.tryResolve(type: (any Recording).self))
          }
        },
        Spelling("container.fresh.protocol.resolver") { iterations in
          let container = AppContainers.resolver
          for _ in 0..<iterations { Sink<any Recording>.take(container.resolve()) }
        },
        Spelling("container.fresh.protocol.resolver.type") { iterations in
          let container = AppContainers.resolver
          for _ in 0..<iterations {
            Sink<any Recording>.take(container.resolve(type: (any Recording).self))
          }
        },
        Spelling("container.fresh.protocol.resolver.try") { iterations in
          let container = AppContainers.resolver
          for _ in 0..<iterations {
            Sink<any Recording>.take(try! container.tryResolve(type: (any Recording).self))
          }
        },
      ]),
    Family(
      "a container's graph of four",
      [
        Spelling("container.graph4") { iterations in
          let container = AppContainers.container
          for _ in 0..<iterations { Sink<Page>.take(container.resolve()) }
        },
        Spelling("container.graph4.type") { iterations in
          let container = AppContainers.container
          for _ in 0..<iterations { Sink<Page>.take(container.resolve(type: Page.self)) }
        },
        Spelling("container.graph4.by-hand") { iterations in
          let container = AppContainers.byHand
          for _ in 0..<iterations { Sink<Page>.take(container.resolve()) }
        },
      ]),
    Family(
      "the first read of a lazy property",
      [
        Spelling("container.lazy.first") {
          for _ in 0..<$0 {
            let service = LazyInjected<any Service>(from: AppContainers.container)
            Sink<any Service>.take(service.wrappedValue)
          }
        }
      ]),
    Family(
      "a later read of a lazy property",
      [
        Spelling("container.lazy.later") { iterations in
          let model = Model()
          for _ in 0..<iterations { Sink<any Service>.take(model.service) }
        }
      ]),
    Family(
      "a later read of an eager property",
      [
        Spelling("container.injected.later") { iterations in
          let model = Model()
          for _ in 0..<iterations { Sink<any Service>.take(model.eager) }
        }
      ]),
  ]
}
