internal import Synchronization

/// Where the instance of a registration lives.
///
/// A cell creates at most one instance at a time, however many threads ask. Readers of a live
/// instance only load ``liveBits``; all else goes through the state behind the lock.
package final class Cell: Sendable {
  /// The live instance, retained, or zero. Written under the lock of `state`.
  let liveBits = Atomic<UInt>(0)

  /// Everything else.
  private let state = Mutex(CellState())

  /// Creates an empty cell.
  init() {}

  deinit {
    let bits = liveBits.load(ordering: .relaxed)
    if bits != 0 { Unmanaged<Instance>.fromBits(bits).release() }
    state.withLock { $0.receipt }?.cancel()
  }

  /// Finds the live instance as a type, as bits, or zero. Call it inside a read section.
  @inline(__always)
  func find(_ typeBits: UInt) -> UInt {
    var bits = liveBits.load(ordering: .acquiring)
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
    let bits = liveBits.load(ordering: .acquiring)
    return bits == 0 ? nil : Unmanaged<Instance>.fromBits(bits).takeUnretainedValue()
  }

  /// Joins the creation that is under way, or starts the given one.
  func enter(_ creation: Creation) -> CellState.Entry {
    state.withLock { state in
      if liveBits.load(ordering: .relaxed) != 0 { return .live }
      return state.enter(creation)
    }
  }

  /// Ends a creation: publishes its instance, unless the cell was reset in the meantime.
  ///
  /// - Returns: What to dispose of, outside every lock.
  func finish(_ creation: Creation, with instance: Instance?, receipt: (any LifetimeReceipt)?)
    -> Remains
  {
    state.withLock { state in
      guard state.finish(creation) else { return Remains(receipt: receipt) }
      guard let instance else { return Remains(receipt: receipt) }
      liveBits.store(Unmanaged.passRetained(instance).bits, ordering: .sequentiallyConsistent)
      state.receipt = receipt
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

  /// Forgets the instance, and the creation that is under way: its result goes to those who wait for it.
  ///
  /// - Parameter generation: Only if this is still the generation, or always if nil.
  func reset(generation: UInt64? = nil) -> Remains {
    state.withLock { state in
      guard state.reset(generation: generation) else { return Remains() }
      return takeLive(&state)
    }
  }

  /// The generation that a creation started in now would belong to.
  var isIdle: Bool {
    state.withLock { $0.creation == nil && liveBits.load(ordering: .relaxed) == 0 }
  }

  /// Keeps another cell alive as long as this one, since a reader may still use its address.
  func keepAlive(_ cell: Cell) { state.withLock { $0.kept.append(cell) } }

  /// Takes the live instance and its receipt out.
  private func takeLive(_ state: inout CellState) -> Remains {
    let bits = liveBits.exchange(0, ordering: .sequentiallyConsistent)
    let receipt = state.receipt
    state.receipt = nil
    return Remains(instanceBits: bits, receipt: receipt)
  }
}

/// What a cell knows besides its instance; a state machine that runs no foreign code.
struct CellState: ~Copyable {
  /// What a thread that wants the instance has to do.
  enum Entry {
    /// Read the live instance.
    case live
    /// Wait for that creation.
    case wait(Creation)
    /// Run the factory.
    case create
  }

  /// The number of resets so far.
  var generation: UInt64 = 0

  /// The creation that is under way.
  var creation: Creation?

  /// The subscription that ends the instance's lifetime.
  var receipt: (any LifetimeReceipt)?

  /// Cells that this one took over from.
  var kept: [Cell] = []

  /// Joins the creation that is under way, or starts the given one.
  mutating func enter(_ new: Creation) -> Entry {
    if let creation { return .wait(creation) }
    new.generation = generation
    creation = new
    return .create
  }

  /// Ends a creation; returns whether its result is still wanted.
  mutating func finish(_ ended: Creation) -> Bool {
    guard creation === ended else { return false }
    creation = nil
    return true
  }

  /// Starts the next generation, if the current one is the expected one.
  mutating func reset(generation expected: UInt64?) -> Bool {
    if let expected, expected != generation { return false }
    generation += 1
    creation = nil
    return true
  }
}

/// What was taken out of a cell, to be let go outside every lock.
struct Remains {
  /// The instance, which readers may still be looking at, or zero.
  var instanceBits: UInt = 0

  /// The subscription to the end of its lifetime.
  var receipt: (any LifetimeReceipt)?

  /// Waits for the readers, then lets go. Runs `deinit`s and `cancel()`s.
  func dispose() {
    if instanceBits != 0 { Reclamation.waitForReaders() }
    release()
  }

  /// Lets go of what no reader looks at any more.
  fileprivate func release() {
    receipt?.cancel()
    if instanceBits != 0 { Unmanaged<Instance>.fromBits(instanceBits).release() }
  }
}

extension [Remains] {
  /// Waits for the readers once, then lets go of everything in order.
  func dispose() {
    guard !isEmpty else { return }
    Reclamation.waitForReaders()
    for remains in self { remains.release() }
  }
}
