/// A type that provides its own dependency, without a key in the ``DependencyMap``.
///
/// ```swift
/// final class RemoteLogger: Logger, Stitchable {
///   static let scope = StitchableScope.application
///   static var dependency: any Logger = createNewInstance()
///
///   static func createNewInstance() -> any Logger { RemoteLogger() }
///
///   required init() {}
/// }
///
/// final class Model {
///   @Stitch(RemoteLogger.self) var logger
/// }
/// ```
///
/// All requirements are isolated to the main actor, where the dependency is stored.
@MainActor
public protocol Stitchable<Dependency> {
  /// The type of the dependency: the conforming type itself, or a protocol.
  associatedtype Dependency

  /// The lifetime of instances: one for the application, or one for each property.
  static var scope: StitchableScope { get }

  /// The application's instance, used for the scope ``StitchableScope/application``.
  static var dependency: Dependency { get set }

  /// Returns the dependency that a ``Stitch`` property of the type reads.
  static func resolve() -> Dependency

  /// Registers a value as the dependency, for all later reads.
  static func register(dependency: Dependency)

  /// Creates an instance of the dependency.
  static func createNewInstance() -> Dependency

  /// Creates an instance of the type.
  init()
}

extension Stitchable {
  /// Returns the dependency: the registered value, the application's instance, or a new instance.
  ///
  /// In the `run` of an isolated graph, of the module Stitcher, that graph has its own instance for
  /// the application scope, unless a value was registered there.
  ///
  /// - Complexity: O(1), plus the creation of a new instance.
  public static func resolve() -> Dependency {
    switch scope {
    case .application: DependencyStore.current.isIsolated ? isolatedDependency : dependency
    case .unique: replacement?.value ?? createNewInstance()
    }
  }

  /// Registers a value as the dependency, for all later reads.
  ///
  /// With the scope ``StitchableScope/unique``, properties that already have an instance use the
  /// value as well. In the `run` of an isolated graph, the registration applies to that graph only,
  /// and ``dependency`` keeps its value.
  ///
  /// - Parameter dependency: The value.
  /// - Complexity: O(1), plus the number of live ``StitchPublished`` publishers, which are
  ///   notified.
  public static func register(dependency: Dependency) {
    let store = DependencyStore.current
    if !store.isIsolated { self.dependency = dependency }
    store.register(Replacement(dependency), for: ReplacementKey<Self>.self)
  }

  /// The value that was last registered for the type; `nil` if there is none.
  static var replacement: Replacement<Dependency>? {
    DependencyStore.current.resolve(ReplacementKey<Self>.self)
  }

  /// The last registered value, or else the instance that the current isolated graph has for the
  /// type.
  private static var isolatedDependency: Dependency {
    replacement?.value ?? DependencyStore.current.resolve(InstanceKey<Self>.self)
  }
}

/// A registered value. It is an object, so that two registrations of equal values can be
/// distinguished.
final class Replacement<Dependency> {
  /// The registered dependency.
  let value: Dependency

  init(_ value: Dependency) { self.value = value }
}

/// The key of the value that was registered for a type.
enum ReplacementKey<Type: Stitchable>: DependencyKey {
  static var dependency: Replacement<Type.Dependency>? { nil }
}

/// The key of the instance that an isolated graph has for a type.
private enum InstanceKey<Type: Stitchable>: DependencyKey {
  static var dependency: Type.Dependency {
    let make: @MainActor () -> Type.Dependency = { Type.createNewInstance() }
    // The two types differ in the isolation only. The property is read on the main actor: see
    // `InjectionSite`.
    return unsafeBitCast(make, to: (() -> Type.Dependency).self)()
  }
}

/// The lifetime of the instances of a ``Stitchable`` type.
public enum StitchableScope: Sendable {
  /// One instance for the whole application, until another one is registered.
  case application
  /// One instance for each property; a new instance for each call of `resolve`.
  case unique
}
