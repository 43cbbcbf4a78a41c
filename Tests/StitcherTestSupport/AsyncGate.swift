import Foundation

/// Holds tasks back until it is opened; then it stays open.
package final class AsyncGate: Sendable {
  package init() {}

  private let state = Box<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  /// Lets everybody through.
  package func open() {
    let waiting = state.change { state in
      let waiting = state.waiting
      state = (true, [])
      return waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns once the gate is open.
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

/// Lets others run until a condition holds.
package func eventually(
  isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool
) async {
  while !condition() { await Task.yield() }
}
