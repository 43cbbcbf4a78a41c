internal import StitcherEngine

/// A container that creates and keeps the dependencies of a program or of a part of it.
///
/// ```swift
/// let container = Container()
/// container.register(type: (any Clock).self) { _ in WallClock() }
/// container.register { resolver in Greeter(clock: resolver.resolve()) }
///
/// let greeter: Greeter = container.resolve()
/// ```
///
/// A container may have a parent. If a registration is missing, the container searches its parent,
/// and so on. Its own registrations override those of the parent. A shared instance belongs to the
/// container of its registration, and its needs are resolved in that container. The needs of a new
/// instance are resolved in the container of the request.
///
/// All members are thread-safe, and may also be called from factories and `deinit`s. No lock is
/// held while such code runs. A factory runs on the resolving thread. A factory that is isolated to
/// an actor runs only on that actor; elsewhere, the resolution fails. The factory of a shared
/// dependency runs once, even if several threads resolve it. It runs again after ``clean()``,
/// ``releaseSharedInstances()`` or a new registration.
///
/// Subclasses may override the methods of the class itself. All other methods and the property
/// wrappers call these methods.
open class Container: DependencyAutoregistering, DependencyResolving, DependencyRegistering,
  @unchecked Sendable  // Safe: constants, and memory that only `init` writes; subclasses likewise.
{
  /// A shared container, for programs that need only one container.
  ///
  /// In the `run` of an isolated graph, of the module Stitcher, this is that graph's own copy. The
  /// copy starts with the registrations at the time of its first use, and creates its own
  /// instances. Later registrations and removals in the copy apply only there. When the graph ends
  /// or is deallocated, the copy ends, and each resolution from it throws an error.
  ///
  /// - Complexity: O(1).
  public static var shared: Container {
    CurrentGraph.mayBeIsolated ? graphLocalCopyOfShared : processShared
  }

  /// The shared container of the process.
  static let processShared = Container(ContainerReference { Container.shared })

  /// The parent container, which resolves types that are not registered in this container; `nil` if
  /// there is none.
  public let parent: Container?

  /// The container's own registrations.
  let registry = EditableRegistry()

  /// The graph with the registrations of the container and its parents.
  let graph: Graph

  /// A reference from the container's factories to the container. Factories use it when a graph of
  /// another module runs them.
  let home: ContainerReference

  /// A reference to this container that factories get as their parameter, without a retain.
  ///
  /// `init` writes the memory once, before other threads know the container. The stored reference
  /// does not retain the container. So `deinit` frees the memory without deinitializing it.
  let borrowed = UnsafeMutablePointer<BorrowedContainer>.allocate(capacity: 1)

  /// Creates an empty container without a parent.
  public init() {
    parent = nil
    graph = Graph()
    home = ContainerReference()
    home.refer(to: self)
    activate()
  }

  /// Creates an empty container whose factories use the given reference to the container.
  private init(_ home: ContainerReference) {
    parent = nil
    graph = Graph()
    self.home = home
    home.refer(to: self)
    activate()
  }

  /// Creates an empty container with a parent.
  ///
  /// ```swift
  /// let session = Container(parent: .shared)
  /// session.register(dependency: User(name: "Ada"))
  /// ```
  ///
  /// Shared instances of the parent are created from the parent's registrations, without the
  /// child's overrides. If a dependency of the parent must use an override, register that
  /// dependency in the child as well, or register it as new in the parent. In a test, use
  /// ``shared`` in the `run` of an isolated graph, of the module Stitcher, which shares no
  /// instances: see <doc:Hierarchies#Overrides>.
  ///
  /// - Parameter parent: The container that is searched for registrations that are missing here. It
  ///   is retained.
  public init(parent: Container?) {
    self.parent = parent
    graph = Graph(parent: parent?.graph)
    home = ContainerReference()
    home.refer(to: self)
    activate()
  }

  /// Creates a graph-local copy of the shared container.
  ///
  /// - Parameters:
  ///   - outer: The shared container of the process, or its copy in the next outer isolated graph.
  ///   - host: The isolated graph.
  init(standingFor outer: Container, in host: GraphReference) {
    parent = nil
    graph = Graph(host: host)
    // A graph to which this copy is attached may outlive the copy. So the factories use the
    // reference of the outer container.
    home = outer.home
    let registrations = outer.registry.registrations
    registry.edit { edit in for registration in registrations { edit.insert(registration) } }
    activate()
  }

  /// Activates the registrations of this container in its graph. Lookups search them before the
  /// registrations of its parents.
  private func activate() {
    BorrowedContainer.store(self, in: borrowed)
    graph.setOwner(self)
    graph.activate(registry)
  }

  deinit { borrowed.deallocate() }

  /// Removes all registrations and their shared instances. Parent containers are not affected.
  ///
  /// Instances without a teardown are released before the call returns, with no lock held. An
  /// instance that is still being created is returned to the waiting threads, but not kept.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  open func clean() { registry.removeAll(in: graph) }

  /// Releases all shared instances, so that the next resolution creates them again. Parent
  /// containers are not affected.
  ///
  /// Instances without a teardown are released before the call returns, with no lock held. An
  /// instance that is still being created is returned to the waiting threads, but not kept.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  open func releaseSharedInstances() { registry.forgetInstances(in: graph) }

  // The comments of the protocols apply to these methods as well.

  /// Registers a factory for a type. An earlier registration of the type is replaced, and its
  /// instance is released.
  open func register<Dependency>(
    type: Dependency.Type, in scope: DependencyScope, factory: @escaping Factory<Dependency>
  ) {
    add(type, in: scope, factory)
  }

  /// Registers a factory that takes arguments. An earlier registration with the same type and
  /// argument types is replaced.
  @_disfavoredOverload
  open func register<Dependency, each Argument>(
    type: Dependency.Type, factory: @escaping FactoryWithArguments<Dependency, repeat each Argument>
  ) {
    add(type, factory)
  }

  /// Returns the dependency of a type.
  ///
  /// Since the method is open, it has no parameters for the source location of the call. For errors
  /// with a source location, pass `file:` and `line:`, or call the method on an `any
  /// DependencyResolving`.
  open func tryResolve<Dependency>(type: Dependency.Type) throws -> Dependency {
    do { return try find(type) } catch {
      throw ResolutionError.explaining(
        error, RegistrationKey(type), in: Swift.type(of: self), graph)
    }
  }

  /// Returns a new instance of the dependency of a type, created from arguments.
  @_disfavoredOverload
  open func tryResolve<Dependency, each Argument>(
    type: Dependency.Type, arguments: repeat each Argument
  ) throws -> Dependency {
    do { return try find(type, repeat each arguments) } catch {
      throw ResolutionError.explaining(
        error, RegistrationKey(type, repeat (each Argument).self), in: Swift.type(of: self), graph)
    }
  }

  /// Resolves as ``tryResolve(type:arguments:)`` does, with one argument.
  public final func _tryResolve<Dependency, Argument>(
    type: Dependency.Type, oneArgument: Argument
  ) throws -> Dependency {
    // A subclass may override the open method with a pack, so that method is called.
    guard Swift.type(of: self) == Container.self else {
      return try tryResolve(type:arguments:)(type, oneArgument)
    }
    do { return try find(type, oneArgument: oneArgument) } catch {
      throw ResolutionError.explaining(
        error, RegistrationKey(type, Argument.self), in: Container.self, graph)
    }
  }
}

extension Container: CustomStringConvertible {
  /// The container's own registrations as text, one per line: the key and the argument types.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  public var description: String { registry.registrations.listed(in: type(of: self)) }
}
