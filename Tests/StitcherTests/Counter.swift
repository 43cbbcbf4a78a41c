import Observation
import Stitcher
import Synchronization

/// A number that factories and subscribers count up, on any thread.
final class Counter: Sendable {
  /// The number.
  private let number = Atomic(0)

  /// Counts one up.
  func count() { number.add(1, ordering: .sequentiallyConsistent) }

  /// The number.
  var value: Int { number.load(ordering: .sequentiallyConsistent) }
}

/// A list that factories and subscribers append to, on any thread.
final class Record<Element: Sendable>: Sendable {
  /// The list.
  private let list = Mutex<[Element]>([])

  /// Appends an element.
  func append(_ element: Element) { list.withLock { $0.append(element) } }

  /// Lets all elements go.
  func removeAll() { list.withLock { $0 = [] } }

  /// The elements in order.
  var elements: [Element] { list.withLock { $0 } }
}

/// Observable state that containers read.
@Observable final class Session: @unchecked Sendable {
  // Safe: each test changes its own session on one thread, and rebuilds only read it
  // after the change.

  /// Whether somebody is signed in.
  var isSignedIn = false

  /// A number.
  var number = 0
}

/// A thing that is told apart by its identity.
final class Thing: Sendable {}
