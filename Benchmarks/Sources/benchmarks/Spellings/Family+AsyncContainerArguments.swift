import DependencyInjection

extension Family {
  /// Asynchronous containers, with arguments.
  static let asyncContainerArguments = [
    Family(
      "an asynchronous container's fresh object with an argument",
      [
        Spelling("container.async.argument1") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for size in 0..<iterations {
              Sink<Report>.take(await container.resolve(argument: size))
            }
          }
        },
        Spelling("container.async.argument1.type") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for size in 0..<iterations {
              Sink<Report>.take(await container.resolve(type: Report.self, argument: size))
            }
          }
        },
        Spelling("container.async.argument1.try") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for size in 0..<iterations {
              Sink<Report>.take(try! await container.tryResolve(type: Report.self, argument: size))
            }
          }
        },
        Spelling("container.async.argument1.pack") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for size in 0..<iterations {
              Sink<Report>.take(await container.resolve(arguments: size))
            }
          }
        },
        Spelling("container.async.argument1.pack.type") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for size in 0..<iterations {
              Sink<Report>.take(await container.resolve(type: Report.self, arguments: size))
            }
          }
        },
        Spelling("container.async.argument1.pack.try") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for size in 0..<iterations {
              Sink<Report>.take(try! await container.tryResolve(type: Report.self, arguments: size))
            }
          }
        },
      ]),
    Family(
      "an asynchronous container's fresh object with two arguments",
      [
        Spelling("container.async.argument2") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for size in 0..<iterations {
              Sink<Rectangle>.take(await container.resolve(argument1: size, argument2: 2))
            }
          }
        },
        Spelling("container.async.argument2.type") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for size in 0..<iterations {
              Sink<Rectangle>.take(
                await container.resolve(type: Rectangle.self, argument1: size, argument2: 2))
            }
          }
        },
        Spelling("container.async.argument2.try") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for size in 0..<iterations {
              Sink<Rectangle>.take(
                try! await container.tryResolve(type: Rectangle.self, argument1: size, argument2: 2)
              )
            }
          }
        },
        Spelling("container.async.argument2.pack") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for size in 0..<iterations {
              Sink<Rectangle>.take(await container.resolve(arguments: size, 2))
            }
          }
        },
        Spelling("container.async.argument2.pack.type") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for size in 0..<iterations {
              Sink<Rectangle>.take(
                await container.resolve(type: Rectangle.self, arguments: size, 2))
            }
          }
        },
        Spelling("container.async.argument2.pack.try") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for size in 0..<iterations {
              Sink<Rectangle>.take(
                try! await container.tryResolve(type: Rectangle.self, arguments: size, 2))
            }
          }
        },
      ]),
    Family(
      "an asynchronous container's fresh object with three arguments",
      [
        Spelling("container.async.argument3") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for size in 0..<iterations {
              Sink<Rectangle>.take(
                await container.resolve(argument1: size, argument2: 2, argument3: 3))
            }
          }
        },
        Spelling("container.async.argument3.type") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for size in 0..<iterations {
              Sink<Rectangle>.take(
                await container.resolve(
                  type: Rectangle.self, argument1: size, argument2: 2, argument3: 3))
            }
          }
        },
        Spelling("container.async.argument3.try") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for size in 0..<iterations {
              Sink<Rectangle>.take(
                try! await container.tryResolve(
                  type: Rectangle.self, argument1: size, argument2: 2, argument3: 3))
            }
          }
        },
        Spelling("container.async.argument3.pack") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for size in 0..<iterations {
              Sink<Rectangle>.take(await container.resolve(arguments: size, 2, 3))
            }
          }
        },
        Spelling("container.async.argument3.pack.type") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for size in 0..<iterations {
              Sink<Rectangle>.take(
                await container.resolve(type: Rectangle.self, arguments: size, 2, 3))
            }
          }
        },
        Spelling("container.async.argument3.pack.try") { iterations in
          let container = AppContainers.asyncContainer
          wait {
            for size in 0..<iterations {
              Sink<Rectangle>.take(
                try! await container.tryResolve(type: Rectangle.self, arguments: size, 2, 3))
            }
          }
        },
      ]),
  ]
}
