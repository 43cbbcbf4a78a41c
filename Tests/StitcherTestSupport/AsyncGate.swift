import Foundation

/// A gate that suspends tasks until it is opened; then it stays open.
package final class AsyncGate: Sendable {
  package init() {}

  private let state = Box<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  /// Opens the gate and resumes all waiting tasks.
  package func open() {
    let waiting = state.change { state in
      let waiting = state.waiting
      state = (true, [])
      return waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until the gate is open.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.change { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// Yields to other tasks until a condition holds.
package func eventually(
  isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool
) async {
  while !condition() { await Task.yield() }
}
