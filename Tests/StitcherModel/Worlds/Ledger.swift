import StitcherTestSupport

/// What a world notes while a program runs in it; usable by any thread.
final class Ledger: Sendable {
  /// What changes.
  private struct State: Sendable {
    var events: [Event] = []
    var died: [Int] = []
    var nextSerial = 0
    var fuel: Int
    var failures: [Int: Int] = [:]
  }

  /// The notes.
  private let state: Box<State>

  /// How many factories may run in a step.
  private let fuel: Int

  /// Creates an empty ledger.
  init(fuel: Int = Program.fuel) {
    self.fuel = fuel
    state = Box(State(fuel: fuel))
  }

  /// Notes an event.
  func note(_ event: Event) { state.change { $0.events.append(event) } }

  /// How often an event has happened in this step.
  func count(of event: Event) -> Int {
    state.change { $0.events.count { $0 == event } }
  }

  /// Notes that an instance is gone.
  func noteDeath(of serial: Int) { state.change { $0.died.append(serial) } }

  /// Returns the number of the next instance.
  func nextSerial() -> Int {
    state.change { state in
      defer { state.nextSerial += 1 }
      return state.nextSerial
    }
  }

  /// The number of instances that were made.
  var made: Int { state.change { $0.nextSerial } }

  /// Whether one more factory may run in this step.
  func burn() -> Bool {
    state.change { state in
      state.fuel -= 1
      return state.fuel >= 0
    }
  }

  /// Has the next runs of the factories of a declaration fail.
  func fail(_ declaration: Int, times: Int) {
    state.change { $0.failures[declaration] = times }
  }

  /// Whether a run of the factory of a declaration is to fail.
  func mustFail(_ declaration: Int) -> Bool {
    state.change { state in
      guard let times = state.failures[declaration], times > 0 else { return false }
      state.failures[declaration] = times - 1
      return true
    }
  }

  /// Returns what happened since the last call, and starts the next step.
  func take() -> (events: [Event], died: [Int]) {
    state.change { state in
      defer { (state.events, state.died, state.fuel) = ([], [], fuel) }
      return (state.events, state.died.sorted())
    }
  }
}
