import DependencyInjection

extension Family {
  /// Containers with factories, with arguments.
  static let containerArguments = [
    Family(
      "a container's fresh object with an argument",
      [
        Spelling("container.argument1") { iterations in
          let container = AppContainers.container
          for size in 0..<iterations {
            Sink<Report>.take(container.resolve(argument: size))
          }
        },
        Spelling("container.argument1.type") { iterations in
          let container = AppContainers.container
          for size in 0..<iterations {
            Sink<Report>.take(container.resolve(type: Report.self, argument: size))
          }
        },
        Spelling("container.argument1.try") { iterations in
          let container = AppContainers.container
          for size in 0..<iterations {
            Sink<Report>.take(try! container.tryResolve(type: Report.self, argument: size))
          }
        },
        Spelling("container.argument1.pack") { iterations in
          let container = AppContainers.container
          for size in 0..<iterations {
            Sink<Report>.take(container.resolve(arguments: size))
          }
        },
        Spelling("container.argument1.pack.type") { iterations in
          let container = AppContainers.container
          for size in 0..<iterations {
            Sink<Report>.take(container.resolve(type: Report.self, arguments: size))
          }
        },
        Spelling("container.argument1.pack.try") { iterations in
          let container = AppContainers.container
          for size in 0..<iterations {
            Sink<Report>.take(try! container.tryResolve(type: Report.self, arguments: size))
          }
        },
      ]),
    Family(
      "a container's fresh object with two arguments",
      [
        Spelling("container.argument2") { iterations in
          let container = AppContainers.container
          for size in 0..<iterations {
            Sink<Rectangle>.take(container.resolve(argument1: size, argument2: 2))
          }
        },
        Spelling("container.argument2.type") { iterations in
          let container = AppContainers.container
          for size in 0..<iterations {
            Sink<Rectangle>.take(
              container.resolve(type: Rectangle.self, argument1: size, argument2: 2))
          }
        },
        Spelling("container.argument2.try") { iterations in
          let container = AppContainers.container
          for size in 0..<iterations {
            Sink<Rectangle>.take(
              try! container.tryResolve(type: Rectangle.self, argument1: size, argument2: 2))
          }
        },
        Spelling("container.argument2.pack") { iterations in
          let container = AppContainers.container
          for size in 0..<iterations {
            Sink<Rectangle>.take(container.resolve(arguments: size, 2))
          }
        },
        Spelling("container.argument2.pack.type") { iterations in
          let container = AppContainers.container
          for size in 0..<iterations {
            Sink<Rectangle>.take(container.resolve(type: Rectangle.self, arguments: size, 2))
          }
        },
        Spelling("container.argument2.pack.try") { iterations in
          let container = AppContainers.container
          for size in 0..<iterations {
            Sink<Rectangle>.take(
              try! container.tryResolve(type: Rectangle.self, arguments: size, 2))
          }
        },
      ]),
    Family(
      "a container's fresh object with three arguments",
      [
        Spelling("container.argument3") { iterations in
          let container = AppContainers.container
          for size in 0..<iterations {
            Sink<Rectangle>.take(container.resolve(argument1: size, argument2: 2, argument3: 3))
          }
        },
        Spelling("container.argument3.type") { iterations in
          let container = AppContainers.container
          for size in 0..<iterations {
            Sink<Rectangle>.take(
              container.resolve(type: Rectangle.self, argument1: size, argument2: 2, argument3: 3))
          }
        },
        Spelling("container.argument3.try") { iterations in
          let container = AppContainers.container
          for size in 0..<iterations {
            Sink<Rectangle>.take(
              try! container.tryResolve(
                type: Rectangle.self, argument1: size, argument2: 2, argument3: 3))
          }
        },
        Spelling("container.argument3.pack") { iterations in
          let container = AppContainers.container
          for size in 0..<iterations {
            Sink<Rectangle>.take(container.resolve(arguments: size, 2, 3))
          }
        },
        Spelling("container.argument3.pack.type") { iterations in
          let container = AppContainers.container
          for size in 0..<iterations {
            Sink<Rectangle>.take(container.resolve(type: Rectangle.self, arguments: size, 2, 3))
          }
        },
        Spelling("container.argument3.pack.try") { iterations in
          let container = AppContainers.container
          for size in 0..<iterations {
            Sink<Rectangle>.take(
              try! container.tryResolve(type: Rectangle.self, arguments: size, 2, 3))
          }
        },
      ]),
  ]
}
