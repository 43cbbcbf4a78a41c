// Requests and creations.

extension LifeModel {
  /// Resolves a request. The instances live until the end of the step.
  mutating func answer(_ ask: LifeAsk, in graph: Int) -> LifeOutcome {
    do throws(LifeFailure) {
      if let ended = ended(graph) { throw .ended(ended) }
      if isCancelled, isCancelledActivation { hasAskedTooLate = true }
      let all = candidates(for: ask.key, in: graph)
      switch ask.shape {
      case .all:
        var serials: [Int] = []
        for candidate in allCandidates(for: ask.key, in: graph) {
          serials.append(try obtain(candidate, ask, in: graph))
        }
        return .found(serials)
      case .optional where all.isEmpty: return .nothing
      case .one where all.isEmpty: throw absence(of: ask.key, in: graph)
      default:
        if all.count > 1 { throw .multiple(ask.key) }
        return .found([try obtain(all[0], ask, in: graph)])
      }
    } catch { return .failed(error) }
  }

  /// Returns the instance of a candidate, with its decorators.
  private mutating func obtain(
    _ candidate: Candidate, _ ask: LifeAsk, in graph: Int
  ) throws(LifeFailure) -> Int {
    let target = layered(candidate, by: ask.key, seenFrom: graph)
    let serial = try obtain(target, for: graph, isAwaited: ask.isAwaited)
    held.append(serial)
    return serial
  }

  /// The key of the innermost running creation with an instance that may outlive the graph.
  private var holder: LifeKey? {
    path.last { $0.declaration.map { program.declarations[$0].scope.isKept } == true }?.label
  }

  /// The declaration of the innermost running creation that observers know of.
  private var requester: Int? { path.last { $0.isRecorded }?.declaration }

  /// Returns the failure of a lookup without candidates: captive if an outer requester finds a
  /// scoped dependency, missing otherwise.
  private func absence(of key: LifeKey, in graph: Int) -> LifeFailure {
    guard let holder else { return .missing(key) }
    for step in path.reversed() {
      let scoped = candidates(for: key, in: step.graph).first {
        program.declarations[$0.declaration].scope == .scoped
      }
      if let scoped, step.graph != graph, line(of: step.graph).contains(graph) {
        return .captive(program.declarations[scoped.declaration].key, of: holder)
      }
    }
    return .missing(key)
  }

  /// Returns the kept instance of a target, or a new one.
  mutating func obtain(
    _ target: Target, for graph: Int, isAwaited: Bool
  ) throws(LifeFailure) -> Int {
    let declaration = program.declarations[target.declaration]
    let label = target.key ?? declaration.key
    if declaration.scope == .scoped, let holder { throw .captive(label, of: holder) }
    if isStored(target), let one = kept[target.place] {
      if instances[one.serial] != nil { return one.serial }
      // The instance was kept weakly and was released.
      kept[target.place] = nil
      if one.isWatched { record(.released, of: target.declaration, in: target.graph) }
    }
    try checkPath(for: target, isAwaited: isAwaited)
    if isAsynchronous(target) {
      if !isAwaited { throw .asynchronous(label) }
      if isStored(target), isCancelled { throw .cancelled }
    }
    return try create(target, label, for: graph)
  }

  /// Throws if the target is being created already, or must be awaited.
  private mutating func checkPath(for target: Target, isAwaited: Bool) throws(LifeFailure) {
    let isOnPath = path.contains { isSame($0, target) }
    if !isOnPath, !path.contains(where: { isLike($0, target) }) { return }
    // The creation of a kept instance does not start a second time.
    let isBegun = !isAsynchronous(target) && !isAwaited && !(isOnPath && isStored(target))
    if isBegun, isWatched(target.graph) {
      record(.failed(for: requester, .cycle), of: target.declaration, in: target.graph)
    }
    throw .cycle
  }

  /// Whether a step of the path creates exactly this target.
  private func isSame(_ step: PathStep, _ target: Target) -> Bool {
    step.declaration == target.declaration && step.graph == target.graph
      && step.layers == target.layers
  }

  /// Whether a step of the path creates a target with the same key in the same graph. Such targets
  /// count as equal if neither is asynchronous.
  private func isLike(_ step: PathStep, _ target: Target) -> Bool {
    guard let number = step.declaration, !step.isAsynchronous, !isAsynchronous(target),
      step.graph == target.graph, step.layers.isEmpty == target.layers.isEmpty
    else { return false }
    let (one, other) = (program.declarations[number], program.declarations[target.declaration])
    return target.layers.isEmpty
      ? one.key == other.key && one.isBeing == other.isBeing : step.label == target.key
  }

  /// Creates an instance, keeps it, and notifies observers.
  ///
  /// - Parameter graph: The graph of the request.
  private mutating func create(
    _ target: Target, _ label: LifeKey, for graph: Int
  ) throws(LifeFailure) -> Int {
    let requester = requester
    let isRecorded = isWatched(target.graph)
    let count = path.count
    path.append(PathStep(graph: graph))
    path.append(
      PathStep(
        graph: target.graph, declaration: target.declaration, layers: target.layers, label: label,
        isAsynchronous: isAsynchronous(target), isRecorded: isRecorded))
    defer { path.removeLast(path.count - count) }
    let wasCancelled = isCancelled
    // If the request was cancelled, the separate task that creates the instance is abandoned.
    var isUnwanted: Bool {
      isStored(target) && isAsynchronous(target) && isCancelled && !wasCancelled
    }
    do throws(LifeFailure) {
      let serial = try make(target)
      if isUnwanted {
        drop(serial, of: target)
        throw .cancelled
      }
      if isStored(target) { kept[target.place] = Kept(serial: serial, isWatched: isRecorded) }
      if isRecorded { record(.created(for: requester), of: target.declaration, in: target.graph) }
      return serial
    } catch {
      if isRecorded {
        record(.failed(for: requester, error), of: target.declaration, in: target.graph)
      }
      throw isUnwanted ? .cancelled : error
    }
  }

  /// Tears down an instance of an abandoned creation.
  private mutating func drop(_ serial: Int, of target: Target) {
    if !hasTeardown(target.place) { return }
    let isRecorded = isWatched(target.graph)
    if isRecorded { record(.released, of: target.declaration, in: target.graph) }
    _ = tearDown(serial, in: target.place, isRecorded: isRecorded, isAwaited: false)
  }

  /// Runs a factory; or creates the inner instance and runs the decorators around it.
  private mutating func make(_ target: Target) throws(LifeFailure) -> Int {
    switch target {
    case .plain(let candidate):
      let declaration = program.declarations[candidate.declaration]
      return try make(
        .declaration(candidate.declaration), declaration.needs, in: candidate.creator,
        isAsynchronous: declaration.isAsynchronous)
    case .decorated(let inner, let decorations, _, let graph):
      var serial =
        isStored(target)
        ? try obtain(inner, for: graph, isAwaited: isAsynchronous(target))
        : try makeInside(inner)
      held.append(serial)
      for number in decorations {
        let decoration = program.decorations[number]
        serial = try make(
          .decoration(number), decoration.needs, in: graph,
          isAsynchronous: decoration.isAsynchronous, around: serial)
      }
      return serial
    }
  }

  /// Creates the inner instance of a decorated target that is not kept; both form one creation.
  private mutating func makeInside(_ inner: Target) throws(LifeFailure) -> Int {
    if path.contains(where: { isSame($0, inner) || isLike($0, inner) }) { throw .cycle }
    path.append(
      PathStep(
        graph: inner.graph, declaration: inner.declaration,
        label: program.declarations[inner.declaration].key,
        isAsynchronous: isAsynchronous(inner)))
    defer { path.removeLast() }
    return try make(inner)
  }

  /// Runs a factory or a decorator.
  private mutating func make(
    _ maker: LifeMaker, _ needs: [LifeNeed], in graph: Int, isAsynchronous: Bool,
    around inner: Int? = nil
  ) throws(LifeFailure) -> Int {
    fuel -= 1
    if fuel < 0 { throw .outOfFuel }
    note(.began(maker, graph: graph))
    var holds = inner.map { [$0] } ?? []
    for need in needs {
      var ask = need.ask
      ask.isAwaited = ask.isAwaited && isAsynchronous
      let outcome = answer(ask, in: graph)
      note(.got(outcome))
      if need.keeps { holds += outcome.serials }
      if case .failed(let failure) = outcome, !need.recovers || failure == .cancelled {
        throw failure
      }
    }
    if isAsynchronous { try interrupt(maker) }
    if let times = failures[maker], times > 0 {
      failures[maker] = times - 1
      throw .maker(maker)
    }
    let serial = nextSerial
    nextSerial += 1
    instances[serial] = holds
    held.append(serial)
    note(.made(maker, serial: serial, around: inner))
    return serial
  }

  /// Cancels the request if it is to be cancelled in this factory.
  private mutating func interrupt(_ maker: LifeMaker) throws(LifeFailure) {
    guard let (declaration, way) = interruption, maker == .declaration(declaration) else { return }
    interruption = nil
    switch way {
    case .noticed:
      isCancelled = true
      throw .cancelled
    case .unnoticed: isCancelled = true
    case .shared: break
    }
  }
}
