import StitcherEngine
import StitcherTestSupport

/// A source of lifetimes that programs end.
final class Lifetime: LifetimeSource {
  /// What changes.
  private struct State: Sendable {
    var next = 0
    var actions: [(id: Int, action: Action)] = []
  }

  /// A closure in a structure: one in a generic place would be wrapped at each access.
  private struct Action: Sendable {
    let call: @Sendable () -> Void
  }

  /// The subscriptions.
  private let state = Box(State())

  /// Creates a lifetime.
  init() {}

  /// The number of subscriptions that are not cancelled.
  var subscriberCount: Int { state.change { $0.actions.count } }

  /// Subscribes to the ends.
  func onLifetimeEnd(_ action: @escaping @Sendable () -> Void) -> any LifetimeReceipt {
    state.change { state in
      state.next += 1
      state.actions.append((state.next, Action(call: action)))
      return Receipt(lifetime: self, id: state.next)
    }
  }

  /// Ends the current lifetime.
  func end() {
    // A copy of its own: the thread sanitizer does not see that a shared buffer is not written to.
    for action in state.change({ $0.actions.map(\.action) }) { action.call() }
  }

  /// Takes a subscription out.
  private func remove(_ id: Int) {
    let removed = state.change { state -> Action? in
      guard let position = state.actions.firstIndex(where: { $0.id == id }) else { return nil }
      return state.actions.remove(at: position).action
    }
    _ = consume removed
  }

  /// Ends a subscription.
  private struct Receipt: LifetimeReceipt {
    let lifetime: Lifetime
    let id: Int

    func cancel() { lifetime.remove(id) }
  }
}
