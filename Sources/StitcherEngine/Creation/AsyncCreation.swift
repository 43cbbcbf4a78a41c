/// The creation of one instance by an asynchronous factory, which other tasks may wait for.
final class AsyncCreation: Creation, @unchecked Sendable {
  // Safe: see `Creation`; the rest is behind locks.

  /// The cell that the instance is for.
  let cell: Cell

  /// The task that runs the factory. Whoever finds the creation waits here until the task is there.
  ///
  /// It returns nothing: what a task returns lives a little longer than those who wait for it can
  /// know.
  let task = Lock<Task<Void, Never>?>(nil)

  /// What changes under the lock of ``AsyncWaitGraph``.
  fileprivate var state = State()

  /// Who waits, and what for.
  fileprivate struct State {
    /// The number of waits whose tasks are not cancelled.
    var interested = 0
    /// Whether nobody is interested any more: the result is not kept, and nobody joins.
    var isAbandoned = false
    /// The number of waits that have not ended.
    var waiting = 0
    /// What the factory came to, from then on until the last of them has ended.
    var result: Result<Instance, any Error>?
    /// Whether the result was there and is gone again, so that nobody joins.
    var isOver = false
    /// The creations that the factory waits for.
    var waitsFor: [AsyncCreation] = []
  }

  /// Creates a creation for a cell.
  init(_ registration: AsyncRegistration, in cell: Cell) {
    self.cell = cell
    super.init(registration: registration)
  }

  /// Hands the result to those who wait, before the task ends.
  func end(with result: Result<Instance, any Error>) {
    AsyncWaitGraph.lock.withLock { _ in state.result = result }
  }

  /// Lets newcomers create again, and cancels the task.
  fileprivate func abandon() {
    cell.finish(self, with: nil, subscription: nil).dispose()
    task.withLock { $0 }?.cancel()
  }
}

/// Who waits for which asynchronous creation, to find cycles that are split over tasks.
enum AsyncWaitGraph {
  /// Guards the state of all creations.
  fileprivate static let lock = Lock(())

  /// Waits for a creation.
  ///
  /// - Returns: The instance, or nil if the creation was given up.
  /// - Throws: What the factory throws, or a cycle if waiting would never end.
  static func wait(for creation: AsyncCreation, asking: AsyncStep?) async throws -> Instance? {
    guard try begin(creation, asking) else {
      creation.abandon()
      return nil
    }
    let interest = Interest(creation)
    defer {
      end(creation, asking)
      interest.withdraw(cancelling: false)
    }
    guard let task = creation.task.withLock({ $0 }) else {
      preconditionFailure("A creation is found with its task.")
    }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      interest.withdraw(cancelling: true)
    }
    return try lock.withLock { _ in creation.state.result }?.get()
  }

  /// Notes that a creation is waited for; returns whether it may be.
  private static func begin(_ creation: AsyncCreation, _ asking: AsyncStep?) throws -> Bool {
    let cycle: [Locator]? = lock.withLock { _ in
      if creation.state.isAbandoned || creation.state.isOver { return [] }
      if let own = asking?.creation {
        if let chain = chain(from: creation, to: own) { return chain }
        own.state.waitsFor.append(creation)
      }
      creation.state.interested += 1
      creation.state.waiting += 1
      return nil
    }
    guard let cycle else { return true }
    if cycle.isEmpty { return false }
    throw ResolutionFailure(.cycle((asking?.path ?? []) + cycle), registrations: [])
  }

  /// Notes that a creation is not waited for any more.
  private static func end(_ creation: AsyncCreation, _ asking: AsyncStep?) {
    let result = lock.withLock { _ -> Result<Instance, any Error>? in
      if let own = asking?.creation,
        let position = own.state.waitsFor.firstIndex(where: { $0 === creation })
      {
        own.state.waitsFor.remove(at: position)
      }
      creation.state.waiting -= 1
      guard creation.state.waiting == 0, let result = creation.state.result else { return nil }
      creation.state.result = nil
      creation.state.isOver = true
      return result
    }
    // Let go outside the lock.
    _ = consume result
  }

  /// Returns what is waited for, one after the other, from a creation to another one; nil if that
  /// is not reached.
  private static func chain(from start: AsyncCreation, to end: AsyncCreation) -> [Locator]? {
    // Each creation that was seen, with the one that waits for it.
    var waiting: [ObjectIdentifier: AsyncCreation?] = [ObjectIdentifier(start): nil]
    var open = [start]
    while let creation = open.popLast() {
      if creation === end { return chain(to: creation, waiting) }
      for next in creation.state.waitsFor where waiting[ObjectIdentifier(next)] == nil {
        waiting[ObjectIdentifier(next)] = .some(creation)
        open.append(next)
      }
    }
    return nil
  }

  /// Returns what leads to a creation, given who waits for each.
  private static func chain(
    to end: AsyncCreation, _ waiting: [ObjectIdentifier: AsyncCreation?]
  ) -> [Locator] {
    var chain = [end.registration.locator]
    var current = end
    while let previous = waiting[ObjectIdentifier(current)] ?? nil {
      chain.append(previous.registration.locator)
      current = previous
    }
    return chain.reversed()
  }

  /// One wait, as long as its task is not cancelled.
  private final class Interest: Sendable {
    /// The creation, until the interest is withdrawn.
    private let creation: Lock<AsyncCreation?>

    /// Notes the creation, which counts this already.
    init(_ creation: AsyncCreation) { self.creation = Lock(creation) }

    /// Counts this no more; gives the creation up if the last interest is withdrawn by
    /// cancellation.
    func withdraw(cancelling: Bool) {
      let creation = self.creation.withLock { creation in
        let last = creation
        creation = nil
        return last
      }
      guard let creation else { return }
      let isAbandoned = AsyncWaitGraph.lock.withLock { _ in
        creation.state.interested -= 1
        guard cancelling, creation.state.interested == 0 else { return false }
        creation.state.isAbandoned = true
        return true
      }
      if isAbandoned { creation.abandon() }
    }
  }
}
