public import StitcherEngine

extension DependencyGraph {
  /// Lets the current graph inject the registrations of a container of `DependencyInjection` or a
  /// context of `SwiftDependencyInjector`.
  ///
  /// Use this for containers and contexts of the other modules. For a ``DependencyContainer``, use
  /// ``activate(_:completion:)-swift.type.method``.
  ///
  /// ```swift
  /// let container = Container()  // of the module DependencyInjection
  /// container.register(type: (any Accounts).self) { _ in AccountService() }
  ///
  /// DependencyGraph.attach(container)
  /// let accounts: any Accounts = try DependencyGraph.inject()
  /// ```
  ///
  /// Both sides share the instances. Later registrations, replacements and removals take effect at
  /// once. Each of them sends one graph-changed event. If a container of this graph has an equal
  /// dependency, the container that was activated or attached first is used.
  ///
  /// - Parameter source: The container or context, which the graph retains. A source that is
  ///   already attached keeps its place in the order.
  /// - Complexity: O(*n*) in the number of registrations of the source.
  public static func attach(_ source: any RegistrationSource) {
    current.attach(source)
  }

  /// Lets this graph inject the registrations of a container of `DependencyInjection` or a context
  /// of `SwiftDependencyInjector`.
  ///
  /// Use this for containers and contexts of the other modules. For a ``DependencyContainer``, use
  /// ``activate(_:completion:)-swift.method``.
  ///
  /// Both sides share the instances, as in ``attach(_:)-swift.type.method``. An isolated child of
  /// this graph creates its own instances.
  ///
  /// - Parameter source: The container or context, which the graph retains. A source that is
  ///   already attached keeps its place in the order.
  /// - Complexity: O(*n*) in the number of registrations of the source.
  public func attach(_ source: any RegistrationSource) {
    CompositeRegistrations.noteAll()
    graph.activate(source._registry, keeping: source._owner)
    graph.notifyOfChange()
  }

  /// Removes an attached container or context from the current graph. Does nothing if it is not
  /// attached.
  ///
  /// The source itself keeps working, with its instances. This is the reverse of
  /// ``attach(_:)-swift.type.method``; for a ``DependencyContainer``, use
  /// ``deactivate(_:)-swift.type.method``.
  ///
  /// - Parameter source: The container or context.
  /// - Complexity: O(*n* × *c*) in the number of registrations of the source and the number of
  ///   active containers.
  public static func detach(_ source: any RegistrationSource) {
    current.detach(source)
  }

  /// Removes an attached container or context from this graph. Does nothing if it is not attached.
  ///
  /// The source itself keeps working, with its instances. This is the reverse of
  /// ``attach(_:)-swift.method``; for a ``DependencyContainer``, use
  /// ``deactivate(_:)-swift.method``.
  ///
  /// - Parameter source: The container or context.
  /// - Complexity: O(*n* × *c*) in the number of registrations of the source and the number of
  ///   active containers.
  public func detach(_ source: any RegistrationSource) {
    if graph.deactivate(source._registry) { graph.notifyOfChange() }
  }
}
