import StitcherEngine
import StitcherTestSupport

/// A visitor that resolves a type from a graph.
struct Request: KindVisitor {
  let ask: Ask
  let graph: Graph

  /// Returns the instances, or `nil` if there is none.
  func visit<Subject>(_ type: Subject.Type) throws -> [Any]? {
    switch ask.parameters {
    case .none: try find(type)
    case .number: try find(type, 1)
    case .text: try find(type, "x")
    case .both: try find(type, 2, "y")
    }
  }

  /// Resolves a type with arguments.
  private func find<Subject, each Argument>(
    _ type: Subject.Type, _ arguments: repeat each Argument
  ) throws -> [Any]? {
    switch (ask.key, ask.shape) {
    case (.type, .all): return try graph.resolveAll(type, arguments: repeat each arguments)
    case (.type, .optional):
      return try graph.resolveIfPresent(type, arguments: repeat each arguments).map { [$0] }
    case (.type, .one):
      if ask.parameters == .none { return [try graph.resolve(type)] }
      return [try graph.resolve(type, arguments: repeat each arguments)]
    case (.name(let name), _):
      if ask.parameters == .none { return [try graph.resolve(name: name.text, as: type)] }
      return [try graph.resolve(name: name.text, as: type, arguments: repeat each arguments)]
    case (.value(let value), _):
      switch value {
      case .one: return [try find(1, type, repeat each arguments)]
      case .oneAsDouble: return [try find(1.0, type, repeat each arguments)]
      case .two: return [try find(2, type, repeat each arguments)]
      case .text: return [try find("a", type, repeat each arguments)]
      case .colliding: return [try find(Colliding(number: 1), type, repeat each arguments)]
      case .collidingToo: return [try find(Colliding(number: 2), type, repeat each arguments)]
      }
    }
  }

  /// Resolves a value with arguments.
  private func find<Subject, Value: Hashable, each Argument>(
    _ value: Value, _ type: Subject.Type, _ arguments: repeat each Argument
  ) throws -> Subject {
    if ask.parameters == .none { return try graph.resolve(value: value, as: type) }
    return try graph.resolve(value: value, as: type, arguments: repeat each arguments)
  }
}

/// A visitor that creates a registration; the visited type is the declared type of its factory.
struct Maker: KindVisitor {
  /// The world that runs the factory. The world holds registries that hold the registration; they
  /// are emptied at the end.
  let world: EngineWorld
  /// The numbers of the object and of its declaration.
  let item: Item
  /// The declaration of the registration.
  let declaration: Declaration
  /// The registration that the new one replaces, or `nil`.
  let old: Registration?

  /// Creates the registration.
  func visit<Subject>(_ type: Subject.Type) throws -> Registration {
    // Counts the living factories.
    let life = Tracked(world.factories)
    let world = world
    let number = item.declaration
    @Sendable func make(_ arguments: Parameters) throws -> Subject {
      defer { withExtendedLifetime(life) {} }
      let instance = try world.make(number, arguments)
      guard let subject = instance as? Subject else { throw Failure.other("\(instance)") }
      return subject
    }
    switch declaration.parameters {
    case .none: return registration { () throws -> Subject in try make(.none) }
    case .number:
      return registration { (number: Int) throws -> Subject in
        try make(number == 1 ? .number : .none)
      }
    case .text:
      return registration { (text: String) throws -> Subject in
        try make(text == "x" ? .text : .none)
      }
    case .both:
      return registration { (number: Int, text: String) throws -> Subject in
        try make(number == 2 && text == "y" ? .both : .none)
      }
    }
  }

  /// Creates a registration with a factory.
  private func registration<Subject, each Parameter>(
    _ factory: @escaping @Sendable (repeat each Parameter) throws -> Subject
  ) -> Registration {
    let scope: Scope =
      switch declaration.lifespan {
      case .instance: .instance
      case .shared: .shared
      case .singleton: .singleton
      case .managed(let lifetime): .managed(world.lifetimes[lifetime])
      }
    // The pretended line holds the numbers of the object and of its declaration.
    let location = SourceLocation(
      file: "model", line: UInt(item.object << Registration.declarationBits | item.declaration))
    let closure = FactoryClosure<Subject, (repeat each Parameter)>(factory)
    return ParameterizedRegistration(
      Registration.Details(
        locator: declaration.found.locator, scope: scope, isEager: declaration.isEager,
        location: location, original: old?.origin), .list(), closure.call)
  }
}

/// A visitor that sets the instance of a registration.
struct Setter: KindVisitor {
  /// The world that records the instance.
  let world: EngineWorld
  let registration: Registration

  /// Sets a new instance of the declared type.
  func visit<Subject>(_ type: Subject.Type) throws -> Event {
    let serial = world.ledger.nextSerial()
    let product = world.declarations[registration.declaration].product
    let token = Token(serial: serial, holds: [], ledger: world.ledger)
    guard let instance = product.make(token) as? Subject else { throw Failure.other("\(product)") }
    return .set(
      serial, isKept: world.editable.contains { $0.setInstance(instance, of: registration) })
  }
}

extension Registration {
  /// The number of bits of the declaration's number.
  fileprivate static let declarationBits = 8

  /// The number of the object.
  var number: Int { Int(location.line) >> Self.declarationBits }

  /// The number of the declaration.
  var declaration: Int { Int(location.line) & (1 << Self.declarationBits - 1) }
}

extension Key {
  /// The engine's lookup key that corresponds to this key.
  fileprivate var lookup: LookupKey { found.locator.keys[0] }

  /// The key as a locator.
  private var found: Found {
    switch self {
    case .type(let kind): .types([kind])
    case .name(let name): .name(name)
    case .value(let value): .value(value)
    }
  }

  /// Finds the key for a lookup key of the engine.
  init?(_ lookup: LookupKey) {
    let keys: [Key] =
      Kind.allCases.map { .type($0) } + Name.allCases.map { .name($0) }
      + Value.allCases.map { .value($0) }
    guard let key = keys.first(where: { $0.lookup == lookup }) else { return nil }
    self = key
  }
}

extension Found {
  /// The engine's locator that corresponds to this one.
  fileprivate var locator: Locator {
    switch self {
    case .types(let kinds): Locator.types(kinds.map(\.type))
    case .name(let name): .name(name.text)
    case .value(.one): .value(1)
    case .value(.oneAsDouble): .value(1.0)
    case .value(.two): .value(2)
    case .value(.text): .value("a")
    case .value(.colliding): .value(Colliding(number: 1))
    case .value(.collidingToo): .value(Colliding(number: 2))
    case .keys(let keys): .keys(keys.map(\.lookup))
    }
  }

  /// Finds the locator for a locator of the engine.
  fileprivate init?(_ locator: Locator) {
    let keys = locator.keys.compactMap { Key($0) }
    if !locator.types.isEmpty {
      self = .types(keys.compactMap { if case .type(let kind) = $0 { kind } else { nil } })
    } else if locator.keyCount > 1 {
      self = .keys(keys)
    } else {
      switch keys.first {
      case .name(let name): self = .name(name)
      case .value(let value): self = .value(value)
      default: return nil
      }
    }
  }
}

extension Failure {
  /// Converts an error of the engine.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let failure as ResolutionFailure:
      let objects = failure.registrations.map(\.number)
      switch failure.reason {
      case .missing(let key):
        self = Key(key).map { .missing($0, objects) } ?? .other("\(error)")
      case .multiple(let key):
        self = Key(key).map { .multiple($0, objects) } ?? .other("\(error)")
      case .mismatched(let found, let expected):
        if let product = Product(found), let kind = Kind(expected) {
          self = .mismatched(product, kind)
        } else {
          self = .other("\(error)")
        }
      case .cycle(let path): self = .cycle(path.compactMap { Found($0) })
      case .asynchronous, .isolated, .captive, .scopeRequired, .ended: self = .other("\(error)")
      }
    default: self = .other("\(error)")
    }
  }
}

extension EditableRegistry {
  /// Makes the given value the instance of a registration, and starts the teardowns.
  @discardableResult
  func setInstance<Value>(_ value: Value, of registration: Registration) -> Bool {
    PendingTeardowns.collect { setInstance(value, of: registration, &$0) }
  }

  /// Evicts the instance of a registration, and starts the teardowns.
  func forgetInstance(of registration: Registration) {
    PendingTeardowns.collect { forgetInstances(of: [registration], &$0) }
  }
}

extension Graph {
  /// Deactivates all registries, and starts the teardowns.
  func deactivateAll() { PendingTeardowns.collect { deactivateAll(&$0) } }
}
