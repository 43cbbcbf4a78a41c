#if Macros
  /// Has an implementation register itself for its abstractions, in the global context.
  ///
  /// ```swift
  /// @InjectableDependency(
  ///   of: Repository.self, InjectableDependencyArgs(Cache.self, key: "memory"))
  /// final class MemoryRepository: Repository, Cache {}
  ///
  /// MemoryRepository.register()
  /// ```
  ///
  /// The type needs an initializer without arguments; in a class that is not final, it
  /// must be `required`.
  ///
  /// - Parameter dependencies: The abstractions: `P.self`, or ``InjectableDependencyArgs``
  ///   with a key.
  @attached(extension, conformances: InjectableDependencyProtocol, names: arbitrary)
  public macro InjectableDependency(of dependencies: Any...) =
    #externalMacro(module: "StitcherMacrosPlugin", type: "InjectableDependencyMacro")

  /// Has a type start the registration of implementations.
  ///
  /// ```swift
  /// @DependenciesInjector(MemoryRepository.self, RemoteRepository.self)
  /// struct Setup {}
  ///
  /// Setup().startInjection()
  /// ```
  ///
  /// - Parameter dependencies: The implementations: types that are
  ///   ``InjectableDependencyProtocol``.
  @attached(extension, conformances: DependenciesInjectorProtocol, names: arbitrary)
  public macro DependenciesInjector(_ dependencies: Any...) =
    #externalMacro(module: "StitcherMacrosPlugin", type: "DependenciesInjectorMacro")

  /// Gives a type properties with dependencies, and an initializer that injects them unless
  /// they are passed.
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
  /// - Parameter dependencies: The abstractions: `P.self`, or ``Dependency`` with details. A new
  ///   instance is made where nothing is said.
  @attached(member, names: arbitrary)
  public macro InjectedConstructor(_ dependencies: Any...) =
    #externalMacro(module: "StitcherMacrosPlugin", type: "InjectedConstructorMacro")

  /// Does what ``InjectedConstructor(_:)`` does for a type that is `@Observable`.
  ///
  /// - Parameter dependencies: The abstractions: `P.self`, or ``Dependency`` with details.
  @attached(member, names: arbitrary)
  public macro ObservableInjectedConstructor(_ dependencies: Any...) =
    #externalMacro(module: "StitcherMacrosPlugin", type: "ObservableInjectedConstructorMacro")

  /// Marks a property that ``InjectedConstructor(_:)`` makes a parameter of the initializer. Its
  /// type must be written.
  @attached(peer)
  public macro InitParameter() =
    #externalMacro(module: "StitcherMacrosPlugin", type: "InitParameterMacro")
#endif
