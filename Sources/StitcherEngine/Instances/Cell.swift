/// One place in a store: empty, being created, live, or ended.
///
/// A cell creates at most one instance at a time, however many threads and tasks ask. Readers of a
/// live instance only load it; all else goes through the state behind the lock.
package final class Cell: Sendable {
  /// The live instance. Written under the lock of `state`.
  private let instance: Published<Instance>

  /// The chain of the live instance as further types. Written under the lock of `state`.
  private let conversions: _AtomicWord

  /// Everything else.
  let state: Lock<CellState>

  /// The hash of the place.
  let hash: UInt

  /// How many places the store had got before: what is needed for an instance comes after it.
  let order: Int

  /// Which registrations have the place.
  private let place: Place

  /// Whether an instance, once it is there, stays until the place ends.
  let isLasting: Bool

  /// What finds the instance, if that is a decoration's.
  let decoratedKey: LookupKey?

  /// Whether the registration takes parameters, so that there is a member for each combination of
  /// their values; see `Cell+Members.swift`.
  let hasMembers: Bool

  /// Which registrations have a place.
  private enum Place: Sendable {
    /// One, and those that were made from it.
    case own(Registration)
    /// All that are equal.
    case equal(RegistrationSignature)
  }

  /// Creates an empty cell.
  ///
  /// - Parameters:
  ///   - registration: The registration that it is for.
  ///   - isOwn: Whether it is for that one alone, not for those that are equal to it.
  ///   - order: How many places the store had got before.
  ///   - arguments: The arguments for which the instance is made, if the cell is a member.
  init(
    for registration: Registration, isOwn: Bool, order: Int = 0, arguments: ArgumentValues? = nil
  ) {
    state = Lock(CellState(arguments: arguments), words: 2)
    instance = Published(state.word(0))
    conversions = state.word(1)
    hasMembers = arguments == nil && !registration.parameterTypes.isEmpty
    hash = registration.placeHash
    self.order = order
    decoratedKey = registration.decorated == nil ? nil : registration.locator.key(at: 0)
    isLasting = !isOwn && registration.scope.kind == .singleton
    place = isOwn ? .own(registration.origin) : .equal(registration.signature)
  }

  /// A key that finds the registrations that have the place; nil if it is one registration's own.
  var key: LookupKey? {
    if case .equal(let signature) = place { signature.locator.key(at: 0) } else { nil }
  }

  /// Whether a registration has this place.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section, unless all
  /// registrations have their own places.
  @inline(never)
  func isPlace(of registration: Registration) -> Bool {
    switch place {
    case .own(let origin): registration.origin === origin
    case .equal(let signature): signature == registration.signature
    }
  }

  deinit {
    state.withLock { $0.cleanup }?.receipt?.cancel()
    instance.end()
    UnretainedReference<Instance>(optional: conversions.load(ordering: .relaxed))?.reference
      .release()
  }

  /// Finds the live instance as a type. Call it inside a read section.
  @inline(__always)
  func find(_ typeBits: UInt) -> UnretainedReference<Instance>? {
    guard let instance = instance.borrowed else { return nil }
    if instance.with({ $0.typeBits }) == typeBits { return instance }
    var conversion = conversions.load(ordering: .sequentiallyConsistent)
    while let current = UnretainedReference<Instance>(optional: conversion) {
      if current.with({ $0.typeBits }) == typeBits { return current }
      conversion = current.with { $0.nextBits }
    }
    return nil
  }

  /// Keeps the live instance as a further type, unless another one is live now, or the type is kept
  /// already.
  func add(_ conversion: Instance, of instance: Instance) {
    state.withLock { _ in
      guard self.instance.borrowed?.bits == UnretainedReference(instance).bits,
        find(conversion.typeBits) == nil
      else { return }
      conversion.nextBits = conversions.load(ordering: .relaxed)
      conversions.store(retainedBits(of: conversion), ordering: .sequentiallyConsistent)
    }
  }

  /// Returns the live instance, retained.
  func live(_ record: ThreadRecordPointer) -> Instance? {
    let section = ReadSection.begin(on: record)
    defer { section.end() }
    return instance.borrowed?.object
  }

  /// Whether there is a live instance now.
  package var holdsInstance: Bool { !instance.isEmpty }

  /// The live instance, retained, without a read section: whoever takes it out waits for nobody.
  package var kept: Instance? { state.withLock { _ in instance.borrowed?.object } }

  /// The graph that has created what has to be torn down here, or is creating it.
  var endingGraph: Graph? {
    guard Teardown.isUsed else { return nil }
    let reference: GraphReference? = state.withLock { state in
      if let cleanup = state.cleanup, cleanup.hasTeardown { return cleanup.graph }
      return state.creation?.graph
    }
    return reference?.object
  }

  /// Whether something here, or something that is being created here, may have to be torn down.
  var mayHaveTeardown: Bool {
    Teardown.isUsed
      && (state.withLock { $0.cleanup?.hasTeardown == true || $0.creation != nil }
        || members.contains(where: \.mayHaveTeardown))
  }

  /// Whether the place is one registration's own.
  var isOwn: Bool { if case .own = place { true } else { false } }

  /// The cell, for what ends the lifetime of its instances.
  var reference: WeakBox<Cell> {
    state.withLock { state in
      if let reference = state.reference { return reference }
      let reference = WeakBox<Cell>()
      reference.refer(to: self)
      state.reference = reference
      return reference
    }
  }

  /// The creation that is under way.
  var creation: Creation? { state.withLock { $0.creation } }

  /// Joins the creation that is under way, or starts the given one.
  func enter(_ creation: Creation) -> CellEntry {
    state.withLock { state in
      if !instance.isEmpty { return .live }
      return state.enter(creation)
    }
  }

  /// Ends a creation: publishes its instance, unless the cell was reset in the meantime.
  ///
  /// - Parameter isDropped: Whether the instance is not published, since nobody waits for it.
  /// - Returns: What to dispose of, outside every lock.
  package func finish(
    _ creation: Creation, with instance: Instance?, cleanup: Cleanup?, isDropped: Bool = false
  ) -> EvictedContents {
    state.withLock { state in
      let number = Creation.nextNumber()
      guard state.finish(creation), !isDropped, let instance else {
        return EvictedContents(
          instance: cleanup?.hasTeardown == true ? instance : nil, cleanup: cleanup,
          number: number, batch: creation.batch)
      }
      // It was empty: who creates is the only one.
      _ = self.instance.exchange(instance)
      (state.cleanup, state.number) = (cleanup, number)
      return EvictedContents()
    }
  }

  /// Takes an instance out, if it is still the one that is kept, so that another one can be
  /// created: a weakly kept one that is gone.
  func remove(_ instance: Instance) -> EvictedContents {
    state.withLock { state in
      self.instance.borrowed?.bits == UnretainedReference(instance).bits
        ? takeLive(&state) : EvictedContents()
    }
  }

  /// Forgets the instance, and the creation that is under way, if the generation is still that
  /// one: its result goes to those who wait for it. A member ends, so that its arguments are
  /// released.
  ///
  /// - Parameters:
  ///   - generation: The generation; any if there is none.
  ///   - endings: Gets the creation.
  func reset(generation: UInt64? = nil, _ pendingTeardowns: inout PendingTeardowns)
    -> EvictedContents
  {
    state.withLock { state in
      guard generation == nil || generation == state.generation else { return EvictedContents() }
      let hadCreation = state.creation != nil
      state.reset(&pendingTeardowns)
      if state.arguments != nil { state.hasEnded = true }
      var discarded = takeLive(&state)
      discarded.hadCreation = hadCreation
      return discarded
    }
  }

  /// Ends the place if it has no instance and none is being created.
  func endIfEmpty() -> EvictedContents {
    state.withLock { state in
      guard instance.isEmpty, state.creation == nil else { return EvictedContents() }
      state.hasEnded = true
      return takeLive(&state)
    }
  }

  /// Whether the place has ended.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Keeps an instance that was made elsewhere, instead of the live one or one that is being
  /// created.
  ///
  /// - Parameters:
  ///   - cleanup: What is done when the instance is evicted.
  ///   - endings: Gets the creation.
  ///   - isNewer: Whether the live instance is to stay; runs no foreign code.
  /// - Returns: What to dispose of, outside every lock; nil if the cell does not keep the instance.
  func replace(
    with instance: Instance, cleanup: Cleanup? = nil, _ pendingTeardowns: inout PendingTeardowns,
    unless isNewer: (Instance) -> Bool = { _ in false }
  ) -> EvictedContents? {
    state.withLock { state in
      guard !state.hasEnded else { return nil }
      // Who changes the live instance needs the lock, so it stays alive here.
      if let live = self.instance.borrowed, live.with(isNewer) { return nil }
      state.reset(&pendingTeardowns)
      // No reader may find the cell empty in between.
      let discarded = takeLive(&state, leaving: instance)
      (state.cleanup, state.number) = (cleanup, Creation.nextNumber())
      return discarded
    }
  }

  /// Ends the place: forgets the instance and never keeps another one.
  ///
  /// - Parameter endings: Gets the creation that is in flight.
  package func end(_ pendingTeardowns: inout PendingTeardowns) -> EvictedContents {
    state.withLock { state in
      state.reset(&pendingTeardowns)
      state.hasEnded = true
      return takeLive(&state)
    }
  }

  /// Takes the live instance out, with its cleanup.
  private func takeLive(_ state: inout CellState, leaving new: Instance? = nil) -> EvictedContents {
    let cleanup = state.cleanup.take()
    let old = instance.exchange(new)
    // They go with the instance, when nobody reads it any more.
    old?.nextBits = conversions.exchange(0)
    var discarded = EvictedContents(instance: old, cleanup: cleanup, number: state.number)
    if state.hasEnded { discarded.arguments = state.arguments.take() }
    return discarded
  }
}

/// What a thread that wants the instance has to do.
enum CellEntry {
  /// Read the live instance.
  case live
  /// Wait for that creation.
  case wait(Creation)
  /// Run the factory.
  case create
  /// Keep nothing here: the place has ended, since its registration is not in use any more.
  case ended
}

/// What a cell knows besides its instance; a state machine that runs no foreign code.
struct CellState: ~Copyable {
  /// The number of resets so far.
  var generation: UInt64 = 0

  /// The creation that is under way.
  var creation: Creation?

  /// What is done when the instance is evicted.
  var cleanup: Cleanup?

  /// The number of the instance's creation: what it was created with has a lower number.
  var number: UInt64 = 0

  /// The cell, once something may end the lifetime of its instances.
  var reference: WeakBox<Cell>?

  /// Whether the place has ended.
  var hasEnded = false

  /// The arguments of a member, until it ends.
  var arguments: ArgumentValues?

  /// The members, by the hash of their arguments.
  var members: [Int: [Cell]] = [:]

  /// The number of members.
  var memberCount = 0

  /// The number of members from which on those without an instance are removed.
  var sweepCount = CellState.fewMembers

  /// The number of members that are few.
  static let fewMembers = 8

  /// Creates the state of an empty cell.
  init(arguments: ArgumentValues?) { self.arguments = arguments }

  /// Joins the creation that is under way, or starts the given one.
  mutating func enter(_ new: Creation) -> CellEntry {
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
  ///
  /// - Parameter endings: Gets the creation that is in flight in this one.
  mutating func reset(_ pendingTeardowns: inout PendingTeardowns) {
    generation += 1
    if let creation = creation.take() { pendingTeardowns.add(creation) }
  }
}
