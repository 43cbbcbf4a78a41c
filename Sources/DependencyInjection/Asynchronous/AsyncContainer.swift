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
/// A shared instance is created once, however many tasks ask, in a task of its own. That has the
/// priority of the task that asks first, and none of its task-local values: what is shared must not
/// depend on who comes first. What is new each time is created in the task that asks, and sees its
/// task-local values.
///
/// Who is cancelled while it waits throws `CancellationError` at once. The creation goes on as long
/// as somebody else waits, and is cancelled when nobody does; then, and when the factory throws,
/// nothing is kept. Who asks before a cancelled factory has ended waits for that, so that there are
/// never two of them at once. What was registered again, released or cleaned meanwhile goes to
/// those who wait, and is not kept either.
///
/// A resolution that needs itself throws, also where the path goes over several tasks: a factory's
/// own task and the children of it are on its path. What a factory asks for in a task that it
/// starts with `Task`, and need not wait for, is not, unless it asks the resolver that it was
/// given. A factory that does wait for such a task, which asks for its own instance, waits until
/// all who want the instance are cancelled.
public actor AsyncContainer: AsyncDependencyResolving, AsyncDependencyRegistering {
  /// The container for programs that need only one.
  ///
  /// In an isolated graph's `run`, of the module Stitcher, it is a container of that graph's own,
  /// as ``Container/shared`` is.
  ///
  /// - Complexity: O(1).
  public static var shared: AsyncContainer {
    CurrentGraph.graphLocalCopy(of: processShared) { AsyncContainer(standingFor: $0, in: $1) }
  }

  /// The container of the process.
  static let processShared = AsyncContainer()

  /// The container that is asked for what this one has no registration for.
  public nonisolated let parent: AsyncContainer?

  /// The registrations.
  nonisolated let registry = EditableRegistry()

  /// The registrations with those of the parents behind them.
  nonisolated let graph: Graph

  /// Creates an empty container.
  public init() { self.init(parent: nil) }

  /// Creates an empty container in front of another one.
  ///
  /// What the parent shares is made with what the parent has, as ``Container/init(parent:)`` says.
  ///
  /// - Parameter parent: The container that is asked for what this one has no registration for. It
  ///   is kept alive.
  public init(parent: AsyncContainer?) {
    self.parent = parent
    graph = Graph(parent: parent?.graph)
    graph.activate(registry)
  }

  /// Creates what stands for the shared container in an isolated graph.
  ///
  /// - Parameters:
  ///   - outer: The shared container of the process, or what stands for it in the next outer graph.
  ///   - host: The isolated graph.
  private init(standingFor outer: AsyncContainer, in host: GraphReference) {
    parent = nil
    graph = Graph(host: host)
    let registrations = outer.registry.registrations
    registry.edit { edit in for registration in registrations { edit.insert(registration) } }
    graph.activate(registry)
  }

  /// Removes all registrations, and with them all shared instances. Those of a parent stay.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  public func clean() { registry.removeAll(in: graph) }

  /// Releases all shared instances, so that the next resolution creates them again. Those of
  /// a parent stay.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  public func releaseSharedInstances() { registry.forgetInstances(in: graph) }

  // What the protocols say holds for these methods as well. They need nothing that
  // the actor guards.

  /// Registers a factory for a type, instead of an earlier one for the same type, whose
  /// instance is released.
  @_disfavoredOverload
  public nonisolated func register<Dependency: Sendable>(
    type: Dependency.Type, in scope: DependencyScope, factory: @escaping Factory<Dependency>
  ) async {
    add(type, in: scope, factory)
  }

  /// Registers a factory for a type, and where that is written, instead of an earlier one for the
  /// same type, whose instance is released.
  public nonisolated func register<Dependency: Sendable>(
    type: Dependency.Type, in scope: DependencyScope, factory: @escaping Factory<Dependency>,
    file: StaticString = #fileID, line: UInt = #line
  ) async {
    RegistrationPlace.at(file, line) { add(type, in: scope, factory) }
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
  @_disfavoredOverload
  public nonisolated(nonsending) func tryResolve<Dependency: Sendable>(
    type: Dependency.Type
  ) async throws -> Dependency {
    do { return try await graph.resolve(type, in: nil) } catch {
      throw AsyncResolver.explaining(error, RegistrationKey(type), graph, nil)
    }
  }

  /// Returns a new instance of the dependency of a type, made from arguments.
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
  /// The container's own registrations, one to a line: what finds each, and its arguments.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  public nonisolated var description: String {
    registry.registrations.listed(in: AsyncContainer.self)
  }
}
