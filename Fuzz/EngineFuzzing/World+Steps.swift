import StitcherEngine

extension World {
  /// Does one step of the program.
  func step() {
    switch reader.next(24) {
    case 0, 1, 2, 3: add(define())
    case 4: if !entries.isEmpty { add(reader.next(entries.count)) }
    case 5: remove()
    case 6: replace()
    case 7: clear()
    case 8: activate()
    case 9: deactivate()
    case 10: deactivateAll()
    case 11, 12, 13, 14, 15: hold(ask(readRequest()))
    case 16: insertAndAsk()
    case 17: setInstance()
    case 18: forgetInstance()
    case 19: endLifetime()
    case 20: createEagerly()
    case 21: checkList(reader.next(2))
    case 22: letGo()
    default: isFailing.toggle()
    }
  }

  /// Holds an answer, so that a shared instance lives on, or not.
  private func hold(_ product: Product?) {
    if let product, reader.next(2) == 1, held.count < 16 { held.append(product) }
  }

  /// Adds a registration: those with even numbers where contents are replaced as a whole.
  private func add(_ entry: Int) {
    let position = (entry % 2) * 2 + reader.next(2)
    var contents = shelves[position].contents
    guard !contents.contains(entry) else { return }
    if position < 2 {
      let registration = entries[entry].registration
      let isSuperseded = contents.contains {
        supersedes(entries[$0].registration, registration)
      }
      if !isSuperseded { contents.append(entry) }
      replaceContents(position, contents, also: entry)
      return
    }
    // An editable registry has its registrations to itself.
    guard !shelves[2].contents.contains(entry), !shelves[3].contents.contains(entry) else { return }
    shelves[position].contents.append(entry)
    forget([entry])
    let registration = entries[entry].registration
    shelves[position].registry.edit { $0.insert(registration) }
  }

  /// Replaces the contents of a registry as a whole.
  private func replaceContents(_ position: Int, _ contents: [Int], also entry: Int? = nil) {
    forget(shelves[position].contents + contents, isEnding: true)
    shelves[position].contents = contents
    var set = RegistrationSet()
    for number in contents { set.insert(entries[number].registration) }
    if let entry { set.insert(entries[entry].registration) }
    // The graphs get the contents one after the other, and the first one releases instances before
    // the second one's turn.
    let isUnsettling =
      places.filter { $0.active.contains { $0.shelf == position } }.count > 1
    if isUnsettling { unsettled += 1 }
    shelves[position].registry.replaceContents(set)
    if isUnsettling {
      unsettled -= 1
      forget(Array(entries.indices))
    }
  }

  /// Whether a set that has a registration leaves another one out.
  private func supersedes(_ one: Registration, _ other: Registration) -> Bool {
    switch one.locator.storage {
    case .name, .value: one.hasSameParameters(as: other) && one.locator == other.locator
    case .type, .types, .keys: one.isEqual(to: other)
    }
  }

  /// Takes a registration out.
  private func remove() {
    let position = reader.next(4)
    guard let index = pick(shelves[position].contents.count) else { return }
    var contents = shelves[position].contents
    let entry = contents.remove(at: index)
    if position < 2 { return replaceContents(position, contents) }
    forget([entry], isEnding: true)
    shelves[position].contents = contents
    let registration = entries[entry].registration
    shelves[position].registry.edit { $0.remove(registration) }
  }

  /// Puts a registration in the place of another one.
  private func replace() {
    let position = 2 + reader.next(2)
    guard let index = pick(shelves[position].contents.count) else { return }
    let old = shelves[position].contents[index]
    let isKeeping = reader.next(2) == 1
    var new = define(kind: isKeeping ? entries[old].kind : nil)
    // Registrations with odd numbers are those of editable registries.
    if new % 2 == 0 { new = define(kind: isKeeping ? entries[old].kind : nil) }
    let (from, to) = (entries[old].registration, entries[new].registration)
    let keeps =
      isKeeping && from.isStored && from.scope.rank == to.scope.rank && entries[old].parameters == 0
    let known = entries[old]
    forget([old, new], isEnding: true)
    shelves[position].contents[index] = new
    if keeps {
      heirs.formUnion([old, new])
      let isSafe = known.isKnown && !creating.contains { $0.entry == old }
      if isSafe {
        entries[new].live = known.live
        entries[new].isKnown = isInUse(new)
      }
    }
    shelves[position].registry.edit { $0.replace(from, by: to, keepingInstance: keeps) }
  }

  /// Takes all registrations out.
  private func clear() {
    let position = reader.next(4)
    if position < 2 { return replaceContents(position, []) }
    forget(shelves[position].contents, isEnding: true)
    shelves[position].contents = []
    shelves[position].registry.edit { $0.removeAll() }
  }

  /// Activates a registry.
  private func activate() {
    let (place, shelf) = (reader.next(2), reader.next(4))
    let layer = max(reader.next(3) / 2, places[place].active.map(\.layer).max() ?? 0)
    if !places[place].active.contains(where: { $0.shelf == shelf }) {
      places[place].active.append((shelf, layer))
    }
    forget(shelves[shelf].contents)
    places[place].graph.activate(shelves[shelf].registry, layer: layer)
  }

  /// Deactivates a registry.
  private func deactivate() {
    let (place, shelf) = (reader.next(2), reader.next(4))
    let wasActive = places[place].active.contains { $0.shelf == shelf }
    places[place].active.removeAll { $0.shelf == shelf }
    forget(shelves[shelf].contents, isEnding: true)
    if places[place].graph.deactivate(shelves[shelf].registry) != wasActive {
      fail("It was active, or not.")
    }
  }

  /// Deactivates all registries, or goes on with another graph.
  private func deactivateAll() {
    let place = reader.next(2)
    forget(places[place].active.flatMap { shelves[$0.shelf].contents }, isEnding: true)
    places[place].active = []
    if reader.next(2) == 0 {
      places[place].graph.deactivateAll()
    } else {
      // The graph may be going on to be used by the steps around this one.
      places[place].graph.deactivateAll()
      places[place].graph = Graph()
    }
  }

  /// Asks for a type, and registers something if there is nothing.
  private func insertAndAsk() {
    let (place, shelf) = (reader.next(2), 2 + reader.next(2))
    let kind = Kind.allCases[reader.next(5)]
    var entry = define(.type(kind.type), kind: kind)
    if entry % 2 == 0 { entry = define(.type(kind.type), kind: kind) }
    let key = LookupKey.type(kind.type)
    let isMissing = !candidates(place, key).contains { entries[$0].parameters == 0 }
    let isThere = shelves[shelf].contents.contains {
      entries[$0].registration.locator.keys.contains(key)
    }
    if isMissing, !isThere {
      shelves[shelf].contents.append(entry)
      forget([entry])
    }
    var request = Request(place: place, key: .type(kind), kind: kind)
    request.insertion = (shelf, entry)
    hold(ask(request))
  }

  /// Publishes an instance.
  private func setInstance() {
    guard let entry = pick(entries.count) else { return }
    let registration = entries[entry].registration
    guard registration.isStored, entries[entry].parameters == 0 else { return }
    let kind = entries[entry].kind
    forgetShared(entry)
    let count = changes
    let product = product(entry, kind)
    let isKept =
      switch kind {
      case .left: registration.setInstance(product as! Left)
      case .right: registration.setInstance(product as! Right)
      case .product: registration.setInstance(product)
      case .part: registration.setInstance(product as any Part)
      case .wrapped: registration.setInstance(Wrapped(product: product))
      }
    guard changes == count, isInUse(entry) else { return }
    let isExpected = entries[entry].isKept
    if isKept ? !isExpected : isExpected && !entries[entry].mayHaveEnded {
      fail("The value is kept, or not.", entry)
    }
    entries[entry].live = isKept ? product : nil
    entries[entry].isKnown = isKept
    hold(product)
  }

  /// Forgets an instance.
  private func forgetInstance() {
    guard let entry = pick(entries.count) else { return }
    forgetShared(entry)
    entries[entry].registration.forgetInstance()
  }

  /// Ends a lifetime.
  private func endLifetime() {
    forget(entries.indices.filter { entries[$0].registration.scope.rank == 3 })
    lifetimes[reader.next(2)].end()
  }

  /// Creates what is eager.
  private func createEagerly() {
    let place = reader.next(2)
    asked.append(place)
    defer { asked.removeLast() }
    let graph = places[place].graph
    graph.createEagerInstances(of: graph.registrations)
  }

  /// Lets go of what is held.
  private func letGo() {
    let products = held
    held = []
    _ = consume products
    if reader.next(2) == 1 { places[reader.next(2)].graph.releaseUnusedStorage() }
  }
}
