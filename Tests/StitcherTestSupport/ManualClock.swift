/// A clock that stands still until it is advanced.
package final class ManualClock: Sendable {
  private struct State {
    var now: UInt64 = 1_000_000_000
    var sleepers: [Int: (due: UInt64, continuation: CheckedContinuation<Void, Never>)] = [:]
    var cancelled: Set<Int> = []
    var count = 0
  }

  private let state = Box(State())

  /// Creates a clock.
  package init() {}

  /// The time of the clock, in nanoseconds.
  package var now: UInt64 { state.value.now }

  /// The number of sleeps that have begun.
  package var sleepCount: Int { state.value.count }

  /// Sleeps until the clock shows the given time in nanoseconds, or until the task is cancelled.
  package func sleep(_ due: UInt64) async {
    let number = state.change { state in
      state.count += 1
      return state.count
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.change { state in
          if due <= state.now || state.cancelled.contains(number) { return true }
          state.sleepers[number] = (due, continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.change { state in
        state.cancelled.insert(number)
        return state.sleepers.removeValue(forKey: number)
      }?.continuation.resume()
    }
  }

  /// Advances the clock by a number of milliseconds.
  package func advance(_ milliseconds: UInt64) {
    let due = state.change { state in
      state.now += milliseconds * 1_000_000
      let due = state.sleepers.filter { $0.value.due <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
  }

  /// Advances the clock to the end of the next sleep, unless that is after the given time.
  package func advanceToNextWaking(until limit: UInt64) {
    let (now, next) = state.change { ($0.now, $0.sleepers.values.map(\.due).min()) }
    if let next, next <= limit { advance((next - min(now, next)) / 1_000_000) }
  }

  /// Ends all sleeps, and those that have not begun.
  package func end() { advance(1_000_000_000) }
}
