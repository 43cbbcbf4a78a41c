/// A graph that records which threads, tasks and creations wait for which creations.
///
/// Cycles are found in this graph, so that no wait is endless.
///
/// A creation on a thread waits for the creation for which its thread waits. A creation in a task
/// waits for everything that its factory waits for: in the task, in child tasks, and in threads
/// that these block.
package enum WaitGraph {
  /// The lock that guards the wait graph.
  ///
  /// It guards the creations for which threads wait, and the phases and waits of all creations in
  /// tasks.
  static let lock = Lock(())

  /// Blocks the calling thread until a creation that another thread runs has ended.
  ///
  /// - Returns: The result of the creation: the instance, `nil` if the scope does not keep it, or
  ///   the error of the factory.
  /// - Throws: Without waiting: a cycle if the wait would never end, or a failure if a task runs
  ///   the creation.
  static func wait(
    for creation: Creation, record: ThreadRecordPointer
  ) throws -> Result<Instance?, any Error> {
    let locator = creation.registration.locator
    guard creation.owner != nil else {
      throw ResolutionFailure(.asynchronous(locator), registrations: [creation.registration])
    }
    // If an asynchronous factory runs in the thread's task, its creation waits, too.
    let around = AsyncStep.around
    let waiter = around.map { Waiter(Requester(in: $0), path: record.path.pointee.locators) }
    waiter?.creation = creation
    let chain: [Locator]? = lock.withLock { _ in
      let chain = Self.chain(from: creation, to: record, or: around?.creation)
      if chain == nil {
        record.waitingFor.refer(to: creation)
        if let waiter { waiter.holder?.waitsFor[ObjectIdentifier(waiter)] = waiter }
      }
      return chain
    }
    if let chain { throw cycle(around, record, chain) }
    let result = creation.gate.withLock { $0 }
    lock.withLock { _ in
      record.waitingFor.store(0, ordering: .relaxed)
      if let waiter { waiter.holder?.waitsFor[ObjectIdentifier(waiter)] = nil }
    }
    guard let result else { preconditionFailure("A creation ended without a result.") }
    return result
  }

  /// Returns the error for a synchronous request of an instance that only an asynchronous factory
  /// creates.
  ///
  /// This is a cycle if the instance is being created and needs the thread's result, else the
  /// failure that the factory is asynchronous.
  @inline(never)
  static func failure(
    of candidate: Candidate, _ cell: Cell?, _ arguments: [Any], _ record: ThreadRecordPointer
  ) -> ResolutionFailure {
    let registration = candidate.registration
    let around = AsyncStep.around
    let values = arguments.isEmpty ? nil : ArgumentValues(arguments)
    if let around, around.contains(registration, values, in: candidate.creator.object) {
      return cycle(around, record, [registration.locator])
    }
    if let creation = cell?.creation {
      let chain: [Locator]? = lock.withLock { _ in
        Self.chain(from: creation, to: record, or: around?.creation)
      }
      if let chain { return cycle(around, record, chain) }
    }
    return ResolutionFailure(.asynchronous(registration.locator), registrations: [registration])
  }

  /// Returns the error which says that a thread's wait for a creation would close a cycle of waits.
  ///
  /// The path in the error begins with the asynchronous factory that waits for the thread.
  private static func cycle(
    _ around: AsyncStep?, _ record: ThreadRecordPointer, _ chain: [Locator]
  ) -> ResolutionFailure {
    let path = (around?.path ?? []) + record.path.pointee.locators
    return ResolutionFailure(.cycle(path + chain))
  }

  /// Returns the locators along a chain of waits, from the given creation to the end of the chain.
  ///
  /// The chain ends at a creation of the given thread, or at another given creation.
  ///
  /// Call it under the lock.
  ///
  /// - Parameters:
  ///   - record: The record of the thread. The chain may end at a creation that runs on this
  ///     thread.
  ///   - end: Another creation at which the chain may end; `nil` if there is none.
  /// - Returns: The locators, or `nil` if there is no such chain.
  static func chain(
    from start: Creation, to record: ThreadRecordPointer?, or end: Creation?
  ) -> [Locator]? {
    // For each creation that the search has found, the creation that waits for it, and the wait.
    var found = [ObjectIdentifier: (from: Creation, by: Waiter?)]()
    let end = search(from: start) { creation in
      if creation.isDone { return [] }
      if creation === end || (record != nil && creation.owner == record) { return nil }
      let waits = creation.nextWaits
      for (next, waiter) in waits where next !== start && found[ObjectIdentifier(next)] == nil {
        found[ObjectIdentifier(next)] = (creation, waiter)
      }
      return waits.map(\.0)
    }
    guard var current = end else { return nil }
    var chain = current.locators
    while let (previous, waiter) = found[ObjectIdentifier(current)] {
      if let waiter { chain += waiter.locatorsBetween.reversed() }
      chain += previous.locators
      current = previous
    }
    return chain.reversed()
  }

  /// Returns the first creation on the chains of waits for which the closure `next` returns `nil`.
  ///
  /// Returns `nil` if the search has visited all creations.
  ///
  /// Visits each creation once.
  ///
  /// - Parameter next: Returns the creations directly behind a given one, or `nil` to end the
  ///   search.
  /// - Returns: The creation at which the search ended; `nil` if all were visited.
  static func search(from start: Creation, _ next: (Creation) -> [Creation]?) -> Creation? {
    var seen: Set = [ObjectIdentifier(start)]
    var open = [start]
    while let creation = open.popLast() {
      guard let further = next(creation) else { return creation }
      open += further.filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
    return nil
  }
}

extension Creation {
  /// The creations for which this creation waits, each with the waiter of its task; the waiter is
  /// `nil` if a thread waits.
  ///
  /// Called under the lock of ``WaitGraph``.
  fileprivate var nextWaits: [(Creation, Waiter?)] {
    if let owner {
      // The thread retains the creation until it has cleared the reference under the lock.
      let next = UnretainedReference<Creation>(
        optional: owner.waitingFor.load(ordering: .acquiring))
      return next.map { [($0.object, nil)] } ?? []
    }
    return waitsFor.values.compactMap { waiter in waiter.creation.map { ($0, waiter) } }
  }
}
