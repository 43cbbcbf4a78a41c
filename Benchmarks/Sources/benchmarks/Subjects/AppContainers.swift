import DependencyInjection

/// The containers of the `DependencyInjection` rows, with 200 registrations each.
enum AppContainers {
  /// The synchronous container.
  static let container: Container = {
    let container = Container()
    container.register(type: (any Service).self) { _ in LiveService() }
    container.register(in: .shared) { _ in LiveService() }
    container.register(in: .new) { _ in Record() }
    container.register { (_, size: Int) in Report(size: size) }
    container.register(in: .new) { _ in Header() }
    container.register(in: .new) { _ in Body() }
    container.register(in: .new) { _ in Footer() }
    container.autoregister(in: .new, initializer: Page.init)
    for position in 0..<Containers.usualCount - 8 { fill(container, Fillers.type(at: position)) }
    return container
  }()

  /// A child of that container, with a registration of its own.
  static let child: Container = {
    let child = Container(parent: container)
    child.register(type: (any OtherService).self) { _ in LiveOtherService() }
    return child
  }()

  /// The asynchronous container.
  static func makeAsyncContainer() async -> AsyncContainer {
    let container = AsyncContainer()
    await container.register(type: (any Service).self) { _ in LiveService() }
    await container.register(in: .new) { _ in Record() }
    return container
  }

  /// Registers a type that nobody asks for.
  private static func fill<Value>(_ container: Container, _ type: Value.Type) {
    container.register(type: type) { _ in fatalError("never asked for") }
  }
}

/// What an asynchronous container is measured against: a dictionary behind an actor.
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
