package import StitcherEngine

/// The address of the graph of the process, as long as it is the only graph; 0 before the first use
/// of that graph, and after another graph was created.
///
/// A read of this word is faster than a read of a lazy property or a search for the current graph.
private var onlyGraph: _AtomicWord { ProcessWord.onlyGraph.word }

/// The active containers of a program, or of a part of it, and the instances that injections from
/// this graph create.
///
/// ```swift
/// DependencyGraph.activate(container)
/// let accounts: any Accounts = try DependencyGraph.inject()
/// ```
///
/// There is one graph for the process. Create further graphs for a test, a request or a session
/// with ``child(named:)`` and ``isolated(named:)``:
///
/// ```swift
/// let request = DependencyGraph.process.child(named: "request") {
///   Dependency { Basket() }
///     .scope(.singleton)
/// }
/// let basket: Basket = try request.inject()
/// request.run { handle() }
/// ```
///
/// Singletons of a parent are created without the registrations of a child. If overrides must also
/// apply to such instances, as in a test, use an ``isolated(named:_:)`` graph.
///
/// The static members use the ``current`` graph, which is ``process`` by default. A graph without
/// references releases its instances.
///
/// All members are thread-safe, and may also be called from factories, hooks and subscribers. No
/// lock is held while such code runs. When an activation or deactivation returns, all threads see
/// it.
public final class DependencyGraph: Sendable {
  /// The engine's graph, which retains the parents of this graph.
  package let graph: Graph

  /// Creates the public object for one of the engine's graphs; only the function ``of(_:)`` calls
  /// this initializer.
  private init(_ graph: Graph) { self.graph = graph }

  deinit { graph.forget(publicHandle: self) }

  /// The process graph, in the form that the engine uses.
  static let processGraph: Graph = {
    let graph = Graph(
      canBeCurrent: true,
      hook: InstantiationHook(
        // For an optional type, only the instance shows whether the hook applies.
        applies: { $0 is any PostInstantiationAware.Type || $0 is any OptionalDependency.Type },
        call: { ($0 as? any PostInstantiationAware)?.didInstantiate() }))
    // Before this line, no other graph can be created, since each graph is created from this one.
    onlyGraph.store(UnretainedReference(graph).bits, ordering: .releasing)
    return graph
  }()

  /// The graph of the process, which is current by default.
  public static let process = of(processGraph)

  /// The current graph, which the static members use.
  ///
  /// In a factory, it is the graph that runs the factory. For a singleton or another cached
  /// instance, that is the graph that declares it, or the isolated graph that requested it. For
  /// other instances, it is the graph that the request was made in.
  ///
  /// Elsewhere, it is the graph of the innermost ``run(_:)`` around the code, or around the
  /// creation of the code's task. Otherwise it is ``process``: in a detached task, in a block on a
  /// dispatch queue and on a new thread, unless they run a closure that `bound` returns.
  ///
  /// - Complexity: O(1).
  public static var current: DependencyGraph {
    let graph = unretained.object
    return graph === processGraph ? process : of(graph)
  }

  /// The name of the graph, which was given at its creation; `nil` if there is none.
  public var name: String? { graph.name }

  /// The parent graph, which is searched if this graph does not register a dependency; `nil` for
  /// ``process``.
  public var parent: DependencyGraph? { graph.parent.map { Self.of($0) } }

  /// Returns the public object for one of the engine's graphs. As long as the program holds this
  /// object, each call returns the same one.
  static func of(_ graph: Graph) -> DependencyGraph {
    unsafeDowncast(graph.publicHandle { DependencyGraph(graph) }, to: DependencyGraph.self)
  }

  /// An unretained reference to the current graph, valid while the caller's synchronous code runs.
  @inline(__always)
  static var unretained: UnretainedReference<Graph> {
    UnretainedReference(optional: onlyGraph.load(ordering: .acquiring)) ?? currentOfSeveral
  }

  /// An unretained reference to the current graph, for the case that several graphs exist.
  @inline(never)
  private static var currentOfSeveral: UnretainedReference<Graph> {
    CurrentGraph.unretained ?? UnretainedReference(processGraph)
  }

  /// Whether the graph of the process is the only graph. The check is a relaxed load, which can
  /// miss a graph that another thread has just created.
  @inline(__always)
  static var hasOnlyProcessGraph: Bool { onlyGraph.load(ordering: .relaxed) != 0 }

  /// A weak reference to the current graph, for a property that can outlive the graph; `nil` for
  /// the graph of the process.
  @inline(__always)
  static var home: GraphReference? {
    if hasOnlyProcessGraph { return nil }
    let graph = unretained
    return graph.bits == UnretainedReference(processGraph).bits ? nil : graph.with { $0.reference }
  }

  /// Creates a child graph or an isolated graph of a given parent.
  ///
  /// The contents are active in the new graph, but their eager dependencies are not created.
  static func make(
    parent: Graph, isIsolated: Bool, named name: String?, recorder: InjectionRecorder? = nil,
    _ contents: DependencyGraphRegistrations = DependencyGraphRegistrations()
  ) -> DependencyGraph {
    let graph = Graph(
      parent: parent, isIsolated: isIsolated, named: name, recorder: recorder,
      direct: contents.direct)
    // The word is set to 0 before the new graph can become current or receive a request.
    if hasOnlyProcessGraph { onlyGraph.store(0, ordering: .sequentiallyConsistent) }
    let new = of(graph)
    new.activateContainers(of: contents)
    return new
  }
}
