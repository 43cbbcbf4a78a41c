import StitcherTestSupport

/// The recorder of events while a program runs in the library; usable by any thread.
final class Ledger: Sendable {
  /// The mutable state.
  private struct State: Sendable {
    var events: [Event] = []
    var died: [Int] = []
    var nextSerial = 0
    var fuel: Int
    var failures: [Int: Int] = [:]
  }

  private let state: Box<State>

  /// The maximum number of factory runs in a step.
  private let fuel: Int

  /// Creates an empty ledger.
  init(fuel: Int = Program.fuel) {
    self.fuel = fuel
    state = Box(State(fuel: fuel))
  }

  func note(_ event: Event) { state.change { $0.events.append(event) } }

  /// Returns how often an event has happened in this step.
  func count(of event: Event) -> Int {
    state.change { $0.events.count { $0 == event } }
  }

  /// Records the end of an instance.
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

  /// Whether one more factory may run in this step; counts the run.
  func burn() -> Bool {
    state.change { state in
      state.fuel -= 1
      return state.fuel >= 0
    }
  }

  /// Makes the next runs of a declaration's factory fail.
  func fail(_ declaration: Int, times: Int) {
    state.change { $0.failures[declaration] = times }
  }

  /// Returns whether a run of a declaration's factory must fail.
  func mustFail(_ declaration: Int) -> Bool {
    state.change { state in
      guard let times = state.failures[declaration], times > 0 else { return false }
      state.failures[declaration] = times - 1
      return true
    }
  }

  /// Returns the events and the ended instances since the last call, and starts the next step.
  func take() -> (events: [Event], died: [Int]) {
    state.change { state in
      defer { (state.events, state.died, state.fuel) = ([], [], fuel) }
      return (state.events, state.died.sorted())
    }
  }
}
