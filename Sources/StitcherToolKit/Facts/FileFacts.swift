/// The registrations, injections and related declarations that were found in one source file.
package struct FileFacts: Codable, Sendable, Equatable {
  /// The path of the file.
  package var file: String

  /// The name of the module that contains the file.
  package var module: String

  var registrations: [RegistrationFact] = []

  /// The full names of the types in the expressions of the file such as
  /// `Mailer.dependencyRegistration`.
  ///
  /// The owner of a used group `autoregisteredDependencies` is in this list, too. See
  /// ``Listings``.
  var listed: [String] = []

  var decorations: [DecorationFact] = []

  var injections: [InjectionFact] = []

  /// The functions, initializers and closures that inject, or that call code which may inject.
  var functions: [FunctionFact] = []

  /// The class members that override a member of a superclass.
  var overrides: [OverrideFact] = []

  /// The types that conform to `DependencyRepresenting`, and so describe their own dependency.
  var representations: [RepresentationFact] = []

  /// The types of the constants that the instances of a type hold, by the name of that type.
  var held: [String: [String]] = [:]

  /// The symbol identifiers of the constants that hold a source of changes of their own.
  var sources: [String] = []

  /// The keys of `Stitch` maps, and their properties, for which the file registers a value.
  var replaced: [String] = []

  /// The user's collection types. An injection of such a type requests all dependencies of its
  /// element type.
  var collections: [String] = []

  /// The symbol identifiers of the properties that Observation tracks.
  var observed: [String] = []

  /// The string values of constants and enumeration cases, by symbol identifier.
  var texts: [String: String] = [:]

  /// The source locations of code that may add unknown registrations.
  var openings: [OpeningFact] = []

  /// The names through which other files can use the library: type aliases, protocols, and
  /// functions that take registrations.
  var words: [String] = []

  /// The names of non-final classes. Subclasses in other files may override their members.
  var classes: [String] = []

  /// The types that the file declares or extends.
  var types: [TypeFact] = []

  /// Whether the file creates graphs other than the process's: child graphs, isolated graphs,
  /// overrides.
  var makesGraphs = false

  /// The comments `// stitcher:ignore`, which silence a problem.
  var ignores: [IgnoreFact] = []
}

/// The library through which a dependency is registered or injected.
enum FrontEnd: String, Codable, Sendable {
  case stitcher
  case dependencyInjection
  case swiftDependencyInjector
  case stitch
}

/// A location in a source file.
package struct SourcePlace: Codable, Sendable, Hashable {
  /// The path of the file.
  package var file: String
  /// The line number, counted from 1.
  package var line: Int
  /// The column in UTF-8 bytes, counted from 1.
  package var column: Int

  /// Creates a source location.
  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

/// The key of a dependency, as far as the source shows the key.
enum KeyFact: Codable, Sendable, Hashable {
  /// The key is a type, given by its full name.
  case type(String)
  /// The key is a name, given as a string literal.
  case name(String)
  /// The key is a name, given by a constant or by an enumeration case of a type.
  case nameOf(String, type: String)
  /// The key is a value of a type, given by its literal or its symbol identifier.
  case value(type: String, text: String)
  /// The key is a key path of a `Stitch` map, given by the property's symbol identifier.
  case keyPath(String)
  /// The key is computed at run time.
  case unknown(Locating)

  /// The kind of a key: a type, a name or a value.
  enum Locating: String, Codable, Sendable { case type, name, value }

  /// The keys of a registration with keys that are computed at run time.
  static let anything: [KeyFact] = [.unknown(.type), .unknown(.name), .unknown(.value)]

  /// Whether each evaluation of the key gives the same key, as far as the source shows.
  var isConstant: Bool {
    switch self {
    case .type, .name, .keyPath: true
    case .nameOf(_, let type): !type.isEmpty
    case .value(_, let text): !text.hasSuffix("vp") && !text.hasSuffix("vpZ")
    case .unknown: false
    }
  }

  /// The kind of the key, or `nil` for a key path.
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

/// A registration that was found in a source file.
struct RegistrationFact: Codable, Sendable, Equatable {
  /// The library through which the dependency is registered.
  var frontEnd = FrontEnd.stitcher
  /// The keys that find the registration.
  var keys: [KeyFact]
  /// The type that the factory creates.
  var product: String?
  /// The name of the scope, or `nil` if the source does not show the scope.
  var scope: String?
  /// Whether the registration states its scope; if not, the default scope of the product's type
  /// applies.
  var statesScope = false
  /// The symbol identifier of the source that manages the instances, or `nil` if unknown.
  var source: String?
  /// Whether the instance is created when its container is activated.
  var isEager = false
  /// Whether the registration is active only under a condition.
  var isConditional = false
  /// The identifier of the innermost container closure or group closure that contains the
  /// registration.
  var block: String
  /// The name of the container that contains the registration.
  var container: String?
  /// The conditional branch of the container that contains the registration: empty for no
  /// condition, `nil` if unknown.
  var branch: String?
  /// The identifier of the factory's closure or function.
  var factory: String?
  /// The symbol identifier of the function that is passed by name as the factory.
  var function: String?
  /// The types of the factory's parameters, or `nil` if the source does not show them.
  var parameters: [String]?
  /// Whether the registration has an identity, from `.id(_:)` or an enclosing group.
  var hasIdentity = false
  /// The position, as text, of the enclosing group that gives the registration its identity.
  var identity: String?
  /// Whether the registration itself states its identity with `.id(_:)`.
  var hasOwnIdentity = false
  /// The enclosing group that gives an identity to all its registrations.
  var group: String?
  /// The variables that the factory captures and that a condition such as `if let` has bound in the
  /// container.
  var captures: [String] = []
  /// The properties that captured constants of the container were initialized from, keyed by the
  /// constant's name.
  var reads: [String: [String]] = [:]
  /// The dependencies of the factory that the registration declares.
  var declared: [Need] = []
  /// Whether ``declared`` lists all dependencies of the factory.
  var isDeclared = false
  /// The type that describes the dependency.
  ///
  /// If set, the keys, scope and factory come from the type's conformance to
  /// `DependencyRepresenting`.
  var representation: String?
  /// Whether the factory is asynchronous.
  var isAsync = false
  /// If `@Registerable` has generated the registration, the full name of the type with this
  /// attribute; otherwise `nil`.
  ///
  /// The name has no generic arguments.
  var registerable: String?
  /// The source location of the registration.
  var place: SourcePlace

  /// A dependency of a factory.
  struct Need: Codable, Sendable, Hashable {
    /// The key of the dependency.
    var key: KeyFact
    /// The number of dependencies that the factory requests.
    var demand: Demand
    /// The full requested type, such as `A?` or `[A]`, if ``key`` is only `A`; `nil` if both are
    /// the same.
    var exact: String?
  }
}

/// The number of dependencies that an injection requests.
enum Demand: String, Codable, Sendable { case one, optional, all }

/// An injection that was found in a source file.
struct InjectionFact: Codable, Sendable, Equatable {
  /// The library through which the dependency is injected.
  var frontEnd = FrontEnd.stitcher
  /// The injected key.
  var key: KeyFact
  /// The number of dependencies that the injection requests.
  var demand: Demand
  /// Whether the injection waits for the first read of a property.
  var isLazy = false
  /// Whether the injection runs at each call of the enclosing function or closure.
  var isCertain: Bool
  /// Whether a `try?` turns a failure of the injection into `nil`.
  var isTolerated = false
  /// The types of the parameters that the injection passes, or `nil` if the source does not show
  /// them.
  var parameters: [String]?
  /// Where the values of the passed parameters come from, or `nil` if the source does not show
  /// that.
  var values: ParameterValues?
  /// The full injected type, such as `A?` or `[A]`, if ``key`` is only `A`; `nil` if both are the
  /// same.
  var exact: String?
  /// The closure of the injecting graph, if the same function creates that graph, or
  /// ``processGraph``.
  var graph: String?
  /// The identifiers of the reads that trigger the injection of a lazy property.
  var reads: [String] = []
  /// The identifier of the function or closure that contains the injection.
  var unit: String
  /// The type that declares the injected property, or `nil` for an injection outside of properties.
  var owner: String?
  /// The source location of the injection.
  var place: SourcePlace
}

extension InjectionFact {
  /// The value of ``graph`` for an injection from the process's graph.
  static let processGraph = "process"
}

/// Where the values of an injection's parameters come from.
enum ParameterValues: String, Codable, Sendable {
  /// Each value is a literal, a constant or a case, and so the same at each run. An empty list
  /// counts, too.
  case fixed
  /// Each value is a literal, or a parameter of the enclosing function or closure.
  case passed
}

/// A type that a file declares or extends.
struct TypeFact: Codable, Sendable, Equatable {
  /// The full name of the type, without generic arguments.
  var name: String
  /// Whether the type is a protocol.
  var isProtocol = false
  /// The superclass of the type, and the protocols that it conforms to or refines.
  var supertypes: [String] = []
}

/// A function, initializer or closure, with its calls.
struct FunctionFact: Codable, Sendable, Equatable {
  /// The symbol identifier of the function, or the source location of the closure.
  var id: String
  /// The name of the function or closure for messages.
  var name: String
  /// The calls that the function or closure makes.
  var calls: [Call] = []
  /// The identifiers of the closures in the function, which may run at any time.
  var closures: [String] = []
  /// The source location of the function or closure.
  var place: SourcePlace

  /// A call that a function or closure makes.
  struct Call: Codable, Sendable, Hashable {
    /// The symbol identifier of the called declaration.
    var callee: String
    /// Whether the call runs each time that the enclosing function or closure runs.
    var isCertain: Bool
    /// Whether the call reads a property of `self`, or a property wrapper that the enclosing
    /// function has created.
    var isOwnRead: Bool?
  }
}

/// A class member that overrides a member of a superclass.
struct OverrideFact: Codable, Sendable, Hashable {
  /// The symbol identifier of the overridden member.
  var base: String
  /// The symbol identifier of the overriding member.
  var member: String
}

/// A type that conforms to `DependencyRepresenting`, and so describes its own dependency.
struct RepresentationFact: Codable, Sendable, Equatable {
  /// The full name of the type, without generic arguments.
  var type: String
  /// Whether the type conforms through another protocol, which may supply missing requirements.
  var isImplied = false
  /// The keys under which the type is registered; `nil` if its key is the product's type.
  var keys: [KeyFact]?
  /// The name of the scope, or `nil` if the type states none.
  var scope: String?
  /// Whether the instance is created on activation, or `nil` if the type does not state that.
  var isEager: Bool?
  /// The type that the factory creates.
  var product: String?
  /// The identifier of the factory's closure or function.
  var factory: String?
  /// The types of the factory's parameters, or `nil` if the source does not show them.
  var parameters: [String]?
}

/// A source location with code that may add unknown registrations.
struct OpeningFact: Codable, Sendable, Equatable {
  /// The library through which the code may add registrations.
  var frontEnd = FrontEnd.stitcher
  /// The kind of keys that the added registrations have; `nil` if they may have any kind.
  var locating: KeyFact.Locating?
  /// The reason why the registrations are unknown, for messages.
  var reason: String
  /// The source location of the code.
  var place: SourcePlace
}

/// A comment `// stitcher:ignore`, which silences the problems of a line.
struct IgnoreFact: Codable, Sendable, Equatable {
  /// The number of the line with the silenced problems.
  var line: Int
  /// The reason that the comment states.
  var reason: String
  /// The source location of the comment.
  var place: SourcePlace
}
