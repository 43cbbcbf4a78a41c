import DependencyInjection

/// The containers of the `DependencyInjection` rows, with 200 registrations each.
enum AppContainers {
  /// The synchronous container.
  static let container: Container = {
    let container = Container()
    container.register(type: (any Service).self) { _ in LiveService() }
    container.register(in: .shared) { _ in LiveService() }
    container.register(in: .new) { _ in Record() }
    container.register(type: (any Recording).self, in: .new) { _ in Record() }
    container.register { (_, size: Int) in Report(size: size) }
    container.register { (_, width: Int, height: Int) in Rectangle(width: width, height: height) }
    container.register { (_, width: Int, height: Int, depth: Int) in
      Rectangle(width: width, height: height, depth: depth)
    }
    container.register(in: .new) { _ in Header() }
    container.register(in: .new) { _ in Body() }
    container.register(in: .new) { _ in Footer() }
    container.autoregister(in: .new, initializer: Page.init)
    for position in 0..<Containers.usualCount - 11 { fill(container, Fillers.type(at: position)) }
    return container
  }()

  /// A child of the container, with a registration of its own.
  static let child: Container = {
    let child = Container(parent: container)
    child.register(type: (any OtherService).self) { _ in LiveOtherService() }
    return child
  }()

  /// The same container, as the type that factories receive.
  static let resolver: any DependencyResolving & Sendable = container

  /// A child of the container with a factory that creates the graph of four objects by hand.
  static let byHand: Container = {
    let child = Container(parent: container)
    child.register(in: .new) { resolver in
      Page(header: resolver.resolve(), body: resolver.resolve(), footer: resolver.resolve())
    }
    return child
  }()

  /// The asynchronous container.
  static let asyncContainer: AsyncContainer = {
    let container = AsyncContainer()
    wait {
      await container.register(type: (any Service).self) { _ in LiveService() }
      await container.register(in: .new) { _ in Record() }
      await container.register { (_, size: Int) in Report(size: size) }
      await container.register { (_, width: Int, height: Int) in
        Rectangle(width: width, height: height)
      }
      await container.register { (_, width: Int, height: Int, depth: Int) in
        Rectangle(width: width, height: height, depth: depth)
      }
    }
    return container
  }()

  /// The same asynchronous container, as the type that factories receive.
  static let asyncResolver: any AsyncDependencyResolving & Sendable = asyncContainer

  /// Registers a type that no benchmark resolves.
  private static func fill<Value>(_ container: Container, _ type: Value.Type) {
    container.register(type: type) { _ in fatalError("never asked for") }
  }
}

/// The baseline of asynchronous containers: a dictionary in an actor.
actor DictionaryActor {
  private var instances: [ObjectIdentifier: any Sendable] = [:]

  init() {
    instances[ObjectIdentifier((any Service).self)] = LiveService()
  }

  /// Returns the instance of a type.
  func resolve<Value: Sendable>(_ type: Value.Type = Value.self) -> Value {
    guard let value = instances[ObjectIdentifier(type)] as? Value else {
      preconditionFailure("\(type) is not registered")
    }
    return value
  }
}
