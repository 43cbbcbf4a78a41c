internal import StitcherEngine

/// Makes and keeps the dependencies of a program, or of a part of it.
///
/// ```swift
/// let container = Container()
/// container.register(type: (any Clock).self) { _ in WallClock() }
/// container.register { resolver in Greeter(clock: resolver.resolve()) }
///
/// let greeter: Greeter = container.resolve()
/// ```
///
/// A container may have a parent: what it has no registration for is looked for there, and so on.
/// Its own registrations count before those of the parent. A shared instance belongs to the
/// container in which it is registered, and what it needs is resolved there; what is new each time
/// is made with what the container that was asked has.
///
/// All members may be used from any thread, also from factories and from `deinit`s. No lock is held
/// while such code runs. A factory runs on the thread that resolves, or, if it was written on an
/// actor, there only: elsewhere the resolution fails. A factory of a shared dependency
/// runs once, however many threads ask, and again after ``clean()``, ``releaseSharedInstances()``
/// or a new registration.
///
/// Subclasses may override the methods of the class itself. All others, and the property wrappers,
/// go through these.
open class Container: DependencyAutoregistering, DependencyResolving, DependencyRegistering,
  @unchecked Sendable  // Safe: its properties are `Sendable` constants; subclasses see to theirs.
{
  /// The container for programs that need only one.
  ///
  /// In an isolated graph's `run`, of the module Stitcher, it is a container of that graph's own:
  /// it begins with the registrations that there are when it is first used there, makes instances
  /// of its own, and what is registered or removed there stays there. When the graph ends or goes,
  /// the container ends, and each resolution from it says so.
  ///
  /// - Complexity: O(1).
  public static var shared: Container {
    CurrentGraph.mayBeIsolated ? counterpartOfShared : processShared
  }

  /// The container of the process.
  static let processShared = Container(Container.home { Container.shared })

  /// The container that is asked for what this one has no registration for.
  public let parent: Container?

  /// The registrations.
  let registry = EditableRegistry()

  /// The registrations with those of the parents behind them.
  let graph: Graph

  /// The container, for factories that another front end's graph runs.
  let home: Home<any DependencyResolving>

  /// Creates an empty container.
  public init() {
    parent = nil
    graph = Graph()
    home = Self.home()
    home.refer(to: self)
    activate()
  }

  /// Creates an empty container with a home.
  private init(_ home: Home<any DependencyResolving>) {
    parent = nil
    graph = Graph()
    self.home = home
    home.refer(to: self)
    activate()
  }

  /// Creates a home for a container.
  ///
  /// - Parameter standIn: Returns what factories get where another front end's graph runs them.
  private static func home(
    standIn: (@Sendable () -> any AnyObject & Sendable)? = nil
  ) -> Home<any DependencyResolving> {
    // Only containers own such graphs.
    Home(standIn: standIn) { unsafeDowncast($0, to: Container.self) }
  }

  /// Creates an empty container in front of another one.
  ///
  /// ```swift
  /// let session = Container(parent: .shared)
  /// session.register(dependency: User(name: "Ada"))
  /// ```
  ///
  /// What the parent shares is made with what the parent has: a registration of the child is not
  /// seen by it. Register the dependent in the child, too, or as new in the parent. A test takes
  /// ``shared`` in the `run` of an isolated graph, of the module Stitcher, which shares nothing:
  /// see <doc:Hierarchies#Overrides>.
  ///
  /// - Parameter parent: The container that is asked for what this one has no registration for. It
  ///   is kept alive.
  public init(parent: Container?) {
    self.parent = parent
    graph = Graph(parent: parent?.graph)
    home = Self.home()
    home.refer(to: self)
    activate()
  }

  /// Creates what stands for the shared container in an isolated graph.
  ///
  /// - Parameters:
  ///   - outer: The shared container of the process, or what stands for it in the next outer graph.
  ///   - host: The isolated graph.
  init(standingFor outer: Container, in host: GraphReference) {
    parent = nil
    graph = Graph(host: host)
    // A graph to which this container is attached may outlive it.
    home = outer.home
    let registrations = outer.registry.registrations
    registry.edit { edit in for registration in registrations { edit.insert(registration) } }
    activate()
  }

  /// Has the graph use the registrations of this container, in front of those of its parents.
  private func activate() {
    graph.setOwner(self)
    graph.activate(registry)
  }

  /// Removes all registrations, and with them all shared instances. Those of a parent stay.
  ///
  /// Instances without a teardown are released before the call returns, outside every lock. One
  /// that is being created goes to those who wait for it, and is not kept.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  open func clean() { registry.removeAll(in: graph) }

  /// Releases all shared instances, so that the next resolution creates them again. Those of
  /// a parent stay.
  ///
  /// Instances without a teardown are released before the call returns, outside every lock. One
  /// that is being created goes to those who wait for it, and is not kept.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  open func releaseSharedInstances() { registry.forgetInstances(in: graph) }

  // What the protocols say holds for these methods as well.

  /// Registers a factory for a type, instead of an earlier one for the same type, whose
  /// instance is released.
  open func register<Dependency>(
    type: Dependency.Type, in scope: DependencyScope, factory: @escaping Factory<Dependency>
  ) {
    add(type, in: scope, factory)
  }

  /// Registers a factory that takes arguments, instead of an earlier one for the same type
  /// and argument types.
  @_disfavoredOverload
  open func register<Dependency, each Argument>(
    type: Dependency.Type, factory: @escaping FactoryWithArguments<Dependency, repeat each Argument>
  ) {
    add(type, FactoryClosure(in: home, factory))
  }

  /// Returns the dependency of a type.
  ///
  /// It can be overridden, and so takes no place: for one in the error of a container that is asked
  /// by its own type, write `file:` and `line:`, or ask it as `any DependencyResolving`.
  open func tryResolve<Dependency>(type: Dependency.Type) throws -> Dependency {
    do { return try find(type) } catch {
      throw ResolutionError.explaining(
        error, RegistrationKey(type), in: Swift.type(of: self), graph)
    }
  }

  /// Returns a new instance of the dependency of a type, made from arguments.
  @_disfavoredOverload
  open func tryResolve<Dependency, each Argument>(
    type: Dependency.Type, arguments: repeat each Argument
  ) throws -> Dependency {
    do { return try find(type, repeat each arguments) } catch {
      throw ResolutionError.explaining(
        error, RegistrationKey(type, repeat (each Argument).self), in: Swift.type(of: self), graph)
    }
  }

  /// Does what ``tryResolve(type:arguments:)`` does with one argument.
  public final func _tryResolve<Dependency, Argument>(
    type: Dependency.Type, oneArgument: Argument
  ) throws -> Dependency {
    // The method with a pack is open: a subclass's is called.
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
  /// The container's own registrations, one to a line: what finds each, and its arguments.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  public var description: String { registry.registrations.listed(in: type(of: self)) }
}
