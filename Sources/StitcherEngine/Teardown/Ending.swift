internal import CStitcherThread

/// An instance that is to be torn down. There may be very many, so it is small.
struct Ending: @unchecked Sendable {
  // Safe: the instance was taken out of its place, and is only handed to its teardown.

  /// What has to be done.
  let departure: Departure

  /// The instance, as it was kept.
  let kept: Instance

  /// The object, if the instance was kept weakly.
  let object: AnyObject?

  /// How many were there before it.
  let number: UInt64

  /// What it is an instance of.
  var registration: Registration {
    guard let registration = departure.registration else {
      preconditionFailure("What has a teardown has a registration.")
    }
    return registration
  }

  /// What is done with it.
  var teardown: Teardown {
    guard let teardown = registration.teardown else {
      preconditionFailure("What ends has a teardown.")
    }
    return teardown
  }

  /// The instance.
  private var instance: Any {
    guard let any = kept.anyValue else { preconditionFailure("The object is held.") }
    return any
  }

  /// The graph that has created it.
  var graph: GraphReference? { departure.graph }

  /// Who is told, if somebody watched the creation.
  private var watched: GraphEvents? { departure.watched }
}

extension Ending {
  /// What takes longer is not measured: a clock cannot count that far, and stops the program.
  private static var longestLimit: Duration { .seconds(3_000_000_000) }

  /// Returns the failure of this teardown.
  private func failure(_ error: any Error) -> TeardownFailure {
    TeardownFailure(registration: registration, error: error)
  }

  /// Tears the instance down; returns what has failed.
  func tearDown() async -> TeardownFailure? {
    let start = watched == nil ? 0 : stitcher_now()
    do {
      if let limit = teardown.limit, limit < Self.longestLimit {
        try await run(within: limit)
      } else {
        try await run()
      }
      return tell(since: start, nil)
    } catch { return tell(since: start, error) }
  }

  /// Tears the instance down on this thread; returns what has failed.
  func tearDown(by action: (Any) throws -> Void) -> TeardownFailure? {
    let start = watched == nil ? 0 : stitcher_now()
    do {
      try action(instance)
      return tell(since: start, nil)
    } catch { return tell(since: start, error) }
  }

  /// Tells those who watch, and returns the failure, if it is one.
  private func tell(since start: UInt64, _ error: (any Error)?) -> TeardownFailure? {
    if let watched {
      let duration = Duration.nanoseconds(Int64(stitcher_now() &- start))
      watched.tell(.tornDown(registration, duration, error))
    }
    return error.map { failure($0) }
  }

  /// Runs the teardown.
  private func run() async throws {
    switch teardown.action {
    case .synchronous(let action): try action(instance)
    case .asynchronous(let action): try await action(instance)
    }
  }

  /// Runs the teardown, and waits for it no longer than it may take; then it is cancelled.
  private func run(within limit: Duration) async throws {
    let first = FirstResult()
    let work = Task { await first.set { try await run() } }
    let timer = Task {
      try await Task.sleep(for: limit)
      await first.set { throw TeardownTimeout(limit: limit) }
    }
    defer {
      work.cancel()
      timer.cancel()
    }
    try await first.value
  }
}

/// The result of whichever of several tasks ends first.
private final class FirstResult: Sendable {
  /// The result, or who waits for it.
  private let state = Lock(State())

  /// What changes under the lock.
  private struct State {
    var result: Result<Void, any Error>?
    var waiter: CheckedContinuation<Void, any Error>?
  }

  /// Notes the result of an action, unless there is one.
  func set(_ action: () async throws -> Void) async {
    let result: Result<Void, any Error>
    do { result = .success(try await action()) } catch { result = .failure(error) }
    let waiter: CheckedContinuation<Void, any Error>? = state.withLock { state in
      if state.result != nil { return nil }
      state.result = result
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(with: result)
  }

  /// The result, once it is there.
  var value: Void {
    get async throws {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = state.withLock { state in
          if state.result == nil { state.waiter = continuation }
          return state.result
        }
        if let result { continuation.resume(with: result) }
      }
    }
  }
}
