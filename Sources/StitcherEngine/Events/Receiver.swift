/// A subscriber's closure, together with the values that still have to be delivered to the closure.
///
/// The closure gets values in order of arrival, one at a time. If a value arrives while thread A
/// runs the closure, thread A delivers the value afterwards. If the closure itself causes a value,
/// the value is delivered at once, in a nested call. No lock is held during a call.
final class Receiver<Value: Sendable>: Sendable {
  private let state: Lock<State>

  /// Returns the sequence number of a value, by which outdated values are recognized.
  ///
  /// See ``SignalPublisher/number``.
  private let number: (@Sendable (Value) -> UInt64)?

  /// The closure, its waiting values and its demand, which the receiver's lock guards.
  private struct State {
    /// The subscriber's closure; `nil` before it is set, and after the subscription has ended.
    var closure: ActorBound<Value>?

    /// The number of values that the subscriber still accepts; `Int.max` if there is no limit.
    var demand: Int

    /// The sequence number of the last value that was accepted.
    var lastNumber: UInt64 = 0

    /// The values that wait for delivery, in order of arrival.
    var waiting: [Value] = []

    /// The address that identifies the thread which is running the closure; zero if there is none.
    ///
    /// It is the address of the thread's record.
    var busy: UInt = 0

    /// Whether a task will deliver the waiting values on the closure's actor.
    var hasTask = false
  }

  /// Creates a receiver for the given closure, or for a closure that is set later.
  ///
  /// - Parameters:
  ///   - closure: The subscriber's closure; `nil` if ``setClosure(_:)`` sets it later.
  ///   - demand: The number of values that the subscriber accepts at first. If more values arrive,
  ///     the oldest are dropped, but the latest value always waits.
  ///   - number: Returns the number of a value; see ``SignalPublisher/number``.
  init(
    _ closure: ActorBound<Value>? = nil, demand: Int = .max,
    number: (@Sendable (Value) -> UInt64)?
  ) {
    state = Lock(State(closure: closure, demand: demand))
    self.number = number
  }

  /// Sets the subscriber's closure, before the first value arrives.
  func setClosure(_ closure: ActorBound<Value>) { state.withLock { $0.closure = closure } }

  /// Delivers a value to the subscriber's closure.
  ///
  /// A closure that has to be called on an actor is called in a task.
  func receive(_ value: Value) {
    let (closure, dropped) = state.withLock { state -> (ActorBound<Value>?, Value?) in
      guard let closure = state.closure else { return (nil, value) }
      if let number = number?(value) {
        guard number > state.lastNumber else { return (nil, value) }
        state.lastNumber = number
      }
      state.waiting.append(value)
      // The latest value waits even without demand.
      let isDropping = state.waiting.count > max(state.demand, 1)
      return (closure, isDropping ? state.waiting.removeFirst() : nil)
    }
    if let closure { deliver(to: closure, isNested: true) }
    withExtendedLifetime(dropped) {}
  }

  /// Increases the number of values that the subscriber still accepts.
  func request(_ demand: Int) {
    let closure = state.withLock { state -> ActorBound<Value>? in
      let (sum, isOver) = state.demand.addingReportingOverflow(demand)
      state.demand = isOver ? .max : sum
      return state.waiting.isEmpty ? nil : state.closure
    }
    // Not nested: the closure may be requesting its next value, which is delivered after the
    // closure returns.
    if let closure { deliver(to: closure, isNested: false) }
  }

  /// Ends the subscription: removes the subscriber's closure and the waiting values.
  ///
  /// The closure and the values are released outside the lock.
  func stop() {
    _ = state.withLock { state in
      defer { (state.closure, state.waiting) = (nil, []) }
      return (state.closure, state.waiting)
    }
  }

  /// Delivers the waiting values to the closure, on this thread or on the closure's actor.
  private func deliver(to closure: ActorBound<Value>, isNested: Bool) {
    if closure.isCallableHere { return drain(isNested: isNested) }
    let hasTask = state.withLock { state in
      defer { state.hasTask = true }
      return state.hasTask
    }
    if hasTask { return }
    Task { [weak self] in
      guard let closure = self?.state.withLock({ $0.closure }) else { return }
      await closure.run { [weak self] in
        self?.state.withLock { $0.hasTask = false }
        self?.drain(isNested: true)
      }
    }
  }

  /// Delivers the waiting values to the closure, on the calling thread.
  ///
  /// The thread must be allowed to call the closure.
  ///
  /// - Parameter isNested: Whether the values are delivered even if this thread runs the closure.
  private func drain(isNested: Bool) {
    let thread = UInt(bitPattern: ThreadRecord.current)
    while let (closure, value, outer) = state.withLock({
      state -> (ActorBound<Value>, Value, UInt)? in
      guard let closure = state.closure, state.demand > 0, !state.waiting.isEmpty,
        state.busy == 0 || isNested && state.busy == thread
      else { return nil }
      if state.demand != .max { state.demand -= 1 }
      defer { state.busy = thread }
      return (closure, state.waiting.removeFirst(), state.busy)
    }) {
      closure.call(value)
      state.withLock { $0.busy = outer }
    }
  }
}
