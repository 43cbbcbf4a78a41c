import StitcherTestSupport

/// The values that a subscriber has received, for which tests can wait.
final class Received<Value: Sendable>: Sendable {
  private let state = Box(State())

  private struct State: Sendable {
    var entries: [Value] = []
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  /// The values, in order.
  var entries: [Value] { state.value.entries }

  /// Adds a value.
  func add(_ value: Value) {
    let due = state.change { state in
      state.entries.append(value)
      let due = state.waiting.filter { $0.count <= state.entries.count }
      state.waiting.removeAll { $0.count <= state.entries.count }
      return due
    }
    for waiting in due { waiting.continuation.resume() }
  }

  /// Waits until a number of values has arrived.
  func wait(for count: Int, isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { continuation in
      let isComplete = state.change { state in
        if state.entries.count < count { state.waiting.append((count, continuation)) }
        return state.entries.count >= count
      }
      if isComplete { continuation.resume() }
    }
  }
}
