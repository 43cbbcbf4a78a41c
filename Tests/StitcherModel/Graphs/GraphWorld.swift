import Stitcher
import StitcherTestSupport

/// Graphs of Stitcher in which a program runs: the first one is isolated, so that there may be any
/// number of worlds.
final class GraphWorld: @unchecked Sendable {
  // Safe: constants, and a ledger behind a lock; steps come one after the other.

  /// What can be registered.
  private let declarations: [NodeDeclaration]

  /// What is noted.
  private let ledger = GraphLedger()

  /// The containers.
  private var containers: [DependencyContainer] = []

  /// The graphs that the program holds.
  private var slots: [Int: DependencyGraph] = [:]

  /// The number of the next graph.
  private var nextGraph = 1

  /// What the program holds.
  private var hands = [[GraphNode]](repeating: [], count: GraphProgram.handCount)

  /// The program's properties.
  private var properties: [Int: NodeProperty] = [:]

  /// Creates a world of one graph in which nothing is active.
  init(_ program: GraphProgram) {
    declarations = program.declarations
    slots[0] = DependencyGraph.process.isolated(named: "0")
    for container in program.containers {
      // The world holds the containers.
      var registrar = DependenciesRegistrar()
      for number in container {
        registrar.insert(
          declarations[number].key.open(Registering(world: self, number: number)))
      }
      let registrations = registrar
      containers.append(DependencyContainer { return registrations })
    }
  }

  /// Does a step that the model has done; returns what was observed.
  func perform(_ step: GraphStep) -> GraphObservation {
    switch step {
    case .make(let slot, let base, let isIsolated, let numbers):
      make(slot, base, isIsolated, numbers)
    case .activate(let container, let slot): slots[slot]!.activate(containers[container])
    case .deactivate(let container, let slot): slots[slot]!.deactivate(containers[container])
    case .deactivateAll(let slot): slots[slot]!.deactivateAll()
    case .end(let slot): slots[slot]!.endNow()
    case .drop(let slot): slots[slot] = nil
    case .ask(let ask, let slot, let way, let hand):
      finish(GraphAnswer { try find(ask, in: slots[slot]!, way) }, in: hand)
    case .property(let number, let key, let slot):
      properties[number] = slots[slot]!.run { NodeProperty(key) }
    case .read(let number, let hand):
      finish(GraphAnswer { [try properties[number]!.load()] }, in: hand)
    case .use(let hand, let other):
      finish(GraphAnswer { [try hands[hand][0].late!.load()] }, in: other)
    case .release(let hand): hands[hand] = []
    }
    return ledger.take()
  }

  /// Lets go of everything; returns the instances that went.
  func end() -> [Int] {
    hands = []
    properties = [:]
    slots = [:]
    return ledger.take().died
  }

  /// Makes a graph.
  private func make(_ slot: Int, _ base: Int, _ isIsolated: Bool, _ numbers: [Int]) {
    let (parent, name) = (slots[base]!, "\(nextGraph)")
    nextGraph += 1
    let chosen = numbers.map { containers[$0] }
    slots[slot] =
      isIsolated
      ? parent.isolated(named: name) { for container in chosen { container } }
      : parent.child(named: name) { for container in chosen { container } }
  }

  /// Notes what a request came to, and holds it in a hand.
  private func finish(_ answer: GraphAnswer, in hand: Int) {
    ledger.note(.answered(answer.outcome))
    hands[hand] = answer.nodes
  }

  /// Asks a graph in a way.
  private func find(
    _ ask: NodeAsk, in graph: DependencyGraph, _ way: NodeWay
  ) throws -> [GraphNode]? {
    switch way {
    case .directly: return try ask.find(in: graph)
    case .running: return try graph.run { try ask.find() }
    case .within(let other): return try slots[other]!.run { try ask.find(in: graph) }
    case .bound:
      let request: @Sendable () throws -> [GraphNode]? = graph.bound { try ask.find() }
      return try Worker { Result { try request() } }.join().get()
    }
  }

  /// Runs the factory of a declaration.
  fileprivate func make<Node: GraphNode>(_ type: Node.Type, _ number: Int) throws -> Node {
    if !ledger.burn() { throw GraphFailure.outOfFuel }
    let graph = DependencyGraph.current.name.flatMap { Int($0) } ?? -1
    ledger.note(.began(number, graph: graph))
    var holds: [GraphNode] = []
    for need in declarations[number].needs { try satisfy(need, &holds) }
    let node = Node(ledger, holds: holds, late: declarations[number].late)
    ledger.note(.made(number, serial: node.serial))
    return node
  }

  /// Injects what a factory needs, and lets go of it unless it is held.
  @inline(never)
  private func satisfy(_ need: NodeNeed, _ holds: inout [GraphNode]) throws {
    let answer = GraphAnswer { try need.ask.find() }
    ledger.note(.got(answer.outcome))
    if need.keeps { holds += answer.nodes }
    if let error = answer.error, !need.recovers { throw error }
  }
}

/// What a request came to.
private struct GraphAnswer {
  /// The result, to be compared.
  let outcome: GraphOutcome
  /// What was found.
  private(set) var nodes: [GraphNode] = []
  /// What was thrown.
  private(set) var error: (any Error)?

  /// Notes what a request returns, or throws.
  init(_ request: () throws -> [GraphNode]?) {
    do {
      let found = try request()
      nodes = found ?? []
      outcome = found.map { .found($0.map(\.serial)) } ?? .nothing
    } catch {
      outcome = .failed(GraphFailure(error))
      self.error = error
    }
  }
}

extension NodeAsk {
  /// Asks a graph, or the current one, by the static members.
  fileprivate func find(in graph: DependencyGraph? = nil) throws -> [GraphNode]? {
    try key.open(Finder(shape: shape, graph: graph)).get()
  }

  /// Asks for a type.
  private struct Finder: NodeVisitor {
    let shape: Shape
    let graph: DependencyGraph?

    func visit<Node: GraphNode>(_ type: Node.Type) -> Swift.Result<[GraphNode]?, any Error> {
      Swift.Result {
        switch shape {
        case .one:
          let node: Node = try graph.map { try $0.inject() } ?? DependencyGraph.inject()
          return [node]
        case .optional:
          let node: Node? = try graph.map { try $0.inject() } ?? DependencyGraph.inject()
          return node.map { [$0] }
        case .all:
          let nodes: [Node] = try graph.map { try $0.inject() } ?? DependencyGraph.inject()
          return nodes
        }
      }
    }
  }
}

/// Makes a registration of a type.
private struct Registering: NodeVisitor {
  /// Where the factory runs, which holds the containers.
  let world: GraphWorld
  let number: Int

  func visit<Node: GraphNode>(_ type: Node.Type) -> RawDependencyRegistration {
    unowned let world = world
    let number = number
    let dependency = Dependency { () throws -> Node in try world.make(type, number) }
    let scope: DependencyScope =
      switch world.scope(of: number) {
      case .instance: .instance
      case .shared: .shared
      case .singleton: .singleton
      case .scoped: .scoped
      }
    return RawDependencyRegistration(dependency.scope(scope))
  }
}

extension GraphWorld {
  /// How long instances of a declaration live.
  fileprivate func scope(of number: Int) -> NodeScope { declarations[number].scope }
}
