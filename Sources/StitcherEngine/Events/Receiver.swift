/// A subscriber's closure, and the values that wait for delivery to it.
///
/// The closure gets values in order of arrival, one at a time. If a value arrives while thread A
/// runs the closure, thread A delivers the value afterwards. If the closure itself causes a value,
/// the value is delivered at once, in a nested call. No lock is held during a call.
final class Receiver<Value: Sendable>: Sendable {
  /// The closure, the waiting values, and the state of the delivery.
  private let state: Lock<ReceiverState<Value>>

  /// A weak reference to this receiver, for tasks that deliver values.
  private let reference = WeakBox<Receiver>()

  /// Creates a receiver with a closure that gets all values.
  convenience init(_ closure: ActorBound<Value>, number: (@Sendable (Value) -> UInt64)?) {
    self.init(demand: .max, number: number) { _ in closure }
  }

  /// Creates a receiver with a closure that requests values.
  ///
  /// - Parameters:
  ///   - demand: The number of values that the closure wants at first. At most so many values wait,
  ///     and at least the latest one.
  ///   - number: Returns the number of a value; see ``SignalPublisher/number``.
  ///   - closure: Returns the closure for a reference to the receiver, from which the closure may
  ///     request more values.
  init(
    demand: Int, number: (@Sendable (Value) -> UInt64)?,
    closure: (WeakBox<Receiver>) -> ActorBound<Value>
  ) {
    state = Lock(ReceiverState(closure: closure(reference), demand: demand, number: number))
    reference.refer(to: self)
  }

  /// Delivers a value: at once, or in a task if the closure has to be called on another actor.
  func receive(_ value: Value) {
    let (closure, dropped) = state.withLock { $0.add(value) }
    if let closure { deliver(to: closure, isNested: true) }
    withExtendedLifetime(dropped) {}
  }

  /// Increases the number of values that the closure wants.
  func request(_ demand: Int) {
    let closure = state.withLock { $0.add(demand: demand) }
    // Not nested: the closure may be requesting its next value, which is delivered after the
    // closure returns.
    if let closure { deliver(to: closure, isNested: false) }
  }

  /// Releases the closure and the waiting values.
  func stop() {
    // Released after the lock.
    _ = state.withLock { $0.end() }
  }

  /// Delivers the waiting values, on this thread or on the closure's actor.
  private func deliver(to closure: ActorBound<Value>, isNested: Bool) {
    if closure.isCallableHere { return drain(isNested: isNested) }
    guard state.withLock({ $0.reserveTask() }) else { return }
    Task { [reference] in
      guard let closure = reference.object?.state.withLock({ $0.closure }) else { return }
      await closure.run { [reference] in
        guard let self = reference.object else { return }
        self.state.withLock { $0.hasTask = false }
        self.drain(isNested: true)
      }
    }
  }

  /// Delivers the waiting values on this thread, which may call the closure.
  private func drain(isNested: Bool) {
    let thread = UInt(bitPattern: ThreadRecord.current)
    while let next = state.withLock({ $0.begin(on: thread, isNested: isNested) }) {
      next.closure.call(next.value)
      state.withLock { $0.busy = next.outer }
    }
  }
}

/// The state of a receiver.
private struct ReceiverState<Value: Sendable>: Sendable {
  /// The closure; `nil` after the end.
  var closure: ActorBound<Value>?

  /// The number of values that the closure wants; `Int.max` means that there is no limit.
  var demand: Int

  /// Returns the number of a value; see ``SignalPublisher/number``.
  let number: (@Sendable (Value) -> UInt64)?

  /// The number of the last value that was accepted.
  var lastNumber: UInt64 = 0

  /// The values that wait for delivery, in order of arrival.
  var waiting: [Value] = []

  /// The address of the record of the thread that runs the closure, or zero.
  var busy: UInt = 0

  /// Whether a task is going to deliver the waiting values on the closure's actor.
  var hasTask = false

  /// A value that is being delivered.
  struct Delivery: Sendable {
    let closure: ActorBound<Value>
    let value: Value
    /// The value of `busy` before the delivery: this thread in a nested call, otherwise zero.
    let outer: UInt
  }

  /// Adds a value. Returns the closure, and a value that is dropped, since the closure does not
  /// want it.
  mutating func add(_ value: Value) -> (closure: ActorBound<Value>?, dropped: Value?) {
    guard let closure else { return (nil, value) }
    if let number = number?(value) {
      guard number > lastNumber else { return (nil, value) }
      lastNumber = number
    }
    waiting.append(value)
    // The latest value waits even without demand.
    return (closure, waiting.count > max(demand, 1) ? waiting.removeFirst() : nil)
  }

  /// Adds to the demand. Returns the closure if a value waits.
  mutating func add(demand more: Int) -> ActorBound<Value>? {
    let (sum, isOver) = demand.addingReportingOverflow(more)
    demand = isOver ? .max : sum
    return waiting.isEmpty ? nil : closure
  }

  /// Records that a task is going to deliver values. Returns `false` if another task is going to do
  /// so already.
  mutating func reserveTask() -> Bool {
    defer { hasTask = true }
    return !hasTask
  }

  /// Removes and returns the next value, if this thread may deliver it now.
  ///
  /// The result is `nil` if no value waits, if there is no demand, or if a thread runs the closure.
  /// A nested call on the same thread is allowed if `isNested` is true.
  mutating func begin(on thread: UInt, isNested: Bool) -> Delivery? {
    guard let closure, busy == 0 || isNested && busy == thread, demand > 0, !waiting.isEmpty
    else { return nil }
    if demand != .max { demand -= 1 }
    defer { busy = thread }
    return Delivery(closure: closure, value: waiting.removeFirst(), outer: busy)
  }

  /// Removes and returns the closure and the waiting values.
  mutating func end() -> (ActorBound<Value>?, [Value]) {
    defer { (closure, waiting) = (nil, []) }
    return (closure, waiting)
  }
}
