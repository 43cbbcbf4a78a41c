internal import StitcherEngine

/// The registration of a type that generated code holds in a static property.
public struct GeneratedDependencyRegistration<T>: DependencyRepresenting, Sendable {
  /// The key by which injections find the dependency.
  public let locator: DependencyLocator

  /// The scope, which decides how long the graph keeps the instance.
  public let scope: DependencyScope

  /// Whether the activation of the container creates the instance.
  public let eagerness: DependencyEagerness

  /// The identity, which tells similar registrations apart, or `nil`.
  public private(set) var identity: DependencyIdentity?

  /// The factory that creates an instance.
  public private(set) var dependencyProvider: DependencyFactory.Provider<T>

  /// The place of the type in the source code, for error messages.
  let location: SourceLocation

  /// The requests that the factory declares, or `nil` if its requests are unknown.
  var edges: [DeclaredEdge]?

  /// Creates a registration.
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

  /// Sets the identity, which tells similar registrations apart, as ``Dependency/id(_:)`` does.
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
  /// Sets a teardown, which closes an instance after the graph has evicted it.
  ///
  /// ```swift
  /// Mailer.dependencyRegistration.teardown { mailer in mailer.close() }
  /// ```
  ///
  /// ``Dependency/teardown(_:)`` says when teardowns run.
  ///
  /// - Parameter action: Closes the instance.
  /// - Returns: A copy with the teardown.
  public func teardown(_ action: @escaping @Sendable @isolated(any) (T) throws -> Void) -> Self {
    var copy = self
    copy.dependencyProvider = dependencyProvider.teardown(action)
    return copy
  }

  /// Sets an asynchronous teardown with an optional time limit.
  ///
  /// ``Dependency/teardown(_:)`` says when teardowns run.
  ///
  /// - Parameters:
  ///   - limit: The longest time that the teardown may take, or `nil` for no limit.
  ///   - action: Closes the instance.
  /// - Returns: A copy with the teardown.
  @_disfavoredOverload
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func teardown(
    within limit: Duration?,
    _ action: @escaping @Sendable @isolated(any) (T) async throws -> Void
  ) -> Self {
    var copy = self
    copy.dependencyProvider = dependencyProvider.teardown(within: limit, action)
    return copy
  }

  /// Says how an instance is closed, in a task, and how many seconds that may take.
  ///
  /// - Parameters:
  ///   - limit: How many seconds it may take; nil if that does not matter.
  ///   - action: Closes the instance.
  /// - Returns: A copy with the teardown.
  @_disfavoredOverload
  public func teardown(
    withinSeconds limit: Double? = nil,
    _ action: @escaping @Sendable @isolated(any) (T) async throws -> Void
  ) -> Self {
    var copy = self
    copy.dependencyProvider = dependencyProvider.teardown(withinSeconds: limit, action)
    return copy
  }
}

extension GeneratedDependencyRegistration {
  /// Unavailable: a parameter that the injection passes must be `Hashable`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "Each parameter that is passed at injection must be Hashable. Inject those that are not, with '@InjectedInitializer' on the type or '@InjectedParameters' on the initializer, and list the others after 'ignoring:'."
  )
  public init<each Parameter>(
    locator: DependencyLocator, scope: DependencyScope, eagerness: DependencyEagerness,
    file: StaticString = #fileID, line: UInt = #line,
    dependencyProvider: @Sendable @escaping (repeat each Parameter) throws -> T
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

  /// Unavailable: the instance of an asynchronous factory must be `Sendable`, and a passed
  /// parameter `Hashable` and `Sendable`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "A type that is made asynchronously must be Sendable, and each parameter that is passed at injection Hashable and Sendable. Inject other parameters, with '@InjectedInitializer' on the type or '@InjectedParameters' on the initializer."
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

  /// Creates the registration of a type with an asynchronous factory; request its instances with
  /// `injectAsync`.
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

/// A representation that declares its place in the source code and the requests of its factory.
protocol LocatedRepresentation {
  /// The place of the representation in the source code, for error messages.
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
