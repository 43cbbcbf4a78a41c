internal import StitcherEngine

/// A container of dependencies with asynchronous factories.
///
/// ```swift
/// let container = AsyncContainer()
/// await container.register { _ in await Settings.loaded() }
/// await container.register { resolver in await Mailer(settings: resolver.resolve()) }
///
/// let mailer: Mailer = await container.resolve()
/// ```
///
/// The rules of ``Container`` for keys, scopes, errors and parents apply here as well. Factories
/// run outside the container's actor, and factories of different dependencies run concurrently.
///
/// A shared instance is created once, even if several tasks resolve it, in a task of its own. That
/// task has the priority of the first resolution, but none of its task-local values, since a shared
/// instance must not depend on which task comes first. A new instance is created in the task of the
/// resolution, and its factory sees the task-local values.
///
/// If a waiting task is cancelled, it throws `CancellationError` at once. The creation continues
/// while other tasks wait for it, and is cancelled when the last one is cancelled. An instance is
/// not kept after a cancellation or an error. A resolution during the cancellation waits for the
/// factory to end, so a dependency never has two factories running at once. If the registration is
/// replaced or its instance released during the creation, the instance is returned to the waiting
/// tasks, but not kept.
///
/// A resolution that needs itself throws, also if the path leads through several tasks: the task of
/// a factory and its child tasks are on its path. An unstructured `Task` that a factory starts is
/// not on its path, unless it uses the factory's resolver. If a factory waits for such a task,
/// which in turn resolves the factory's own instance, both wait until all tasks that want the
/// instance are cancelled.
public actor AsyncContainer: AsyncDependencyResolving, AsyncDependencyRegistering {
  /// A shared container, for programs that need only one container.
  ///
  /// In the `run` of an isolated graph, of the module Stitcher, this is that graph's own copy, as
  /// for ``Container/shared``.
  ///
  /// - Complexity: O(1).
  public static var shared: AsyncContainer {
    CurrentGraph.graphLocalCopy(of: processShared) { AsyncContainer(standingFor: $0, in: $1) }
  }

  /// The shared container of the process.
  static let processShared = AsyncContainer()

  /// The parent container, which resolves types that are not registered in this container; `nil` if
  /// there is none.
  public nonisolated let parent: AsyncContainer?

  /// The container's own registrations.
  nonisolated let registry = EditableRegistry()

  /// The graph with the registrations of the container and its parents.
  nonisolated let graph: Graph

  /// Creates an empty container without a parent.
  public init() { self.init(parent: nil) }

  /// Creates an empty container with a parent.
  ///
  /// Shared instances of the parent are created from the parent's registrations: see
  /// ``Container/init(parent:)``.
  ///
  /// - Parameter parent: The container that is searched for registrations that are missing here. It
  ///   is retained.
  public init(parent: AsyncContainer?) {
    self.parent = parent
    graph = Graph(parent: parent?.graph)
    graph.activate(registry)
  }

  /// Creates a graph-local copy of the shared container.
  ///
  /// - Parameters:
  ///   - outer: The shared container of the process, or its copy in the next outer isolated graph.
  ///   - host: The isolated graph.
  private init(standingFor outer: AsyncContainer, in host: GraphReference) {
    parent = nil
    graph = Graph(host: host)
    let registrations = outer.registry.registrations
    registry.edit { edit in for registration in registrations { edit.insert(registration) } }
    graph.activate(registry)
  }

  /// Removes all registrations and their shared instances. Parent containers are not affected.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  public func clean() { registry.removeAll(in: graph) }

  /// Releases all shared instances, so that the next resolution creates them again. Parent
  /// containers are not affected.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  public func releaseSharedInstances() { registry.forgetInstances(in: graph) }

  // The comments in the protocols apply to these methods as well. The methods use no state of the
  // actor, so they are nonisolated.

  /// Registers a factory for a type. An earlier registration of the type is replaced, and its
  /// instance is released.
  @_disfavoredOverload
  public nonisolated func register<Dependency: Sendable>(
    type: Dependency.Type, in scope: DependencyScope, factory: @escaping Factory<Dependency>
  ) async {
    add(type, in: scope, factory)
  }

  /// Registers a factory for a type, and records the source location of the call. An earlier
  /// registration of the type is replaced, and its instance is released.
  public nonisolated func register<Dependency: Sendable>(
    type: Dependency.Type, in scope: DependencyScope, factory: @escaping Factory<Dependency>,
    file: StaticString = #fileID, line: UInt = #line
  ) async {
    RegistrationPlace.at(file, line) { add(type, in: scope, factory) }
  }

  /// Registers a factory that takes arguments. An earlier registration with the same type and
  /// argument types is replaced.
  @_disfavoredOverload
  public nonisolated func register<Dependency: Sendable, each Argument: Sendable>(
    type: Dependency.Type, factory: @escaping FactoryWithArguments<Dependency, repeat each Argument>
  ) async {
    let key = RegistrationKey(type, repeat (each Argument).self)
    add(type, in: key.arguments.isEmpty ? Self.defaultScope : .new, factory)
  }

  /// Returns the dependency of a type.
  @_disfavoredOverload
  public nonisolated(nonsending) func tryResolve<Dependency: Sendable>(
    type: Dependency.Type
  ) async throws -> Dependency {
    do { return try await graph.resolve(type, in: nil) } catch {
      throw AsyncResolver.explaining(error, RegistrationKey(type), graph, nil)
    }
  }

  /// Returns a new instance of the dependency of a type, created from arguments.
  @_disfavoredOverload
  public nonisolated(nonsending) func tryResolve<Dependency: Sendable, each Argument: Sendable>(
    type: Dependency.Type, arguments: repeat each Argument
  ) async throws -> Dependency {
    do { return try await graph.resolve(type, arguments: repeat each arguments, in: nil) } catch {
      throw AsyncResolver.explaining(
        error, RegistrationKey(type, repeat (each Argument).self), graph, nil)
    }
  }
}

extension AsyncContainer: CustomStringConvertible {
  /// The container's own registrations as text, one per line: the key and the argument types.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  public nonisolated var description: String {
    registry.registrations.listed(in: AsyncContainer.self)
  }
}
