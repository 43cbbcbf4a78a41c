/// A description of a dependency graph as a value: registrations, their dependencies, and problems.
///
/// A description comes from a running graph, from a container, or from the tool that reads source
/// code. As JSON, it follows the schema of the article "Reading the graph".
public struct GraphDescription: Sendable, Hashable {
  /// The version of the JSON schema that this library writes and reads.
  public static let currentVersion = 1

  /// The version of the JSON schema of this description.
  public var version: Int

  /// The title, such as the name of a program.
  public var title: String

  /// The nodes: registrations, decorators, roots and missing dependencies, sorted by ``Node/id``.
  public var nodes: [Node]

  /// The edges, each from a node to a node that it needs. They are sorted by both nodes.
  public var edges: [Edge]

  /// The problems of the graph.
  public var problems: [Problem]

  /// Creates a description with the given contents, and sorts the nodes and edges.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - nodes: The nodes.
  ///   - edges: The edges.
  ///   - problems: The problems.
  public init(title: String, nodes: [Node], edges: [Edge], problems: [Problem] = []) {
    version = Self.currentVersion
    self.title = title
    self.nodes = Self.order(nodes.map { [$0.id] }).map { nodes[$0] }
    self.edges = Self.order(edges.map { [$0.from, $0.to] }).map { edges[$0] }
    self.problems = problems
  }

  /// Sorts keys, and returns their former positions in the new order.
  ///
  /// One sort of positions is less code than a sort for each type of elements.
  private static func order(_ keys: [[String]]) -> [Int] {
    keys.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
  }
}

extension GraphDescription {
  /// A location in the source code.
  public struct Place: Sendable, Hashable {
    /// The file: a path, or a module and a file name in the format of `#fileID`.
    public var file: String

    /// The line, starting at 1.
    public var line: Int

    /// The column in bytes, starting at 1; `nil` if it is unknown.
    public var column: Int?

    /// Creates a source location.
    public init(file: String, line: Int, column: Int? = nil) {
      self.file = file
      self.line = line
      self.column = column
    }
  }

  /// A node of the graph: a registration, a decorator, a root of the graph, or a missing
  /// dependency.
  public struct Node: Sendable, Hashable, Identifiable {
    /// The kind of a node.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The node is a registration.
      case registration
      /// The node is a decorator. Its edges connect a requester with the decorated dependency.
      case decorator
      /// The node is a root: code that injects outside of a factory, such as a view. Paths start at
      /// roots.
      case root
      /// The node is a requested dependency without a registration.
      case missing
    }

    /// The kind of key by which a dependency is found.
    public enum Locator: String, Sendable, Hashable, CaseIterable {
      /// The dependency is found by one or more types.
      case type
      /// The dependency is found by a name.
      case name
      /// The dependency is found by a value.
      case value
      /// The dependency is found by a key path of a map.
      case keyPath
    }

    /// The identifier: the key, with a number if the key is not unique. It is the same in all
    /// descriptions of one program.
    public var id: String

    /// The kind of the node.
    public var kind: Kind

    /// The kind of key by which the dependency is found.
    public var locator: Locator

    /// The keys: names of types with their modules, or the text of a name or a value.
    public var keys: [String]

    /// The name of the node in drawings, without modules.
    public var label: String

    /// The type that the factory returns, with its module; `nil` if it is unknown.
    public var product: String?

    /// The name of the scope, such as `instance`, `singleton`, `shared`, `managed` or `scoped`;
    /// empty for a root or a missing dependency.
    public var scope: String

    /// Whether the instance is created when the container is activated.
    public var isEager: Bool

    /// The module of the registration; `nil` if it is unknown.
    public var module: String?

    /// The source location of the registration; `nil` if it is unknown.
    public var place: Place?

    /// The container or group of the registration; `nil` if it is unknown.
    public var container: String?

    /// Whether a live instance of the node existed when the graph was described; `nil` if no
    /// running graph was described.
    public var isLive: Bool?

    /// The duration of the last creation in seconds; `nil` if it was not recorded.
    public var creationSeconds: Double?

    /// Whether all needs of the factory are known, so that the node's edges are complete.
    public var isComplete: Bool

    /// Creates a node.
    public init(
      id: String, kind: Kind = .registration, locator: Locator = .type, keys: [String],
      label: String, product: String? = nil, scope: String, isEager: Bool = false,
      module: String? = nil, place: Place? = nil, container: String? = nil, isLive: Bool? = nil,
      creationSeconds: Double? = nil, isComplete: Bool = false
    ) {
      self.id = id
      self.kind = kind
      self.locator = locator
      self.keys = keys
      self.label = label
      self.product = product
      self.scope = scope
      self.isEager = isEager
      self.module = module
      self.place = place
      self.container = container
      self.isLive = isLive
      self.creationSeconds = creationSeconds
      self.isComplete = isComplete
    }
  }

  /// An edge of the graph: one node needs another node.
  public struct Edge: Sendable, Hashable {
    /// The way in which a need, which is an edge, became known.
    public enum Evidence: String, Sendable, Hashable, CaseIterable {
      /// The registration declares the need. `Dependency(autowired:)` does so.
      case declared
      /// The need was observed during a creation.
      case observed
      /// The command-line tool has found the need in the source code. Each run of the factory has
      /// this need or, for a lazy edge, each use of the instance.
      case proven
      /// The command-line tool has found a need in the source code that only exists under a
      /// condition, or for one of several registrations.
      case possible
    }

    /// The number of instances that a node requests.
    public enum Demand: String, Sendable, Hashable, CaseIterable {
      /// The node requests exactly one instance.
      case one
      /// The node requests one instance or `nil`.
      case optional
      /// The node requests all instances.
      case all
    }

    /// The identifier of the node with the need.
    public var from: String

    /// The identifier of the needed node.
    public var to: String

    /// The ways in which the need became known: each at most once, in the order of the cases.
    public var evidence: [Evidence]

    /// The number of instances that the node requests.
    public var demand: Demand

    /// Whether the node makes the request only after its factory has returned.
    public var isLazy: Bool

    /// The source location of the request; `nil` if it is unknown.
    public var place: Place?

    /// Creates an edge.
    public init(
      from: String, to: String, evidence: [Evidence], demand: Demand = .one, isLazy: Bool = false,
      place: Place? = nil
    ) {
      self.from = from
      self.to = to
      self.evidence = evidence
      self.demand = demand
      self.isLazy = isLazy
      self.place = place
    }
  }

  /// A problem of the graph.
  public struct Problem: Sendable, Hashable {
    /// The severity of a problem.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
      /// The program will fail.
      case error
      /// The cause may be intended, but should be checked.
      case warning
    }

    /// The severity of the problem.
    public var severity: Severity

    /// The kind of the problem in kebab case, such as `missing` or `unrelated-type`.
    public var kind: String

    /// A line with the problem and its source location.
    public var message: String

    /// A remedy for the problem.
    public var remedy: String

    /// The source location of the problem; `nil` if it is unknown.
    public var place: Place?

    /// The identifiers of the nodes on the path to the problem, from the first requester on.
    public var nodes: [String]

    /// Creates a problem.
    public init(
      severity: Severity, kind: String, message: String, remedy: String, place: Place? = nil,
      nodes: [String] = []
    ) {
      self.severity = severity
      self.kind = kind
      self.message = message
      self.remedy = remedy
      self.place = place
      self.nodes = nodes
    }
  }
}
