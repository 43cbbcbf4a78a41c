extension GraphModel {
  /// Answers what a property asks for: what it has loaded, or what its graph finds.
  mutating func late(_ key: NodeKey, in home: Int, _ value: Int?) -> GraphOutcome {
    if let value { return .found([value]) }
    if graphs[home] == nil { return .failed(.ended(home)) }
    path = [PathStep(graph: home)]
    defer { path = [] }
    return answer(NodeAsk(key), in: home)
  }

  /// Answers a request. What it found is held until the caller lets go of it.
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

  /// The innermost thing that is being created and is kept for longer than a graph may live.
  private var holder: NodeKey? {
    path.last { $0.identity?.scope.isKept == true }?.identity?.key
  }

  /// Why nothing was found: it is a captive if somebody who has asked has it as a scoped one.
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

  /// Returns the instance of a candidate, kept or new, which is held from now on.
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
    // What has the same key in the same graph counts as the same, whatever its scope. What several
    // graphs have attached may be on its way in another one.
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

  /// Runs a factory; the instance is held from now on.
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
