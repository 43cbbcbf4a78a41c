import DependencyInjection

/// DependencyInjection: a container with shared registrations.
struct ContainerWorld: FrontEnd {
  private let container = Container()

  static var cycles: Cycles { .areThrown }

  func register<Value: Sendable>(
    _ type: Value.Type, _ factory: @escaping @Sendable (Self) throws -> Value
  ) {
    container.register(type: type, in: .shared) { _ in try factory(self) }
  }

  func resolve<Value: Sendable>(_ type: Value.Type) throws -> Value {
    try container.tryResolve(type: type)
  }

  func end() { container.clean() }
}
