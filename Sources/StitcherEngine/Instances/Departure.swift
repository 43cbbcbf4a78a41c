internal import CStitcherThread
internal import Synchronization

/// What has to be done when an instance goes; one word for the many cells that have nothing to do.
final class Departure: Sendable {
  /// What ends the subscription to the end of the instance's lifetime.
  let receipt: (any LifetimeReceipt)?

  /// The registration of the instance, if that has a teardown, or somebody watches.
  let registration: Registration?

  /// The graph that has created the instance, if that has a teardown, or somebody watched.
  fileprivate let graph: GraphReference?

  /// Who is told, if somebody watched the creation.
  fileprivate let watched: GraphEvents?

  /// The number of instances with a teardown that were there before this one: what was created for
  /// it has a lower number. Zero until the instance is there.
  private let number = Atomic<UInt64>(0)

  /// The last number.
  private static let last = Atomic<UInt64>(0)

  /// Notes what has to be done; nil if there is nothing.
  init?(
    receipt: (any LifetimeReceipt)?, registration: Registration, in graph: Graph, isWatched: Bool
  ) {
    let hasEnd = registration.hasTeardown || isWatched
    if receipt == nil, !hasEnd { return nil }
    self.receipt = receipt
    self.registration = hasEnd ? registration : nil
    self.graph = hasEnd ? graph.reference : nil
    watched = isWatched ? graph.events : nil
  }

  /// Notes what has to be done with an instance whose registration has got a teardown after its
  /// creation had begun; nil if it has not.
  ///
  /// - Parameters:
  ///   - receipt: What ends the subscription to the end of the instance's lifetime.
  ///   - graph: The graph that has created it, if that is known.
  init?(
    lateFor registration: Registration, receipt: (any LifetimeReceipt)? = nil,
    in graph: GraphReference?
  ) {
    if !registration.hasTeardown { return nil }
    self.receipt = receipt
    self.registration = registration
    self.graph = graph
    watched = nil
  }

  /// Notes what has to be done with the instance of a creation whose registration has got a
  /// teardown since it began; nil if it has not.
  convenience init?(lateFor creation: Creation) {
    if !creation.registration.hasTeardown { return nil }
    self.init(lateFor: creation.registration, in: creation.graph)
  }

  /// Whether somebody watched the creation.
  var isWatched: Bool { watched != nil }

  /// Whether the instance has to be torn down.
  var hasTeardown: Bool { hasArrived || registration?.hasTeardown == true }

  /// Whether the instance is there and has to be torn down, as is known without the registration,
  /// which may be far away in memory.
  private var hasArrived: Bool { number.load(ordering: .relaxed) != 0 }

  /// Tells those who watch that the instance has been let go.
  func tellOfRelease() {
    guard let registration else { return }
    watched?.tell(.released(registration.undecorated))
  }

  /// Notes that the instance is there. The first time counts.
  func arrive() {
    if hasArrived || !hasTeardown { return }
    number.store(Self.last.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
  }

  /// Returns what is to be torn down with an instance that has been taken out; nil if nothing is,
  /// or if the instance was kept weakly and is gone.
  func ending(of instance: Instance?) -> Ending? {
    guard hasTeardown, let instance else { return nil }
    var object: AnyObject?
    if let reference = instance.reference {
      object = reference.pointee.object
      if object == nil { return nil }
    }
    return Ending(
      departure: self, kept: instance, object: object, number: number.load(ordering: .relaxed))
  }
}

/// An instance that is to be torn down. There may be very many, so it is small.
struct Ending: @unchecked Sendable {
  // Safe: the instance was taken out of its place, and is only handed to its teardown.

  /// What has to be done.
  fileprivate let departure: Departure

  /// The instance, as it was kept.
  fileprivate let kept: Instance

  /// The object, if the instance was kept weakly.
  fileprivate let object: AnyObject?

  /// How many were there before it.
  fileprivate let number: UInt64

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
  fileprivate var instance: Any {
    guard let any = kept.anyValue else { preconditionFailure("The object is held.") }
    return any
  }

  /// The graph that has created it.
  var graph: GraphReference? { departure.graph }

  /// Who is told, if somebody watched the creation.
  fileprivate var watched: GraphEvents? { departure.watched }
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

  /// What is still being created, and has to be there before anything is torn down.
  private var late: [LateArrival] = []

  /// What tears them down, if whoever makes the change waits for that.
  var closing: Closing?

  /// Creates an empty list.
  package init() {}

  /// Whether there is nothing to tear down.
  package var isEmpty: Bool { all.isEmpty && !late.contains(where: \.hasTeardown) }

  /// Whether something is still being created.
  var isLate: Bool { !late.isEmpty }

  /// The graphs that have created what is torn down, each once.
  var graphs: [Graph] {
    var graphs: [Graph] = []
    var last: GraphReference?
    func add(_ reference: GraphReference?) {
      if reference === last { return }
      last = reference
      guard let graph = last?.object, !graphs.contains(where: { $0 === graph }) else { return }
      graphs.append(graph)
    }
    for ending in all { add(ending.graph) }
    for arrival in late { add(arrival.graph) }
    return graphs
  }

  /// Adds one.
  mutating func add(_ ending: Ending) { all.append(ending) }

  /// Adds others.
  mutating func add(_ others: Endings) {
    all += others.all
    released += others.released
    late += others.late
  }

  /// Adds what is still being created.
  mutating func add(_ arrival: LateArrival) { late.append(arrival) }

  /// Takes out what is still being created.
  mutating func takeLate() -> Endings {
    var taken = Endings()
    swap(&taken.late, &late)
    return taken
  }

  /// Waits until everything is there that was being created.
  func gathered() async -> Endings {
    var gathered = self
    while let arrival = gathered.late.popLast() {
      var discarded = await arrival.discarded
      discarded.release(&gathered)
    }
    gathered.tell()
    return gathered
  }

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

  /// Tears down on this thread what is over at once, up to the first one that is not; leaves the
  /// rest. What fails is printed.
  mutating func startNow() {
    if all.isEmpty || isLate { return }
    sort()
    let endings = self
    all = []
    let end = endings.runImmediate(from: 0) { $0?.tell() }
    all = Array(endings.all[end...])
  }

  /// Puts the latest one first: it may have been created with the others. They mostly come in the
  /// order of their places, which is that in which they were asked for: what is sorted nearly is
  /// sorted soon.
  mutating func sort() {
    if isSorted { return }
    all.reverse()
    if !isSorted { all.sort { $0.number > $1.number } }
  }

  /// Whether the latest one comes first.
  private var isSorted: Bool {
    all.indices.dropFirst().allSatisfy { all[$0 - 1].number > all[$0].number }
  }

  /// Tears all down, one after the other, whatever fails.
  ///
  /// - Parameter isTold: Whether what fails is printed at once.
  /// - Returns: What has failed, in order.
  @discardableResult
  func run(isTold: Bool) async -> [TeardownFailure] {
    var failures: [TeardownFailure] = []
    func note(_ failure: TeardownFailure?) {
      guard let failure else { return }
      if isTold { failure.tell() }
      failures.append(failure)
    }
    var sorted = self
    sorted.sort()
    var position = 0
    while true {
      position = sorted.runImmediate(from: position, note)
      if position == sorted.all.count { return failures }
      note(await sorted.all[position].tearDown())
      position += 1
    }
  }

  /// Tears down on this thread what is over at once, up to the first one that is not.
  ///
  /// - Parameters:
  ///   - first: The position of the first one.
  ///   - note: Gets what has failed of each.
  /// - Returns: The position of the first one that is left.
  private func runImmediate(from first: Int, _ note: (TeardownFailure?) -> Void) -> Int {
    for position in first..<all.count {
      let teardown = all[position].teardown
      guard teardown.isImmediate, case .synchronous(let action) = teardown.action else {
        return position
      }
      note(all[position].tearDown(by: action))
    }
    return all.count
  }
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
