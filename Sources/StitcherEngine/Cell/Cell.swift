internal import Synchronization

/// Where the instance of a registration lives.
///
/// A cell creates at most one instance at a time, however many threads ask. Readers of a live
/// instance only load ``liveBits``; all else goes through the state behind the lock.
package final class Cell: Sendable {
  /// The live instance, retained, or zero. Written under the lock of `state`.
  let liveBits = Atomic<UInt>(0)

  /// Everything else.
  private let state = Lock(CellState())

  /// Creates an empty cell.
  init() {}

  deinit {
    let bits = liveBits.load(ordering: .relaxed)
    if bits != 0 { Unmanaged<Instance>.fromBits(bits).release() }
    state.withLock { $0.subscription }?.receipt.cancel()
  }

  /// Finds the live instance as a type, as bits, or zero. Call it inside a read section.
  @inline(__always)
  func find(_ typeBits: UInt) -> UInt {
    // Sequentially consistent, so that it cannot come before the mark of the read section.
    var bits = liveBits.load(ordering: .sequentiallyConsistent)
    while bits != 0 {
      let instance = Unmanaged<Instance>.fromBits(bits)
      if instance._withUnsafeGuaranteedRef({ $0.typeBits }) == typeBits { return bits }
      bits = instance._withUnsafeGuaranteedRef { $0.nextBits.load(ordering: .acquiring) }
    }
    return 0
  }

  /// Returns the live instance, retained.
  func live(_ record: ThreadRecordPointer) -> Instance? {
    record.beginReading()
    defer { record.endReading() }
    let bits = liveBits.load(ordering: .sequentiallyConsistent)
    return bits == 0 ? nil : Unmanaged<Instance>.fromBits(bits).takeUnretainedValue()
  }

  /// The cell, for what ends the lifetime of its instances.
  var reference: LentReference<Cell> {
    state.withLock { state in
      if let reference = state.reference { return reference }
      let reference = LentReference<Cell>()
      reference.refer(to: self)
      state.reference = reference
      return reference
    }
  }

  /// Joins the creation that is under way, or starts the given one.
  func enter(_ creation: Flight) -> CellState.Entry {
    state.withLock { state in
      if liveBits.load(ordering: .relaxed) != 0 { return .live }
      return state.enter(creation)
    }
  }

  /// Ends a creation: publishes its instance, unless the cell was reset in the meantime.
  ///
  /// - Returns: What to dispose of, outside every lock.
  func finish(_ creation: Flight, with instance: Instance?, subscription: Subscription?)
    -> Remains
  {
    state.withLock { state in
      guard state.finish(creation), let instance else {
        return Remains(subscription: subscription)
      }
      liveBits.store(Unmanaged.passRetained(instance).bits, ordering: .sequentiallyConsistent)
      state.subscription = subscription
      return Remains()
    }
  }

  /// Takes a weakly kept instance out that is gone, so that another one can be created.
  func removeGone(_ instance: Instance) -> Remains {
    state.withLock { state in
      let bits = Unmanaged.passUnretained(instance).bits
      guard liveBits.load(ordering: .relaxed) == bits else { return Remains() }
      return takeLive(&state)
    }
  }

  /// Forgets the instance, and the creation that is under way, if the generation is still that
  /// one: its result goes to those who wait for it.
  func reset(generation: UInt64) -> Remains {
    state.withLock { state in
      guard generation == state.generation else { return Remains() }
      state.reset()
      return takeLive(&state)
    }
  }

  /// Forgets the instance, and the creation that is under way.
  func reset() -> Remains {
    state.withLock { state in
      state.reset()
      return takeLive(&state)
    }
  }

  /// Keeps an instance that was made elsewhere, instead of the live one or one that is being created.
  ///
  /// - Parameter isNewer: Whether the live instance is to stay; runs no foreign code.
  /// - Returns: What to dispose of, outside every lock; nil if the cell does not keep the instance.
  func replace(with instance: Instance, unless isNewer: (Instance) -> Bool = { _ in false })
    -> Remains?
  {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      let live = liveBits.load(ordering: .relaxed)
      // Who changes the live instance needs the lock, so it stays alive here.
      if live != 0, Unmanaged<Instance>.fromBits(live)._withUnsafeGuaranteedRef(isNewer) {
        return nil
      }
      state.reset()
      // No reader may find the cell empty in between.
      return takeLive(&state, leaving: Unmanaged.passRetained(instance).bits)
    }
  }

  /// Forgets the instance and keeps no other one until ``open()``.
  ///
  /// - Parameter remains: What to dispose of together with the instance.
  func close(adding remains: Remains = Remains()) -> Remains {
    state.withLock { state in
      state.reset()
      state.isClosed = true
      var all = takeLive(&state)
      all.cellBits = remains.cellBits
      return all
    }
  }

  /// Closes the cell, unless it has an instance or is about to get one.
  func closeIfIdle() -> Bool {
    state.withLock { state in
      guard state.creation == nil, liveBits.load(ordering: .relaxed) == 0 else { return false }
      state.isClosed = true
      return true
    }
  }

  /// Keeps instances again.
  func open() { state.withLock { $0.isClosed = false } }

  /// Takes the live instance and the subscription to its end out.
  private func takeLive(_ state: inout CellState, leaving new: UInt = 0) -> Remains {
    let bits = liveBits.exchange(new, ordering: .sequentiallyConsistent)
    let subscription = state.subscription
    state.subscription = nil
    return Remains(instanceBits: bits, subscription: subscription)
  }
}

/// What a cell knows besides its instance; a state machine that runs no foreign code.
struct CellState: ~Copyable {
  /// What a thread that wants the instance has to do.
  enum Entry {
    /// Read the live instance.
    case live
    /// Wait for that creation.
    case wait(Flight)
    /// Run the factory.
    case create
    /// Keep nothing here: the registration is not in use, or uses another cell by now.
    case closed
  }

  /// The number of resets so far.
  var generation: UInt64 = 0

  /// The creation that is under way.
  var creation: Flight?

  /// The subscription that ends the instance's lifetime.
  var subscription: Subscription?

  /// The cell, once something may end the lifetime of its instances.
  var reference: LentReference<Cell>?

  /// Whether nothing is kept.
  var isClosed = false

  /// Joins the creation that is under way, or starts the given one.
  mutating func enter(_ new: Flight) -> Entry {
    if isClosed { return .closed }
    if let creation { return .wait(creation) }
    new.generation = generation
    creation = new
    return .create
  }

  /// Ends a creation; returns whether its result is still wanted.
  mutating func finish(_ ended: Flight) -> Bool {
    guard creation === ended else { return false }
    creation = nil
    return true
  }

  /// Starts the next generation.
  mutating func reset() {
    generation += 1
    creation = nil
  }
}

/// A subscription to the end of an instance's lifetime; one word for the many cells that have none.
final class Subscription: Sendable {
  /// What ends it.
  let receipt: any LifetimeReceipt

  /// Keeps a receipt.
  init(_ receipt: any LifetimeReceipt) { self.receipt = receipt }
}

/// What was taken out of a cell or a registration, to be let go outside every lock.
struct Remains: Garbage {
  /// The instance, which readers may still be looking at, or zero.
  var instanceBits: UInt = 0

  /// The cell that is not used any more, which readers may still be looking at, or zero.
  var cellBits: UInt = 0

  /// The subscription to the end of the instance's lifetime.
  var subscription: Subscription?

  /// Whether there is nothing to let go.
  var isEmpty: Bool { instanceBits == 0 && cellBits == 0 && subscription == nil }

  /// Lets go as soon as nobody reads it. Runs `deinit`s and `cancel()`s.
  func dispose() {
    if instanceBits != 0 || cellBits != 0 { return Reclamation.retire(self) }
    release()
    Reclamation.sweepIfAsked()
  }

  /// Whether an object goes with this.
  fileprivate var holdsLastReference: Bool {
    instanceBits != 0
      && Unmanaged<Instance>.fromBits(instanceBits)._withUnsafeGuaranteedRef {
        $0.holdsLastReference
      }
  }

  /// Lets go of what no reader looks at any more.
  func release() {
    subscription?.receipt.cancel()
    if instanceBits != 0 { Unmanaged<Instance>.fromBits(instanceBits).release() }
    if cellBits != 0 { Unmanaged<Cell>.fromBits(cellBits).release() }
  }
}

extension [Remains]: Garbage {
  /// The number from which on the order counts.
  private static var many: Int { 1000 }

  /// Lets go of everything as soon as nobody reads it.
  func dispose() {
    isEmpty ? Reclamation.sweepIfAsked() : Reclamation.retire(self)
  }

  /// Lets go of everything.
  ///
  /// Of very many instances, those that nobody else holds go first, the last one before the others: instances that hold each
  /// other in a chain would else run their `deinit`s within each other, until the stack is full.
  package func release() {
    guard count >= Self.many else { return forEach { $0.release() } }
    var isGone = [Bool](repeating: false, count: count)
    for position in indices.reversed() where self[position].holdsLastReference {
      isGone[position] = true
      self[position].release()
    }
    for position in indices where !isGone[position] { self[position].release() }
  }
}
