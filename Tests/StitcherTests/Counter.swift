import Observation
import Stitcher
import StitcherTestSupport
import Synchronization

/// A number that factories and subscribers increment on any thread.
final class Counter: Sendable {
  private let number = Atomic(0)

  /// Adds one.
  func count() { number.add(1, ordering: .sequentiallyConsistent) }

  /// The number.
  var value: Int { number.load(ordering: .sequentiallyConsistent) }
}

/// A list that factories and subscribers append to, on any thread.
final class Record<Element: Sendable>: Sendable {
  private let list = Box<[Element]>([])

  /// Appends an element.
  func append(_ element: Element) { list.change { $0.append(element) } }

  /// Removes all elements.
  func removeAll() { list.value = [] }

  /// The elements in order, in a copied array: the thread sanitizer does not see that a shared
  /// buffer is changed only after its readers have released it.
  var elements: [Element] { list.change { $0.map { $0 } } }
}

/// Observable state that containers read and any thread may change.
final class Session: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let state = Box((isSignedIn: false, number: 0))

  /// Whether a user is signed in.
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

/// An object that tests compare by identity.
final class Thing: Sendable {}
