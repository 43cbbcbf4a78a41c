/// A registration that generated code holds in a static property.
public struct GeneratedDependencyRegistration<T>: DependencyRepresenting, Sendable {
  /// What the dependency is found by.
  public let locator: DependencyLocator

  /// How long the instance is kept.
  public let scope: DependencyScope

  /// Whether the instance is made on activation.
  public let eagerness: DependencyEagerness

  /// Makes an instance.
  public let dependencyProvider: DependencyFactory.Provider<T>

  /// Creates a registration.
  ///
  /// - Parameters:
  ///   - locator: What the dependency is found by.
  ///   - scope: How long the instance is kept.
  ///   - eagerness: Whether the instance is made on activation.
  ///   - dependencyProvider: Makes an instance.
  public init<each Parameter: Hashable>(
    locator: DependencyLocator, scope: DependencyScope, eagerness: DependencyEagerness,
    dependencyProvider: @Sendable @escaping (repeat each Parameter) throws -> T
  ) {
    self.locator = locator
    self.scope = scope
    self.eagerness = eagerness
    self.dependencyProvider = DependencyFactory.Provider(function: dependencyProvider)
  }
}

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
