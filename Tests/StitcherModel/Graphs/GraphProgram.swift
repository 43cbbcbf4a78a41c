/// A key of graph programs; each is a type.
package enum NodeKey: Int, CaseIterable, Hashable, Sendable {
  case a, b, c, d, e
}

/// The scope of a node.
package enum NodeScope: Int, CaseIterable, Hashable, Sendable {
  case instance, shared, singleton, scoped

  /// Whether an instance may outlive the graph of the lookup.
  var isKept: Bool { self == .shared || self == .singleton }
}

/// A request in a graph program.
package struct NodeAsk: Hashable, Sendable {
  /// The number of requested instances.
  package enum Shape: Hashable, Sendable {
    case one, optional, all
  }

  /// The requested key.
  package var key: NodeKey
  /// The number of requested instances.
  package var shape: Shape

  /// Creates a request.
  package init(_ key: NodeKey, _ shape: Shape = .one) {
    self.key = key
    self.shape = shape
  }
}

/// A request of a factory.
package struct NodeNeed: Hashable, Sendable {
  /// The request.
  package var ask: NodeAsk
  /// Whether the instance holds the found instances.
  package var keeps: Bool
  /// Whether the factory ignores a failure.
  package var recovers: Bool

  /// Creates a need.
  package init(_ ask: NodeAsk, keeps: Bool = true, recovers: Bool = false) {
    self.ask = ask
    self.keeps = keeps
    self.recovers = recovers
  }
}

/// A dependency of a graph program.
package struct NodeDeclaration: Hashable, Sendable {
  /// The key by which the dependency is found.
  package var key: NodeKey
  /// The scope of the instance.
  package var scope: NodeScope
  /// The requests of the factory, in order.
  package var needs: [NodeNeed]
  /// The key of a property that the instance loads when it is used, or `nil`.
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

/// The way of calling a graph.
package enum NodeWay: Hashable, Sendable {
  /// By the graph's own method.
  case directly
  /// By the static method, while the graph runs the caller.
  case running
  /// By the static method, on another thread to which the current graph was bound.
  case bound
  /// By the graph's own method, while another graph runs the caller.
  case within(Int)
  /// By the static method in a child task of a task that the graph runs, after a suspension.
  case awaiting
  /// By the graph's own method in a task that another graph runs, after a suspension.
  case awaitingWithin(Int)
}

/// A step of a graph program.
package enum GraphStep: Hashable, Sendable {
  /// Creates a child of the graph of a slot, with containers, and puts the child in a slot.
  case make(Int, on: Int, isIsolated: Bool, [Int])
  /// Activates a container in the graph of a slot.
  case activate(Int, in: Int)
  /// Deactivates a container of the graph of a slot.
  case deactivate(Int, in: Int)
  /// Deactivates all containers of the graph of a slot, and detaches all registries.
  case deactivateAll(Int)
  /// Adds a declaration to a registry.
  case register(Int, in: Int)
  /// Removes the item at a position from a registry.
  case unregister(at: Int, of: Int)
  /// Attaches a registry to the graph of a slot.
  case attach(Int, to: Int)
  /// Detaches a registry from the graph of a slot.
  case detach(Int, from: Int)
  /// Changes a state that containers read, and records at once the states that the graph of a slot
  /// sees.
  case toggle(Int, seenFrom: Int)
  /// Ends the graph of a slot.
  case end(Int)
  /// Releases the graph of a slot.
  case drop(Int)
  /// Resolves from the graph of a slot, and stores the result in a hand, a variable of the program.
  case ask(NodeAsk, of: Int, NodeWay, hand: Int)
  /// Creates a property in the graph of a slot.
  case property(Int, NodeKey, in: Int)
  /// Reads a property, and stores the result in a hand, a variable of the program.
  case read(Int, hand: Int)
  /// Makes the first instance in a hand load its property, and stores the result in another hand.
  case use(hand: Int, into: Int)
  /// Empties a hand, a variable of the program, which releases its instances.
  case release(hand: Int)
}

/// A program that creates graphs and their children, resolves from them, ends and releases them.
package struct GraphProgram: Hashable, Sendable {
  /// The number of slots for graphs: the first slot is filled from the start.
  package static let slotCount = 6
  /// The numbers of containers, of hands (the variables of a program) and of properties.
  package static let containerCount = 5, handCount = 4, propertyCount = 2
  /// The numbers of editable registries, and of states that containers read.
  package static let registryCount = 2, stateCount = 2
  /// The maximum number of factory runs in one step; later ones fail at once.
  static let fuel = 40

  /// The declarations of the program.
  package var declarations: [NodeDeclaration]
  /// The declarations of each container.
  package var containers: [[Int]]
  /// The state that each container reads, or `nil`. Every second declaration of the container
  /// exists only while the state is set.
  package var states: [Int?]
  /// The steps, in order.
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

  /// Returns the declarations of a container for the given states.
  func contents(of container: Int, _ isSet: (Int) -> Bool) -> [Int] {
    guard let state = states[container], !isSet(state) else { return containers[container] }
    return containers[container].indices.filter { $0.isMultiple(of: 2) }
      .map { containers[container][$0] }
  }
}

/// The reason why a request of a graph program failed.
package enum GraphFailure: Error, Hashable, Sendable {
  case missing(NodeKey)
  case multiple(NodeKey)
  case cycle
  case captive(NodeKey, of: NodeKey)
  /// The graph that has ended, by its number.
  case ended(Int)
  case outOfFuel
  /// Any other error, which no program expects.
  case other(String)
}

/// The outcome of a request of a graph program.
package enum GraphOutcome: Hashable, Sendable {
  /// The instances, by their numbers in the order of creation.
  case found([Int])
  case nothing
  case failed(GraphFailure)

  var serials: [Int] { if case .found(let serials) = self { serials } else { [] } }
}

/// An event in a step of a graph program.
package enum GraphEvent: Hashable, Sendable {
  /// A graph called the factory of a declaration.
  case began(Int, graph: Int)
  /// The factory made an instance.
  case made(Int, serial: Int)
  /// A request of a factory had an outcome.
  case got(GraphOutcome)
  /// A request of the program had an outcome.
  case answered(GraphOutcome)
  /// The states that a graph saw, by the numbers of its visible containers.
  case saw([Int: Bool])
}

/// The observation of a step of a graph program.
package struct GraphObservation: Hashable, Sendable {
  /// The events, in order.
  package var events: [GraphEvent] = []
  /// The instances that ended.
  package var died: [Int] = []
}
