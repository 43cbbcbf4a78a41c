import Stitcher
import StitcherTestSupport

/// The recorder of events while a graph program runs in Stitcher; usable by any thread.
final class GraphLedger: Sendable {
  /// The mutable state.
  private struct State: Sendable {
    var observation = GraphObservation()
    var nextSerial = 0
    var fuel = GraphProgram.fuel
  }

  private let state = Box(State())

  func note(_ event: GraphEvent) { state.change { $0.observation.events.append(event) } }

  /// Records the end of an instance.
  func noteDeath(of serial: Int) { state.change { $0.observation.died.append(serial) } }

  /// Returns the number of the next instance.
  func nextSerial() -> Int {
    state.change { state in
      defer { state.nextSerial += 1 }
      return state.nextSerial
    }
  }

  /// Whether one more factory may run in this step; counts the run.
  func burn() -> Bool {
    state.change { state in
      state.fuel -= 1
      return state.fuel >= 0
    }
  }

  /// The instances that ended since the last call of ``take()``.
  var died: [Int] { state.value.observation.died.sorted() }

  /// Returns the observation since the last call, and starts the next step.
  func take() -> GraphObservation {
    state.change { state in
      defer { (state.observation, state.fuel) = (GraphObservation(), GraphProgram.fuel) }
      state.observation.died.sort()
      return state.observation
    }
  }
}

/// An instance of a graph program.
class GraphNode: @unchecked Sendable {
  // Safe: constants; a property may be used by any thread.

  /// The number in the order of creation.
  let serial: Int

  /// The property of the instance, or `nil`.
  let late: NodeProperty?

  /// The instances that this instance holds.
  private let holds: [GraphNode]

  /// The ledger that records the end of the instance.
  private let ledger: GraphLedger

  /// Creates an instance with a property that belongs to the current graph.
  required init(_ ledger: GraphLedger, holds: [GraphNode], late: NodeKey?) {
    serial = ledger.nextSerial()
    self.ledger = ledger
    self.holds = holds
    self.late = late.map { NodeProperty($0) }
  }

  deinit { ledger.noteDeath(of: serial) }
}

/// One of the types of instances.
final class NodeA: GraphNode, @unchecked Sendable {
  // Safe: see `GraphNode`.
}

/// One of the types of instances.
final class NodeB: GraphNode, @unchecked Sendable {
  // Safe: see `GraphNode`.
}

/// One of the types of instances.
final class NodeC: GraphNode, @unchecked Sendable {
  // Safe: see `GraphNode`.
}

/// One of the types of instances.
final class NodeD: GraphNode, @unchecked Sendable {
  // Safe: see `GraphNode`.
}

/// One of the types of instances.
final class NodeE: GraphNode, @unchecked Sendable {
  // Safe: see `GraphNode`.
}

/// A type-erased property that injects a node.
struct NodeProperty: Sendable {
  /// Returns the node, which is injected at the first call.
  let load: @Sendable () throws -> GraphNode

  /// Creates a property in the current graph.
  init(_ key: NodeKey) { self = key.open(Maker()) }

  private init<Node: GraphNode>(_ property: Injected<Node>) {
    load = { try property.loadedValue() }
  }

  /// A visitor that creates a property of a type.
  private struct Maker: NodeVisitor {
    func visit<Node: GraphNode>(_ type: Node.Type) -> NodeProperty {
      NodeProperty(Injected<Node>())
    }
  }
}

/// An operation on a type of nodes.
protocol NodeVisitor {
  /// The result of the operation.
  associatedtype Result

  /// Visits a type.
  func visit<Node: GraphNode>(_ type: Node.Type) -> Result
}

extension NodeKey {
  /// Passes the key's type to a visitor.
  func open<Visitor: NodeVisitor>(_ visitor: Visitor) -> Visitor.Result {
    switch self {
    case .a: visitor.visit(NodeA.self)
    case .b: visitor.visit(NodeB.self)
    case .c: visitor.visit(NodeC.self)
    case .d: visitor.visit(NodeD.self)
    case .e: visitor.visit(NodeE.self)
    }
  }

  /// The name of the type in errors.
  private var typeName: String {
    switch self {
    case .a: "NodeA"
    case .b: "NodeB"
    case .c: "NodeC"
    case .d: "NodeD"
    case .e: "NodeE"
    }
  }

  /// Finds the key that an error mentions.
  fileprivate init(_ context: InjectionError.DependencyContext) {
    guard let key = Self.allCases.first(where: { context == .type($0.typeName) }) else {
      fatalError("an error names \(context)")
    }
    self = key
  }
}

extension GraphFailure {
  /// Converts an error of Stitcher.
  init(_ error: any Error) {
    switch error {
    case InjectionError.unknown(let failure as GraphFailure): self = failure
    case InjectionError.missingDependency(let context): self = .missing(NodeKey(context))
    case InjectionError.multipleDependencies(let context): self = .multiple(NodeKey(context))
    case InjectionError.cyclicDependencyReference: self = .cycle
    case InjectionError.captiveDependency(let captive):
      self = .captive(NodeKey(captive.dependency), of: NodeKey(captive.holder))
    case InjectionError.graphEnded(let graph):
      self = graph.name.flatMap { Int($0) }.map { .ended($0) } ?? .other("\(error)")
    default: self = .other("\(error)")
    }
  }
}
