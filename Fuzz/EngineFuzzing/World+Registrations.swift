import StitcherEngine

/// The error of a factory.
struct FactoryError: Error {
  /// The entry that it belongs to.
  let maker: Int
}

/// What a factory does before it creates something.
enum Action: Sendable {
  /// Fails.
  case fail
  /// Fails while the program wants it.
  case failSometimes
  /// Depends on something.
  case depend(Request)
  /// Depends on something, if it can be had.
  case tryDepend(Request)
  /// Goes on with the program.
  case proceed
}

extension World {
  /// Reads a key.
  func readKey() -> Key {
    switch reader.next(3) {
    case 0: .type(Kind.allCases[reader.next(5)])
    case 1: .name(reader.next(Key.names.count))
    default: .value(reader.next(7))
    }
  }

  /// Reads what a registration is found by.
  private func readLocator() -> Locator {
    switch reader.next(5) {
    case 0, 1: return .type(Kind.allCases[reader.next(5)].type)
    case 2:
      let kinds = (0...reader.next(3)).map { _ in Kind.allCases[reader.next(5)].type }
      return Locator(.types(kinds))
    case 3:
      let keys = (0...reader.next(3)).map { _ in readKey().lookupKey }
      return .keys(keys)
    default:
      let key = readKey()
      switch key {
      case .type(let kind): return .type(kind.type)
      case .name(let name): return .name(Key.names[name])
      case .value: return key.valueLocator
      }
    }
  }

  /// Reads a registration.
  ///
  /// - Parameter locator: What it is found by; read if it is nil.
  /// - Returns: Its number.
  func define(_ locator: Locator? = nil, kind fixed: Kind? = nil) -> Int {
    let locator = locator ?? readLocator()
    let kind = fixed ?? Kind.allCases[reader.next(5)]
    let shape = reader.next(16)
    let scope: Scope =
      switch shape & 3 {
      case 0: .instance
      case 1: .shared
      case 2: .singleton
      default: .managed(lifetimes[reader.next(2)])
      }
    // Front ends keep nothing that takes parameters.
    let parameters = scope.rank == 0 && fixed == nil ? [0, 0, 1, 2][shape >> 2] : 0
    var actions: [Action] = []
    for _ in 0..<[0, 0, 1, 2][reader.next(4)] {
      switch reader.next(6) {
      case 0: actions.append(.fail)
      case 1: actions.append(.failSometimes)
      case 2: actions.append(.tryDepend(readRequest()))
      case 3: actions.append(.proceed)
      default: actions.append(.depend(readRequest()))
      }
    }
    let atEnd = reader.next(8) == 7 ? readRequest() : nil
    let number = entries.count
    let make: @Sendable () throws -> Product = { [self, actions] in
      try create(number, kind, actions, atEnd)
    }
    let isEager = shape & 4 != 0
    let registration: Registration =
      switch kind {
      case .left: register(locator, scope, isEager, parameters) { try make() as! Left }
      case .right: register(locator, scope, isEager, parameters) { try make() as! Right }
      case .product: register(locator, scope, isEager, parameters) { try make() }
      case .part: register(locator, scope, isEager, parameters) { try make() as any Part }
      case .wrapped:
        register(locator, scope, isEager, parameters) { Wrapped(product: try make()) }
      }
    entries.append(Entry(registration: registration, kind: kind, parameters: parameters))
    return number
  }

  /// Makes a registration with a number of parameters.
  private func register<Produced>(
    _ locator: Locator, _ scope: Scope, _ isEager: Bool, _ parameters: Int,
    _ make: @escaping @Sendable () throws -> Produced
  ) -> Registration {
    let location = SourceLocation(file: #fileID, line: #line)
    switch parameters {
    case 0:
      return TypedRegistration(
        locator: locator, scope: scope, isEager: isEager, location: location, factory: make)
    case 1:
      return TypedRegistration(
        locator: locator, scope: scope, isEager: isEager, location: location
      ) { (_: Int) in try make() }
    default:
      return TypedRegistration(
        locator: locator, scope: scope, isEager: isEager, location: location
      ) { (_: Int, _: String) in try make() }
    }
  }

  /// Does what a factory does.
  private func create(_ entry: Int, _ kind: Kind, _ actions: [Action], _ atEnd: Request?) throws
    -> Product
  {
    creating.append((entry, asked.last ?? 0))
    defer { creating.removeLast() }
    var dependencies: [Product] = []
    for action in actions {
      guard !isEnding, finding == nil, spend() else { throw FactoryError(maker: entry) }
      switch action {
      case .fail: throw FactoryError(maker: entry)
      case .failSometimes: if isFailing { throw FactoryError(maker: entry) }
      case .depend(let request):
        guard let product = ask(request) else { throw FactoryError(maker: entry) }
        dependencies.append(product)
      case .tryDepend(let request):
        if let product = ask(request) { dependencies.append(product) }
      case .proceed: if !reader.isAtEnd { step() }
      }
    }
    return product(entry, kind, dependencies, atEnd)
  }

  /// Creates an object of the class that a kind has in fact.
  func product(_ entry: Int, _ kind: Kind, _ held: [Product] = [], _ request: Request? = nil)
    -> Product
  {
    var atEnd: (@Sendable () -> Void)?
    if let request {
      atEnd = { [weak self] in
        guard let self, !isEnding, finding == nil, spend() else { return }
        _ = ask(request)
      }
    }
    switch kind {
    case .left, .part, .wrapped:
      return Left(maker: entry, held: held, census: census, atEnd: atEnd)
    case .right, .product:
      return Right(maker: entry, held: held, census: census, atEnd: atEnd)
    }
  }
}
