/// The place of one instance in a store. The instance may be absent, in creation, or live.
///
/// After its end, a cell stores no instances any more.
///
/// A cell creates at most one instance at a time, regardless of the number of threads and tasks
/// that request it. A read of a live instance only loads its address. Everything else uses the
/// state behind the lock.
package final class Cell: Sendable {
  /// The live instance that the cell stores.
  ///
  /// Written under the lock of `state`.
  private let instance: Published<Instance>

  /// The word with the address of the first stored cast of the live instance; zero if there is
  /// none.
  ///
  /// The conversions are a linked list: the same instance, already cast to other types. Written
  /// under the lock of `state`.
  private let conversions: _AtomicWord

  /// The state of the cell, which a lock protects.
  let state: Lock<CellState>

  /// The hash of the registrations that use this cell for their instance.
  ///
  /// Equal registrations have the same hash.
  let hash: UInt

  /// The only registration that uses this cell, together with its copies; `nil` if all equal
  /// registrations share the cell.
  private let own: Registration?

  /// The signature of the equal registrations that share the cell; `nil` for a single registration.
  private let signature: RegistrationSignature?

  /// Whether a live instance stays in the cell until the cell ends.
  let isPermanent: Bool

  /// Whether a decorator creates the cell's instance.
  private let isDecorated: Bool

  /// Whether this cell has members: one member cell for each combination of arguments.
  ///
  /// This is the case if the registration takes parameters.
  ///
  /// See `Cell+Members.swift`.
  let hasMembers: Bool

  /// Creates an empty cell for the instance of the given registration.
  ///
  /// - Parameters:
  ///   - registration: The registration for which the cell stores the instance.
  ///   - isOwn: Whether the cell belongs to this registration only, and not to equal ones.
  ///   - arguments: The arguments, if the cell is a member: the cell for one combination of
  ///     arguments.
  @_optimize(speed) init(
    for registration: Registration, isOwn: Bool, arguments: ArgumentValues? = nil
  ) {
    state = Lock(CellState(arguments: arguments), words: 2)
    instance = Published(state.word(0))
    conversions = state.word(1)
    hasMembers = arguments == nil && !registration.parameterTypes.isEmpty
    hash = registration.cellHash
    isDecorated = registration.isDecoration
    isPermanent = !isOwn && registration.scope.kind == .singleton
    own = isOwn ? registration.origin : nil
    signature = isOwn ? nil : registration.signature
  }

  /// The first key of the equal registrations that share the cell; `nil` for a single registration.
  var key: LookupKey? { signature?.locator.key(at: 0) }

  /// The decorated key, if a decorator creates the cell's instance; otherwise `nil`.
  ///
  /// The cell of a decorated instance belongs to all equal registrations.
  var decoratedKey: LookupKey? { isDecorated ? key : nil }

  /// Whether this cell stores the instance of the given registration.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section, unless each
  /// registration has its own cell.
  @inline(never)
  func isPlace(of registration: Registration) -> Bool {
    own.map { $0 === registration.origin } ?? (signature == registration.signature)
  }

  deinit {
    // An empty cell has no cleanup.
    if !instance.isEmpty { state.withLock { $0.cleanup }?.unsubscribe?() }
    instance.end()
    Published<Instance>(conversions).end()
  }

  /// Returns the cell's live instance, already cast to the given type; `nil` if there is none.
  ///
  /// Call this method inside a read section.
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

  /// Stores the live instance, cast to one more type, in this cell.
  ///
  /// The conversion holds the same instance, already cast to another type. So later reads as that
  /// type need no cast.
  ///
  /// Does nothing if the instance was replaced, or if the cell already has a conversion to that
  /// type.
  func add(_ conversion: Instance, of instance: Instance) {
    state.withLock { _ in
      guard self.instance.borrowed?.bits == UnretainedReference(instance).bits,
        find(conversion.typeBits) == nil
      else { return }
      conversion.nextBits = conversions.load(ordering: .relaxed)
      conversions.store(retainedBits(of: conversion), ordering: .sequentiallyConsistent)
    }
  }

  /// Returns the cell's live instance, retained for the caller; `nil` if there is none.
  ///
  /// The method reads the instance in a read section.
  func live(_ record: ThreadRecordPointer) -> Instance? {
    let section = ReadSection.begin(on: record)
    defer { section.end() }
    return instance.borrowed?.object
  }

  /// Whether the cell contains a live instance at the moment.
  package var holdsInstance: Bool { !instance.isEmpty }

  /// The cell's live instance, retained for the caller; `nil` if there is none.
  ///
  /// The getter takes the lock, and uses no read section.
  ///
  /// A thread that removes the instance does not wait for this read.
  package var kept: Instance? { state.withLock { _ in instance.borrowed?.object } }

  /// The graph that creates this cell's instance; `nil` if the instance has no teardown.
  var teardownGraph: Graph? {
    guard Teardown.isUsed else { return nil }
    let reference: GraphReference? = state.withLock { state in
      if let cleanup = state.cleanup, cleanup.hasTeardown { return cleanup.graph }
      return state.creation?.graph
    }
    return reference?.object
  }

  /// Whether the cell belongs to a single registration, and not to all equal ones.
  var isOwn: Bool { own != nil }

  /// The creation that is running for this cell's instance; `nil` if there is none.
  var creation: Creation? { state.withLock { $0.creation } }

  /// Starts a creation if the cell is empty; otherwise, returns the reason why it does not start.
  ///
  /// Returns `nil` if the creation has started.
  func enter(_ creation: Creation) -> Outcome? {
    state.withLock { state in
      if !instance.isEmpty { return .again }
      if state.hasEnded { return .failure(CellHasEnded()) }
      if let running = state.creation { return .wait(running) }
      creation.generation = state.generation
      state.creation = creation
      return nil
    }
  }

  /// Ends a creation of the cell's instance, and publishes the instance in the cell.
  ///
  /// The instance is not published if the cell was emptied meanwhile.
  ///
  /// - Parameters:
  ///   - creation: The creation.
  ///   - instance: The new instance, or `nil` if the factory has thrown an error.
  ///   - cleanup: The cleanup that runs when the instance is evicted.
  ///   - isDropped: Whether the instance is not stored, since no caller waits for it any more.
  /// - Returns: The previous contents, to be released outside every lock.
  @_optimize(speed) package func finish(
    _ creation: Creation, with instance: Instance?, cleanup: Cleanup?, isDropped: Bool = false
  ) -> EvictedContents {
    state.withLock { state in
      let number = Creation.nextNumber()
      // A creation that was abandoned is not the cell's creation any more.
      let isCurrent = state.creation === creation
      if isCurrent { state.creation = nil }
      guard isCurrent, !isDropped, let instance else {
        return EvictedContents(
          instance: cleanup?.hasTeardown == true ? instance : nil, cleanup: cleanup,
          number: number, batch: creation.batch)
      }
      // The cell was empty, since it has only one creation at a time.
      _ = self.instance.exchange(instance)
      (state.cleanup, state.number) = (cleanup, number)
      return EvictedContents()
    }
  }

  /// Removes the given instance from this cell, so that a new instance can be created.
  ///
  /// Does nothing if the cell contains another instance.
  ///
  /// Used for weakly cached instances that were deallocated.
  func remove(_ instance: Instance) -> EvictedContents {
    state.withLock { state in
      self.instance.borrowed?.bits == UnretainedReference(instance).bits
        ? takeLive(&state) : EvictedContents()
    }
  }

  /// Ends this cell: evicts the instance, and abandons the running creation.
  ///
  /// If `onlyReset` is `true`, the cell is only emptied, and can get a new instance.
  ///
  /// The instance of an abandoned creation is returned to the callers that wait for it, and is not
  /// stored. A member always ends, so that its arguments are released.
  ///
  /// - Parameters:
  ///   - onlyReset: Whether the cell is emptied, but does not end. A member always ends.
  ///   - generation: The generation that the cell must have, or `nil` for any. If the cell has
  ///     another generation, nothing changes.
  ///   - pendingTeardowns: The list that also collects the instance of the running creation.
  @_optimize(speed) package func end(
    onlyReset: Bool = false, generation: UInt64? = nil, _ pendingTeardowns: inout PendingTeardowns
  ) -> EvictedContents {
    state.withLock { state in
      guard generation == nil || generation == state.generation else { return EvictedContents() }
      let hadCreation = state.creation != nil
      state.reset(&pendingTeardowns)
      if !onlyReset || state.arguments != nil { state.hasEnded = true }
      var discarded = takeLive(&state)
      discarded.hadCreation = hadCreation
      return discarded
    }
  }

  /// Prevents later creations in this cell, if it contains no live instance and no creation is
  /// running.
  ///
  /// A weakly cached instance that was deallocated is not live.
  func endIfUnused() -> EvictedContents {
    let gone = kept
    // Checked outside the lock, since a weak reference retains its object for a moment.
    if gone?.isGone == false { return EvictedContents() }
    return state.withLock { state in
      guard state.creation == nil, instance.borrowed?.object === gone else {
        return EvictedContents()
      }
      state.hasEnded = true
      return takeLive(&state)
    }
  }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Stores the given instance in the cell, and returns the previous contents.
  ///
  /// The instance was created elsewhere. It replaces the live instance, or the result of the
  /// running creation.
  ///
  /// - Parameters:
  ///   - instance: The instance.
  ///   - cleanup: The cleanup that runs when the instance is evicted.
  ///   - pendingTeardowns: The list that also collects the instance of the running creation.
  ///   - isNewer: Whether the given live instance stays in the cell. The closure may run no foreign
  ///     code.
  /// - Returns: The previous contents, to be released outside every lock; `nil` if the cell does
  ///   not store the new instance.
  func replace(
    with instance: Instance, cleanup: Cleanup? = nil, _ pendingTeardowns: inout PendingTeardowns,
    unless isNewer: (Instance) -> Bool = { _ in false }
  ) -> EvictedContents? {
    state.withLock { state in
      guard !state.hasEnded else { return nil }
      // The lock keeps the live instance alive, since the instance is replaced only under the lock.
      if let live = self.instance.borrowed, live.with(isNewer) { return nil }
      state.reset(&pendingTeardowns)
      // The instance is replaced in one step, so that no reader finds the cell empty in between.
      let discarded = takeLive(&state, leaving: instance)
      (state.cleanup, state.number) = (cleanup, Creation.nextNumber())
      return discarded
    }
  }

  /// Removes the live instance and its cleanup from the cell, and returns both.
  ///
  /// Stores the given new instance instead, if there is one.
  private func takeLive(_ state: inout CellState, leaving new: Instance? = nil) -> EvictedContents {
    let cleanup = state.cleanup.take()
    let old = instance.exchange(new)
    // The conversions are released together with the instance, after the readers.
    old?.nextBits = conversions.exchange(0)
    var discarded = EvictedContents(instance: old, cleanup: cleanup, number: state.number)
    if state.hasEnded { discarded.arguments = state.arguments.take() }
    return discarded
  }
}

/// The part of a cell's state that a lock protects: everything except for the live instance.
///
/// Its methods run no foreign code.
struct CellState: ~Copyable {
  /// The generation of the cell: the number of times that the cell was emptied.
  var generation: UInt64 = 0

  var creation: Creation?

  /// The cleanup that runs when the cell's instance is evicted; `nil` if none is needed.
  var cleanup: Cleanup?

  /// The number of the cell's instance in the order of creation.
  ///
  /// It is higher than the numbers of the instances that the factory has resolved.
  var number: UInt64 = 0

  var hasEnded = false

  /// The arguments for which this member cell was created; `nil` if the cell is no member.
  ///
  /// Also `nil` after the end of the cell.
  var arguments: ArgumentValues?

  /// The members of the cell: one member cell for each combination of arguments.
  ///
  /// The key is the hash of the arguments.
  var members = [UInt: [Cell]]()

  var memberCount = 0

  /// The number of members at which the cell removes the members without a live instance.
  ///
  /// A member cell belongs to one combination of arguments. It is unused if it has no live
  /// instance.
  var sweepCount = CellState.fewMembers

  /// The initial value of ``sweepCount``, which is also its lowest value.
  static let fewMembers = 8

  /// Abandons the running creation, and starts a new generation of the cell.
  ///
  /// The result of that creation will not be stored.
  ///
  /// - Parameter pendingTeardowns: The list that collects the instance of the running creation.
  mutating func reset(_ pendingTeardowns: inout PendingTeardowns) {
    generation += 1
    if let creation = creation.take() { pendingTeardowns.add(creation) }
  }
}
