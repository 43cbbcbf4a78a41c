package import StitcherEngine

/// The graph of the process, as bits, for as long as there is no other one: a lazy property costs
/// more at each read, and so does it to find out which graph is current. Zero before the first use,
/// and for good once another graph was made.
private var onlyGraph: _AtomicWord { ProcessWord.onlyGraph.word }

/// The dependencies of containers that are active together, and their instances.
///
/// ```swift
/// DependencyGraph.activate(container)
/// let accounts: any Accounts = try DependencyGraph.inject()
/// ```
///
/// There is one for the process. Programs make others for a test, a request or a session, with
/// ``child(named:)`` and ``isolated(named:)``:
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
/// What a parent keeps does not see what a child declares: overrides that have to count there as
/// well, as in a test, stand in an ``isolated(named:_:)`` graph.
///
/// The static members act on the ``current`` graph, which is that of the process unless something
/// else was said. A graph that nobody holds any more releases its instances.
///
/// All members may be used from any thread, also from factories, hooks and subscribers. No lock is
/// held while such code runs. When an activation or deactivation returns, every thread sees it.
public final class DependencyGraph: Sendable {
  /// The engine's graph, which holds those of the parents.
  package let graph: Graph

  /// Hands a graph of the engine out; called by ``of(_:)``.
  private init(_ graph: Graph) { self.graph = graph }

  deinit { graph.forget(face: self) }

  /// The engine's graph of the process.
  static let processGraph: Graph = {
    let graph = Graph(
      canBeCurrent: true,
      hook: InstantiationHook(
        // What an optional holds shows only in the instance.
        applies: { $0 is any PostInstantiationAware.Type || $0 is any OptionalDependency.Type },
        call: { ($0 as? any PostInstantiationAware)?.didInstantiate() }))
    // No graph can be made from this one before.
    onlyGraph.store(UnretainedReference(graph).bits, ordering: .releasing)
    return graph
  }()

  /// The graph of the process: the current one, unless something else is said.
  public static let process = of(processGraph)

  /// The graph that the static members act on.
  ///
  /// In a factory it is the graph that runs it: of what is kept, the one that declares it or, seen
  /// through an isolated graph, that one; of anything else, the one that was asked. Elsewhere it is
  /// the graph whose ``run(_:)`` the code, or the task that has started its task, was called in.
  /// Elsewhere it is ``process``: in a detached task, in a block of a queue and on a new thread,
  /// unless they run what `bound` returns.
  ///
  /// - Complexity: O(1).
  public static var current: DependencyGraph { of(lent.object) }

  /// What the graph was called when it was made.
  public var name: String? { graph.name }

  /// The graph that is asked for what this one has no registration for; nil for ``process``.
  public var parent: DependencyGraph? { graph.parent.map { Self.of($0) } }

  /// Returns the graph of the engine's graph: the same one for as long as somebody holds it.
  static func of(_ graph: Graph) -> DependencyGraph {
    unsafeDowncast(graph.face { DependencyGraph(graph) }, to: DependencyGraph.self)
  }

  /// The current graph, in a way that costs little. Somebody holds it for as long as the caller's
  /// synchronous code runs.
  @inline(__always)
  static var lent: UnretainedReference<Graph> {
    UnretainedReference(optional: onlyGraph.load(ordering: .acquiring)) ?? lentOfMany
  }

  /// The current one of several graphs.
  @inline(never)
  private static var lentOfMany: UnretainedReference<Graph> {
    CurrentGraph.lent ?? UnretainedReference(processGraph)
  }

  /// Whether no graph but that of the process was ever made, as far as is known at no cost.
  @inline(__always)
  static var isOnlyOne: Bool { onlyGraph.load(ordering: .relaxed) != 0 }

  /// What a property that outlives its graph notes of the current one; nil for the process's.
  static var home: GraphReference? {
    if isOnlyOne { return nil }
    let graph = lent
    return graph.bits == UnretainedReference(processGraph).bits ? nil : graph.with { $0.reference }
  }

  /// Makes a graph that is built on another one.
  static func make(
    parent: Graph, isIsolated: Bool, named name: String?, recorder: InjectionRecorder? = nil
  ) -> DependencyGraph {
    let graph = Graph(
      parent: parent, isIsolated: isIsolated, named: name, recorder: recorder)
    // Who runs in this graph, or asks it, comes after this.
    if isOnlyOne { onlyGraph.store(0, ordering: .sequentiallyConsistent) }
    return of(graph)
  }
}
