internal import StitcherEngine

/// The factory of a dependency: a function that creates an instance from any number of parameters.
///
/// Two factories are equal if they return the same type and take parameters of the same types.
/// Their functions are not compared.
public struct DependencyFactory: Sendable {
  /// The return type of the factory's function.
  let producedType: any Any.Type

  /// The types of the arguments that an injection must pass to the factory, in order.
  let parameterTypes: [any Any.Type]

  /// The closure that creates the engine's registration for this factory; its argument contains the
  /// other details, such as the scope.
  let makeRegistration: @Sendable (Registration.Details) -> Registration

  /// The requests that the factory is declared to make; `nil` if they are unknown.
  var edges: [DeclaredEdge]?

  /// Creates a factory from a synchronous function.
  @usableFromInline
  init<T, each Parameter, Failure: Error>(
    function: @escaping @Sendable @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    let closure = FactoryClosure<T, (repeat each Parameter)>(function)
    let parameters: Parameters<(repeat each Parameter)> = .list()
    producedType = T.self
    parameterTypes = parameters.types
    makeRegistration = { details in
      var details = details
      details.isolation = closure.isolation
      return ParameterizedRegistration(details, parameters, closure.call)
    }
  }

  /// Creates a factory from a function without parameters.
  ///
  /// A call of it needs no parameter pack, which would cost as much as the rest of a creation.
  @usableFromInline
  init<T, Failure: Error>(
    function: @escaping @Sendable @isolated(any) () throws(Failure) -> T
  ) {
    producedType = T.self
    parameterTypes = []
    makeRegistration = { details in
      var details = details
      details.isolation = function.isolation
      return ParameterlessRegistration(details, withoutIsolation(throwing: function))
    }
  }

  /// Creates a factory from an asynchronous function.
  @usableFromInline
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

  /// A factory of instances of the type `T`, which a ``DependencyRepresenting`` type returns.
  ///
  /// ```swift
  /// struct RepositoryDependency: DependencyRepresenting {
  ///   var dependencyProvider: DependencyFactory.Provider<Repository> {
  ///     DependencyFactory.Provider { (cache: Cache) in Repository(cachedBy: cache) }
  ///   }
  /// }
  /// ```
  public struct Provider<T>: Sendable {
    let factory: DependencyFactory

    /// The closure that closes an instance after its eviction; `nil` if the dependency has no
    /// teardown.
    var teardown: Teardown?

    /// Creates a provider of instances from a function without parameters.
    ///
    /// - Parameter function: Creates an instance on the thread that requests the instance. A
    ///   function that names a global actor, as in `{ @MainActor in Screen() }`, runs on that actor
    ///   only.
    public init<Failure: Error>(
      function: @Sendable @escaping @isolated(any) () throws(Failure) -> T
    ) {
      factory = DependencyFactory(function: function)
    }

    /// Creates a provider of instances from a function with parameters, to which each injection
    /// passes arguments.
    ///
    /// - Parameter function: Creates an instance from the parameters, on the thread that requests
    ///   the instance. A function that names a global actor, as in `{ @MainActor in Screen() }`,
    ///   runs on that actor only.
    public init<each Parameter: Hashable, Failure: Error>(
      function: @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
    ) {
      factory = DependencyFactory(function: function)
    }

    /// Creates a provider of instances from an asynchronous function. Request the instances with
    /// `injectAsync`.
    ///
    /// - Parameter function: Creates an instance from any number of parameters. A function that
    ///   names a global actor runs on that actor.
    @_disfavoredOverload
    public init<each Parameter: Hashable & Sendable, Failure: Error>(
      function:
        @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
    ) where T: Sendable {
      factory = DependencyFactory(asynchronous: function)
    }

    /// Returns a copy of the provider that tears down evicted instances in the given way.
    func tornDown(by teardown: Teardown) -> Self {
      var copy = self
      copy.teardown = teardown
      return copy
    }
  }
}

extension DependencyFactory: Hashable {
  /// Returns whether two factories return the same type and take parameters of the same types.
  public static func == (lhs: DependencyFactory, rhs: DependencyFactory) -> Bool {
    lhs.producedType == rhs.producedType
      && lhs.parameterTypes.elementsEqual(rhs.parameterTypes, by: ==)
  }

  /// Feeds the factory's return type and parameter types into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(producedType))
    for type in parameterTypes { hasher.combine(ObjectIdentifier(type)) }
  }
}
