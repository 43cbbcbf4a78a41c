/// The facts about dependencies in one source file.
package struct FileFacts: Codable, Sendable, Equatable {
  /// The path of the file.
  package var file: String

  /// The module.
  package var module: String

  /// The registrations.
  var registrations: [RegistrationFact] = []

  /// The decorators.
  var decorations: [DecorationFact] = []

  /// The injections.
  var injections: [InjectionFact] = []

  /// Functions, initializers and closures with injections, or with calls that may inject.
  var units: [UnitFact] = []

  /// Members of classes that override others.
  var overrides: [OverrideFact] = []

  /// Types that describe a dependency themselves.
  var representations: [RepresentationFact] = []

  /// The types of the constants that instances of types hold, by the names of the types.
  var held: [String: [String]] = [:]

  /// The declarations of the constants that are sources of changes made for them alone.
  var sources: [String] = []

  /// The keys of maps, or properties that lead to them, for which a value is registered.
  var replaced: [String] = []

  /// The user's collection types; an injection of one means all dependencies of its element type.
  var collections: [String] = []

  /// The properties that observation follows.
  var observed: [String] = []

  /// Texts of constants and of cases, by their declarations.
  var texts: [String: String] = [:]

  /// The places with unknown registrations.
  var openings: [OpeningFact] = []

  /// The names with which other files may use the library without its words: aliases, functions
  /// that take registrations, and protocols.
  var words: [String] = []

  /// Names of classes, of which other files may have subclasses with members that run instead.
  var classes: [String] = []

  /// The types that it declares or extends.
  var types: [TypeFact] = []

  /// Whether it makes graphs beside the process's: children, isolated graphs, overrides.
  var makesGraphs = false

  /// Comments that silence problems.
  var ignores: [IgnoreFact] = []
}

/// The library of a fact.
enum FrontEnd: String, Codable, Sendable {
  case stitcher
  case dependencyInjection
  case swiftDependencyInjector
  case stitch
}

/// A place in a source file.
package struct SourcePlace: Codable, Sendable, Hashable {
  /// The path of the file.
  package var file: String
  /// The line, from 1.
  package var line: Int
  /// The column in bytes, from 1.
  package var column: Int

  /// Names a place.
  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

/// The key of a dependency, as far as it is known from the source.
enum KeyFact: Codable, Sendable, Hashable {
  /// A type, by its full name.
  case type(String)
  /// A name that is written as a text.
  case name(String)
  /// A name that is a constant or a case: its declaration, and of a case its type.
  case nameOf(String, type: String)
  /// A value: its type, and its text or declaration.
  case value(type: String, text: String)
  /// A key path of a map: the declaration of its property.
  case keyPath(String)
  /// Not known before it runs.
  case unknown(Locating)

  /// How a key finds.
  enum Locating: String, Codable, Sendable { case type, name, value }

  /// The keys of a registration with unknown keys.
  static let anything: [KeyFact] = [.unknown(.type), .unknown(.name), .unknown(.value)]

  /// Whether it is the same each time that it is evaluated, as far as is known.
  var isConstant: Bool {
    switch self {
    case .type, .name, .keyPath: true
    case .nameOf(_, let type): !type.isEmpty
    case .value(_, let text): !text.hasSuffix("vp") && !text.hasSuffix("vpZ")
    case .unknown: false
    }
  }

  /// How the key finds; nil of key paths.
  var locating: Locating? {
    switch self {
    case .type: .type
    case .name, .nameOf: .name
    case .value: .value
    case .unknown(let locating): locating
    case .keyPath: nil
    }
  }
}

/// A registration.
struct RegistrationFact: Codable, Sendable, Equatable {
  /// The library.
  var frontEnd = FrontEnd.stitcher
  /// The keys.
  var keys: [KeyFact]
  /// The type that the factory makes.
  var product: String?
  /// How long an instance is kept; nil if that is not known.
  var scope: String?
  /// Whether the registration states the scope; else it is the default of the product's type.
  var statesScope = false
  /// The declaration of the managing source, or `nil` if it is unknown.
  var source: String?
  /// Whether it is made on activation.
  var isEager = false
  /// Whether it is there only under a condition.
  var isConditional = false
  /// The closure of the container or group around it.
  var block: String
  /// The name of that container.
  var container: String?
  /// The branch of the container around it, empty for none, or `nil` if the branch is unknown.
  var branch: String?
  /// The unit that is its factory.
  var factory: String?
  /// The declaration of the function that is passed by its name as the factory.
  var function: String?
  /// The types of the factory's parameters; nil if they are not known.
  var parameters: [String]?
  /// Whether `.id(_:)` or a group around it gives it an identity.
  var hasIdentity = false
  /// The group that says it.
  var identity: String?
  /// Whether `.id(_:)` says it.
  var hasOwnIdentity = false
  /// The group around it that gives an identity to all its registrations.
  var group: String?
  /// The names of what its factory captures of values that a condition of the container has bound.
  var captures: [String] = []
  /// The properties that were read for constants of the container which its factory captures, by
  /// the names of those.
  var reads: [String: [String]] = [:]
  /// The needs of the factory that the registration declares.
  var declared: [Need] = []
  /// Whether all that the factory needs is `declared`.
  var isDeclared = false
  /// A type that describes it: then keys, scope and factory are those of its representation.
  var representation: String?
  /// Whether the factory is asynchronous.
  var isAsync = false
  /// Where it is.
  var place: SourcePlace

  /// One thing that a factory needs.
  struct Need: Codable, Sendable, Hashable {
    /// The keys.
    var key: KeyFact
    /// How many are wanted.
    var demand: Demand
    /// The injected optional or collection, if the key is its wrapped type or element type.
    var exact: String?
  }
}

/// How many dependencies are wanted.
enum Demand: String, Codable, Sendable { case one, optional, all }

/// An injection.
struct InjectionFact: Codable, Sendable, Equatable {
  /// The library.
  var frontEnd = FrontEnd.stitcher
  /// The injected key.
  var key: KeyFact
  /// How many are wanted.
  var demand: Demand
  /// Whether it is asked for at the first read of a property.
  var isLazy = false
  /// Whether it runs whenever its unit does.
  var isCertain: Bool
  /// Whether `try?` makes a failure nil.
  var isTolerated = false
  /// The types of the arguments, or `nil` if they are unknown.
  var parameters: [String]?
  /// Where the values of the passed parameters come from; nil if that is not known.
  var values: ParameterValues?
  /// The injected optional or collection, if the key is its wrapped type or element type.
  var exact: String?
  /// The closure of the graph that is asked, if that graph is made in the same function, or
  /// ``processGraph``.
  var graph: String?
  /// The identifiers of the reads of a lazy property that inject.
  var reads: [String] = []
  /// The unit around it.
  var unit: String
  /// The type of which it is a property.
  var owner: String?
  /// Where it is.
  var place: SourcePlace
}

extension InjectionFact {
  /// The ``graph`` of an injection that asks the process's graph.
  static let processGraph = "process"
}

/// Where the values of an injection's parameters come from.
enum ParameterValues: String, Codable, Sendable {
  /// All are literals or cases: each time the same values, or there are no parameters.
  case fixed
  /// Each is a literal, or a parameter of the function or closure that injects.
  case passed
}

/// A type that is declared or extended.
struct TypeFact: Codable, Sendable, Equatable {
  /// The full name of the type, without its arguments.
  var name: String
  /// Whether it is a protocol.
  var isProtocol = false
  /// The protocols that it conforms to or refines, and its superclass.
  var supertypes: [String] = []
}

/// Code that runs as a whole: a function, an initializer, a closure.
struct UnitFact: Codable, Sendable, Equatable {
  /// The declaration, or the place of a closure.
  var id: String
  /// The name to show.
  var name: String
  /// The calls.
  var calls: [Call] = []
  /// The closures in it that may run at any time.
  var closures: [String] = []
  /// Where it is.
  var place: SourcePlace

  /// A call.
  struct Call: Codable, Sendable, Hashable {
    /// The declaration that is called.
    var callee: String
    /// Whether it is called whenever the unit runs.
    var isCertain: Bool
    /// Whether it reads a property of `self`, or of a wrapper that the unit has made.
    var isOwnRead: Bool?
  }
}

/// A member of a class that may run in place of another.
struct OverrideFact: Codable, Sendable, Hashable {
  /// The declaration that is overridden.
  var base: String
  /// The declaration that overrides it.
  var member: String
}

/// A type that describes a dependency: that conforms to `DependencyRepresenting`.
struct RepresentationFact: Codable, Sendable, Equatable {
  /// The full name of the type, without its arguments.
  var type: String
  /// Whether it conforms through another protocol, which may supply missing requirements.
  var isImplied = false
  /// The keys, or `nil` if the key is the product's type.
  var keys: [KeyFact]?
  /// How long an instance is kept; nil if that is not said.
  var scope: String?
  /// Whether it is eager.
  var isEager: Bool?
  /// The type that the factory makes.
  var product: String?
  /// The unit that is its factory.
  var factory: String?
  /// The types of the factory's parameters; nil if they are not known.
  var parameters: [String]?
}

/// A place with registrations that the source does not show.
struct OpeningFact: Codable, Sendable, Equatable {
  /// The library of the registrations.
  var frontEnd = FrontEnd.stitcher
  /// The kind of the keys, or `nil` for any kind.
  var locating: KeyFact.Locating?
  /// Why, in words.
  var reason: String
  /// Where it is.
  var place: SourcePlace
}

/// A comment `// stitcher:ignore`.
struct IgnoreFact: Codable, Sendable, Equatable {
  /// The line that it is for.
  var line: Int
  /// The reason that it gives.
  var reason: String
  /// Where it is.
  var place: SourcePlace
}
