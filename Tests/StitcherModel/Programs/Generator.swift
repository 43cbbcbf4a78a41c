/// A generator of random programs, or of the programs that a fuzzer's bytes choose. The same seed
/// gives the same program on every platform.
package struct Generator {
  /// The source of the choices.
  var random: Choices

  /// The declarations so far.
  private(set) var declarations: [Declaration] = []

  /// The possible items of each registry, after the steps so far.
  private var contents = [[Item]](repeating: [], count: Program.registryCount)

  /// The number of the next object.
  private var nextObject = 0

  /// Creates a generator for a seed.
  package init(seed: UInt64) { random = Choices(seed: seed) }

  /// Creates a generator that takes its choices from bytes.
  package init(bytes: [UInt8]) { random = Choices(bytes: bytes) }

  /// Returns a program with a number of steps, after a few steps that register something. It has
  /// fewer steps if the bytes are used up.
  package mutating func program(steps count: Int) -> Program {
    declare(isStitcher: false)
    var steps: [Step] = []
    for registry in 0..<Program.registryCount where random.chance(65) {
      steps.append(.change(fill(registry)))
      steps.append(.change(.activate(registry, isFurther: random.chance(15))))
    }
    for _ in 0..<count where !random.isAtEnd { steps.append(step()) }
    return Program(declarations: declarations, steps: steps)
  }

  /// Creates the declarations.
  ///
  /// - Parameter isStitcher: Whether to use only the features of Stitcher.
  mutating func declare(isStitcher: Bool) {
    for _ in 0..<(4 + random.below(8)) {
      var new = declaration()
      if isStitcher, case .keys = new.found { new.found = .types([new.declared]) }
      declarations.append(new)
    }
    for position in declarations.indices where random.chance(45) {
      declarations[position].deeds = (0...random.below(2)).map { _ in deed(isStitcher) }
    }
  }

  /// Replaces the declarations.
  mutating func replaceDeclarations(by others: [Declaration]) {
    declarations = others
    contents = contents.map { _ in [] }
  }

  /// Returns an object of the last registry, in which each object has an instance of its own.
  mutating func steadyObject() -> Int? {
    let steady = contents[Program.registryCount - 1].filter {
      let declaration = declarations[$0.declaration]
      return declaration.isStored && declaration.parameters == .none
    }
    return steady.isEmpty ? nil : random.pick(steady).object
  }

  /// Records that a container registers a declaration.
  mutating func note(_ declaration: Int, in container: Int) {
    contents[container].append(Item(declaration, 0))
  }

  /// Returns a step.
  private mutating func step() -> Step {
    switch random.below(100) {
    case ..<52: .ask(ask(), hand: random.below(Program.handCount))
    case ..<64: .drop(hand: random.below(Program.handCount))
    case ..<69: .fail(random.below(declarations.count), times: 1 + random.below(2))
    default: .change(change())
    }
  }

  /// Returns a change.
  private mutating func change() -> Change {
    switch random.below(31) {
    case ..<8: .activate(random.below(Program.registryCount), isFurther: random.chance(15))
    case ..<13: .deactivate(random.below(Program.registryCount))
    case ..<18: fill(random.below(Program.firstEditable))
    case ..<23: edit(Program.firstEditable + random.below(2))
    case ..<26: .endLifetime(random.below(Program.lifetimeCount))
    case ..<28: object().map { .forget($0) } ?? .releaseUnused
    case ..<30: object().map { .set($0) } ?? .releaseUnused
    default: random.chance(50) ? .deactivateAll : .releaseUnused
    }
  }

  /// Returns an object of a registry in which each object has an instance of its own.
  private mutating func object() -> Int? {
    let all = contents[Program.firstEditable...].joined().map(\.object)
    return all.isEmpty ? nil : random.pick(all)
  }
}

// MARK: - Contents

extension Generator {
  /// Returns the registration of a new object; in a container it may be an object of another
  /// container.
  private mutating func item(in registry: Int) -> Item {
    let known = contents[..<Program.firstEditable].joined().map { $0 }
    if registry < Program.firstEditable, !known.isEmpty, random.chance(25) {
      return random.pick(known)
    }
    nextObject += 1
    return Item(random.below(declarations.count), nextObject)
  }

  /// Returns a change that replaces the contents of a registry.
  mutating func fill(_ registry: Int) -> Change {
    if registry >= Program.firstEditable { return edit(registry) }
    var items: [Item] = []
    // Some registries have more items than the engine searches without an index.
    let count = random.chance(20) ? 6 + random.below(6) : random.below(5)
    for _ in 0..<count { items.append(item(in: registry)) }
    if random.chance(30) { items += contents[registry].filter { _ in random.chance(60) } }
    contents[registry] = items
    return .contents(registry, items)
  }

  /// Returns an edit of a registry.
  private mutating func edit(_ registry: Int) -> Change {
    var edits: [Edit] = []
    for _ in 0...random.below(3) {
      let present = contents[registry]
      switch random.below(20) {
      case ..<11:
        let new = item(in: registry)
        contents[registry].append(new)
        edits.append(.insert(new))
      case ..<14 where !present.isEmpty:
        let gone = random.pick(present)
        contents[registry].removeAll { $0.object == gone.object }
        edits.append(.remove(gone.object))
        if random.chance(20) {
          contents[registry].append(gone)
          edits.append(.insert(gone))
        }
      case ..<19 where !present.isEmpty:
        let old = random.pick(present)
        var new = item(in: registry)
        let isKeeping = random.chance(60)
        if isKeeping { new.declaration = old.declaration }
        contents[registry] = present.map { $0.object == old.object ? new : $0 }
        edits.append(.replace(old.object, by: new, keeping: isKeeping))
      default:
        contents[registry] = []
        edits.append(.removeAll)
      }
    }
    return .edit(registry, edits)
  }
}

// MARK: - Declarations and requests

extension Generator {
  /// Returns a declaration without actions.
  private mutating func declaration() -> Declaration {
    // Some declarations resemble an earlier one, so that there are equal and superseded ones.
    if !declarations.isEmpty, random.chance(25) {
      var copy = random.pick(declarations)
      if random.chance(50) { copy.lifespan = lifespan() }
      if random.chance(30) { copy.parameters = parameters() }
      if random.chance(30) { copy.isEager.toggle() }
      return copy
    }
    let product = random.pick(Product.allCases)
    let declared = random.chance(70) ? product.kinds[0] : random.pick(product.kinds)
    return Declaration(
      found(product, declared), as: declared, makes: product, takes: parameters(), lifespan(),
      isEager: random.chance(15))
  }

  /// Returns a locator.
  private mutating func found(_ product: Product, _ declared: Kind) -> Found {
    switch random.below(20) {
    case ..<11:
      var kinds = [declared]
      while random.chance(40), kinds.count < 4 {
        kinds.append(random.pick(random.chance(85) ? product.kinds : Kind.allCases))
      }
      return .types(kinds)
    case ..<15: return .name(random.pick(Name.allCases))
    case ..<19: return .value(random.pick(Value.allCases))
    default:
      return .keys([
        .type(declared), .name(random.pick(Name.allCases)), .type(random.pick(product.kinds)),
      ])
    }
  }

  /// Returns a scope.
  private mutating func lifespan() -> Lifespan {
    switch random.below(10) {
    case ..<2: .instance
    case ..<4: .shared
    case ..<8: .singleton
    default: .managed(random.below(Program.lifetimeCount))
    }
  }

  /// Returns the parameters of a factory.
  private mutating func parameters() -> Parameters {
    random.chance(75) ? .none : random.pick(Parameters.allCases)
  }

  /// Returns a request, mostly for an existing declaration.
  mutating func ask() -> Ask {
    let present = contents.joined().map(\.declaration)
    if random.chance(12) || declarations.isEmpty { return anyAsk() }
    let declaration =
      random.chance(80) && !present.isEmpty
      ? declarations[random.pick(present)] : random.pick(declarations)
    return ask(for: declaration)
  }

  /// Returns a request for a declaration.
  mutating func ask(for declaration: Declaration) -> Ask {
    let parameters = random.chance(90) ? declaration.parameters : parameters()
    let kinds = declaration.product.kinds
    switch random.pick(declaration.found.keys) {
    case .type(let kind): return .type(kind, shape(), parameters)
    case .name(let name):
      let equal = Name.allCases.filter { $0.canonical == name }
      return .name(random.pick(equal), as: random.pick(kinds), parameters)
    case .value(let value):
      let equal = Value.allCases.filter { $0.canonical == value }
      return .value(random.pick(equal), as: random.pick(kinds), parameters)
    }
  }

  /// Returns a request for any key.
  private mutating func anyAsk() -> Ask {
    let kind = random.pick(Kind.allCases)
    switch random.below(4) {
    case 0: return .name(random.pick(Name.allCases), as: kind, parameters())
    case 1: return .value(random.pick(Value.allCases), as: kind, parameters())
    default: return .type(kind, shape(), parameters())
    }
  }

  /// Returns the number of requested dependencies.
  private mutating func shape() -> Ask.Shape {
    random.chance(60) ? .one : random.pick([.optional, .all])
  }

  /// Returns an action of a factory.
  private mutating func deed(_ isStitcher: Bool) -> Deed {
    if random.chance(80) {
      return .need(ask(), keeps: random.chance(70), recovers: random.chance(30))
    }
    if isStitcher { return .change(stitcherChange()) }
    switch random.below(6) {
    case 0: return .change(.activate(random.below(Program.registryCount), isFurther: false))
    case 1: return .change(.deactivate(random.below(Program.registryCount)))
    case 2: return .change(fill(random.below(Program.firstEditable)))
    case 3: return .change(edit(Program.firstEditable + random.below(2)))
    default: return .change(.endLifetime(random.below(Program.lifetimeCount)))
    }
  }
}
