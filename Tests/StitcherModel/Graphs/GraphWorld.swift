import Foundation
import Stitcher
import StitcherEngine
import StitcherTestSupport

/// Graphs of Stitcher in which a program runs. The first graph is isolated, so that several worlds
/// may exist.
final class GraphWorld: @unchecked Sendable {
  // Safe: constants, and a ledger behind a lock; steps run one after the other.

  /// The declarations of the program.
  let declarations: [NodeDeclaration]

  private let ledger = GraphLedger()

  /// The time limit for objects that other threads may hold.
  private let patience: Duration

  /// The deliberate error, or `nil`.
  let fault: GraphFault?

  /// The states that containers read.
  private let states = Flags(count: GraphProgram.stateCount)

  private let registries = (0..<GraphProgram.registryCount).map { _ in EditableSource() }

  /// The containers that read each state.
  private let following: [[Int]]

  private var containers: [DependencyContainer] = []

  /// The graphs that the program holds, by slot.
  private var slots: [Int: DependencyGraph] = [:]

  /// Weak references to the graphs that may still exist, by their numbers.
  private var graphs: [Int: Passing] = [:]

  /// The number of the next graph.
  private var nextGraph = 1

  /// The instances in the program's variables, which are called hands.
  private var hands = [[GraphNode]](repeating: [], count: GraphProgram.handCount)

  /// The instances that are never released, if that is the deliberate error.
  private var leaked: [GraphNode] = []

  /// The program's properties, by their numbers.
  private var properties: [Int: NodeProperty] = [:]

  /// Creates a world of one graph without active sources.
  init(_ program: GraphProgram, patience: Duration, fault: GraphFault?) {
    declarations = program.declarations
    self.patience = patience
    self.fault = fault
    following = (0..<GraphProgram.stateCount).map { state in
      program.states.indices.filter { program.states[$0] == state }
    }
    let first = DependencyGraph.process.isolated(named: "0")
    slots[0] = first
    graphs[0] = Passing(first)
    for (position, state) in program.states.enumerated() {
      // A build in progress may outlive the world.
      containers.append(
        DependencyContainer { [weak self, states] in
          // Reads the state here, so that the container follows it.
          let isSet = fault == .doesNotFollow ? false : state.map { states[$0] } ?? true
          return self?.registrar(
            of: program.contents(of: position) { _ in isSet },
            seeing: state == nil ? nil : (position, isSet)) ?? DependenciesRegistrar()
        })
    }
  }

  /// Creates the registrations of a container.
  ///
  /// - Parameter state: The number of the container and its state, which a registration named after
  ///   the container returns.
  private func registrar(of numbers: [Int], seeing state: (Int, Bool)?) -> DependenciesRegistrar {
    var registrar = DependenciesRegistrar()
    if let (container, isSet) = state {
      registrar.insert(
        RawDependencyRegistration(Dependency(named: "container \(container)") { isSet }))
    }
    for number in numbers {
      registrar.insert(declarations[number].key.open(Registering(world: self, number: number)))
    }
    return registrar
  }

  /// Performs a step after the model; returns the observation.
  ///
  /// - Parameters:
  ///   - expected: The model's observation. An update may hold a graph for a moment, so this method
  ///     waits for the expected ends.
  ///   - model: The state of the model after the step.
  func perform(_ step: GraphStep, expecting expected: GraphObservation, _ model: GraphModel)
    -> GraphObservation
  {
    perform(step)
    wait { graphs.allSatisfy { number, graph in model.graphs[number] != nil || graph.isGone } }
    graphs = graphs.filter { !$0.value.isGone }
    wait { ledger.died == expected.died }
    return ledger.take()
  }

  /// Waits until a condition holds, up to a time limit.
  private func wait(until isMet: () -> Bool) {
    let deadline = ContinuousClock.now + patience
    Thread.yieldToOthers { isMet() || ContinuousClock.now > deadline }
  }

  private func perform(_ step: GraphStep) {
    switch step {
    case .make(let slot, let base, let isIsolated, let numbers):
      make(slot, base, isIsolated, numbers)
    case .activate(let container, let slot): slots[slot]!.activate(containers[container])
    case .deactivate(let container, let slot): slots[slot]!.deactivate(containers[container])
    case .deactivateAll(let slot): slots[slot]!.deactivateAll()
    case .register(let number, let registry):
      let new = declarations[number].key.open(Editing(world: self, number: number))
      registries[registry].items.change { $0.append(new) }
      if fault == .overlooksWhatIsRegistered, registries[registry].items.value.count > 1 { break }
      registries[registry]._registry.edit { $0.insert(new) }
    case .unregister(let position, let registry):
      let old = registries[registry].items.change { $0.remove(at: position) }
      if fault == .keepsWhatWasUnregistered { break }
      registries[registry]._registry.edit { $0.remove(old) }
    case .attach(let registry, let slot): slots[slot]!.attach(registries[registry])
    case .detach(let registry, let slot):
      if fault != .staysAttached { slots[slot]!.detach(registries[registry]) }
    case .toggle(let state, let slot): toggle(state, seenFrom: slots[slot]!)
    case .end(let slot): if fault != .goesOnAfterTheEnd { slots[slot]!.endNow() }
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
  }

  /// Releases all graphs and instances; returns the instances that ended.
  ///
  /// - Parameter living: The instances that must end.
  func end(expecting living: [Int]) -> [Int] {
    hands = []
    properties = [:]
    slots = [:]
    for registry in registries { registry._registry.edit { $0.removeAll() } }
    wait { ledger.died == living }
    return ledger.take().died
  }

  /// Changes a state, records the states that a graph sees, and waits until all containers are
  /// rebuilt.
  private func toggle(_ state: Int, seenFrom graph: DependencyGraph) {
    if fault != .followsLate { states.toggle([state]) }
    var seen: [Int: Bool] = [:]
    for container in following[state] {
      seen[container] = try? graph.inject(byName: "container \(container)")
    }
    if fault == .followsLate { states.toggle([state]) }
    ledger.note(.saw(seen))
    let (scheduler, isSettled) = (UpdateScheduler.current, Gate())
    Task.detached {
      await scheduler.settled()
      isSettled.open()
    }
    isSettled.wait()
  }

  private func make(_ slot: Int, _ base: Int, _ isIsolated: Bool, _ numbers: [Int]) {
    let (parent, name) = (slots[base]!, "\(nextGraph)")
    nextGraph += 1
    let chosen = numbers.map { containers[$0] }
    let graph =
      isIsolated && fault != .sharesInstances
      ? parent.isolated(named: name) { for container in chosen { container } }
      : parent.child(named: name) { for container in chosen { container } }
    slots[slot] = graph
    graphs[nextGraph - 1] = Passing(graph)
  }

  /// Records the outcome of a request, and stores the instances in a hand, a variable of the
  /// program.
  private func finish(_ answer: GraphAnswer, in hand: Int) {
    ledger.note(.answered(answer.outcome))
    hands[hand] = answer.nodes
    if fault == .leaks { leaked += answer.nodes }
  }

  /// Resolves from a graph in one of the ways.
  private func find(
    _ ask: NodeAsk, in graph: DependencyGraph, _ way: NodeWay
  ) throws -> [GraphNode]? {
    switch way {
    case .directly: return try ask.find(in: graph)
    case .running: return try graph.run { try ask.find() }
    case .within(let other): return try slots[other]!.run { try ask.find(in: graph) }
    case .awaiting:
      return try findInTask(of: fault == .losesTasks ? slots[0]! : graph, asking: nil, ask)
    case .awaitingWithin(let other): return try findInTask(of: slots[other]!, asking: graph, ask)
    case .bound:
      let request: @Sendable () throws -> [GraphNode]? = graph.bound { try ask.find() }
      return try Worker { Result { try request() } }.join().get()
    }
  }

  /// Resolves in a child task of a task that a graph runs. When it returns, the task has released
  /// the instances.
  private func findInTask(
    of runner: DependencyGraph, asking graph: DependencyGraph?, _ ask: NodeAsk
  ) throws -> [GraphNode]? {
    let graphs = Box<(runner: DependencyGraph, asked: DependencyGraph?)?>((runner, graph))
    let (answer, isDone) = (Box<Swift.Result<[GraphNode]?, any Error>?>(nil), Gate())
    Task.detached {
      await Self.request(ask, graphs, answer)
      isDone.open()
    }
    isDone.wait()
    return try answer.take()!.get()
  }

  /// Performs the lookup of ``findInTask(of:asking:_:)`` inside the task.
  private static func request(
    _ ask: NodeAsk, _ graphs: Box<(runner: DependencyGraph, asked: DependencyGraph?)?>,
    _ answer: Box<Swift.Result<[GraphNode]?, any Error>?>
  ) async {
    let (runner, asked) = graphs.take()!
    await runner.run {
      async let request: Void = {
        await Task.yield()
        answer.value = Swift.Result { try ask.find(in: asked) }
      }()
      await request
    }
  }

  /// Runs the factory of a declaration.
  func make<Node: GraphNode>(_ type: Node.Type, _ number: Int) throws -> Node {
    if !ledger.burn() { throw GraphFailure.outOfFuel }
    let graph = DependencyGraph.current.name.flatMap { Int($0) } ?? -1
    ledger.note(.began(number, graph: graph))
    var holds: [GraphNode] = []
    for need in declarations[number].needs { try satisfy(need, &holds) }
    let node = Node(ledger, holds: holds, late: declarations[number].late)
    ledger.note(.made(number, serial: node.serial))
    return node
  }

  /// Resolves a need of a factory, and releases the instances unless they are to be held.
  @inline(never)
  private func satisfy(_ need: NodeNeed, _ holds: inout [GraphNode]) throws {
    let answer = GraphAnswer { try need.ask.find() }
    ledger.note(.got(answer.outcome))
    if need.keeps { holds += answer.nodes }
    if let error = answer.error, !need.recovers { throw error }
  }
}

/// A weak reference to a graph.
private struct Passing {
  /// The engine's graph.
  private weak var graph: Graph?

  init(_ graph: DependencyGraph) { self.graph = graph.graph }

  /// Whether the graph was deallocated.
  var isGone: Bool { graph == nil }
}

/// The result of a request.
private struct GraphAnswer {
  /// The outcome, for comparisons.
  let outcome: GraphOutcome
  /// The instances.
  private(set) var nodes: [GraphNode] = []
  /// The error of a failed request.
  private(set) var error: (any Error)?

  /// Runs a request and stores its result.
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
  /// Resolves from a graph, or from the current one by the static methods.
  fileprivate func find(in graph: DependencyGraph? = nil) throws -> [GraphNode]? {
    try key.open(Finder(shape: shape, graph: graph)).get()
  }

  /// A visitor that resolves a type.
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
