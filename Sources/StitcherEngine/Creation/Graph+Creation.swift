internal import CStitcherThread

extension Graph {
  /// Returns the instance of a candidate. If there is no live instance, creates one first.
  ///
  /// A candidate is a registration that a lookup has found.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, whose types are those of the factory's parameters.
  /// - Throws: The error of the factory, a cycle, a type mismatch, or ``CellHasEnded``.
  @_optimize(speed) package func obtain<Value>(
    _ candidate: Candidate, _ arguments: [Any], _ record: ThreadRecordPointer
  ) throws -> Value {
    let cell = try self.cell(
      of: candidate, arguments,
      for: record.path.pointee.innermostKept ?? AsyncStep.around?.innermostKept)
    guard let cell else { return try make(candidate, arguments, record) }
    let isLocking = candidate.creator.with { !$0.hasReaders }
    while true {
      if let value: Value = try cell.read(record: record, locking: isLocking) { return value }
      if let instance = try create(candidate, cell, arguments, record) {
        return try instance.newValue()
      }
    }
  }

  /// Returns the cell that stores a candidate's instance for the given arguments.
  ///
  /// Returns `nil` if each request creates an instance.
  ///
  /// An instance with a longer lifetime may not request a scoped dependency, and the graph has to
  /// keep scoped instances. In the graph of the process, all requests would share a scoped
  /// instance.
  ///
  /// - Parameter holder: The innermost registration with a longer lifetime that is being created;
  ///   `nil` if there is none.
  /// - Throws: ``CellHasEnded``, or an error if the scope does not permit the request.
  func cell(
    of candidate: Candidate, _ arguments: [Any], for holder: @autoclosure () -> Registration?
  ) throws -> Cell? {
    guard let cell = candidate.cell else { return nil }
    let registration = candidate.registration
    // Lazy values are registered as scoped, but a property keeps each of them, and no graph does.
    // So their scope is not checked.
    if registration.scope.isScoped, self !== lazyValues {
      if let holder = holder() {
        throw ResolutionFailure(
          .captive(registration.locator, of: holder.locator), registrations: [registration, holder])
      }
      if !hasScope {
        throw ResolutionFailure(.scopeRequired(registration.locator), registrations: [registration])
      }
    }
    guard let place = cell.place(for: arguments, of: registration) else { throw CellHasEnded() }
    return place
  }

  /// Creates a transient instance with the factory of the candidate's registration.
  ///
  /// - Throws: The error of the factory, a cycle, or a type mismatch.
  private func make<Value>(
    _ candidate: Candidate, _ arguments: [Any], _ record: ThreadRecordPointer
  ) throws -> Value {
    let registration = candidate.registration
    try checkMayRun(candidate, nil, arguments, record)
    let unretained = UnretainedReference(registration)
    func run() throws -> Value { try make(unretained, arguments, candidate.creator, record) }
    return try isWatched ? watched(unretained, record, run) : run()
  }

  /// Creates the instance of a candidate in its cell, or waits until another thread has created it.
  ///
  /// Returns `nil` if the caller has to read the cell again.
  @_optimize(speed) func create(
    _ candidate: Candidate, _ cell: Cell, _ arguments: [Any], _ record: ThreadRecordPointer
  ) throws -> Instance? {
    try checkMayRun(candidate, cell, arguments, record)
    let (creator, registration) = (candidate.creator.object, candidate.registration)
    let outcome: Outcome
    // No closure in the usual case: a chain of creations must not need large frames.
    if creator === self || !canBeCurrent {
      outcome = try creator.join(cell, registration, arguments, record)
    } else {
      // This graph, which received the request, is put on the creation path for errors.
      outcome = try CurrentGraph.runBriefly(in: self) {
        try creator.join(cell, registration, arguments, record)
      }
    }
    switch outcome {
    case .instance(let instance): return instance
    case .wait(let creation):
      let start = stitcher_now()
      let result = try WaitGraph.wait(for: creation, record: record)
      noteWait(for: creation, since: start, record)
      return try result.get()
    case .failure(let error): throw error
    case .again: return nil
    }
  }

  /// Notifies the graph's observers that the calling thread has waited for a creation.
  func noteWait(for creation: Creation, since start: UInt64, _ record: ThreadRecordPointer) {
    if !isWatched { return }
    let duration = TimeSpan(nanoseconds: stitcher_now() &- start)
    let event = GraphEventRecord(
      kind: .waited, registration: creation.registration.undecorated, duration: duration)
    record.path.pointee.pendingEvents.append((events, event))
    deliver(record)
  }

  /// Throws an error if the calling thread may not run the candidate's factory.
  ///
  /// A factory that is asynchronous or isolated to another actor may not run.
  ///
  /// This is checked before other threads can wait for the creation: such a thread may occupy the
  /// actor.
  private func checkMayRun(
    _ candidate: Candidate, _ cell: Cell?, _ arguments: [Any], _ record: ThreadRecordPointer
  ) throws {
    if candidate.registration.isFree { return }
    if candidate.registration.isAsynchronous {
      throw WaitGraph.failure(of: candidate, cell, arguments, record)
    }
    try candidate.registration.checkIsolation()
  }

  /// Whether this graph keeps instances of scoped dependencies.
  ///
  /// False for the graph of the process. Graphs that cannot be current belong to front ends without
  /// scopes, so this is true there.
  var hasScope: Bool { parent != nil || !canBeCurrent }

  /// Creates the instance of a cell, or returns the creation that is already running for the cell.
  ///
  /// The caller has to wait for a creation that is already running.
  @_optimize(speed) func join(
    _ cell: Cell, _ registration: Registration, _ arguments: [Any], _ record: ThreadRecordPointer
  ) throws -> Outcome {
    let creation = Creation(registration, in: self, owner: record)
    var created: Instance?
    var failure: (any Error)?
    var discarded = EvictedContents()
    let entry = cell.enter(creation, record) {
      let isWatched = isWatched
      if isWatched { beginWatching(registration, record) }
      let cleanup = cell.makeCleanup(
        of: registration, generation: creation.generation, in: self, isWatched: isWatched)
      do {
        created = try registration.makeInstance(
          CreationStep(graph: UnretainedReference(self), record: record), arguments)
      } catch { failure = error }
      let kept = created?.kept(by: registration.scope)
      discarded = cell.finish(creation, with: kept, cleanup: cleanup)
      if isWatched { noteEnd(record, failure) }
      if let failure { return .failure(failure) }
      return .success(kept == nil ? nil : created)
    }
    defer {
      // The release may run code of the program, so the gate is released first: no waiting thread
      // is held up.
      if !discarded.isEmpty { discarded.dispose() }
      deliver(record)
    }
    if let entry { return entry }
    creation.deliverResult()
    guard let created else { throw failure ?? CellHasEnded() }
    if let hook = hookReference,
      !hook.with({ $0.isPlain(registration.dynamicTypeBits(of: created.object)) }),
      let any = created.anyValue, !registration.wasReported(any, arguments)
    {
      callHook(any)
    }
    return .instance(created)
  }
}
