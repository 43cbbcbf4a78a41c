internal import StitcherEngine

/// Makes and keeps dependencies whose factories are asynchronous.
///
/// ```swift
/// let container = AsyncContainer()
/// await container.register { _ in await Settings.loaded() }
/// await container.register { resolver in await Mailer(settings: resolver.resolve()) }
///
/// let mailer: Mailer = await container.resolve()
/// ```
///
/// Everything that holds for ``Container`` holds here: keys, scopes, errors, parents. Factories run
/// outside the actor, those of different dependencies at the same time.
///
/// A shared instance is created once, however many tasks ask, in a task of its own. That is
/// cancelled when all tasks that wait for it are; then, and when the factory throws, nothing is
/// kept. What was registered again, released or cleaned meanwhile goes to those who wait, and is
/// not kept either. What is new each time is created in the task that asks.
///
/// A resolution that needs itself throws, also where the path goes over several tasks. For that,
/// resolve from the resolver that a factory is given.
public actor AsyncContainer: AsyncDependencyResolving, AsyncDependencyRegistering {
  /// The container for programs that need only one.
  public static let shared = AsyncContainer()

  /// The container that is asked for what this one has no registration for.
  public nonisolated let parent: AsyncContainer?

  /// What is registered here; its parents have registries of their own.
  nonisolated let registry = Registry(name: "AsyncContainer", isEditable: true)

  /// The registrations with those of the parents behind them.
  nonisolated let graph = Graph()

  /// Creates an empty container.
  public init() { self.init(parent: nil) }

  /// Creates an empty container in front of another one.
  ///
  /// - Parameter parent: The container that is asked for what this one has no registration for. It
  ///   is kept alive.
  /// - Complexity: O(*n*) in the number of registrations of the parents.
  public init(parent: AsyncContainer?) {
    self.parent = parent
    graph.activate(registry, before: parent, \.registry, next: \.parent)
  }

  /// Removes all registrations, and with them all shared instances. Those of a parent stay.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  public func clean() { registry.removeAll() }

  /// Releases all shared instances, so that the next resolution creates them again. Those of
  /// a parent stay.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  public func releaseSharedInstances() { registry.forgetInstances() }

  // What the protocols say holds for these methods as well. They need nothing that
  // the actor guards.

  /// Registers a factory for a type, instead of an earlier one for the same type, whose
  /// instance is released.
  public nonisolated func register<Dependency: Sendable>(
    type: Dependency.Type, in scope: DependencyScope, factory: @escaping Factory<Dependency>
  ) async {
    add(type, in: scope, factory)
  }

  /// Registers a factory that takes arguments, instead of an earlier one for the same type
  /// and argument types.
  @_disfavoredOverload
  public nonisolated func register<Dependency: Sendable, each Argument: Sendable>(
    type: Dependency.Type, factory: @escaping FactoryWithArguments<Dependency, repeat each Argument>
  ) async {
    let key = RegistrationKey(type, repeat (each Argument).self)
    add(type, in: key.arguments.isEmpty ? Self.defaultScope : .new, factory)
  }

  /// Returns the dependency of a type.
  public nonisolated func tryResolve<Dependency: Sendable>(
    type: Dependency.Type
  ) async throws -> Dependency {
    do { return try await graph.resolve(type, in: nil) } catch {
      throw AsyncResolver.explaining(error, RegistrationKey(type))
    }
  }

  /// Returns a new instance of the dependency of a type, made from arguments.
  public nonisolated func tryResolve<Dependency: Sendable, each Argument: Sendable>(
    type: Dependency.Type, arguments: repeat each Argument
  ) async throws -> Dependency {
    do { return try await graph.resolve(type, arguments: repeat each arguments, in: nil) } catch {
      throw AsyncResolver.explaining(error, RegistrationKey(type, repeat (each Argument).self))
    }
  }
}
