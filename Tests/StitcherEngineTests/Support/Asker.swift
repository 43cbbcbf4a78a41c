import StitcherEngine
import StitcherTestSupport

/// What a contextual factory is handed in these tests.
protocol Asking: Sendable {
  /// The graph that runs the factory.
  var graph: Graph { get }
}

/// Whose graph it is, as a front end's container is.
class Requester: Asking, @unchecked Sendable {  // Safe: it has constants only.
  let graph: Graph
  private let tracked: Tracked?

  /// Creates an object for a graph, which refers to it.
  init(_ graph: Graph, _ lifetimes: Lifetimes? = nil) {
    self.graph = graph
    tracked = lifetimes.map { Tracked($0) }
    graph.setOwner(self)
  }
}

/// Creates a home for factories that take an asker.
func askerHome(
  standIn: (@Sendable () -> any AnyObject & Sendable)? = nil
) -> Home<any Asking> {
  Home(standIn: standIn) { unsafeDowncast($0, to: Requester.self) }
}

/// Creates a registration whose factory takes an asker.
func asking<Produced, each Parameter>(
  locator: Locator, scope: Scope, home: Home<any Asking> = askerHome(),
  factory: @escaping (any Asking, repeat each Parameter) throws -> Produced
) -> TypedRegistration<Produced, (repeat each Parameter)> {
  let closure = FactoryClosure<Produced, (repeat each Parameter)>(in: home, factory)
  return TypedRegistration(
    Registration.Details(
      locator: locator, scope: scope, location: .unknown, isolation: closure.isolation),
    .list(), closure.call)
}
