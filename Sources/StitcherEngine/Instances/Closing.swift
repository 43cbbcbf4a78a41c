/// The teardowns of one change, as others wait for them.
///
/// A graph's closings come one after the other, in the order of the changes. One that a teardown
/// begins in its own graph does not wait for that teardown; and no teardown waits, also by way of
/// other graphs, for what waits for it.
final class Closing: @unchecked Sendable {
  // Safe: constants and locks; `waitsFor` is guarded by `waits`.

  /// The closing in whose task the caller runs.
  @TaskLocal static var current: Closing?

  /// Which graph's; only compared.
  private let graph: ObjectIdentifier

  /// The closing in which this one was begun.
  private let outer: Closing?

  /// The same, if it waits for this one.
  private let awaiting: Closing?

  /// Whether this one was begun in one of the same graph, which it does not wait for.
  private let isInside: Bool

  /// Which closings the teardowns of this one wait for.
  private var waitsFor: [Closing] = []

  /// Guards ``waitsFor`` of all closings.
  private static let waits = Lock(())

  /// What changes.
  private let state = Lock(State())

  /// What changes under the lock.
  private struct State {
    var hasBegun = false
    var isOver = false
    var previous: Closing?
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// Creates a closing, which comes after nothing yet.
  ///
  /// - Parameter isAwaited: Whether the caller waits for it.
  init(of graph: Graph, isAwaited: Bool) {
    self.graph = ObjectIdentifier(graph)
    outer = Self.current
    awaiting = isAwaited ? outer : nil
    isInside = outer?.contains(graph) == true
  }

  /// Whether this, or one in which it was begun, is a closing of a graph.
  private func contains(_ graph: Graph) -> Bool {
    var closing: Closing? = self
    while let current = closing {
      if current.graph == ObjectIdentifier(graph) { return true }
      closing = current.outer
    }
    return false
  }

  /// Whether the teardowns are over.
  private var isOver: Bool { state.withLock { $0.isOver } }

  /// Whether something has to be torn down.
  fileprivate var hasBegun: Bool { state.withLock { $0.hasBegun } }

  /// Comes after the graph's other closings, and before those to come. Called under the graph's
  /// lock, with the change.
  func begin(_ graph: inout Graph.State) {
    let previous = previous(&graph)
    state.withLock { state in
      state.hasBegun = true
      state.previous = previous
    }
    if !isInside { graph.closing = self }
  }

  /// The closing that this one comes after, if it has to wait for it. Called under the graph's
  /// lock.
  func previous(_ graph: inout Graph.State) -> Closing? {
    guard !isInside, let closing = graph.closing, !closing.isOver else { return nil }
    return closing
  }

  /// Runs the teardowns in the current task, after those that came before.
  ///
  /// - Parameter isTold: Whether what fails is printed at once.
  /// - Returns: What has failed, in order.
  @discardableResult
  fileprivate func run(_ endings: Endings, isTold: Bool = false) async -> [TeardownFailure] {
    if let awaiting { Self.waits.withLock { _ in awaiting.waitsFor.append(self) } }
    if let previous = state.withLock({ $0.previous }) { await previous.wait(in: self) }
    let failures =
      endings.isEmpty
      ? [] : await Self.$current.withValue(self) { await endings.run(isTold: isTold) }
    if let awaiting { Self.waits.withLock { _ in awaiting.removeWait(for: self) } }
    let (waiters, previous) = state.withLock { state in
      state.isOver = true
      defer { (state.waiters, state.previous) = ([], nil) }
      return (state.waiters, state.previous)
    }
    for waiter in waiters { waiter.resume() }
    _ = consume previous
    return failures
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
    let closing = Closing(of: self, isAwaited: true)
    var endings = Endings()
    endings.closing = closing
    change(&endings)
    endings.closing = nil
    endings.tell()
    guard closing.hasBegun else {
      // There was nothing to change.
      await withState { closing.previous(&$0) }?.wait(in: Closing.current)
      return []
    }
    if endings.isEmpty { return await closing.run(endings) }
    return await Task { [endings] in await closing.run(endings) }.value
  }

  /// Tears down what has gone with a change, as ``Endings/start()`` does, but after what is being
  /// torn down already.
  func start(_ endings: consuming Endings) {
    endings.tell()
    if endings.isEmpty { return }
    let closing = Closing(of: self, isAwaited: false)
    if case nil = withState({ closing.previous(&$0) }) {
      endings.startNow()
      if endings.isEmpty { return }
    }
    withState { closing.begin(&$0) }
    let rest = endings
    Task.detached { await closing.run(rest, isTold: true) }
  }
}
