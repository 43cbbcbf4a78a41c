import StitcherEngine
import StitcherTestSupport

/// The parameter of contextual factories in these tests.
protocol Asking: Sendable {
  /// The graph that runs the factory.
  var graph: Graph { get }
}

/// The requester that refers to its graph, as a front end's container does.
class Requester: Asking, @unchecked Sendable {  // Safe: it has constants only.
  let graph: Graph
  private let tracked: Tracked?

  /// Creates a requester that refers to a graph.
  init(_ graph: Graph, _ lifetimes: Lifetimes? = nil) {
    self.graph = graph
    tracked = lifetimes.map { Tracked($0) }
    graph.setOwner(self)
  }
}

/// Creates a captured graph for factories that take a requester.
func requesterGraph(
  standIn: (@Sendable () -> any AnyObject & Sendable)? = nil
) -> Home<any Asking> {
  Home(standIn: standIn) { unsafeDowncast($0, to: Requester.self) }
}

/// Creates a registration of a factory that takes a requester.
func asking<Produced, each Parameter>(
  locator: Locator, scope: Scope, home: Home<any Asking> = requesterGraph(),
  factory: @escaping (any Asking, repeat each Parameter) throws -> Produced
) -> TypedRegistration<Produced, (repeat each Parameter)> {
  let closure = FactoryClosure<Produced, (repeat each Parameter)>(in: home, factory)
  return ParameterizedRegistration(
    Registration.Details(
      locator: locator, scope: scope, location: .unknown, isolation: closure.isolation),
    .list(), closure.call)
}
