/// What is asked for in programs of graphs: each is a type.
package enum NodeKey: Int, CaseIterable, Hashable, Sendable {
  case a, b, c, d, e
}

/// How long a node lives.
package enum NodeScope: Int, CaseIterable, Hashable, Sendable {
  case instance, shared, singleton, scoped

  /// Whether an instance is kept for longer than a graph that is asked may live.
  var isKept: Bool { self == .shared || self == .singleton }
}

/// A request in a program of graphs.
package struct NodeAsk: Hashable, Sendable {
  /// How many are wanted.
  package enum Shape: Hashable, Sendable {
    case one, optional, all
  }

  /// What is asked for.
  package var key: NodeKey
  /// How many are wanted.
  package var shape: Shape

  /// Creates a request.
  package init(_ key: NodeKey, _ shape: Shape = .one) {
    self.key = key
    self.shape = shape
  }
}

/// What a factory asks for, whether its instance holds that, and whether a failure is ignored.
package struct NodeNeed: Hashable, Sendable {
  /// The request.
  package var ask: NodeAsk
  /// Whether the instance holds what was found.
  package var keeps: Bool
  /// Whether a failure is ignored.
  package var recovers: Bool

  /// Creates a need.
  package init(_ ask: NodeAsk, keeps: Bool = true, recovers: Bool = false) {
    self.ask = ask
    self.keeps = keeps
    self.recovers = recovers
  }
}

/// A dependency of a program of graphs.
package struct NodeDeclaration: Hashable, Sendable {
  /// What it is found by.
  package var key: NodeKey
  /// How long the instance lives.
  package var scope: NodeScope
  /// What the factory asks for, in order.
  package var needs: [NodeNeed]
  /// What the instance injects when it is used, by a property.
  package var late: NodeKey?

  /// Creates a declaration.
  package init(
    _ key: NodeKey, _ scope: NodeScope, needs: [NodeNeed] = [], late: NodeKey? = nil
  ) {
    self.key = key
    self.scope = scope
    self.needs = needs
    self.late = late
  }
}

/// How a graph is asked.
package enum NodeWay: Hashable, Sendable {
  /// By its own method.
  case directly
  /// By the static one, while the graph runs the caller.
  case running
  /// The same on another thread.
  case bound
  /// By its own method, while another graph runs the caller.
  case within(Int)
  /// By the static one, in a child of a task that the graph runs, after a suspension.
  case awaiting
  /// By its own method, in a task that another graph runs, after a suspension.
  case awaitingWithin(Int)
}

/// A step of a program of graphs.
package enum GraphStep: Hashable, Sendable {
  /// Makes a graph on the graph of a slot, with containers, and puts it in a slot.
  case make(Int, on: Int, isIsolated: Bool, [Int])
  /// Activates a container in the graph of a slot.
  case activate(Int, in: Int)
  /// Deactivates a container of the graph of a slot.
  case deactivate(Int, in: Int)
  /// Deactivates all containers of the graph of a slot, and detaches all registries.
  case deactivateAll(Int)
  /// Adds a declaration to a registry.
  case register(Int, in: Int)
  /// Takes what is at a position out of a registry.
  case unregister(at: Int, of: Int)
  /// Attaches a registry to the graph of a slot.
  case attach(Int, to: Int)
  /// Detaches a registry from the graph of a slot.
  case detach(Int, from: Int)
  /// Changes a state that containers read, and looks at once what the graph of a slot sees of them.
  case toggle(Int, seenFrom: Int)
  /// Ends the graph of a slot.
  case end(Int)
  /// Lets go of the graph of a slot.
  case drop(Int)
  /// Asks the graph of a slot, and holds the result in a hand.
  case ask(NodeAsk, of: Int, NodeWay, hand: Int)
  /// Makes a property in the graph of a slot.
  case property(Int, NodeKey, in: Int)
  /// Reads a property into a hand.
  case read(Int, hand: Int)
  /// Has the first instance in a hand inject what it does late, into another hand.
  case use(hand: Int, into: Int)
  /// Empties a hand.
  case release(hand: Int)
}

/// A program that makes graphs on graphs, asks them, ends them and lets go of them.
package struct GraphProgram: Hashable, Sendable {
  /// The number of graphs that are held: the first is there from the start.
  package static let slotCount = 6
  /// The number of containers, of hands and of properties.
  package static let containerCount = 5, handCount = 4, propertyCount = 2
  /// The number of registries that are edited, and of states that containers read.
  package static let registryCount = 2, stateCount = 2
  /// How many factories may run in one step; later ones fail at once.
  static let fuel = 40

  /// What can be registered.
  package var declarations: [NodeDeclaration]
  /// The containers: what they declare.
  package var containers: [[Int]]
  /// Which state each container reads, if it reads one. Every second thing that it declares is only
  /// there while that is set.
  package var states: [Int?]
  /// What is done, in order.
  package var steps: [GraphStep]

  /// Creates a program.
  package init(
    declarations: [NodeDeclaration], containers: [[Int]],
    states: [Int?] = Array(repeating: nil, count: GraphProgram.containerCount), steps: [GraphStep]
  ) {
    self.declarations = declarations
    self.containers = containers
    self.states = states
    self.steps = steps
  }

  /// Returns what a container declares while states are set, or are not.
  func contents(of container: Int, _ isSet: (Int) -> Bool) -> [Int] {
    guard let state = states[container], !isSet(state) else { return containers[container] }
    return containers[container].indices.filter { $0.isMultiple(of: 2) }
      .map { containers[container][$0] }
  }
}

/// Why a request of a program of graphs failed.
package enum GraphFailure: Error, Hashable, Sendable {
  case missing(NodeKey)
  case multiple(NodeKey)
  case cycle
  case captive(NodeKey, of: NodeKey)
  /// The graph that has ended, by its number.
  case ended(Int)
  case outOfFuel
  /// What no program expects.
  case other(String)
}

/// What a request of a program of graphs came to.
package enum GraphOutcome: Hashable, Sendable {
  /// The instances, by the numbers in which they were made.
  case found([Int])
  case nothing
  case failed(GraphFailure)

  /// The instances.
  var serials: [Int] { if case .found(let serials) = self { serials } else { [] } }
}

/// What happened in a step of a program of graphs.
package enum GraphEvent: Hashable, Sendable {
  /// The factory of a declaration was called, in a graph.
  case began(Int, graph: Int)
  /// It made an instance.
  case made(Int, serial: Int)
  /// A factory got what it asked for.
  case got(GraphOutcome)
  /// A request of the program came to that.
  case answered(GraphOutcome)
  /// What a graph sees of the state that containers read: by the numbers of those that it sees.
  case saw([Int: Bool])
}

/// All that can be observed of a step of a program of graphs.
package struct GraphObservation: Hashable, Sendable {
  /// What happened, in order.
  package var events: [GraphEvent] = []
  /// The instances that went.
  package var died: [Int] = []
}
