#if Macros
  /// Generates a static method `register()` that registers the type as an implementation of its
  /// abstractions in the global context.
  ///
  /// ```swift
  /// @InjectableDependency(
  ///   of: Repository.self, InjectableDependencyArgs(Cache.self, key: "memory"))
  /// final class MemoryRepository: Repository, Cache {}
  ///
  /// MemoryRepository.register()
  /// ```
  ///
  /// The type needs an initializer without arguments. In a class that is not final, the initializer
  /// must be `required`.
  ///
  /// Available with the package trait `Macros`, which is on by default.
  ///
  /// - Parameter dependencies: The abstractions: `P.self`, or ``InjectableDependencyArgs``
  ///   with a key.
  @attached(extension, conformances: InjectableDependencyProtocol, names: arbitrary)
  public macro InjectableDependency(of dependencies: Any...) =
    #externalMacro(module: "StitcherMacrosPlugin", type: "InjectableDependencyMacro")

  /// Generates a method `startInjection()` that registers a list of implementations.
  ///
  /// ```swift
  /// @DependenciesInjector(MemoryRepository.self, RemoteRepository.self)
  /// struct Setup {}
  ///
  /// Setup().startInjection()
  /// ```
  ///
  /// Available with the package trait `Macros`, which is on by default.
  ///
  /// - Parameter dependencies: The implementations: types that conform to
  ///   ``InjectableDependencyProtocol``.
  @attached(extension, conformances: DependenciesInjectorProtocol, names: arbitrary)
  public macro DependenciesInjector(_ dependencies: Any...) =
    #externalMacro(module: "StitcherMacrosPlugin", type: "DependenciesInjectorMacro")

  /// Generates a property for each dependency, and an initializer that injects the dependencies
  /// that its caller does not pass.
  ///
  /// ```swift
  /// @InjectedConstructor(
  ///   Repository.self, Dependency(Cache.self, name: "cache", injectionType: .singleton))
  /// final class Service {
  ///   @InitParameter let user: String
  /// }
  ///
  /// let service = Service(user: "Ada")
  /// ```
  ///
  /// Available with the package trait `Macros`, which is on by default.
  ///
  /// - Parameter dependencies: The abstractions: `P.self`, or a ``Dependency`` with details.
  ///   `P.self` injects a new instance.
  @attached(member, names: arbitrary)
  public macro InjectedConstructor(_ dependencies: Any...) =
    #externalMacro(module: "StitcherMacrosPlugin", type: "InjectedConstructorMacro")

  /// Generates the properties and the initializer of ``InjectedConstructor(_:)`` in an
  /// `@Observable` type.
  ///
  /// Available with the package trait `Macros`, which is on by default.
  ///
  /// - Parameter dependencies: The abstractions: `P.self`, or a ``Dependency`` with details.
  @attached(member, names: arbitrary)
  public macro ObservableInjectedConstructor(_ dependencies: Any...) =
    #externalMacro(module: "StitcherMacrosPlugin", type: "ObservableInjectedConstructorMacro")

  /// Marks a property that becomes a parameter of the initializer that ``InjectedConstructor(_:)``
  /// generates. The property needs an explicit type.
  ///
  /// Available with the package trait `Macros`, which is on by default.
  @attached(peer)
  public macro InitParameter() =
    #externalMacro(module: "StitcherMacrosPlugin", type: "InitParameterMacro")
#endif
