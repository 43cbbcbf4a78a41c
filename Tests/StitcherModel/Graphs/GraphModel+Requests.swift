extension GraphModel {
  /// Returns the outcome of reading a property: its loaded value, or a new lookup in its graph.
  mutating func late(_ key: NodeKey, in home: Int, _ value: Int?) -> GraphOutcome {
    if let value { return .found([value]) }
    if graphs[home] == nil { return .failed(.ended(home)) }
    path = [PathStep(graph: home)]
    defer { path = [] }
    return answer(NodeAsk(key), in: home)
  }

  /// Resolves a request. The instances are held until the caller releases them.
  mutating func answer(_ ask: NodeAsk, in graph: Int) -> GraphOutcome {
    let count = held.count
    do throws(GraphFailure) {
      if let ended = ended(graph) { throw .ended(ended) }
      let all = candidates(for: ask.key, in: graph)
      switch ask.shape {
      case .all:
        var serials: [Int] = []
        for candidate in allCandidates(for: ask.key, in: graph) {
          serials.append(try obtain(candidate, for: graph))
        }
        return .found(serials)
      case .optional where all.isEmpty: return .nothing
      case .one where all.isEmpty: throw absence(of: ask.key, in: graph)
      default:
        if all.count > 1 { throw .multiple(ask.key) }
        return .found([try obtain(all[0], for: graph)])
      }
    } catch {
      held.removeLast(held.count - count)
      collect()
      return .failed(error)
    }
  }

  /// The key of the innermost running creation with an instance that may outlive the graph.
  private var holder: NodeKey? {
    path.last { $0.identity?.scope.isKept == true }?.identity?.key
  }

  /// Returns the failure of a lookup without candidates: captive if an outer requester finds a
  /// scoped dependency, missing otherwise.
  private func absence(of key: NodeKey, in graph: Int) -> GraphFailure {
    guard let holder else { return .missing(key) }
    let isScoped = path.contains { step in
      step.graph != graph && line(of: step.graph).contains(graph)
        && candidates(for: key, in: step.graph).contains {
          $0.item.identity.scope == .scoped
        }
    }
    return isScoped ? .captive(key, of: holder) : .missing(key)
  }

  /// Returns the kept or new instance of a candidate, which is held from now on.
  private mutating func obtain(
    _ candidate: Candidate, for graph: Int
  ) throws(GraphFailure) -> Int {
    let (identity, place) = (candidate.item.identity, candidate.place)
    if identity.scope == .scoped, let holder { throw .captive(identity.key, of: holder) }
    if identity.scope != .instance, let serial = kept[place] {
      held.append(serial)
      return serial
    }
    let step = PathStep(
      identity: identity, place: identity.scope == .instance ? nil : place,
      graph: candidate.creator)
    // Items with the same key in the same graph count as the same, whatever their scope. An item of
    // a registry that several graphs share may be in creation in another graph.
    let isOnPath = path.contains { other in
      other.identity?.key == identity.key && other.graph == step.graph
        || step.place != nil && other.place == step.place
    }
    if isOnPath { throw .cycle }
    let count = path.count
    path += [PathStep(graph: graph), step]
    defer { path.removeLast(path.count - count) }
    let serial = try create(candidate)
    if identity.scope != .instance { kept[place] = serial }
    return serial
  }

  /// Runs a factory; its instance is held from now on.
  private mutating func create(_ candidate: Candidate) throws(GraphFailure) -> Int {
    let declaration = declarations[candidate.item.declaration]
    fuel -= 1
    if fuel < 0 { throw .outOfFuel }
    note(.began(candidate.item.declaration, graph: candidate.creator))
    let count = held.count
    var own: [Int] = []
    for need in declaration.needs {
      let outcome = answer(need.ask, in: candidate.creator)
      note(.got(outcome))
      if need.keeps {
        own += outcome.serials
      } else {
        held.removeLast(outcome.serials.count)
        collect()
      }
      if case .failed(let failure) = outcome, !need.recovers {
        held.removeLast(held.count - count)
        collect()
        throw failure
      }
    }
    let serial = nextSerial
    nextSerial += 1
    instances[serial] = Instance(
      declaration: candidate.item.declaration, holds: own, home: candidate.creator)
    held.removeLast(held.count - count)
    held.append(serial)
    note(.made(candidate.item.declaration, serial: serial))
    return serial
  }
}
