public import StitcherEngine

extension DependencyGraph {
  /// Makes what another front end has registered injectable in the current graph.
  ///
  /// ```swift
  /// let container = Container()  // of the module DependencyInjection
  /// container.register(type: (any Accounts).self) { _ in AccountService() }
  ///
  /// DependencyGraph.attach(container)
  /// let accounts: any Accounts = try DependencyGraph.inject()
  /// ```
  ///
  /// Both sides share the instances. What is registered, replaced or removed later counts at once;
  /// each such change sends one graph-changed event. If a container of this graph has an equal
  /// dependency, the one that was activated or attached first counts.
  ///
  /// - Parameter source: The container or context, which the graph keeps. An attached one
  ///   keeps its place.
  /// - Complexity: O(*n*) in the number of registrations of the source.
  public static func attach(_ source: any RegistrationSource) {
    current.attach(source)
  }

  /// Makes what another front end has registered injectable in this graph.
  ///
  /// Both sides share the instances, as in ``attach(_:)-swift.type.method``, but for an isolated
  /// graph's children.
  ///
  /// - Parameter source: The container or context, which the graph keeps. An attached one
  ///   keeps its place.
  /// - Complexity: O(*n*) in the number of registrations of the source.
  public func attach(_ source: any RegistrationSource) {
    CompositeRegistrations.noteAll()
    graph.activate(source._registry, keeping: source._owner)
    graph.tellOfChange()
  }

  /// Takes back what ``attach(_:)-swift.type.method`` did in the current graph. Does nothing if the
  /// source is not attached.
  ///
  /// The source itself goes on to work, with its instances.
  ///
  /// - Parameter source: The container or context.
  /// - Complexity: O(*n* × *c*) in the number of registrations of the source and that
  ///   of active containers.
  public static func detach(_ source: any RegistrationSource) {
    current.detach(source)
  }

  /// Takes back what ``attach(_:)-swift.method`` did in this graph. Does nothing if the source is
  /// not attached.
  ///
  /// The source itself goes on to work, with its instances.
  ///
  /// - Parameter source: The container or context.
  /// - Complexity: O(*n* × *c*) in the number of registrations of the source and that
  ///   of active containers.
  public func detach(_ source: any RegistrationSource) {
    if graph.deactivate(source._registry) { graph.tellOfChange() }
  }
}
