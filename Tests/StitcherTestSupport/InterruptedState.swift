import Foundation
import Observation

/// Observable state that can stop a change twice: during the notification, and before the change.
package final class InterruptedState: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let storage = Box((value: 0, other: 0))

  /// The number of reads of the value.
  package let reads = Box(0)

  /// The thread that makes the change.
  private let changer = Box<ObjectIdentifier?>(nil)

  /// Whether the calling thread makes the change: a reader must not block that thread.
  package var isChangedHere: Bool { changer.value == ObjectIdentifier(Thread.current) }

  /// Creates state with values of zero.
  package init() {}

  /// The first value; `begin` can change it in steps.
  package var value: Int {
    get {
      registrar.access(self, keyPath: \.value)
      reads.change { $0 += 1 }
      return storage.value.value
    }
    set {
      registrar.withMutation(of: self, keyPath: \.value) { storage.change { $0.value = newValue } }
    }
  }

  /// The value, read without observing it.
  package var unobservedValue: Int { storage.value.value }

  /// The second value, which changes without interruption.
  package var other: Int {
    get {
      registrar.access(self, keyPath: \.other)
      return storage.value.other
    }
    set {
      registrar.withMutation(of: self, keyPath: \.other) { storage.change { $0.other = newValue } }
    }
  }

  /// Begins to change the value on a new thread. Observers that subscribe from now on are not
  /// notified of the change.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - completion: A closure that the thread calls after the change.
  package func begin(
    _ value: Int, then completion: @escaping @Sendable () -> Void = {}
  ) -> Change {
    let change = Change()
    // Observers are notified in any order. If another observer were the first, it would be notified
    // before the change is stopped; with so many of them, that is rare.
    for _ in 0..<2_000 {
      withObservationTracking {
        registrar.access(self, keyPath: \.value)
      } onChange: {
        change.hasBegun.open()
        change.mayNotify.wait()
      }
    }
    change.thread.value = Worker { [self] in
      changer.value = ObjectIdentifier(Thread.current)
      registrar.withMutation(of: self, keyPath: \.value) {
        change.isChanging.open()
        change.mayChange.wait()
        storage.change { $0.value = value }
      }
      completion()
    }
    change.hasBegun.wait()
    return change
  }

  /// A change that has begun.
  package final class Change: Sendable {
    fileprivate let (hasBegun, mayNotify) = (Gate(), Gate())
    fileprivate let (isChanging, mayChange) = (Gate(), Gate())
    fileprivate let thread = Box<Worker<Void>?>(nil)

    /// Notifies all observers that had subscribed when the change began, and waits for that.
    package func notify() {
      mayNotify.open()
      isChanging.wait()
    }

    /// Makes the change, and waits for its end.
    package func apply() {
      mayChange.open()
      thread.value?.join()
    }
  }
}
