import Foundation
import Stitcher
import StitcherTestSupport

/// What a world of lives notes while a program runs in it; usable by any thread.
final class LifeLedger: Sendable {
  /// What changes.
  private struct State: Sendable {
    var observation = LifeObservation()
    var nextSerial = 0
    var fuel = LifeProgram.fuel
    var failures: [LifeMaker: Int] = [:]
    var failingTeardowns: [Int: Int] = [:]
    /// Whether teardowns may fail: else that would be printed.
    var mayFailToClose = false
    /// Whether it counts that somebody has waited.
    var tellsOfWaits = false
    /// What was used in this step, which lives until its end.
    var held: [LifeNode] = []
    var interruption: LifeInterruptionPoint?
  }

  /// The notes.
  private let state = Box(State())

  /// Notes an event.
  func note(_ event: LifeEvent) { state.change { $0.observation.events.append(event) } }

  /// Notes what somebody was told who watches.
  func tell(_ news: LifeNews) {
    state.change { state in
      if news.kind != .waited || state.tellsOfWaits { state.observation.tell(news) }
    }
  }

  /// Notes that an instance is gone.
  func noteDeath(of serial: Int) { state.change { _ = $0.observation.died.insert(serial) } }

  /// Keeps instances until the end of the step.
  func hold(_ nodes: [LifeNode]) { state.change { $0.held += nodes } }

  /// Lets go of what was used in this step.
  func letGo() {
    let held = state.change { state in
      let held = state.held
      state.held = []
      return held
    }
    withExtendedLifetime(held) {}
  }

  /// Returns the number of the next instance.
  func nextSerial() -> Int {
    state.change { state in
      defer { state.nextSerial += 1 }
      return state.nextSerial
    }
  }

  /// Whether one more factory may run in this step.
  func burn() -> Bool {
    state.change { state in
      state.fuel -= 1
      return state.fuel >= 0
    }
  }

  /// Has the next runs of a factory or a decorator fail.
  func fail(_ maker: LifeMaker, times: Int) { state.change { $0.failures[maker] = times } }

  /// Whether a run is to fail.
  ///
  /// - Parameter isRemembered: Whether later ones fail as well.
  func mustFail(_ maker: LifeMaker, isRemembered: Bool) -> Bool {
    state.change { state in
      guard let times = state.failures[maker], times > 0 else { return false }
      if !isRemembered { state.failures[maker] = times - 1 }
      return true
    }
  }

  /// Has the next teardowns fail.
  func failTeardown(_ declaration: Int, times: Int) {
    state.change { $0.failingTeardowns[declaration] = times }
  }

  /// Starts the next step.
  func begin(mayFailToClose: Bool, tellsOfWaits: Bool) {
    state.change { state in
      state.observation = LifeObservation()
      state.fuel = LifeProgram.fuel
      (state.mayFailToClose, state.tellsOfWaits) = (mayFailToClose, tellsOfWaits)
    }
  }

  /// Notes that an instance is torn down by what hangs.
  func closeForEver(_ node: LifeNode) {
    state.change { state in
      state.observation.hanging[node.serial, default: 0] += 1
      state.held.append(node)
    }
  }

  /// Tears an instance of a declaration down.
  func close(_ node: LifeNode, of declaration: Int) throws(LifeFailure) {
    let isFailing = state.change { state in
      state.observation.events.append(.closed(node.serial))
      state.held.append(node)
      guard state.mayFailToClose, let times = state.failingTeardowns[declaration], times > 0 else {
        return false
      }
      state.failingTeardowns[declaration] = times - 1
      return true
    }
    if isFailing { throw .teardown(node.serial) }
  }

  /// Has a factory wait; nil for none.
  func interrupt(at point: LifeInterruptionPoint?) { state.change { $0.interruption = point } }

  /// Where the factory of a declaration waits, if it is to: once.
  func takeInterruption(of declaration: Int) -> LifeInterruptionPoint? {
    state.change { state in
      guard let point = state.interruption, point.declaration == declaration else { return nil }
      state.interruption = nil
      return point
    }
  }

  /// What has happened since the step began.
  var observation: LifeObservation { state.change { $0.observation.copy } }
}

/// Where a factory waits until the request is cancelled, or it may go on.
final class LifeInterruptionPoint: Sendable {
  /// Whose factory it is.
  let declaration: Int

  /// Whether it notices that it is cancelled.
  private let isNoticed: Bool

  /// Lets the factory go on.
  let mayGoOn = AsyncGate()

  /// Opened when the factory is there, or never will be.
  let isDecided = Gate()

  /// Whether the factory is there.
  private let arrival = Box(false)

  /// Whether the factory is, or was, there.
  var wasReached: Bool { arrival.value }

  /// Creates a place in a factory.
  init(_ declaration: Int, isNoticed: Bool) {
    self.declaration = declaration
    self.isNoticed = isNoticed
  }

  /// Waits; returns when the task is cancelled, or may go on.
  func wait() async throws {
    await withTaskCancellationHandler {
      arrival.value = true
      isDecided.open()
      await mayGoOn.wait()
    } onCancel: {
      mayGoOn.open()
    }
    if isNoticed { try Task.checkCancellation() }
  }
}
