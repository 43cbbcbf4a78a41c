import Stitcher
import StitcherEngine
import StitcherTestSupport

extension StitcherWorld {
  /// Returns the outcome of a request, with its instances.
  func answer(_ ask: Ask) -> Answer {
    Answer(
      { try ask.kind.open(Injection(ask: ask)) }, failure: { Failure(injection: $0) },
      passesOn: true)
  }
}

/// A visitor that injects a type.
private struct Injection: KindVisitor {
  let ask: Ask

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
  private func find<Subject, each Argument: Hashable>(
    _ type: Subject.Type, _ arguments: repeat each Argument
  ) throws -> [Any]? {
    let isPlain = ask.parameters == .none
    switch (ask.key, ask.shape) {
    case (.type, .all):
      let all: [Subject] = try DependencyGraph.inject(parameters: repeat each arguments)
      return all
    case (.type, .optional):
      let one: Subject? = try DependencyGraph.inject(
        byType: type, parameters: repeat each arguments)
      return one.map { [$0] }
    case (.type, .one):
      let one: Subject =
        isPlain
        ? try DependencyGraph.inject(byType: type)
        : try DependencyGraph.inject(byType: type, parameters: repeat each arguments)
      return [one]
    case (.name(let name), _):
      let one: Subject =
        isPlain
        ? try DependencyGraph.inject(byName: name.text)
        : try DependencyGraph.inject(byName: name.text, parameters: repeat each arguments)
      return [one]
    case (.value(let value), _):
      let one: Subject =
        isPlain
        ? try DependencyGraph.inject(byValue: value.erased)
        : try DependencyGraph.inject(byValue: value.erased, parameters: repeat each arguments)
      return [one]
    }
  }
}

/// A type-erased property.
struct PropertyBox {
  /// Reads the value.
  let read: () -> [Any]?
  /// Drops the value and loads a new one.
  let reload: () throws -> Void
  /// Loads the value unless it is loaded.
  let loadIfNeeded: () throws -> Void
  /// Makes the property reload after each change.
  let reloadAlways: () -> Void

  init<Value>(_ property: Injected<Value>, _ values: @escaping (Value) -> [Any]?) {
    read = { values(property.wrappedValue) }
    reload = { try property.reload() }
    loadIfNeeded = { try property.loadIfNeeded() }
    reloadAlways = { property.autoreload() }
  }
}

/// A visitor that creates a property of a type.
struct PropertyMaker: KindVisitor {
  /// The property's request.
  let ask: Ask

  /// Creates the property.
  func visit<Subject>(_ type: Subject.Type) throws -> PropertyBox {
    switch ask.parameters {
    case .none: try make(type)
    case .number: try make(type, 1)
    case .text: try make(type, "x")
    case .both: try make(type, 2, "y")
    }
  }

  /// Creates the property, which passes arguments.
  private func make<Subject, each Argument: Hashable & Sendable>(
    _ type: Subject.Type, _ arguments: repeat each Argument
  ) throws -> PropertyBox {
    let isPlain = ask.parameters == .none
    switch (ask.key, ask.shape) {
    case (.type, .all):
      return PropertyBox(
        isPlain
          ? Injected<[Subject]>() : Injected<[Subject]>(type: [Subject].self, repeat each arguments)
      ) { $0 }
    case (.type, .optional):
      return PropertyBox(
        isPlain
          ? Injected<Subject?>() : Injected<Subject?>(type: Subject?.self, repeat each arguments)
      ) { $0.map { [$0] } }
    case (.type, .one):
      return PropertyBox(
        isPlain ? Injected<Subject>() : Injected<Subject>(type: type, repeat each arguments)
      ) { [$0] }
    case (.name(let name), _):
      return PropertyBox(
        isPlain
          ? Injected<Subject>(name: name.text)
          : Injected<Subject>(name: name.text, repeat each arguments)
      ) { [$0] }
    case (.value(let value), _):
      return PropertyBox(
        isPlain
          ? Injected<Subject>(value: value.erased)
          : Injected<Subject>(value: value.erased, repeat each arguments)
      ) { [$0] }
    }
  }
}

/// A visitor that adds the first type by which a dependency is found.
private struct FirstConformer<Produced>: KindVisitor {
  let dependency: Dependency<Produced, MaybeTypeLocatedDependency>

  /// Adds a type.
  func visit<Subject>(_ type: Subject.Type) -> Dependency<Produced, TypeLocatedDependency> {
    dependency.conforms(to: type)
  }
}

/// A visitor that adds one more type by which a dependency is found.
private struct Conformer<Produced>: KindVisitor {
  let dependency: Dependency<Produced, TypeLocatedDependency>

  /// Adds a type.
  func visit<Subject>(_ type: Subject.Type) -> Dependency<Produced, TypeLocatedDependency> {
    dependency.conforms(to: type)
  }
}

/// A visitor that creates a dependency; the visited type is the declared type of its factory.
struct DependencyMaker: KindVisitor {
  /// The world that runs the factory.
  let world: StitcherWorld
  /// The number of the declaration.
  let number: Int

  /// Creates the dependency.
  func visit<Subject>(_ type: Subject.Type) throws -> RawDependencyRegistration {
    // The world holds the containers, so they must not hold the world.
    unowned let world = world
    let number = number
    @Sendable func make(_ arguments: Parameters) throws -> Subject {
      let instance = try world.make(number, arguments)
      guard let subject = instance as? Subject else { throw Failure.other("\(instance)") }
      return subject
    }
    switch world.declarations[number].parameters {
    case .none: return try locate(Dependency { () throws -> Subject in try make(.none) })
    case .number:
      return try locate(
        Dependency { (number: Int) throws -> Subject in try make(number == 1 ? .number : .none) })
    case .text:
      return try locate(
        Dependency { (text: String) throws -> Subject in try make(text == "x" ? .text : .none) })
    case .both:
      return try locate(
        Dependency { (number: Int, text: String) throws -> Subject in
          try make(number == 2 && text == "y" ? .both : .none)
        })
    }
  }

  /// Adds the locators of the dependency.
  private func locate<Subject>(_ dependency: Dependency<Subject, MaybeTypeLocatedDependency>) throws
    -> RawDependencyRegistration
  {
    switch world.declarations[number].found {
    case .types(let kinds):
      guard kinds.count > 1 else { return registration(dependency) }
      var typed = try kinds[1].open(FirstConformer(dependency: dependency))
      for kind in kinds[2...] { typed = try kind.open(Conformer(dependency: typed)) }
      return registration(typed)
    case .name(let name): return registration(dependency.named(name.text))
    case .value(let value):
      return registration(dependency.associated(with: value.erased))
    case .keys: throw Failure.other("not of Stitcher")
    }
  }

  /// Sets the scope of the dependency.
  private func registration<Subject, Trait>(_ dependency: Dependency<Subject, Trait>)
    -> RawDependencyRegistration
  {
    let declaration = world.declarations[number]
    let scope: DependencyScope =
      switch declaration.lifespan {
      case .instance: .instance
      case .shared: .shared
      case .singleton: .singleton
      case .managed(let lifetime): .managed(world.lifetimes[lifetime])
      }
    return RawDependencyRegistration(
      dependency.scope(scope).eagerness(declaration.isEager ? .eager : .lazy))
  }
}

extension Value {
  /// The type-erased value.
  fileprivate var erased: any Hashable & Sendable {
    switch self {
    case .one: 1
    case .oneAsDouble: 1.0
    case .two: 2
    case .text: "a"
    case .colliding: Colliding(number: 1)
    case .collidingToo: Colliding(number: 2)
    }
  }
}

extension Failure {
  /// Converts an error of Stitcher.
  init(injection error: any Error) {
    switch error {
    case InjectionError.unknown(let failure as Failure): self = failure
    case InjectionError.missingDependency(let context): self = .missing(Key(context), [])
    case InjectionError.multipleDependencies(let context): self = .multiple(Key(context), [])
    case InjectionError.cyclicDependencyReference(let path):
      self = .cycle(path.cycle.map { .keys([Key($0)]) })
    case InjectionError.mismatchedDependencyType(let found, let expected):
      let product = Product.allCases.first { "\($0.kinds[0].type)" == found }
      let kind = Kind.allCases.first { "\($0.type)" == expected }
      if let product, let kind {
        self = .mismatched(product, kind)
      } else {
        self = .other("\(error)")
      }
    default: self = .other("\(error)")
    }
  }
}

extension Key {
  /// Finds the key that an error mentions.
  fileprivate init(_ context: InjectionError.DependencyContext) {
    let key: Key? =
      switch context {
      case .name(let text): Name.allCases.first { $0.text == text }.map { .name($0) }
      case .type(let text): Kind.allCases.first { "\($0.type)" == text }.map { .type($0) }
      case .value(let value):
        Value.allCases.first { AnyHashable($0.erased) == value }.map { .value($0) }
      }
    guard let key else { fatalError("an error names \(context)") }
    self = key
  }
}

extension ObjectA: PostInstantiationAware {
  /// Records the call of the hook.
  package func didInstantiate() { token.ledger.note(.hooked(token.serial)) }
}

extension PieceA: PostInstantiationAware {
  /// Records the call of the hook.
  package func didInstantiate() { token.ledger.note(.hooked(token.serial)) }
}

extension Lifetime: ManagedDependencyScopeProviding {
  /// Subscribes to the ends of the lifetime.
  func onScopeInvalidated(perform action: @escaping @Sendable () -> Void)
    -> any ManagedDependencyScopeReceipt
  {
    Receipt(base: onLifetimeEnd(action))
  }

  /// A subscription to a lifetime, as Stitcher expects it.
  private struct Receipt: ManagedDependencyScopeReceipt {
    let base: Cancellation

    func cancel() { base.cancel() }
  }
}
