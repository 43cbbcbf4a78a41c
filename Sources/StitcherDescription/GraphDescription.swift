/// A graph as a value: what is registered, what needs what, and what is wrong.
///
/// It is the same whether a running graph was asked, a container was read, or the tool read the
/// program. Written as JSON, it follows the schema of the article "Reading the graph".
public struct GraphDescription: Codable, Sendable, Hashable {
  /// The version of the JSON schema that this library writes and reads.
  public static let currentVersion = 1

  /// The version of the JSON schema.
  public var version: Int

  /// What it describes, such as the name of a program.
  public var title: String

  /// What is registered, sorted by ``Node/id``.
  public var nodes: [Node]

  /// What needs what, sorted by the ends.
  public var edges: [Edge]

  /// What is wrong.
  public var problems: [Problem]

  /// Creates a description, and brings its nodes and edges in order.
  ///
  /// - Parameters:
  ///   - title: What is described.
  ///   - nodes: What is registered.
  ///   - edges: What needs what.
  ///   - problems: What is wrong.
  public init(title: String, nodes: [Node], edges: [Edge], problems: [Problem] = []) {
    version = Self.currentVersion
    self.title = title
    self.nodes = nodes.sorted { $0.id < $1.id }
    self.edges = edges.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    self.problems = problems
  }
}

extension GraphDescription {
  /// A place in the source code.
  public struct Place: Codable, Sendable, Hashable {
    /// The file: a path, or as `#fileID` says it.
    public var file: String

    /// The line, from 1.
    public var line: Int

    /// The column in bytes, from 1, if it is known.
    public var column: Int?

    /// Creates a place.
    public init(file: String, line: Int, column: Int? = nil) {
      self.file = file
      self.line = line
      self.column = column
    }
  }

  /// One registration; or what decorates one, or injects and is not registered itself, as a view.
  public struct Node: Codable, Sendable, Hashable, Identifiable {
    /// What a node stands for.
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
      /// A registration.
      case registration
      /// A decorator, between who asks and what it decorates.
      case decorator
      /// What injects from outside of a factory: where paths begin.
      case root
      /// What is asked for and nobody registers.
      case missing
    }

    /// How a dependency is found.
    public enum Locator: String, Codable, Sendable, Hashable, CaseIterable {
      /// By types.
      case type
      /// By a name.
      case name
      /// By a value.
      case value
      /// By a key path of a map.
      case keyPath
    }

    /// What identifies the node in the description, and in another one of the same program: the
    /// key, with a number behind it where several have the same.
    public var id: String

    /// What the node stands for.
    public var kind: Kind

    /// How it is found.
    public var locator: Locator

    /// What it is found by: names of types with their modules, the text of a name or a value.
    public var keys: [String]

    /// The name to show, without modules.
    public var label: String

    /// The type that the factory makes, with its module, if it is known.
    public var product: String?

    /// How long an instance is kept: `instance`, `singleton`, `shared`, `managed`, `scoped`, or a
    /// front end's own word.
    public var scope: String

    /// Whether it is made when its container is activated.
    public var isEager: Bool

    /// The module that registers it, if it is known.
    public var module: String?

    /// Where it is registered, if it is known.
    public var place: Place?

    /// The container or group that holds it, if it is known.
    public var container: String?

    /// Whether an instance was alive when a running graph was described; else nil.
    public var isLive: Bool?

    /// How long the last creation took, in seconds, if it was seen.
    public var creationSeconds: Double?

    /// Whether everything that the factory needs is known.
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

  /// That one node needs another.
  public struct Edge: Codable, Sendable, Hashable {
    /// How it is known.
    public enum Evidence: String, Codable, Sendable, Hashable, CaseIterable {
      /// The registration says so, as `Dependency(autowired:)` does.
      case declared
      /// A creation was seen to do it.
      case observed
      /// The tool has read it from the compiler's syntax tree: it is so whenever the factory runs,
      /// or, if it is lazy, whenever it is asked for.
      case proven
      /// The tool has read that it may be so: under a condition, or as one of several that may be
      /// found.
      case possible
    }

    /// How many dependencies are wanted.
    public enum Demand: String, Codable, Sendable, Hashable, CaseIterable {
      /// One.
      case one
      /// One, or nil.
      case optional
      /// All that there are.
      case all
    }

    /// The node that needs.
    public var from: String

    /// The node that is needed.
    public var to: String

    /// How it is known: each way once, in the order of the cases.
    public var evidence: [Evidence]

    /// How many dependencies are wanted.
    public var demand: Demand

    /// Whether it is asked for only after the factory has returned.
    public var isLazy: Bool

    /// Where it is asked for, if it is known.
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

  /// Something that is wrong.
  public struct Problem: Codable, Sendable, Hashable {
    /// How bad it is.
    public enum Severity: String, Codable, Sendable, Hashable, CaseIterable {
      /// The program will fail.
      case error
      /// It is worth a look.
      case warning
    }

    /// How bad it is.
    public var severity: Severity

    /// What it is, in one word of kebab case, such as `missing` or `unrelated-type`.
    public var kind: String

    /// What is wrong, and where, in one line.
    public var message: String

    /// What to do.
    public var remedy: String

    /// Where it is, if it is known.
    public var place: Place?

    /// The nodes that have to do with it: the path, from who begins it.
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
