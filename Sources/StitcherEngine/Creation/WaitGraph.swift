/// Who waits for which creation: threads and tasks in one graph, so that a cycle is found whatever
/// it goes over.
///
/// A creation of a thread waits for what its thread waits for. A creation of a task waits for all
/// that its factory waits for: in the task, in its children, and in threads that they block.
package enum WaitGraph {
  /// Guards ``ThreadRecord/waitingFor`` of all threads, and ``Creation/tasks`` of all creations.
  /// The value is the number of waits that may come from inside of what they wait for.
  static let lock = Lock(0)

  /// Waits on a thread for a creation of another one.
  ///
  /// - Returns: The instance, or nil if it is not for others; or the error of the creation.
  /// - Throws: What is known without a wait: a cycle if waiting would never end; that a factory is
  ///   asynchronous if a task runs it.
  static func wait(
    for creation: Creation, record: ThreadRecordPointer
  ) throws -> Result<Instance?, any Error> {
    let locator = creation.registration.locator
    guard creation.owner != nil else {
      throw ResolutionFailure(.asynchronous(locator), registrations: [creation.registration])
    }
    // What is being created in the task that the thread runs waits, too.
    let around = AsyncStep.around
    let waiter = around.map { Waiter(Requester(in: $0), path: record.path.pointee.locators) }
    waiter?.creation = creation
    let chain: [Locator]? = lock.withLock { _ in
      let chain = Self.chain(from: creation, to: record, or: around?.creation)
      if chain == nil {
        record.waitingFor.refer(to: creation)
        if let waiter { waiter.holder?.tasks.waitsFor[ObjectIdentifier(waiter)] = waiter }
      }
      return chain
    }
    if let chain { throw cycle(around, record, chain) }
    let result = creation.gate.withLock { $0 }
    lock.withLock { _ in
      record.waitingFor.clear()
      if let waiter { waiter.holder?.tasks.waitsFor[ObjectIdentifier(waiter)] = nil }
    }
    guard let result else { preconditionFailure("A creation ended without a result.") }
    return result
  }

  /// Returns why a thread gets no instance of an asynchronous factory: a cycle if it is being
  /// created and needs what the thread does, else that it is asynchronous.
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

  /// Returns a cycle that a thread has met, with what surrounds the thread's path.
  private static func cycle(
    _ around: AsyncStep?, _ record: ThreadRecordPointer, _ chain: [Locator]
  ) -> ResolutionFailure {
    let path = (around?.path ?? []) + record.path.pointee.locators
    return ResolutionFailure(.cycle(path + chain), registrations: [])
  }

  /// Returns what is waited for, one after the other, from a creation to one that a thread owns, or
  /// to a given one; nil if that is not reached. Call it under the lock.
  static func chain(
    from start: Creation, to record: ThreadRecordPointer?, or end: Creation?
  ) -> [Locator]? {
    // Each creation that was seen, with the one that waits for it and what lies between them.
    var seen: [ObjectIdentifier: (from: Creation, by: Waiter?)?] = [ObjectIdentifier(start): .none]
    var open = [start]
    while let creation = open.popLast() {
      if creation.isDone { continue }
      if creation === end || (record != nil && creation.owner == record) {
        return chain(to: creation, seen)
      }
      for (next, waiter) in creation.waitsFor where seen[ObjectIdentifier(next)] == nil {
        seen[ObjectIdentifier(next)] = .some((creation, waiter))
        open.append(next)
      }
    }
    return nil
  }

  /// Returns what leads to a creation, given who waits for each.
  private static func chain(
    to end: Creation, _ seen: [ObjectIdentifier: (from: Creation, by: Waiter?)?]
  ) -> [Locator] {
    var chain = end.locators
    var current = end
    while let (previous, waiter) = seen[ObjectIdentifier(current)] ?? nil {
      if let waiter { chain += waiter.locatorsBetween.reversed() }
      chain += previous.locators
      current = previous
    }
    return chain.reversed()
  }
}

extension Creation {
  /// What the creation waits for. Call it under the lock of ``WaitGraph``.
  fileprivate var waitsFor: [(Creation, Waiter?)] {
    if let owner {
      // Its thread holds it until it has said under the lock that it waits no more.
      return owner.waitingFor.borrowed(as: Creation.self).map { [($0.object, nil)] } ?? []
    }
    return tasks.waitsFor.values.compactMap { waiter in waiter.creation.map { ($0, waiter) } }
  }
}
