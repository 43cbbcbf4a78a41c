import StitcherEngine
import StitcherTestSupport
import Testing

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

/// A noncopyable structure with a requester, as `withoutIsolation(ofFactory:)` requires.
private struct BorrowedAsking: ~Copyable {
  let asking: any Asking
}

/// Creates a registration of a factory that takes the requester of the graph that runs it, or the
/// given one if the graph has none.
func asking<Produced, each Parameter>(
  locator: Locator, scope: Scope, otherwise other: Requester? = nil,
  factory: @escaping (any Asking, repeat each Parameter) throws -> Produced
) -> TypedRegistration<Produced, (repeat each Parameter)> {
  let factory: @Sendable (borrowing BorrowedAsking, repeat each Parameter) throws -> Produced =
    withoutIsolation(ofFactory: factory)
  let details = Registration.Details(locator: locator, scope: scope, location: .unknown)
  return ParameterizedRegistration(details, .list()) {
    (arguments: ArgumentTuple<(repeat each Parameter)>) in
    let requester = try arguments.owner?.cast(to: Requester.self).object ?? #require(other)
    var position = arguments.start
    return try factory(
      BorrowedAsking(asking: requester), repeat next((each Parameter).self, at: &position))
  }
}
