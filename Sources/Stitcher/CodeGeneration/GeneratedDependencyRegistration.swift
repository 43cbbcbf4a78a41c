internal import StitcherEngine

/// The registration of a type, which a generated static property of the type returns.
public struct GeneratedDependencyRegistration<T>: DependencyRepresenting, Sendable {
  /// The key by which injections find the dependency.
  public let locator: DependencyLocator

  /// The scope, which decides how long the graph keeps the instance.
  public let scope: DependencyScope

  /// Whether the activation of the container creates the instance.
  public let eagerness: DependencyEagerness

  /// The identity, which distinguishes the registration from similar ones; `nil` if there is none.
  public private(set) var identity: DependencyIdentity?

  /// The factory that creates an instance.
  public private(set) var dependencyProvider: DependencyFactory.Provider<T>

  /// The source location of the type, for error messages.
  let location: SourceLocation

  /// The requests that the factory declares, or `nil` if its requests are unknown.
  var edges: [DeclaredEdge]?

  /// Creates the registration of a type from a factory; each injection passes the factory's
  /// arguments.
  ///
  /// - Parameters:
  ///   - locator: The key by which injections find the dependency.
  ///   - scope: The rule that decides how long the graph keeps the instance.
  ///   - eagerness: Whether the activation of the container creates the instance.
  ///   - file: The file of the type, for diagnostics.
  ///   - line: The line of the type, for diagnostics.
  ///   - dependencyProvider: Creates an instance on the thread that requests the instance. A
  ///     closure that names a global actor, as in `{ @MainActor in Screen() }`, runs on that actor
  ///     only.
  public init<each Parameter: Hashable>(
    locator: DependencyLocator, scope: DependencyScope, eagerness: DependencyEagerness,
    file: StaticString = #fileID, line: UInt = #line,
    dependencyProvider: @Sendable @escaping @isolated(any) (repeat each Parameter) throws -> T
  ) {
    self.locator = locator
    self.scope = scope
    self.eagerness = eagerness
    self.location = SourceLocation(file: file, line: line)
    self.dependencyProvider = DependencyFactory.Provider(function: dependencyProvider)
  }

  /// Creates the registration of a type from a factory that is isolated to no actor.
  ///
  /// `@Registerable` generates calls of this initializer.
  ///
  /// A call with the label `nonisolated:` compiles faster than a call with `dependencyProvider:`,
  /// because the compiler need not store the factory's isolation. A trailing closure is passed as
  /// `dependencyProvider:`.
  ///
  /// - Parameters:
  ///   - locator: The key by which injections find the dependency.
  ///   - scope: The rule that decides how long the graph keeps the instance.
  ///   - eagerness: Whether the activation of the container creates the instance.
  ///   - file: The file of the type, for diagnostics.
  ///   - line: The line of the type, for diagnostics.
  ///   - dependencyProvider: Creates an instance on the thread that requests the instance.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public init<each Parameter: Hashable>(
    locator: DependencyLocator, scope: DependencyScope, eagerness: DependencyEagerness,
    file: StaticString = #fileID, line: UInt = #line,
    nonisolated dependencyProvider: @Sendable @escaping (repeat each Parameter) throws -> T
  ) {
    self.init(
      locator: locator, scope: scope, eagerness: eagerness, file: file, line: line,
      dependencyProvider: dependencyProvider)
  }

  /// Sets a value that distinguishes this registration from similar ones, in the same way as
  /// ``Dependency/id(_:)``.
  ///
  /// ```swift
  /// Mailer.dependencyRegistration.id(user)
  /// ```
  ///
  /// - Parameter id: The value; see ``DependencyIdentity/init(_:)``.
  /// - Returns: A copy with the identity.
  public func id(_ id: some Hashable) -> Self {
    var copy = self
    copy.identity = DependencyIdentity(id)
    return copy
  }
}

extension GeneratedDependencyRegistration {
  /// Returns a copy of the registration with the given teardown.
  func tornDown(by teardown: Teardown) -> Self {
    var copy = self
    copy.dependencyProvider = dependencyProvider.tornDown(by: teardown)
    return copy
  }
}

extension GeneratedDependencyRegistration {
  /// Unavailable: a parameter that the injection passes must be `Hashable`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "Each parameter that is passed at injection must be Hashable. Inject the other parameters, with '@InjectedInitializer' on the type or '@InjectedParameters' on the initializer, and list the Hashable ones after 'ignoring:'."
  )
  public init<each Parameter>(
    locator: DependencyLocator, scope: DependencyScope, eagerness: DependencyEagerness,
    file: StaticString = #fileID, line: UInt = #line,
    nonisolated dependencyProvider: @Sendable @escaping (repeat each Parameter) throws -> T
  ) { fatalError("unavailable") }

  /// Unavailable: a parameter that the injection passes must be `Hashable` and `Sendable`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "The type must be Sendable, and each parameter that is passed at injection Hashable and Sendable. Inject other parameters, with '@InjectedInitializer' on the type or '@InjectedParameters' on the initializer."
  )
  public init<each Parameter>(
    locator: DependencyLocator, scope: DependencyScope, eagerness: DependencyEagerness,
    file: StaticString = #fileID, line: UInt = #line,
    onMainActor dependencyProvider: @MainActor @escaping (repeat each Parameter) throws -> T
  ) { fatalError("unavailable") }

  /// Unavailable: the instance of an asynchronous factory must be `Sendable`. Each parameter that
  /// the injection passes must be `Hashable` and `Sendable`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "A type with an asynchronous initializer must be Sendable, and each parameter that is passed at injection Hashable and Sendable. Inject other parameters, with '@InjectedInitializer' on the type or '@InjectedParameters' on the initializer."
  )
  public init<each Parameter>(
    locator: DependencyLocator, scope: DependencyScope, eagerness: DependencyEagerness,
    file: StaticString = #fileID, line: UInt = #line,
    dependencyProvider: @Sendable @escaping (repeat each Parameter) async throws -> T
  ) { fatalError("unavailable") }
}

extension GeneratedDependencyRegistration where T: Sendable {
  /// Creates the registration of a main-actor type.
  ///
  /// An injection on another thread throws ``InjectionError/isolatedDependency(_:)`` if there is no
  /// live instance. `injectAsync` creates the instance from anywhere.
  ///
  /// - Parameters:
  ///   - locator: The key by which injections find the dependency.
  ///   - scope: The rule that decides how long the graph keeps the instance.
  ///   - eagerness: Whether the activation of the container creates the instance, on the main
  ///     actor.
  ///   - file: The file of the type, for diagnostics.
  ///   - line: The line of the type, for diagnostics.
  ///   - dependencyProvider: Creates an instance on the main actor.
  @_disfavoredOverload
  public init<each Parameter: Hashable & Sendable>(
    locator: DependencyLocator, scope: DependencyScope, eagerness: DependencyEagerness,
    file: StaticString = #fileID, line: UInt = #line,
    onMainActor dependencyProvider: @MainActor @escaping (repeat each Parameter) throws -> T
  ) {
    self.init(
      locator: locator, scope: scope, eagerness: eagerness, file: file, line: line,
      dependencyProvider: dependencyProvider)
  }

  /// Creates the registration of a type with an asynchronous factory. Request the type's instances
  /// with `injectAsync`.
  ///
  /// - Parameters:
  ///   - locator: The key by which injections find the dependency.
  ///   - scope: The rule that decides how long the graph keeps the instance.
  ///   - eagerness: Whether the activation of the container creates the instance.
  ///   - file: The file of the type, for diagnostics.
  ///   - line: The line of the type, for diagnostics.
  ///   - dependencyProvider: Creates an instance. A closure that names a global actor runs on that
  ///     actor.
  @_disfavoredOverload
  public init<each Parameter: Hashable & Sendable>(
    locator: DependencyLocator, scope: DependencyScope, eagerness: DependencyEagerness,
    file: StaticString = #fileID, line: UInt = #line,
    dependencyProvider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws -> T
  ) {
    self.locator = locator
    self.scope = scope
    self.eagerness = eagerness
    self.location = SourceLocation(file: file, line: line)
    self.dependencyProvider = DependencyFactory.Provider(function: dependencyProvider)
  }
}

/// A description of a dependency with its source location and the requests of its factory.
protocol LocatedRepresentation {
  /// The source location where the dependency is declared, for error messages.
  var location: SourceLocation { get }

  /// The requests that the factory declares, or `nil` if its requests are unknown.
  var edges: [DeclaredEdge]? { get }
}

extension GeneratedDependencyRegistration: LocatedRepresentation {}

/// A type that declares its own registration.
///
/// ```swift
/// extension AccountService: RegisterableDependency {
///   static let dependencyRegistration = GeneratedDependencyRegistration<AccountService>(
///     locator: .type(AccountService.self), scope: .singleton, eagerness: .lazy
///   ) { AccountService() }
/// }
/// ```
public protocol RegisterableDependency {
  /// The registered type.
  associatedtype SomeDependency

  /// The registration of the type.
  static var dependencyRegistration: GeneratedDependencyRegistration<SomeDependency> { get }
}

/// A type that a code generator adds to the group of autoregistered dependencies.
public protocol AutoregisterableDependency: RegisterableDependency {}
