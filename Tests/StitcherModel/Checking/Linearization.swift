/// Looks for an order of what threads did in which the model does the same.
///
/// An operation may take effect at any moment between its begin and its end. So the order has to
/// keep those apart of which one ended before the other began. Some take effect in two moments:
/// - A request chooses a registration, then it gets the instance that this keeps by then.
/// - Who sets an instance, and who gets one that is of another type than was asked for, holds it
///   for a while and then lets go. What is kept weakly can be found meanwhile.
struct Linearization {
  /// What was done.
  private let history: History

  /// The most states that are looked at.
  private var budget = 200_000

  /// The hand in which the first thread holds what it is going to let go of.
  private var firstOwnHand = 0

  /// States from which no order leads to the end.
  private var dead: Set<Int> = []

  /// Whether an order came up in which nothing is promised: it may be the one, or another one is.
  private var isUnspecified = false

  /// One state of the search.
  private struct State {
    /// What the model knows.
    var model: Model
    /// How far each thread is.
    var positions: [Int]
    /// What requests have chosen that have no instance yet, by thread.
    var chosen: [Int: Model.Candidate] = [:]
    /// The threads that are about to let go of what they hold in a hand of their own, after the
    /// program's hands.
    var leaving: Set<Int> = []
    /// The model's numbers of instances, by those of the history, and the other way round.
    var models: [Int: Int] = [:]
    var reals: [Int: Int] = [:]

    /// Whether two numbers may be of one instance; from now on they are.
    mutating func pair(_ real: Int, _ model: Int) -> Bool {
      if let known = models[real] { return known == model }
      if reals[model] != nil { return false }
      models[real] = model
      reals[model] = real
      return true
    }
  }

  /// Creates a search for the order of a history.
  init(_ history: History) { self.history = history }

  /// Whether there is such an order; nil if that is not known.
  mutating func exists(for program: ConcurrentProgram) -> Bool? {
    firstOwnHand = program.handCount
    let model = Model(
      program.declarations, hands: program.handCount + history.threads.count)
    let state = State(
      model: model, positions: [Int](repeating: 0, count: history.threads.count))
    if leadsToTheEnd(state) { return true }
    return isUnspecified || budget <= 0 ? nil : false
  }

  /// Whether the rest of the history can be put into order.
  private mutating func leadsToTheEnd(_ state: State) -> Bool {
    let pending = history.threads.indices.filter {
      state.positions[$0] < history.threads[$0].count
    }
    if pending.isEmpty { return isRightAtTheEnd(state) }
    budget -= 1
    guard budget > 0 else { return false }
    let key = pending.count > 1 ? fingerprint(of: state) : 0
    if pending.count > 1, dead.contains(key) { return false }
    let firstEnd = pending.map { history.threads[$0][state.positions[$0]].end }.min() ?? 0
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
    if pending.count > 1 { dead.insert(key) }
    return false
  }

  /// Has the model do an operation, or a part of it; returns whether it does the same.
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

  /// Has an instance be set, which is held from now on; returns whether the model does the same.
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

  /// Has a thread hold instances that it is going to let go of.
  private func leave(_ serials: [Int], _ thread: Int, _ state: inout State) {
    state.model.hands[firstOwnHand + thread] = serials
    state.leaving.insert(thread)
    state.model.held = []
    _ = state.model.observed()
  }

  /// Has a request choose, or get what it has chosen; returns whether the model does the same.
  private func performs(
    _ ask: Ask, into hand: Int, _ result: Event?, _ thread: Int, _ state: inout State
  ) throws -> Bool {
    guard case .answered(let outcome)? = result else { return false }
    let expected: Outcome
    do {
      if let chosen = state.chosen.removeValue(forKey: thread) {
        // What has gone out of use is chosen anew.
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

  /// Whether two outcomes are one.
  private func agree(_ outcome: Outcome, _ expected: Outcome, _ state: inout State) -> Bool {
    if case .found(let reals) = outcome, case .found(let models) = expected {
      return reals.count == models.count && zip(reals, models).allSatisfy { state.pair($0, $1) }
    }
    return outcome == expected
  }

  /// Whether a request may have shared the failure of another one, for which it waited.
  private func joined(_ operation: History.Operation) -> Bool {
    guard case .answered(.failed(.factory)) = operation.result else { return false }
    return history.threads.joined().contains { other in
      other.start != operation.start && other.result == operation.result
        && other.start < operation.end && operation.start < other.end
    }
  }

  /// Whether the same instances live.
  private func isRightAtTheEnd(_ state: State) -> Bool {
    // Some were never seen, since they were made for a request of another type.
    let seen = state.model.instances.keys.compactMap { state.reals[$0] }
    return seen.sorted() == history.living.filter { state.models[$0] != nil }
      && state.model.instances.count == history.living.count
  }

  /// Returns a number that stands for a state.
  private func fingerprint(of state: State) -> Int {
    var hasher = Hasher()
    hasher.combine(state.positions)
    hasher.combine(state.leaving)
    for (thread, chosen) in state.chosen.sorted(by: { $0.key < $1.key }) {
      hasher.combine(thread)
      hasher.combine(chosen.place)
      hasher.combine(chosen.entry.object)
    }
    for active in state.model.active { hasher.combine(active.registry) }
    for registry in state.model.registries { hasher.combine(registry.map(\.object)) }
    var kept: [Model.Place: [Int]] = [:]
    for (place, instance) in state.model.kept {
      // An instance that nobody has seen is known by what it is.
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
