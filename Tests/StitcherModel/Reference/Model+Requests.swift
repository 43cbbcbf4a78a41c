extension Model {
  /// Resolves a request. The instances are held until the caller releases them.
  mutating func answer(_ ask: Ask) throws -> Outcome {
    let count = held.count
    do {
      switch (ask.shape, ask.key) {
      case (.all, .type):
        let ends = ends
        var serials: [Int] = []
        // All candidates are chosen before the first instance is created.
        for candidate in allCandidates(for: ask.key) where candidate.entry.takes(ask.parameters) {
          serials.append(try obtain(candidate, ask, ends: ends))
        }
        return .found(serials)
      case (.optional, .type):
        // A missing dependency of a factory is an error.
        if isMissing(ask) { return .nothing }
        fallthrough
      default:
        return .found([try obtain(try choose(ask), ask, ends: ends)])
      }
    } catch let failure as Failure {
      held.removeLast(held.count - count)
      collect()
      return .failed(failure)
    }
  }

  /// Whether no candidate exists for a request.
  func isMissing(_ ask: Ask) -> Bool {
    !candidates(for: ask.key).contains { $0.entry.takes(ask.parameters) }
  }

  /// Chooses the only candidate for a request.
  func choose(_ ask: Ask) throws -> Candidate {
    let all = candidates(for: ask.key)
    let matches = all.filter { $0.entry.takes(ask.parameters) }
    if matches.isEmpty { throw Failure.missing(ask.key.canonical, all.map(\.entry.object)) }
    if matches.count > 1 {
      throw Failure.multiple(ask.key.canonical, matches.map(\.entry.object))
    }
    return matches[0]
  }

  /// Returns the kept or new instance of a candidate, which is held from now on.
  mutating func obtain(
    _ candidate: Candidate, _ ask: Ask, ends past: [Place: Int]
  ) throws -> Int {
    let (entry, place) = (candidate.entry, candidate.place)
    let declaration = entry.declaration
    let isInUse = places.contains(place)
    // The registration was deactivated and activated again since it was chosen: its instance may be
    // kept, or not.
    if declaration.isStored, isInUse, ends[place] != past[place] { throw Unspecified() }
    let serial: Int
    if let kept = kept[place], declaration.isStored {
      serial = kept.serial
      held.append(serial)
    } else {
      serial = try create(
        candidate, at: declaration.isStored && isInUse ? place : nil, ask.parameters)
    }
    guard let product = instances[serial]?.product else { throw Failure.other("dead \(serial)") }
    guard product.kinds.contains(ask.kind) else {
      throw Failure.mismatched(product, ask.kind)
    }
    return serial
  }

  /// Creates the eager instances, in order; ignores failures.
  mutating func createEagerInstances(among entries: [Entry]) throws {
    for entry in entries {
      let declaration = entry.declaration
      guard declaration.isEager, declaration.isStored, declaration.parameters == .none else {
        continue
      }
      let candidate = candidates(for: declaration.found.keys[0]).first {
        $0.entry.declaration.identity == declaration.identity
      }
      guard let candidate, kept[candidate.place] == nil else { continue }
      do {
        _ = try create(candidate, at: candidate.place, .none)
        held.removeLast()
      } catch is Failure {}
      collect()
    }
  }

  /// Creates an instance, which is held from now on, and keeps it at a place if the scope keeps
  /// instances.
  private mutating func create(_ candidate: Candidate, at place: Place?, _ arguments: Parameters)
    throws
    -> Int
  {
    let entry = candidate.entry
    let declaration = entry.declaration
    // The declaring graph creates kept instances, the requesting graph all others.
    let step = PathStep(
      found: declaration.found.canonical, parameters: declaration.parameters,
      graph: declaration.isStored ? candidate.layer : 0, isStored: declaration.isStored)
    // If a factory has parameters and nothing is kept, the number of its runs before the cycle is
    // found is unspecified.
    if let other = path.first(where: { $0 == step }), declaration.parameters != .none,
      !declaration.isStored || !other.isStored
    {
      throw Unspecified()
    }
    if path.contains(step) { throw Failure.cycle(path.map(\.found) + [step.found]) }
    let creation = nextCreation
    nextCreation += 1
    let lifetime: Int? =
      if case .managed(let lifetime) = declaration.lifespan { lifetime } else { nil }
    if let place { creating[place] = (creation, lifetime) }
    path.append(step)
    let serial: Int
    do {
      defer { path.removeLast() }
      serial = try runFactory(entry, arguments)
    } catch {
      for place in places(of: creation) { creating[place] = nil }
      throw error
    }
    // The instance may be kept at another place by now, if the creation moved there.
    for place in places(of: creation) {
      creating[place] = nil
      let isWeak = declaration.lifespan == .shared
      // A value cannot be kept weakly.
      if declaration.product.isObject || !isWeak {
        kept[place] = Kept(serial: serial, isWeak: isWeak, lifetime: lifetime)
      }
    }
    if declaration.product.isHooked { note(.hooked(serial)) }
    return serial
  }

  /// Returns the places for which a creation is running; empty if its instance is not to be kept.
  private func places(of creation: Int) -> [Place] {
    creating.filter { $0.value.creation == creation }.map(\.key)
  }

  /// Runs a factory; its instance is held from now on.
  private mutating func runFactory(_ entry: Entry, _ arguments: Parameters) throws -> Int {
    fuel -= 1
    if fuel < 0 { throw Failure.outOfFuel }
    note(.began(entry.number))
    var own: [Int] = []
    // The instances that the factory holds follow those that calls hold.
    let count = held.count
    do {
      for deed in entry.declaration.deeds {
        switch deed {
        case .need(let ask, let keeps, let recovers):
          let outcome = try answer(ask)
          note(.got(outcome))
          if keeps {
            own += outcome.serials
          } else {
            held.removeLast(outcome.serials.count)
            collect()
          }
          if case .failed(let failure) = outcome, !recovers { throw failure }
        case .change(let change): try perform(change)
        }
      }
      if let times = failures[entry.number], times > 0 {
        failures[entry.number] = times - 1
        throw Failure.factory(entry.number)
      }
    } catch let failure as Failure {
      held.removeLast(held.count - count)
      collect()
      note(.threw(entry.number))
      throw failure
    }
    let serial = newInstance(entry.declaration.product, holds: own)
    held.removeLast(held.count - count)
    held.append(serial)
    note(.made(entry.number, serial: serial, arguments))
    return serial
  }

  /// Adds an instance.
  mutating func newInstance(_ product: Product, holds: [Int]) -> Int {
    let serial = nextSerial
    nextSerial += 1
    instances[serial] = Instance(product: product, holds: holds)
    return serial
  }
}

extension Model.Entry {
  /// Whether the factory takes arguments.
  func takes(_ arguments: Parameters) -> Bool { declaration.parameters == arguments }
}
