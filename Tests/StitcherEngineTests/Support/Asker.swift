import StitcherEngine
import StitcherTestSupport

/// What a contextual factory is handed in these tests.
protocol Asking: Sendable {
  /// The graph that runs the factory.
  var graph: Graph { get }
}

/// Whose graph it is, as a front end's container is.
class Asker: Asking, @unchecked Sendable {  // Safe: it has constants only.
  let graph: Graph
  private let tracked: Tracked?

  /// Creates an object for a graph, which refers to it.
  init(_ graph: Graph, _ lifetimes: Lifetimes? = nil) {
    self.graph = graph
    tracked = lifetimes.map { Tracked($0) }
    graph.setOwner(self)
  }
}

extension Home {
  /// Creates a home for factories that are handed an asker.
  convenience init(standIn: (@Sendable () -> any AnyObject & Sendable)? = nil) {
    self.init(of: Asker.self, as: Asker.self as any Asking.Type, standIn: standIn)
  }
}

extension ContextualRegistration {
  /// Creates a registration whose factory is handed an asker.
  convenience init(
    locator: Locator, scope: Scope, home: Home,
    factory: @escaping (any Asking, repeat each Parameter) throws -> Produced
  ) {
    self.init(
      locator: locator, scope: scope, location: .unknown, home: home,
      factory: LendingClosure<Produced, any Asking, repeat each Parameter>(factory))
  }
}
