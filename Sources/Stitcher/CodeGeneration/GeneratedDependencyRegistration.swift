internal import StitcherEngine

/// A registration that generated code holds in a static property.
public struct GeneratedDependencyRegistration<T>: DependencyRepresenting, Sendable {
  /// What the dependency is found by.
  public let locator: DependencyLocator

  /// How long the instance is kept.
  public let scope: DependencyScope

  /// Whether the instance is made on activation.
  public let eagerness: DependencyEagerness

  /// What tells the dependency apart from those that are like it.
  public private(set) var identity: DependencyIdentity?

  /// Makes an instance.
  public private(set) var dependencyProvider: DependencyFactory.Provider<T>

  /// Where it was generated for, which errors print.
  let location: SourceLocation

  /// What the factory is known to ask for; nil if it may ask for anything.
  var edges: [DeclaredEdge]?

  /// Creates a registration.
  ///
  /// - Parameters:
  ///   - locator: What the dependency is found by.
  ///   - scope: How long the instance is kept.
  ///   - eagerness: Whether the instance is made on activation.
  ///   - file: The file of the type, for diagnostics.
  ///   - line: The line of the type, for diagnostics.
  ///   - dependencyProvider: Makes an instance, on the thread that injects. One that names a global
  ///     actor, as in `{ @MainActor in Screen() }`, runs there only.
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

  /// Sets whose the dependency is, or of what, as ``Dependency/id(_:)`` does.
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
  /// Says how an instance is closed, as that of ``Dependency`` does.
  ///
  /// ```swift
  /// Mailer.dependencyRegistration.teardown { mailer in mailer.close() }
  /// ```
  ///
  /// - Parameter action: Closes the instance.
  /// - Returns: A copy with the teardown.
  public func teardown(_ action: @escaping @Sendable @isolated(any) (T) throws -> Void) -> Self {
    var copy = self
    copy.dependencyProvider = dependencyProvider.teardown(action)
    return copy
  }

  /// Says how an instance is closed, in a task, and how long that may take.
  ///
  /// - Parameters:
  ///   - limit: How long it may take; nil if that does not matter.
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
  /// Not there: what is passed at injection has to be `Hashable`.
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

  /// Not there: what is passed at injection has to be `Hashable` and `Sendable`.
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

  /// Not there: what is made asynchronously has to be `Sendable`, and what is passed at injection
  /// `Hashable` and `Sendable`.
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
  /// Creates a registration of a type that belongs to the main actor.
  ///
  /// The dependency must be injected on the main actor, unless there is a live instance: elsewhere,
  /// the injection throws ``InjectionError/isolatedDependency(_:)``.
  ///
  /// - Parameters:
  ///   - locator: What the dependency is found by.
  ///   - scope: How long the instance is kept.
  ///   - eagerness: Whether the instance is made on activation, on the main actor.
  ///   - file: The file of the type, for diagnostics.
  ///   - line: The line of the type, for diagnostics.
  ///   - dependencyProvider: Makes an instance on the main actor.
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

  /// Creates a registration of a type that is made asynchronously: only `injectAsync` makes an
  /// instance.
  ///
  /// - Parameters:
  ///   - locator: What the dependency is found by.
  ///   - scope: How long the instance is kept.
  ///   - eagerness: Whether the instance is made on activation.
  ///   - file: The file of the type, for diagnostics.
  ///   - line: The line of the type, for diagnostics.
  ///   - dependencyProvider: Makes an instance. One that names a global actor runs there.
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

/// A representation that knows where it was written, and what its factory asks for.
protocol LocatedRepresentation {
  /// Where the representation was written, for messages.
  var location: SourceLocation { get }

  /// What the factory is known to ask for; nil if it may ask for anything.
  var edges: [DeclaredEdge]? { get }
}

extension GeneratedDependencyRegistration: LocatedRepresentation {}

/// A type that holds its own registration.
///
/// ```swift
/// extension AccountService: RegisterableDependency {
///   static let dependencyRegistration = GeneratedDependencyRegistration<AccountService>(
///     locator: .type(AccountService.self), scope: .singleton, eagerness: .lazy
///   ) { AccountService() }
/// }
/// ```
public protocol RegisterableDependency {
  /// The type that is registered.
  associatedtype SomeDependency

  /// The registration.
  static var dependencyRegistration: GeneratedDependencyRegistration<SomeDependency> { get }
}

/// A type whose registration a generator adds to the autoregistered group.
public protocol AutoregisterableDependency: RegisterableDependency {}
