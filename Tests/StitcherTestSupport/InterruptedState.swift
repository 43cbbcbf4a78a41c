import Foundation
import Observation

/// State whose changes a test can stop: when they have begun, and when they are about to land.
package final class InterruptedState: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let storage = Box((value: 0, other: 0))

  /// How often the value was read.
  package let reads = Box(0)

  /// The thread that makes the change.
  private let changer = Box<ObjectIdentifier?>(nil)

  /// Whether the calling thread makes the change: a reader must not hold that back.
  package var isChangedHere: Bool { changer.value == ObjectIdentifier(Thread.current) }

  /// Creates state whose values are zero.
  package init() {}

  /// A value.
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

  /// The value, without listening to changes.
  package var unobservedValue: Int { storage.value.value }

  /// Another value.
  package var other: Int {
    get {
      registrar.access(self, keyPath: \.other)
      return storage.value.other
    }
    set {
      registrar.withMutation(of: self, keyPath: \.other) { storage.change { $0.other = newValue } }
    }
  }

  /// Begins to change the value on a thread of its own. Who begins to listen from now on is not
  /// told.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - completion: Called on the thread when the value has changed.
  package func begin(
    _ value: Int, then completion: @escaping @Sendable () -> Void = {}
  ) -> Change {
    let change = Change()
    // Those who listen are told in any order: with so many, somebody else is hardly ever the first.
    for _ in 0..<100 {
      withObservationTracking {
        registrar.access(self, keyPath: \.value)
      } onChange: {
        change.hasBegun.open()
        change.mayTell.wait()
      }
    }
    change.thread.value = Worker { [self] in
      changer.value = ObjectIdentifier(Thread.current)
      registrar.withMutation(of: self, keyPath: \.value) {
        change.isLanding.open()
        change.mayLand.wait()
        storage.change { $0.value = value }
      }
      completion()
    }
    change.hasBegun.wait()
    return change
  }

  /// A change that has begun.
  package final class Change: Sendable {
    fileprivate let (hasBegun, mayTell) = (Gate(), Gate())
    fileprivate let (isLanding, mayLand) = (Gate(), Gate())
    fileprivate let thread = Box<Worker<Void>?>(nil)

    /// Has everybody told who listened when the change began; returns once all were.
    package func tell() {
      mayTell.open()
      isLanding.wait()
    }

    /// Has the value changed; returns once that is done.
    package func land() {
      mayLand.open()
      thread.value?.join()
    }
  }
}
