import StitcherEngine

extension World {
  /// Reads a question.
  func readRequest() -> Request {
    let shape = reader.next(64)
    var request = Request(place: shape & 1, key: readKey(), kind: .product)
    if case .type(let kind) = request.key {
      request.kind = kind
      request.isForAll = shape & 2 != 0
      request.isOptional = shape & 4 != 0
    } else {
      request.kind = Kind.allCases[(shape >> 1) % 5]
    }
    request.arguments = [0, 0, 1, 2][shape >> 4]
    return request
  }

  /// Asks, and checks the answer.
  ///
  /// - Returns: One product, if there was an answer.
  @discardableResult
  func ask(_ request: Request) -> Product? {
    let found = candidates(request.place, request.key.lookupKey)
    let fitting = found.filter { entries[$0].parameters == request.arguments }
    let before = (changes: changes, serial: census.serial)
    var live: [Int: Product] = [:]
    for entry in fitting where entries[entry].isKnown { live[entry] = entries[entry].live }
    let lost = fitting.first {
      entries[$0].isKnown && entries[$0].live == nil && entries[$0].registration.scope.rank > 1
    }
    if lost != nil { fail("An instance was released that is to be kept.") }
    let wasCreating = creating
    asked.append(request.place)
    defer { asked.removeLast() }
    do {
      let products = try perform(request)
      if request.isOptional, fitting.isEmpty, products.isEmpty { return nil }
      guard request.isForAll || fitting.count == 1 else {
        fail("Found one of \(fitting.count).")
        return nil
      }
      guard products.count == fitting.count else {
        fail("Found \(products.count) of \(fitting.count).")
        return nil
      }
      for (product, entry) in zip(products, fitting) {
        check(product, entry, request, before, live[entry], wasCreating)
      }
      return products.first
    } catch {
      check(error, request, found, fitting, before.changes, live, wasCreating)
      return nil
    }
  }

  /// Checks one answer.
  private func check(
    _ product: Product, _ number: Int, _ request: Request,
    _ before: (changes: Int, serial: Int), _ live: Product?,
    _ wasCreating: [(entry: Int, place: Int)]
  ) {
    let entry = entries[number]
    let registration = entry.registration
    if !entries[product.maker].registration.isEqual(to: registration), !wasReplaced(product, number)
    {
      fail("The factory of another registration has run.")
    }
    if !entry.kind.isCastable(to: request.kind) { fail("It is of another type.") }
    guard entry.isKept else {
      if product.serial <= before.serial { fail("It is not fresh.") }
      if wasCreating.contains(where: { $0 == (number, request.place) }) {
        fail("No cycle was found.")
      }
      return
    }
    // What was done meanwhile may have changed anything.
    guard changes == before.changes else { return }
    if let live, live !== product { fail("There is a second instance.") }
    if live == nil, entry.isKnown, let known = entry.live, known !== product {
      fail("There are two instances at once.")
    }
    entries[number].live = product
    entries[number].isKnown = true
    entries[number].mayHaveEnded = false
  }

  /// Whether an instance may have passed on to a registration that is not equal to the one that
  /// made it. One that is put in again after it was replaced goes on sharing instances.
  private func wasReplaced(_ product: Product, _ entry: Int) -> Bool {
    entries[product.maker].kind == entries[entry].kind
      && heirs.contains { $0 == product.maker }
  }

  /// Checks an error.
  private func check(
    _ error: any Error, _ request: Request, _ found: [Int], _ fitting: [Int], _ before: Int,
    _ live: [Int: Product], _ wasCreating: [(entry: Int, place: Int)]
  ) {
    if let error = error as? FactoryError {
      let isOwn = fitting.contains {
        entries[$0].registration.isEqual(to: entries[error.maker].registration)
      }
      if !isOwn { fail("The factory of another registration has failed.") }
      if !request.isForAll, changes == before, !live.isEmpty {
        fail("A factory has run though there is an instance.")
      }
      return
    }
    guard let error = error as? ResolutionFailure else { return fail("\(error)") }
    switch error.reason {
    case .missing(let key):
      if !fitting.isEmpty || key != request.key.lookupKey || request.isForAll {
        fail("It is not missing.")
      }
      if !matches(error.registrations, found) { fail("Others are listed as candidates.") }
    case .multiple(let key):
      if fitting.count < 2 || key != request.key.lookupKey || request.isForAll {
        fail("There are not several.")
      }
      if !matches(error.registrations, fitting) { fail("Others are listed as matches.") }
    case .mismatched:
      if !fitting.contains(where: { !entries[$0].kind.isCastable(to: request.kind) }) {
        fail("It is of the type.")
      }
    case .cycle(let path):
      let isOpen = fitting.contains { candidate in
        wasCreating.contains {
          entries[$0.entry].registration.locator == entries[candidate].registration.locator
        }
      }
      if !isOpen { fail("There is no cycle.") }
      // What leads to the cycle comes before it.
      if !path.dropLast().contains(where: { $0 == path.last }) {
        fail("The path ends in no cycle: \(path)")
      }
    }
  }

  /// Asks a graph.
  private func perform(_ request: Request) throws -> [Product] {
    let graph = places[request.place].graph
    switch request.kind {
    case .left: return try perform(request, graph, Left.self) { $0 }
    case .right: return try perform(request, graph, Right.self) { $0 }
    case .product: return try perform(request, graph, Product.self) { $0 }
    case .part: return try perform(request, graph, (any Part).self) { $0 as! Product }
    case .wrapped: return try perform(request, graph, Wrapped.self) { $0.product }
    }
  }

  /// Asks a graph for a type.
  private func perform<Value>(
    _ request: Request, _ graph: Graph, _ type: Value.Type, _ unwrap: (Value) -> Product
  ) throws -> [Product] {
    switch request.arguments {
    case 0: try perform(request, graph, type).map(unwrap)
    case 1: try perform(request, graph, type, 1).map(unwrap)
    default: try perform(request, graph, type, 1, "a").map(unwrap)
    }
  }

  /// Asks a graph with arguments.
  private func perform<Value, each Argument>(
    _ request: Request, _ graph: Graph, _ type: Value.Type, _ arguments: repeat each Argument
  ) throws -> [Value] {
    switch request.key {
    case .type:
      if let (shelf, entry) = request.insertion {
        let registration = entries[entry].registration
        return [
          try graph.resolve(
            type, orInserting: { registration }, into: shelves[shelf].registry)
        ]
      }
      if request.isForAll { return try graph.resolveAll(type, arguments: repeat each arguments) }
      if request.isOptional {
        let value = try graph.resolveIfPresent(type, arguments: repeat each arguments)
        return value.map { [$0] } ?? []
      }
      if request.arguments == 0 { return [try graph.resolve(type)] }
      return [try graph.resolve(type, arguments: repeat each arguments)]
    case .name(let name):
      let name = Key.names[name]
      if request.arguments == 0 { return [try graph.resolve(name: name, as: type)] }
      return [try graph.resolve(name: name, as: type, arguments: repeat each arguments)]
    case .value(let value):
      return [try resolve(graph, Key.hashable(value), type, repeat each arguments)]
    }
  }

  /// Asks a graph for a value of a known type.
  private func resolve<Value, Found: Hashable, each Argument>(
    _ graph: Graph, _ value: Found, _ type: Value.Type, _ arguments: repeat each Argument
  ) throws -> Value {
    try graph.resolve(value: value, as: type, arguments: repeat each arguments)
  }
}
