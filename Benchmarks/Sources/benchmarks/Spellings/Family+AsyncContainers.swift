import DependencyInjection

extension Family {
  /// Asynchronous containers.
  static let asyncContainers = [
    Family(
      "an asynchronous container's live instance",
      [
        Spelling("container.async.singleton") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for _ in 0..<iterations {
              Sink<any Service>.take(await container.resolve())
            }
          }
        },
        Spelling("container.async.singleton.type") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for _ in 0..<iterations {
              Sink<any Service>.take(await container.resolve(type: (any Service).self))
            }
          }
        },
        Spelling("container.async.singleton.try") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for _ in 0..<iterations {
              Sink<any Service>.take(try! await container.tryResolve(type: (any Service).self))
            }
          }
        },
        Spelling("container.async.singleton.resolver") { iterations in
          let container = AppContainers.asyncResolver
          wait {
            for _ in 0..<iterations {
              Sink<any Service>.take(await container.resolve())
            }
          }
        },
        Spelling("container.async.singleton.resolver.type") { iterations in
          let container = AppContainers.asyncResolver
          wait {
            for _ in 0..<iterations {
              Sink<any Service>.take(await container.resolve(type: (any Service).self))
            }
          }
        },
        Spelling("container.async.singleton.resolver.try") { iterations in
          let container = AppContainers.asyncResolver
          wait {
            for _ in 0..<iterations {
              Sink<any Service>.take(try! await container.tryResolve(type: (any Service).self))
            }
          }
        },
      ]),
    Family(
      "an asynchronous container's fresh object",
      [
        Spelling("container.async.fresh") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for _ in 0..<iterations {
              Sink<Record>.take(await container.resolve())
            }
          }
        },
        Spelling("container.async.fresh.type") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for _ in 0..<iterations {
              Sink<Record>.take(await container.resolve(type: Record.self))
            }
          }
        },
        Spelling("container.async.fresh.try") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for _ in 0..<iterations {
              Sink<Record>.take(try! await container.tryResolve(type: Record.self))
            }
          }
        },
        Spelling("container.async.fresh.resolver") { iterations in
          let container = AppContainers.asyncResolver
          wait {
            for _ in 0..<iterations {
              Sink<Record>.take(await container.resolve())
            }
          }
        },
        Spelling("container.async.fresh.resolver.type") { iterations in
          let container = AppContainers.asyncResolver
          wait {
            for _ in 0..<iterations {
              Sink<Record>.take(await container.resolve(type: Record.self))
            }
          }
        },
        Spelling("container.async.fresh.resolver.try") { iterations in
          let container = AppContainers.asyncResolver
          wait {
            for _ in 0..<iterations {
              Sink<Record>.take(try! await container.tryResolve(type: Record.self))
            }
          }
        },
      ]),
  ]
}
