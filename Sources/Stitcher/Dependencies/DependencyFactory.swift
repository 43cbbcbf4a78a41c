internal import StitcherEngine

/// How a dependency is made. Two are equal if they make the same type from parameters of
/// the same types.
public struct DependencyFactory: Sendable {
  /// What the factory returns, as it is declared.
  let producedType: any Any.Type

  /// What an injection has to pass: these types, in this order.
  let parameterTypes: [any Any.Type]

  /// Makes the engine's registration.
  let makeRegistration: @Sendable (Registration.Details) -> Registration

  /// The requests that the factory is known to make; nil if it may make any.
  var edges: [DeclaredEdge]?

  /// Wraps a function.
  init<T, each Parameter, Failure: Error>(
    function: @escaping @Sendable @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(FactoryClosure<T, (repeat each Parameter)>(function), .list())
  }

  /// Wraps a function without parameters. Calling it needs no parameter pack, which would cost as
  /// much as the rest of a creation.
  init<T, Failure: Error>(
    function: @escaping @Sendable @isolated(any) () throws(Failure) -> T
  ) {
    self.init(FactoryClosure<T, Void>(function), .list())
  }

  /// Wraps a function of which the isolation is known.
  private init<T, Arguments>(
    _ closure: FactoryClosure<T, Arguments>, _ parameters: Parameters<Arguments>
  ) {
    producedType = T.self
    parameterTypes = parameters.types
    makeRegistration = { details in
      var details = details
      details.isolation = closure.isolation
      return TypedRegistration(details, parameters, closure.call)
    }
  }

  /// Wraps an asynchronous function.
  init<T: Sendable, each Parameter: Sendable, Failure: Error>(
    asynchronous function:
      @escaping @Sendable @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) {
    var types: [any Any.Type] = []
    for type in repeat (each Parameter).self { types.append(type) }
    producedType = T.self
    parameterTypes = types
    makeRegistration = { details in
      AsyncRegistration(details) {
        (_, parameters: repeat each Parameter) async throws -> T in
        try await function(repeat each parameters)
      }
    }
  }

  /// The function of a ``DependencyRepresenting`` type.
  ///
  /// ```swift
  /// struct RepositoryDependency: DependencyRepresenting {
  ///   var dependencyProvider: DependencyFactory.Provider<Repository> {
  ///     DependencyFactory.Provider { (cache: Cache) in Repository(cachedBy: cache) }
  ///   }
  /// }
  /// ```
  public struct Provider<T>: Sendable {
    /// The factory.
    let factory: DependencyFactory

    /// What is done with an instance at its end.
    var teardown: Teardown?

    /// Creates a provider of a factory without parameters.
    ///
    /// - Parameter function: Makes an instance, on the thread that injects. One that names a global
    ///   actor, as in `{ @MainActor in Screen() }`, runs there only.
    public init<Failure: Error>(
      function: @Sendable @escaping @isolated(any) () throws(Failure) -> T
    ) {
      factory = DependencyFactory(function: function)
    }

    /// Creates a provider.
    ///
    /// - Parameter function: Makes an instance from any number of parameters, on the thread that
    ///   injects. One that names a global actor, as in `{ @MainActor in Screen() }`, runs there
    ///   only.
    public init<each Parameter: Hashable, Failure: Error>(
      function: @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
    ) {
      factory = DependencyFactory(function: function)
    }

    /// Creates a provider whose function is asynchronous: only `injectAsync` makes an instance.
    ///
    /// - Parameter function: Makes an instance from any number of parameters. One that names a
    ///   global actor runs there.
    @_disfavoredOverload
    public init<each Parameter: Hashable & Sendable, Failure: Error>(
      function:
        @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
    ) where T: Sendable {
      factory = DependencyFactory(asynchronous: function)
    }
  }
}

extension DependencyFactory: Hashable {
  /// Whether both make the same type from parameters of the same types.
  public static func == (lhs: DependencyFactory, rhs: DependencyFactory) -> Bool {
    lhs.producedType == rhs.producedType
      && lhs.parameterTypes.elementsEqual(rhs.parameterTypes, by: ==)
  }

  /// Feeds the types into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(producedType))
    for type in parameterTypes { hasher.combine(ObjectIdentifier(type)) }
  }
}
