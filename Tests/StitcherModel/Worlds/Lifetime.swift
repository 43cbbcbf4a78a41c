import StitcherEngine
import StitcherTestSupport

/// A lifetime source that programs end.
final class Lifetime: LifetimeSource {
  /// The mutable state.
  private struct State: Sendable {
    var next = 0
    var actions: [(id: Int, action: Action)] = []
  }

  /// A closure in a structure: a closure in a generic container would be wrapped at each access.
  private struct Action: Sendable {
    let call: @Sendable () -> Void
  }

  private let state = Box(State())

  /// Creates a lifetime.
  init() {}

  /// The number of subscriptions that are not cancelled.
  var subscriberCount: Int { state.change { $0.actions.count } }

  /// Subscribes to the ends of the lifetime.
  func onLifetimeEnd(_ action: @escaping @Sendable () -> Void) -> Cancellation {
    state.change { state in
      state.next += 1
      state.actions.append((state.next, Action(call: action)))
      return Cancellation { [id = state.next] in self.remove(id) }
    }
  }

  /// Ends the current lifetime.
  func end() {
    // The copied array avoids a false report: the thread sanitizer does not see that a shared
    // buffer is not written to.
    for action in state.change({ $0.actions.map(\.action) }) { action.call() }
  }

  /// Removes a subscription.
  private func remove(_ id: Int) {
    let removed = state.change { state -> Action? in
      guard let position = state.actions.firstIndex(where: { $0.id == id }) else { return nil }
      return state.actions.remove(at: position).action
    }
    _ = consume removed
  }
}
