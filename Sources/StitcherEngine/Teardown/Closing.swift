/// The teardowns of one change, as others wait for them.
///
/// A graph's closings come one after the other, in the order of the changes; but what is torn down
/// on the thread of its change goes before those whose changes are still being made. One that a
/// teardown begins in its own graph does not wait for that teardown; and no teardown waits, also by
/// way of other graphs, for what waits for it.
package final class Closing: @unchecked Sendable {
  // Safe: constants and locks; `waitsFor` and `isReady` are guarded by `waits`.

  /// The closing in whose task the caller runs.
  @TaskLocal package static var current: Closing?

  /// The closing in which this one was begun.
  private let outer: Closing?

  /// The same, if it waits for this one.
  private let awaiting: Closing?

  /// Whether an asynchronous factory may be waiting for this one. Then it waits for nothing but its
  /// own teardowns: other closings may be waiting for what the factory makes.
  fileprivate let isInFactory: Bool

  /// Which closings the teardowns of this one wait for.
  private var waitsFor: [Closing] = []

  /// Whether it is known what it comes after: its change has been made.
  private var isReady: Bool

  /// Guards ``waitsFor`` and ``isReady`` of all closings.
  private static let waits = Lock(())

  /// What changes.
  private let state = Lock(State())

  /// What changes under the lock.
  private struct State {
    var isOver = false
    /// Whose closing it is; only compared.
    var graphs: [ObjectIdentifier] = []
    var previous: [Closing] = []
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// Creates a closing, which comes after nothing yet.
  ///
  /// - Parameter isAwaited: Whether the caller waits for it.
  init(isAwaited: Bool) {
    // What is over may have left the task behind in which this one begins.
    var outer = Self.current
    while let current = outer, current.isOver { outer = current.outer }
    self.outer = outer
    awaiting = isAwaited ? outer : nil
    isInFactory = isAwaited && AsyncStep.isInFactory
    isReady = isInFactory
  }

  /// Creates the closing of a graph that ends where nothing is being closed.
  private init(ofEnd: ()) { (outer, awaiting, isInFactory, isReady) = (nil, nil, false, false) }

  /// Begins the closing of a graph that is ending, for whoever has to come after it. Called under
  /// the graph's lock.
  static func begin(endOf graph: Graph, _ state: inout Graph.State) -> Closing {
    if case .asked(let closing) = state.end { return closing }
    let closing = Closing(ofEnd: ())
    closing.state.withLock { $0.graphs.append(ObjectIdentifier(graph)) }
    state.closings.append(closing)
    state.end = .asked(closing)
    return closing
  }

  /// Whether this, or one in which it was begun, is a closing of a graph.
  private func contains(_ graph: Graph) -> Bool {
    let id = ObjectIdentifier(graph)
    var closing: Closing? = self
    while let current = closing {
      if current.state.withLock({ $0.graphs.contains(id) }) { return true }
      closing = current.outer
    }
    return false
  }

  /// Whether the teardowns are over.
  fileprivate var isOver: Bool { state.withLock { $0.isOver } }

  /// Whether a graph has been changed.
  fileprivate var hasBegun: Bool { state.withLock { !$0.graphs.isEmpty } }

  /// Becomes a closing of a graph, unless it is one: comes after its other closings, and before
  /// those to come. Called under the graph's lock, with the change.
  func begin(_ state: inout Graph.State, of graph: Graph) {
    if state.closings.contains(where: { $0 === self }) { return }
    let previous = previous(&state, of: graph)
    self.state.withLock { state in
      state.graphs.append(ObjectIdentifier(graph))
      state.previous += previous
    }
    state.closings.append(self)
  }

  /// Becomes a closing of a graph, unless it is one.
  func begin(in graph: Graph) { graph.withState { begin(&$0, of: graph) } }

  /// The closings that this one comes after, if it has to wait for them. Called under the graph's
  /// lock.
  fileprivate func previous(_ state: inout Graph.State, of graph: Graph) -> [Closing] {
    if case .unasked = state.end { _ = Self.begin(endOf: graph, &state) }
    state.closings.removeAll(where: \.isOver)
    // In an array of its own: the thread sanitizer does not see that one that others have read is
    // changed only when they have let go of it.
    return isInFactory || outer?.contains(graph) == true ? [] : state.closings.map { $0 }
  }

  /// Runs the teardowns in the current task, after those that came before.
  ///
  /// - Parameter isTold: Whether what fails is printed at once.
  /// - Returns: What has failed, in order.
  @discardableResult
  fileprivate func run(_ endings: Endings, isTold: Bool = false) async -> [TeardownFailure] {
    Self.waits.withLock { _ in
      isReady = true
      awaiting?.waitsFor.append(self)
    }
    for previous in state.withLock({ $0.previous.map { $0 } }) { await previous.wait(in: self) }
    var failures: [TeardownFailure] = []
    if !endings.isEmpty {
      let gathered = await endings.gathered()
      failures = await Self.$current.withValue(self) { await gathered.run(isTold: isTold) }
    }
    if let awaiting { Self.waits.withLock { _ in awaiting.removeWait(for: self) } }
    finish()
    return failures
  }

  /// Lets those go on who wait for the end of the teardowns.
  fileprivate func finish() {
    let (waiters, previous) = state.withLock { state in
      state.isOver = true
      defer { (state.waiters, state.previous) = ([], []) }
      return (state.waiters, state.previous)
    }
    for waiter in waiters { waiter.resume() }
    _ = consume previous
  }

  /// Whether nothing is left that it comes after, once those have been put behind it whose changes
  /// are still being made: one of them may be what has led to this one, on this thread.
  private func goesFirst() -> Bool {
    Self.waits.withLock { _ in
      isReady = true
      let previous = state.withLock { $0.previous.map { $0 } }.filter { !$0.isOver }
      guard previous.allSatisfy({ !$0.isReady }) else { return false }
      for other in previous { other.state.withLock { $0.previous.append(self) } }
      return true
    }
  }

  /// Tears down what has gone with a change: what is over at once on this thread, if no other
  /// closing comes first, and the rest in a task. What fails is printed.
  ///
  /// - Parameter graphs: The graphs whose closing it is, besides those in which it has begun.
  fileprivate func start(_ endings: consuming Endings, in graphs: [Graph]) {
    for graph in graphs { begin(in: graph) }
    if goesFirst() {
      Self.$current.withValue(self) { endings.startNow() }
      if endings.isEmpty { return finish() }
      state.withLock { $0.previous = [] }
    }
    let rest = endings
    Task.detached { await self.run(rest, isTold: true) }
  }

  /// Waits until the teardowns are over, unless they wait for the closing that wants to.
  fileprivate func wait(in waiter: Closing?) async {
    guard let waiter else { return await suspend() }
    let isEndless = Self.waits.withLock { _ in
      if isHeldUp(by: waiter) { return true }
      waiter.waitsFor.append(self)
      return false
    }
    if isEndless { return }
    await suspend()
    Self.waits.withLock { _ in waiter.removeWait(for: self) }
  }

  /// Takes one wait out. Called under the lock of all.
  private func removeWait(for other: Closing) {
    if let position = waitsFor.firstIndex(where: { $0 === other }) { waitsFor.remove(at: position) }
  }

  /// Whether this one cannot go on without another one, or without one that waits for that.
  /// Called under the lock of all.
  private func isHeldUp(by other: Closing) -> Bool {
    var ends: Set<ObjectIdentifier> = []
    var end: Closing? = other
    while let current = end {
      ends.insert(ObjectIdentifier(current))
      end = current.awaiting
    }
    var seen: Set = [ObjectIdentifier(self)]
    var open = [self]
    while let current = open.popLast() {
      if ends.contains(ObjectIdentifier(current)) { return true }
      open += current.waitsFor.filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
    return false
  }

  /// Suspends the current task until the teardowns are over.
  private func suspend() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.waiters.append(continuation) }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }
}

extension Graph {
  /// Makes a change, tears down what has gone with it, and waits for that, and for what is being
  /// torn down already; not for a teardown that calls this.
  ///
  /// The calling task's cancellation does not reach what is closed.
  ///
  /// - Returns: What has failed, in order.
  package func close(_ change: (inout Endings) -> Void) async -> [TeardownFailure] {
    let closing = Closing(isAwaited: true)
    var endings = Endings()
    endings.closing = closing
    change(&endings)
    endings.closing = nil
    endings.tell()
    guard closing.hasBegun else {
      // There was nothing to change.
      for previous in withState({ closing.previous(&$0, of: self) }) {
        await previous.wait(in: Closing.current)
      }
      return []
    }
    return await finish(closing, endings)
  }

  /// Tears down what has gone with a change, and waits for that.
  private func finish(_ closing: Closing, _ endings: Endings) async -> [TeardownFailure] {
    var endings = endings
    if closing.isInFactory, endings.isLate { start(endings.takeLate()) }
    if endings.isEmpty { return await closing.run(endings) }
    for graph in endings.graphs where graph !== self {
      graph.withState { closing.begin(&$0, of: graph) }
    }
    return await Task { [endings] in await closing.run(endings) }.value
  }

  /// Ends the graph as ``close(_:)`` does, but on this thread, if nothing is being closed in it:
  /// the end of a request mostly has nothing to tear down, so nothing to wait for.
  ///
  /// - Parameter tell: Tells of the change.
  /// - Returns: What is left to be done; nil if it has to be done by ``close(_:)``.
  package func endAtOnce(_ tell: () -> Void) -> RestOfEnd? {
    if Closing.current != nil || AsyncStep.isInFactory { return nil }
    var endings = Endings()
    let hasEnded = end(&endings) { state, _ in
      if !state.closings.isEmpty { state.closings.removeAll(where: \.isOver) }
      guard state.closings.isEmpty else { return false }
      state.end = .unasked
      return true
    }
    let begun = endings.closing
    endings.closing = nil
    guard hasEnded else { return nil }
    tell()
    endings.tell()
    let isEmpty = endings.isEmpty
    let closing = withState { state -> Closing? in
      defer { state.end = .none }
      if !isEmpty { return Closing.begin(endOf: self, &state) }
      if case .asked(let closing) = state.end { return closing }
      return nil
    }
    // The program's first teardown may have come while this was ending.
    if let begun, begun !== closing { begun.finish() }
    guard let closing else { return .nothing }
    return .teardowns(closing, endings)
  }

  /// Does what is left of the graph's end, and waits for it.
  ///
  /// - Returns: What has failed, in order.
  package func finish(_ rest: RestOfEnd) async -> [TeardownFailure] {
    switch rest {
    case .nothing: []
    case .teardowns(let closing, let endings): await finish(closing, endings)
    }
  }

  /// Tears down what has gone with a change, as ``Endings/start()`` does, but after what is being
  /// torn down already.
  package func start(_ endings: consuming Endings) { endings.start { [self] + $0 } }
}

/// What is left of a graph's end.
package enum RestOfEnd: Sendable {
  case nothing
  case teardowns(Closing, Endings)
}

extension Endings {
  /// Tells of what was let go, and tears all down: what is over at once on this thread, and from
  /// the first one on that is not, the rest in a task, in order; but after what is being torn down
  /// already in the graphs that created it. What fails is printed.
  ///
  /// Call it outside every lock.
  package consuming func start() { start { $0 } }

  /// Tells of what was let go, and tears all down.
  ///
  /// - Parameter graphs: Returns the graphs whose closing it is.
  fileprivate consuming func start(in graphs: ([Graph]) -> [Graph]) {
    tell()
    if isEmpty {
      closing?.finish()
      return
    }
    let (closing, graphs) = (closing ?? Closing(isAwaited: false), graphs(self.graphs))
    closing.start(self, in: graphs)
  }
}
