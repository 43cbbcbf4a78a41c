internal import Synchronization

/// One place in a store: empty, being created, live, or ended.
///
/// A cell creates at most one instance at a time, however many threads and tasks ask. Readers of a
/// live instance only load ``liveBits``; all else goes through the state behind the lock.
final class Cell: Sendable {
  /// The live instance, retained, or zero. Written under the lock of `state`.
  let liveBits = Atomic<UInt>(0)

  /// Everything else.
  private let state = Lock(CellState())

  /// The hash of the place.
  let hash: UInt

  /// How many places the store had got before: what is needed for an instance comes after it.
  let order: Int

  /// What tells the read sections that may find the instance from others; zero if that is not
  /// known.
  let domain: UInt

  /// Which registrations have the place.
  private let place: Place

  /// Which registrations have a place.
  private enum Place: Sendable {
    /// One, and those that were made from it.
    case own(Registration)
    /// All that are equal in these parts.
    case equal(
      locator: Locator, rank: Int, isEager: Bool, producedType: any Any.Type,
      parameterTypes: [any Any.Type])
  }

  /// Creates an empty cell.
  ///
  /// - Parameters:
  ///   - registration: The registration that it is for.
  ///   - isOwn: Whether it is for that one alone, not for those that are equal to it.
  ///   - order: How many places the store had got before.
  ///   - domain: The domain of all graphs that can find the place; zero if there are several.
  init(for registration: Registration, isOwn: Bool, order: Int = 0, domain: UInt = 0) {
    hash = registration.placeHash
    self.order = order
    self.domain = domain
    place =
      isOwn
      ? .own(registration.origin)
      : .equal(
        locator: registration.locator, rank: registration.scope.rank,
        isEager: registration.isEager, producedType: registration.producedType,
        parameterTypes: registration.parameterTypes)
  }

  /// A key that finds the registrations that have the place.
  var key: LookupKey {
    switch place {
    case .own(let registration): registration.locator.key(at: 0)
    case .equal(let locator, _, _, _, _): locator.key(at: 0)
    }
  }

  /// Whether a registration has this place.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section, unless all
  /// registrations have their own places.
  func isPlace(of registration: Registration) -> Bool {
    switch place {
    case .own(let origin): registration.origin === origin
    case .equal(let locator, let rank, let isEager, let producedType, let parameterTypes):
      rank == registration.scope.rank && isEager == registration.isEager
        && producedType == registration.producedType
        && parameterTypes.elementsEqual(registration.parameterTypes, by: ==)
        && locator == registration.locator
    }
  }

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
    let section = ReadSection.begin(on: record, in: domain)
    defer { section.end() }
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

  /// The creation that is under way.
  var creation: Creation? { state.withLock { $0.creation } }

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
  func finish(_ creation: Creation, with instance: Instance?, subscription: Subscription?)
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

  /// Keeps an instance that was made elsewhere, instead of the live one or one that is being
  /// created.
  ///
  /// - Parameter isNewer: Whether the live instance is to stay; runs no foreign code.
  /// - Returns: What to dispose of, outside every lock; nil if the cell does not keep the instance.
  func replace(with instance: Instance, unless isNewer: (Instance) -> Bool = { _ in false })
    -> Remains?
  {
    state.withLock { state in
      guard !state.hasEnded else { return nil }
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

  /// Ends the place: forgets the instance and never keeps another one.
  func end() -> Remains {
    state.withLock { state in
      state.reset()
      state.hasEnded = true
      return takeLive(&state)
    }
  }

  /// Takes the live instance and the subscription to its end out.
  private func takeLive(_ state: inout CellState, leaving new: UInt = 0) -> Remains {
    let bits = liveBits.exchange(new, ordering: .sequentiallyConsistent)
    let subscription = state.subscription
    state.subscription = nil
    return Remains(instanceBits: bits, subscription: subscription, domain: domain)
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
    /// Keep nothing here: the place has ended, since its registration is not in use any more.
    case ended
  }

  /// The number of resets so far.
  var generation: UInt64 = 0

  /// The creation that is under way.
  var creation: Creation?

  /// The subscription that ends the instance's lifetime.
  var subscription: Subscription?

  /// The cell, once something may end the lifetime of its instances.
  var reference: LentReference<Cell>?

  /// Whether the place has ended.
  var hasEnded = false

  /// Joins the creation that is under way, or starts the given one.
  mutating func enter(_ new: Creation) -> Entry {
    if hasEnded { return .ended }
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
