/// A subscriber's closure, and the values on their way to it.
///
/// The closure gets values in the order in which they came, and never two at a time: a value that
/// comes while another thread is in the closure is left to that thread, which delivers it right
/// after. One that the closure itself causes is delivered within. No lock is held meanwhile.
final class Receiver<Value: Sendable>: Sendable {
  /// The closure, the values, and who delivers.
  private let state: Lock<ReceiverState<Value>>

  /// The receiver, for the delivery that is on its way.
  private let reference = WeakBox<Receiver>()

  /// Takes a closure over that gets all values.
  convenience init(_ closure: ActorBound<Value>, number: (@Sendable (Value) -> UInt64)?) {
    self.init(demand: .max, number: number) { _ in closure }
  }

  /// Takes a closure over.
  ///
  /// - Parameters:
  ///   - demand: How many values the closure wants at first; beyond that, the latest one waits.
  ///   - number: Returns the number of a value; see ``SignalPublisher/number``.
  ///   - closure: Returns the closure, which may ask the receiver for more.
  init(
    demand: Int, number: (@Sendable (Value) -> UInt64)?,
    closure: (WeakBox<Receiver>) -> ActorBound<Value>
  ) {
    state = Lock(ReceiverState(closure: closure(reference), demand: demand, number: number))
    reference.refer(to: self)
  }

  /// Delivers a value: at once, or, where the closure belongs to an actor that is elsewhere, soon.
  func receive(_ value: Value) {
    let (closure, dropped) = state.withLock { $0.add(value) }
    if let closure { deliver(to: closure, isNested: true) }
    withExtendedLifetime(dropped) {}
  }

  /// Lets more values through.
  func request(_ demand: Int) {
    let closure = state.withLock { $0.add(demand: demand) }
    // The closure may be asking for its next value, which follows when it returns.
    if let closure { deliver(to: closure, isNested: false) }
  }

  /// Lets the closure go.
  func stop() {
    // They go when the lock has been left.
    _ = state.withLock { $0.end() }
  }

  /// Delivers what is due, here or on the closure's actor.
  private func deliver(to closure: ActorBound<Value>, isNested: Bool) {
    if closure.isCallableHere { return drain(isNested: isNested) }
    guard state.withLock({ $0.beginJourney() }) else { return }
    Task { [reference] in
      guard let closure = reference.object?.state.withLock({ $0.closure }) else { return }
      await closure.run { [reference] in
        guard let self = reference.object else { return }
        self.state.withLock { $0.isOnItsWay = false }
        self.drain(isNested: true)
      }
    }
  }

  /// Delivers what is due, on a thread that may.
  private func drain(isNested: Bool) {
    let thread = UInt(bitPattern: ThreadRecord.current)
    while let next = state.withLock({ $0.begin(on: thread, isNested: isNested) }) {
      next.closure.call(next.value)
      state.withLock { $0.busy = next.outer }
    }
  }
}

/// What is on its way to a subscriber's closure.
private struct ReceiverState<Value: Sendable>: Sendable {
  /// The closure, until it is let go.
  var closure: ActorBound<Value>?

  /// How many values the closure wants; as many as there are if this is the highest number.
  var demand: Int

  /// Returns the number of a value; see ``SignalPublisher/number``.
  let number: (@Sendable (Value) -> UInt64)?

  /// The number of the last value that came.
  var lastNumber: UInt64 = 0

  /// The values that have come, in order.
  var waiting: [Value] = []

  /// The thread that is in the closure, or zero.
  var busy: UInt = 0

  /// Whether a task is going to deliver.
  var isOnItsWay = false

  /// A value that is being delivered.
  struct Delivery: Sendable {
    let closure: ActorBound<Value>
    let value: Value
    /// The thread that was in the closure before: this one or none.
    let outer: UInt
  }

  /// Adds a value; returns the closure, and what is too much.
  mutating func add(_ value: Value) -> (closure: ActorBound<Value>?, dropped: Value?) {
    guard let closure else { return (nil, value) }
    if let number = number?(value) {
      guard number > lastNumber else { return (nil, value) }
      lastNumber = number
    }
    waiting.append(value)
    // One waits in any case: the latest.
    return (closure, waiting.count > max(demand, 1) ? waiting.removeFirst() : nil)
  }

  /// Adds to what the closure wants; returns the closure if something waits.
  mutating func add(demand more: Int) -> ActorBound<Value>? {
    let (sum, isOver) = demand.addingReportingOverflow(more)
    demand = isOver ? .max : sum
    return waiting.isEmpty ? nil : closure
  }

  /// Notes that a task is going to deliver; returns whether none was.
  mutating func beginJourney() -> Bool {
    defer { isOnItsWay = true }
    return !isOnItsWay
  }

  /// Takes the next value, unless there is none or another thread is in the closure, or this one
  /// and that counts.
  mutating func begin(on thread: UInt, isNested: Bool) -> Delivery? {
    guard let closure, busy == 0 || isNested && busy == thread, demand > 0, !waiting.isEmpty
    else { return nil }
    if demand != .max { demand -= 1 }
    defer { busy = thread }
    return Delivery(closure: closure, value: waiting.removeFirst(), outer: busy)
  }

  /// Lets the closure and the values go; returns them.
  mutating func end() -> (ActorBound<Value>?, [Value]) {
    defer { (closure, waiting) = (nil, []) }
    return (closure, waiting)
  }
}
