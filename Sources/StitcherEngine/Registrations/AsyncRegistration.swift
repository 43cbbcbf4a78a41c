
/// What the factory of an ``AsyncRegistration`` does. Only who creates in tasks knows how it is
/// called: programs without asynchronous factories have none of that.
package protocol AsyncFactory: AnyObject, Sendable {
  /// Whether a new instance is one that was told of already: what a decoration was given, and has
  /// returned.
  func isPassedOn(_ instance: Any, _ arguments: [Any]) -> Bool
}

/// A registration whose factory is asynchronous.
package final class AsyncRegistration: Registration, @unchecked Sendable {
  // Safe: see `Registration`; the count is atomic.

  /// Makes instances.
  package let factory: any AsyncFactory

  /// How many steps of paths there are for this registration.
  let stepCount = AtomicBox<Int>(0)

  /// Creates a registration.
  package init(
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
