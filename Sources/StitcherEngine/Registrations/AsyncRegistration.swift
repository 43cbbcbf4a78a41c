/// What the factory of an ``AsyncRegistration`` does, for every shape of request.
protocol AsyncFactory: AnyObject, Sendable {
  /// Runs the factory with arguments of the right types and wraps the result.
  func makeInstance(
    of registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    for creation: Creation
  ) async throws -> Instance

  /// Runs the factory with arguments of the right types, tells of the result and returns it as a
  /// type.
  func make<Value: Sendable>(
    of registration: AsyncRegistration, _ step: AsyncCreationStep, _ arguments: [any Sendable],
    as type: Value.Type
  ) async throws -> Value

  /// Whether a new instance is one that was told of already: what a decoration was given, and has
  /// returned.
  func isPassedOn(_ instance: Any, _ arguments: [Any]) -> Bool
}

extension AsyncFactory {
  func isPassedOn(_ instance: Any, _ arguments: [Any]) -> Bool { false }
}

/// A registration whose factory is asynchronous.
package final class AsyncRegistration: Registration, @unchecked Sendable {
  // Safe: see `Registration`; the count is atomic.

  /// Makes instances.
  let factory: any AsyncFactory

  /// How many steps of paths there are for this registration.
  let stepCount = AtomicBox<Int>(0)

  /// Creates a registration.
  init(
    _ details: Details, _ factory: any AsyncFactory, producedType: any Any.Type,
    parameterTypes: [any Any.Type], decorated: Registration? = nil
  ) {
    self.factory = factory
    super.init(
      details, producedType: producedType, parameterTypes: parameterTypes, producesObjects: false,
      isAsynchronous: true, decorated: decorated)
  }

  override func copy(_ details: Details) -> Registration {
    AsyncRegistration(
      details, factory, producedType: producedType, parameterTypes: parameterTypes,
      decorated: decorated)
  }

  package override func isPassedOn(_ instance: Any, _ arguments: [Any]) -> Bool {
    factory.isPassedOn(instance, arguments)
  }
}

extension Registration {
  /// The registration, if its factory is asynchronous.
  package final var asynchronous: AsyncRegistration? {
    isAsynchronous ? Borrowed(self).cast(to: AsyncRegistration.self).object : nil
  }
}
