import Observation
import Stitcher
import StitcherTestSupport
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
  private let list = Box<[Element]>([])

  /// Appends an element.
  func append(_ element: Element) { list.change { $0.append(element) } }

  /// Lets all elements go.
  func removeAll() { list.value = [] }

  /// The elements in order, in a list of their own: the thread sanitizer does not see that a shared
  /// one is changed only when its readers have let go of it.
  var elements: [Element] { list.change { $0.map { $0 } } }
}

/// Observable state that containers read, and that any thread may change.
final class Session: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let state = Box((isSignedIn: false, number: 0))

  /// Whether somebody is signed in.
  var isSignedIn: Bool {
    get {
      registrar.access(self, keyPath: \.isSignedIn)
      return state.change { $0.isSignedIn }
    }
    set {
      registrar.withMutation(of: self, keyPath: \.isSignedIn) {
        state.change { $0.isSignedIn = newValue }
      }
    }
  }

  /// A number.
  var number: Int {
    get {
      registrar.access(self, keyPath: \.number)
      return state.change { $0.number }
    }
    set {
      registrar.withMutation(of: self, keyPath: \.number) {
        state.change { $0.number = newValue }
      }
    }
  }
}

/// A thing that is told apart by its identity.
final class Thing: Sendable {}
