/// A search for a sequential order of concurrent operations that gives the same results in the
/// model.
///
/// An operation may take effect at any moment between its begin and its end. So the order preserves
/// the order of two operations if one ended before the other began. Some operations take effect in
/// two moments:
/// - A request chooses a registration first, then it receives the instance that is kept by then.
/// - A thread that sets an instance, or that receives an instance of the wrong type, holds the
///   instance for a while. Other threads can find a weakly kept instance meanwhile.
/// - A change first deactivates registrations, then it evicts their instances. An instance stays if
///   another thread activates an equal registration in between. If a change of another thread
///   adopts a registry's new contents, then that change evicts the instances, possibly after the
///   call that has set the contents returned.
package struct Linearization {
  private let history: History

  /// The maximum number of states that the search visits.
  private var budget = 200_000

  /// The index of the first thread's own hand, a variable for instances that it is about to
  /// release.
  private var firstOwnHand = 0

  /// States from which no valid order exists.
  private var dead: Set<Int> = []

  /// Whether an order with unspecified behavior was found, so that no verdict is possible.
  private var isUnspecified = false

  /// One state of the search.
  private struct State {
    /// The state of the model.
    var model: Model
    /// The number of finished operations, by thread.
    var positions: [Int]
    /// The candidates that requests have chosen but not yet resolved, by thread.
    var chosen: [Int: Model.Candidate] = [:]
    /// The evictions that running changes have not made yet.
    var evictions: [Eviction] = []
    /// The threads that are about to release the instances in their own variables.
    var leaving: Set<Int> = []
    /// The model's numbers of instances by the history's numbers, and the reverse.
    var models: [Int: Int] = [:]
    var reals: [Int: Int] = [:]

    /// Records that two numbers belong to one instance; returns whether that is possible.
    mutating func pair(_ real: Int, _ model: Int) -> Bool {
      if let known = models[real] { return known == model }
      if reals[model] != nil { return false }
      models[real] = model
      reals[model] = real
      return true
    }
  }

  /// The deactivated places whose instances a change evicts, and the time by which it does so.
  private struct Eviction: Hashable {
    let places: Set<Model.Place>
    let end: Int
  }

  /// The times by which changes evict instances, by the times at which the changes start.
  ///
  /// Contains only changes during which another thread may activate an equal registration.
  private let evictionEnds: [Int: Int]

  /// Creates a search for a history.
  package init(_ history: History) {
    self.history = history
    evictionEnds = history.evictionEnds
  }

  /// Returns whether a valid order exists, or `nil` if the search has no verdict.
  package mutating func exists(for program: ConcurrentProgram) -> Bool? {
    firstOwnHand = program.handCount
    let model = Model(
      program.declarations, hands: program.handCount + history.threads.count)
    let state = State(
      model: model, positions: [Int](repeating: 0, count: history.threads.count))
    if leadsToTheEnd(state) { return true }
    return isUnspecified || budget <= 0 ? nil : false
  }

  /// Returns whether the remaining operations can be ordered.
  private mutating func leadsToTheEnd(_ state: State) -> Bool {
    let pending = history.threads.indices.filter {
      state.positions[$0] < history.threads[$0].count
    }
    if pending.isEmpty, state.evictions.isEmpty { return isRightAtTheEnd(state) }
    budget -= 1
    guard budget > 0 else { return false }
    let isBranching = pending.count + state.evictions.count > 1
    let key = isBranching ? fingerprint(of: state) : 0
    if isBranching, dead.contains(key) { return false }
    let ends = pending.map { history.threads[$0][state.positions[$0]].end }
    let firstEnd = (ends + state.evictions.map(\.end)).min() ?? 0
    for position in state.evictions.indices {
      var next = state
      next.model.begin()
      next.model.evict(next.evictions.remove(at: position).places)
      _ = next.model.observed()
      if leadsToTheEnd(next) { return true }
    }
    for thread in pending {
      let operation = history.threads[thread][state.positions[thread]]
      guard operation.start <= firstEnd else { continue }
      var next = state
      if performs(operation, thread, &next), leadsToTheEnd(next) { return true }
      if !state.leaving.contains(thread), joined(operation) {
        var next = state
        next.positions[thread] += 1
        next.chosen[thread] = nil
        if leadsToTheEnd(next) { return true }
      }
    }
    if isBranching { dead.insert(key) }
    return false
  }

  /// Performs an operation, or a part of it, in the model; returns whether the results agree.
  private mutating func performs(
    _ operation: History.Operation, _ thread: Int, _ state: inout State
  ) -> Bool {
    state.model.begin()
    if state.leaving.remove(thread) != nil {
      state.model.hands[firstOwnHand + thread] = []
      _ = state.model.observed()
      state.positions[thread] += 1
      return true
    }
    do {
      if let end = evictionEnds[operation.start] {
        state.model.evictsLater = true
        defer { state.model.evictsLater = false }
        try state.model.follow(operation.step)
        _ = state.model.observed()
        let places = state.model.deactivatedPlaces.filter { state.model.kept[$0] != nil }
        if !places.isEmpty { state.evictions.append(Eviction(places: places, end: end)) }
        state.positions[thread] += 1
        return true
      }
      if case .ask(let ask, let hand) = operation.step, ask.shape != .all {
        return try performs(ask, into: hand, operation.result, thread, &state)
      }
      if case .change(.set(let object)) = operation.step {
        return try sets(object, operation.result, thread, &state)
      }
      state.positions[thread] += 1
      try state.model.follow(operation.step)
    } catch {
      isUnspecified = true
      return false
    }
    _ = state.model.observed()
    switch operation.result {
    case .answered(let outcome):
      guard case .answered(let expected)? = state.model.observation.events.last else {
        return false
      }
      return agree(outcome, expected, &state)
    default: return true
    }
  }

  /// Sets an instance in the model, which the thread then holds; returns whether the results agree.
  private func sets(_ object: Int, _ result: Event?, _ thread: Int, _ state: inout State) throws
    -> Bool
  {
    try state.model.set(object)
    guard case .set(let real, let isKept)? = result,
      case .set(let model, isKept)? = state.model.observation.events.last
    else { return false }
    leave([model], thread, &state)
    return state.pair(real, model)
  }

  /// Moves instances to the thread's own hand, from which a later step of the search releases them.
  private func leave(_ serials: [Int], _ thread: Int, _ state: inout State) {
    state.model.hands[firstOwnHand + thread] = serials
    state.leaving.insert(thread)
    state.model.held = []
    _ = state.model.observed()
  }

  /// Performs one part of a request in the model: choosing a candidate, or obtaining its instance.
  ///
  /// - Returns: Whether the results agree.
  private func performs(
    _ ask: Ask, into hand: Int, _ result: Event?, _ thread: Int, _ state: inout State
  ) throws -> Bool {
    guard case .answered(let outcome)? = result else { return false }
    let expected: Outcome
    do {
      if let chosen = state.chosen.removeValue(forKey: thread) {
        // A candidate that was deactivated since is chosen again.
        let isInUse = state.model.places.contains(chosen.place)
        guard isInUse || !chosen.entry.declaration.isStored else { return false }
        let serial = try state.model.obtain(chosen, ask, ends: state.model.ends)
        state.model.hands[hand] = [serial]
        expected = .found([serial])
      } else if ask.shape == .optional, state.model.isMissing(ask) {
        expected = .nothing
      } else {
        state.chosen[thread] = try state.model.choose(ask)
        return true
      }
    } catch let failure as Failure {
      expected = .failed(failure)
      if case .mismatched = failure {
        leave(state.model.held, thread, &state)
        return agree(outcome, expected, &state)
      }
    }
    state.model.held = []
    _ = state.model.observed()
    state.positions[thread] += 1
    return agree(outcome, expected, &state)
  }

  /// Returns whether two outcomes agree.
  private func agree(_ outcome: Outcome, _ expected: Outcome, _ state: inout State) -> Bool {
    if case .found(let reals) = outcome, case .found(let models) = expected {
      return reals.count == models.count && zip(reals, models).allSatisfy { state.pair($0, $1) }
    }
    return outcome == expected
  }

  /// Whether a request may have waited for another one and shared its failure.
  private func joined(_ operation: History.Operation) -> Bool {
    guard case .answered(.failed(.factory)) = operation.result else { return false }
    return history.threads.joined().contains { other in
      other.start != operation.start && other.result == operation.result
        && other.start < operation.end && operation.start < other.end
    }
  }

  /// Whether the same instances are alive at the end.
  private func isRightAtTheEnd(_ state: State) -> Bool {
    // Some instances are missing in the results, since they had another type than requested.
    let seen = state.model.instances.keys.compactMap { state.reals[$0] }
    return seen.sorted() == history.living.filter { state.models[$0] != nil }
      && state.model.instances.count == history.living.count
  }

  /// Returns a hash of a state.
  private func fingerprint(of state: State) -> Int {
    var hasher = Hasher()
    hasher.combine(state.positions)
    hasher.combine(state.leaving)
    for (thread, chosen) in state.chosen.sorted(by: { $0.key < $1.key }) {
      hasher.combine(thread)
      hasher.combine(chosen.place)
      hasher.combine(chosen.entry.object)
    }
    hasher.combine(state.evictions)
    for active in state.model.active { hasher.combine(active.registry) }
    for registry in state.model.registries { hasher.combine(registry.map(\.object)) }
    var kept: [Model.Place: [Int]] = [:]
    for (place, instance) in state.model.kept {
      // An instance that no result mentions is identified by its type.
      let product = state.model.instances[instance.serial]?.product.rawValue ?? -1
      kept[place] = [
        state.reals[instance.serial] ?? -1, instance.lifetime ?? -1, instance.isWeak ? 1 : 0,
        product,
      ]
    }
    hasher.combine(kept)
    hasher.combine(state.model.failures)
    hasher.combine(Set(state.reals.values))
    hasher.combine(state.model.handedOver)
    hasher.combine(state.model.instances.keys.map { state.reals[$0] ?? -1 }.sorted())
    return hasher.finalize()
  }
}

extension History {
  /// The times by which changes evict instances, by the times at which the changes start, of the
  /// changes during which another thread may activate an equal registration.
  fileprivate var evictionEnds: [Int: Int] {
    var ends: [Int: Int] = [:]
    for (thread, operations) in threads.enumerated() {
      let others = threads.indices.filter { $0 != thread }.flatMap { threads[$0] }
      for operation in operations where operation.step.mayDeactivate {
        var end = operation.end
        if case .change(.contents) = operation.step {
          let adopting = others.filter { $0.step.mayAdopt && $0.overlaps(operation) }
          end = adopting.map(\.end).reduce(end, max)
        }
        let isReactivated = others.contains {
          $0.step.mayActivate && $0.start < end && operation.start < $0.end
        }
        if isReactivated { ends[operation.start] = end }
      }
    }
    return ends
  }
}

extension History.Operation {
  /// Whether the two operations were performed at the same time, at least in part.
  fileprivate func overlaps(_ other: Self) -> Bool { start < other.end && other.start < end }
}

extension Step {
  /// Whether the step may deactivate registrations of a container.
  fileprivate var mayDeactivate: Bool {
    switch self {
    case .change(.deactivate), .change(.deactivateAll), .change(.contents): true
    default: false
    }
  }

  /// Whether the step may activate registrations of a container.
  fileprivate var mayActivate: Bool {
    switch self {
    case .change(.activate), .change(.contents): true
    default: false
    }
  }

  /// Whether the step changes a graph, which then adopts the new contents of all its registries.
  fileprivate var mayAdopt: Bool { mayDeactivate || mayActivate }
}
