/// A type that says itself what is injected where it is asked for.
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
/// All of it belongs to the main actor, where the dependency is stored.
@MainActor
public protocol Stitchable<Dependency> {
  /// What is injected: the type itself, or a protocol.
  associatedtype Dependency

  /// How many instances there are.
  static var scope: StitchableScope { get }

  /// The instance of the scope ``StitchableScope/application``.
  static var dependency: Dependency { get set }

  /// Returns the dependency that a ``Stitch`` property of the type gets.
  static func resolve() -> Dependency

  /// Makes a value what is injected from now on.
  static func register(dependency: Dependency)

  /// Makes an instance: the first one, or one for each property, as the scope says.
  static func createNewInstance() -> Dependency

  /// Creates an instance.
  init()
}

extension Stitchable {
  /// Returns what is injected: the application's instance, or what was registered, or else
  /// a new instance.
  ///
  /// In an isolated graph's `run`, of the module Stitcher, the application's instance is one of
  /// that graph's own, unless another one was registered.
  ///
  /// - Complexity: O(1), plus what it takes to make a new instance.
  public static func resolve() -> Dependency {
    switch scope {
    case .application: DependencyStore.current.isIsolated ? isolatedDependency : dependency
    case .unique: replacement?.value ?? createNewInstance()
    }
  }

  /// Makes a value what is injected from now on, also where a type with the scope
  /// ``StitchableScope/unique`` has been injected before. In an isolated graph's `run`, it is for
  /// that graph only, and ``dependency`` stays.
  ///
  /// - Parameter dependency: The value.
  /// - Complexity: O(1), plus the number of living publishers of ``StitchPublished``,
  ///   which are told.
  public static func register(dependency: Dependency) {
    let store = DependencyStore.current
    if !store.isIsolated { self.dependency = dependency }
    store.register(Replacement(dependency), for: ReplacementKey<Self>.self)
  }

  /// What was registered last, if anything was.
  static var replacement: Replacement<Dependency>? {
    DependencyStore.current.resolve(ReplacementKey<Self>.self)
  }

  /// What was registered last, or else the instance that takes the application's place in the
  /// isolated graph that is current.
  private static var isolatedDependency: Dependency {
    replacement?.value ?? DependencyStore.current.resolve(InstanceKey<Self>.self)
  }
}

/// A value that was registered for a type; an object, so that two registrations are told apart.
final class Replacement<Dependency> {
  /// The dependency that counts until the next registration.
  let value: Dependency

  /// Keeps a value.
  init(_ value: Dependency) { self.value = value }
}

/// The key under which the engine has what was registered for a type.
enum ReplacementKey<Type: Stitchable>: DependencyKey {
  static var dependency: Replacement<Type.Dependency>? { nil }
}

/// The key under which the engine has what takes the place of a type's instance in an isolated
/// graph.
private enum InstanceKey<Type: Stitchable>: DependencyKey {
  static var dependency: Type.Dependency {
    let make: @MainActor () -> Type.Dependency = { Type.createNewInstance() }
    // The two types differ in the isolation only: it is read on the main actor, see above.
    return unsafeBitCast(make, to: (() -> Type.Dependency).self)()
  }
}

/// How many instances a ``Stitchable`` type provides.
public enum StitchableScope: Sendable {
  /// One for the whole application, until another one is registered.
  case application
  /// One for each property that injects it, and a new one each time that the type is resolved
  /// by a call.
  case unique
}
