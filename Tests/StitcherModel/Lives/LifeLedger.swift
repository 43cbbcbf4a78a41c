import Foundation
import Stitcher
import StitcherTestSupport

/// The recorder of events while a life-cycle program runs in Stitcher; usable by any thread.
final class LifeLedger: Sendable {
  /// The mutable state.
  private struct State: Sendable {
    var observation = LifeObservation()
    var nextSerial = 0
    var fuel = LifeProgram.fuel
    var failures: [LifeMaker: Int] = [:]
    var failingTeardowns: [Int: Int] = [:]
    /// Whether teardowns may fail: in other steps a failure would be printed.
    var mayFailToClose = false
    /// Whether waits for a creation are recorded.
    var recordsWaits = false
    /// The instances that this step has used, which live until its end.
    var held: [LifeNode] = []
    var interruption: LifeInterruptionPoint?
  }

  private let state = Box(State())

  func note(_ event: LifeEvent) { state.change { $0.observation.events.append(event) } }

  /// Records an event that an observer of a graph has received.
  func record(_ news: LifeNotification) {
    state.change { state in
      if news.kind != .waited || state.recordsWaits { state.observation.record(news) }
    }
  }

  /// Records the end of an instance.
  func noteDeath(of serial: Int) { state.change { _ = $0.observation.died.insert(serial) } }

  /// Keeps instances until the end of the step.
  func hold(_ nodes: [LifeNode]) { state.change { $0.held += nodes } }

  /// Releases the instances that this step has used.
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

  /// Whether one more factory may run in this step; counts the run.
  func burn() -> Bool {
    state.change { state in
      state.fuel -= 1
      return state.fuel >= 0
    }
  }

  /// Makes the next runs of a factory or a decorator fail.
  func fail(_ maker: LifeMaker, times: Int) { state.change { $0.failures[maker] = times } }

  /// Returns whether a run must fail.
  ///
  /// - Parameter isRemembered: Whether later runs fail as well.
  func mustFail(_ maker: LifeMaker, isRemembered: Bool) -> Bool {
    state.change { state in
      guard let times = state.failures[maker], times > 0 else { return false }
      if !isRemembered { state.failures[maker] = times - 1 }
      return true
    }
  }

  /// Makes the next teardowns of a declaration fail.
  func failTeardown(_ declaration: Int, times: Int) {
    state.change { $0.failingTeardowns[declaration] = times }
  }

  /// Starts the next step.
  func begin(mayFailToClose: Bool, recordsWaits: Bool) {
    state.change { state in
      state.observation = LifeObservation()
      state.fuel = LifeProgram.fuel
      (state.mayFailToClose, state.recordsWaits) = (mayFailToClose, recordsWaits)
    }
  }

  /// Records that a hanging teardown has received an instance.
  func closeForEver(_ node: LifeNode) {
    state.change { state in
      state.observation.hanging[node.serial, default: 0] += 1
      state.held.append(node)
    }
  }

  /// Records a teardown of an instance; throws if this teardown is to fail.
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

  /// Sets the point at which a factory waits, or none.
  func interrupt(at point: LifeInterruptionPoint?) { state.change { $0.interruption = point } }

  /// Returns the point at which the factory of a declaration must wait, if any, and removes it.
  func takeInterruption(of declaration: Int) -> LifeInterruptionPoint? {
    state.change { state in
      guard let point = state.interruption, point.declaration == declaration else { return nil }
      state.interruption = nil
      return point
    }
  }

  /// The observation since the step began.
  var observation: LifeObservation { state.change { $0.observation.copy } }
}

/// A point at which a factory waits for the cancellation of its request, or for a signal to
/// continue.
final class LifeInterruptionPoint: Sendable {
  /// The declaration of the waiting factory.
  let declaration: Int

  /// Whether the factory notices its cancellation.
  private let isNoticed: Bool

  /// A gate that lets the factory continue.
  let mayGoOn = AsyncGate()

  /// A gate that opens when the factory has reached the point, or cannot reach it any more.
  let isDecided = Gate()

  private let arrival = Box(false)

  /// Whether the factory has reached the point.
  var wasReached: Bool { arrival.value }

  /// Creates a point in the factory of a declaration.
  init(_ declaration: Int, isNoticed: Bool) {
    self.declaration = declaration
    self.isNoticed = isNoticed
  }

  /// Waits until the task is cancelled or the factory may continue.
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
