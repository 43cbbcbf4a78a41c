internal import CStitcherThread

/// An evicted instance that waits for its teardown.
///
/// The structure is small, since there may be very many instances.
struct EvictedInstance: @unchecked Sendable {
  // Safe: the instance was removed from its cell, and only its teardown uses it.

  /// The cleanup that belongs to the instance.
  let cleanup: Cleanup

  /// The instance in the form in which the cell stored it: a strong or a weak reference.
  private let kept: Instance

  /// The object that the cell stored weakly, retained; `nil` if the cell stored it strongly.
  private let object: AnyObject?

  /// The creation number of the instance.
  ///
  /// It is higher than the numbers of the instances that the factory has resolved.
  let number: UInt64

  /// Wraps an evicted instance, and retains it until its teardown.
  ///
  /// Returns `nil` if the instance has no teardown, or if its weakly stored object was
  /// deallocated.
  init?(_ kept: Instance, _ cleanup: Cleanup, number: UInt64) {
    guard cleanup.hasTeardown else { return nil }
    let reference = kept.reference
    object = reference?.pointee.object
    if reference != nil, object == nil { return nil }
    (self.kept, self.cleanup, self.number) = (kept, cleanup, number)
  }

  /// The closure of the teardown, if it can run at once, without a task; otherwise `nil`.
  ///
  /// `nil` if the closure is asynchronous, or if the teardown has a time limit.
  var immediateTeardown: (@Sendable (Any) throws -> Void)? {
    guard let teardown = cleanup.teardown, teardown.limit == nil else { return nil }
    return teardown.synchronous
  }

  /// Runs the instance's teardown in the current task, and returns the teardown's failure, if any.
  ///
  /// - Returns: The failure, or `nil` if the teardown has succeeded.
  func tearDown() async -> TeardownFailure? {
    let start = stitcher_now()
    do { try await run() } catch { return report(error, since: start) }
    return report(nil, since: start)
  }

  /// Runs the instance's teardown, given as a synchronous closure, on the calling thread.
  ///
  /// - Returns: The failure, or `nil` if the teardown has succeeded.
  func tearDown(by action: (Any) throws -> Void) -> TeardownFailure? {
    // Only observers need the time.
    let start = cleanup.observers == nil ? 0 : stitcher_now()
    do { try action(instance) } catch { return report(error, since: start) }
    return cleanup.observers == nil ? nil : report(nil, since: start)
  }

  /// Notifies the observers that the instance's teardown has ended, and returns the failure, if
  /// any.
  private func report(_ error: (any Error)?, since start: UInt64) -> TeardownFailure? {
    guard let registration = cleanup.registration else {
      preconditionFailure("The cleanup stores a registration that has a teardown.")
    }
    let duration = TimeSpan(nanoseconds: stitcher_now() &- start)
    cleanup.observers?.notify(
      GraphEventRecord(
        kind: .tornDown, registration: registration, duration: duration, error: error))
    return error.map { TeardownFailure(registration: registration, error: $0) }
  }

  private var instance: Any {
    guard let any = kept.anyValue else { preconditionFailure("The object is retained.") }
    return any
  }

  /// Runs the teardown, and waits until the teardown ends or its time limit is over.
  ///
  /// A teardown with a time limit runs in a task of its own. At the time limit, this method cancels
  /// the task and throws an error.
  private func run() async throws {
    let teardown = cleanup.teardown!
    guard let limit = teardown.limit else { return try await teardown.action(instance) }
    let (results, continuation) = AsyncStream<Result<Void, any Error>>.makeStream()
    let work = Task {
      do { continuation.yield(.success(try await teardown.action(instance))) } catch {
        continuation.yield(.failure(error))
      }
    }
    let timer = Task {
      try await limit.sleep()
      continuation.yield(.failure(TeardownTimeout(limit: limit)))
    }
    defer {
      work.cancel()
      timer.cancel()
    }
    for await result in results { return try result.get() }
  }
}
