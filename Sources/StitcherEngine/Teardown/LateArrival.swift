/// An instance that was being made when its place ended, for the teardowns that have to wait for
/// it: it goes before what it was made with.
final class LateArrival: Sendable {
  /// Whether the instance has to be torn down, once it is there.
  let hasTeardown: Bool

  /// The graph that creates it, if it has to be.
  let graph: GraphReference?

  /// What changes.
  private let state = Lock(State())

  /// What changes under the lock.
  private struct State {
    var isOver = false
    var discarded = Discarded()
    var waiter: CheckedContinuation<Discarded, Never>?
  }

  /// Creates one for the instance of a creation.
  init(_ creation: Creation) {
    hasTeardown = creation.registration.hasTeardown
    graph = creation.graph
  }

  /// Notes the end of the creation. Runs no foreign code.
  ///
  /// - Returns: What the caller has to dispose of.
  func arrive(_ discarded: Discarded) -> Discarded {
    let isTornDown = hasTeardown && discarded.instance != nil
    let waiter = state.withLock { state in
      state.isOver = true
      guard let waiter = state.waiter else {
        if isTornDown { state.discarded = discarded }
        return state.waiter
      }
      state.waiter = nil
      return waiter
    }
    waiter?.resume(returning: isTornDown ? discarded : Discarded())
    return isTornDown ? Discarded() : discarded
  }

  /// Waits for the end of the creation, and returns what has to be torn down.
  var discarded: Discarded {
    get async {
      await withCheckedContinuation { continuation in
        let discarded: Discarded? = state.withLock { state in
          if state.isOver {
            defer { state.discarded = Discarded() }
            return state.discarded
          }
          state.waiter = continuation
          return nil
        }
        if let discarded { continuation.resume(returning: discarded) }
      }
    }
  }
}
