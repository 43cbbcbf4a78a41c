internal import Synchronization

/// The creation of one instance, of either kind, as a cell knows it.
class Creation: @unchecked Sendable {
  // Safe: constants, but for `generation`, which is written under the cell's lock before others
  // see the creation.

  /// What is being created.
  let registration: Registration

  /// The cell's generation at the start.
  var generation: UInt64 = 0

  /// Creates a creation of an instance of a registration.
  init(registration: Registration) { self.registration = registration }
}

/// The creation of one instance, which other threads may wait for.
///
/// The owner holds the gate from before the creation can be found until the result is there. That
/// is the one lock under which foreign code runs; ``WaitGraph`` sees to it that it cannot deadlock.
final class ThreadCreation: Creation, @unchecked Sendable {
  // Safe: see `Creation`; the rest is constant or atomic.

  /// The thread that runs the factory.
  let owner: ThreadRecordPointer

  /// Whether the result is there, even if somebody has not woken up to it yet.
  let isDone = Atomic<Bool>(false)

  /// The result, once it is there: nil if the scope does not keep such an instance, so that each
  /// thread makes its own.
  let gate = Lock<Result<Instance?, any Error>?>(nil)

  /// Creates a creation that the calling thread is going to run.
  init(owner: ThreadRecordPointer, registration: Registration) {
    self.owner = owner
    super.init(registration: registration)
  }
}

/// Who waits for whom, to find cycles that are split over threads.
enum WaitGraph {
  /// Guards every record's `waitingFor`.
  private static let lock = Lock(())

  /// Waits for a creation of another thread.
  ///
  /// - Returns: The instance, or nil if it is not for other threads.
  /// - Throws: The error of the creation, or a cycle if waiting would never end.
  static func wait(for creation: ThreadCreation, record: ThreadRecordPointer) throws -> Instance? {
    let chain = lock.withLock { _ in
      let chain = chainBack(from: creation, to: record)
      if chain == nil {
        let bits = Unmanaged.passUnretained(creation).bits
        record.pointee.waitingFor.store(bits, ordering: .relaxed)
      }
      return chain
    }
    if let chain {
      throw ResolutionFailure(.cycle(record.path.pointee.locators + chain), registrations: [])
    }
    let result = creation.gate.withLock { $0 }
    lock.withLock { _ in record.pointee.waitingFor.store(0, ordering: .relaxed) }
    switch result {
    case .success(let instance): return instance
    case .failure(let error): throw error
    case nil: preconditionFailure("A creation ended without a result.")
    }
  }

  /// Returns what is waited for, one after the other, if that leads back to the thread; else nil.
  private static func chainBack(
    from creation: ThreadCreation, to record: ThreadRecordPointer
  ) -> [Locator]? {
    var chain: [Locator] = []
    var current = creation
    while !current.isDone.load(ordering: .sequentiallyConsistent) {
      chain.append(current.registration.locator)
      if current.owner == record { return chain }
      let next = current.owner.pointee.waitingFor.load(ordering: .relaxed)
      if next == 0 { return nil }
      // Its thread holds it until it has said under the lock that it waits no more.
      current = Unmanaged<ThreadCreation>.fromBits(next).takeUnretainedValue()
    }
    return nil
  }
}
