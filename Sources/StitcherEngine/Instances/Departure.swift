internal import CStitcherThread
internal import Synchronization

/// What has to be done when an instance goes; one word for the many cells that have nothing to do.
final class Departure: Sendable {
  /// What ends the subscription to the end of the instance's lifetime.
  let receipt: (any LifetimeReceipt)?

  /// The registration of the instance, if that has a teardown, or somebody watches.
  let registration: Registration?

  /// The graph that has created the instance, if somebody watched.
  private let watched: GraphReference?

  /// The number of instances with a teardown that were there before this one: what was created for
  /// it has a lower number. Zero until the instance is there.
  private let number = Atomic<UInt64>(0)

  /// The last number.
  private static let last = Atomic<UInt64>(0)

  /// Notes what has to be done; nil if there is nothing.
  init?(receipt: (any LifetimeReceipt)?, registration: Registration, watchedIn graph: Graph?) {
    if receipt == nil, registration.teardown == nil, graph == nil { return nil }
    self.receipt = receipt
    self.registration = registration.teardown == nil && graph == nil ? nil : registration
    watched = graph?.reference
  }

  /// Whether somebody watched the creation.
  var isWatched: Bool { watched != nil }

  /// Whether the instance has to be torn down.
  var hasTeardown: Bool { registration?.teardown != nil }

  /// Tells those who watch that the instance has been let go.
  func tellOfRelease() {
    guard let registration, let graph = watched?.object else { return }
    graph.tellWatchers(.released(registration.undecorated))
  }

  /// Notes that the instance is there.
  func arrive() {
    if !hasTeardown { return }
    number.store(Self.last.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
  }

  /// Returns what is to be torn down with an instance that has been taken out; nil if nothing is,
  /// or if the instance was kept weakly and is gone.
  func ending(of instance: Instance?) -> Ending? {
    guard let registration, let teardown = registration.teardown, let any = instance?.anyValue
    else {
      return nil
    }
    return Ending(
      registration: registration, teardown: teardown, instance: any,
      number: number.load(ordering: .relaxed), watched: watched)
  }
}

/// An instance that is to be torn down.
struct Ending: @unchecked Sendable {
  // Safe: the instance was taken out of its place, and is only handed to its teardown.

  /// What it is an instance of.
  let registration: Registration

  /// What is done with it.
  let teardown: Teardown

  /// The instance.
  let instance: Any

  /// How many were there before it.
  let number: UInt64

  /// The graph that has created it, if somebody watched.
  let watched: GraphReference?

  /// Whether the instance is torn down before another one: it was there later, so it may have been
  /// created with the other one.
  static func < (left: Ending, right: Ending) -> Bool { left.number > right.number }
}

/// Instances that have to be torn down after one change, the last one that was created first.
///
/// A plain list that is handed through a change. Whoever makes the change either has it run on its
/// own, or waits for it.
package struct Endings: Sendable {
  /// The instances in no order.
  private var all: [Ending] = []

  /// What was let go and is watched.
  private var released: [Departure] = []

  /// What tears them down, if whoever makes the change waits for that.
  var closing: Closing?

  /// Creates an empty list.
  package init() {}

  /// Whether there is nothing to tear down.
  package var isEmpty: Bool { all.isEmpty }

  /// Adds one.
  mutating func add(_ ending: Ending) { all.append(ending) }

  /// Adds what was let go, if somebody watched its creation.
  mutating func add(released departure: Departure) {
    if departure.isWatched { released.append(departure) }
  }

  /// Tells those who watch of what was let go. Call it outside every lock.
  mutating func tell() {
    if released.isEmpty { return }
    let released = released
    self.released = []
    for departure in released { departure.tellOfRelease() }
  }

  /// Tells of what was let go, and tears all down: what is over at once on this thread, and from
  /// the first one on that is not, the rest in a task, in order. What fails is printed.
  ///
  /// Call it outside every lock.
  package consuming func start() {
    tell()
    startNow()
    if isEmpty { return }
    let rest = self
    Task.detached { await rest.run(isTold: true) }
  }

  /// Tears down on this thread what is over at once, up to the first one that is not; leaves the
  /// rest. What fails is printed.
  mutating func startNow() {
    if all.isEmpty { return }
    sort()
    var rest = all[...]
    while let ending = rest.first, ending.teardown.isImmediate,
      case .synchronous(let action) = ending.teardown.action
    {
      rest.removeFirst()
      ending.tearDown(by: action)?.tell()
    }
    all = Array(rest)
  }

  /// Puts the latest one first. They mostly come in the order of their places, which is that in
  /// which they were asked for: what is sorted nearly is sorted soon.
  private mutating func sort() {
    all.reverse()
    all.sort(by: <)
  }

  /// Tears all down, one after the other, whatever fails.
  ///
  /// - Parameter isTold: Whether what fails is printed at once.
  /// - Returns: What has failed, in order.
  @discardableResult
  func run(isTold: Bool) async -> [TeardownFailure] {
    var failures: [TeardownFailure] = []
    var sorted = self
    sorted.sort()
    for ending in sorted.all {
      let failed: TeardownFailure? =
        if ending.teardown.isImmediate, case .synchronous(let action) = ending.teardown.action {
          ending.tearDown(by: action)
        } else {
          await ending.tearDown()
        }
      guard let failure = failed else { continue }
      if isTold { failure.tell() }
      failures.append(failure)
    }
    return failures
  }
}

/// A teardown that has failed.
package struct TeardownFailure: Sendable {
  /// What was torn down.
  package let registration: Registration

  /// What the teardown has thrown, or a ``TeardownTimeout``.
  package let error: any Error

  /// Prints the failure: nobody waits for it.
  package func tell() {
    printError(
      "Stitcher: the teardown of \(subject) (\(registration.location)) has failed: \(error)")
  }

  /// What was torn down, as errors print it.
  private var subject: String {
    switch registration.locator.keys[0] {
    case .type(let type): "Type[\(type)]"
    case .name(let name): "Name[\(name)]"
    case .value(let value): "Value[\(value.erased)]"
    }
  }
}

/// A teardown took longer than it may, and goes on.
package struct TeardownTimeout: Error, CustomStringConvertible {
  /// How long it may take.
  package let limit: Duration

  /// What happened, in a sentence.
  package var description: String { "It took longer than \(limit)." }
}

extension Ending {
  /// Returns the failure of this teardown.
  fileprivate func failure(_ error: any Error) -> TeardownFailure {
    TeardownFailure(registration: registration, error: error)
  }

  /// Tears the instance down; returns what has failed.
  fileprivate func tearDown() async -> TeardownFailure? {
    let start = watched == nil ? 0 : stitcher_now()
    do {
      if let limit = teardown.limit { try await run(within: limit) } else { try await run() }
      return tell(since: start, nil)
    } catch { return tell(since: start, error) }
  }

  /// Tears the instance down on this thread; returns what has failed.
  fileprivate func tearDown(by action: (Any) throws -> Void) -> TeardownFailure? {
    let start = watched == nil ? 0 : stitcher_now()
    do {
      try action(instance)
      return tell(since: start, nil)
    } catch { return tell(since: start, error) }
  }

  /// Tells those who watch, and returns the failure, if it is one.
  private func tell(since start: UInt64, _ error: (any Error)?) -> TeardownFailure? {
    if let graph = watched?.object {
      let duration = Duration.nanoseconds(Int64(stitcher_now() &- start))
      graph.tellWatchers(.tornDown(registration, duration, error))
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
