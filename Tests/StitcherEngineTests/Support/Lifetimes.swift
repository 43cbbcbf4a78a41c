import Foundation
import Synchronization

/// Counts how many objects were made and are gone.
final class Lifetimes: Sendable {
  private let made = Atomic<Int>(0)
  private let ended = Atomic<Int>(0)

  /// The number of objects made so far.
  var inits: Int { made.load(ordering: .sequentiallyConsistent) }

  /// The number of objects gone so far.
  var deinits: Int { ended.load(ordering: .sequentiallyConsistent) }

  /// The number of objects that live.
  var living: Int { inits - deinits }

  fileprivate func didInit() { made.add(1, ordering: .sequentiallyConsistent) }
  fileprivate func didDeinit() { ended.add(1, ordering: .sequentiallyConsistent) }
}

/// What the tracked objects have in common.
protocol Numbered: AnyObject, Sendable {
  var number: Int { get }
}

/// An object whose life is counted.
final class Tracked: Numbered {
  let lifetimes: Lifetimes
  let number: Int
  private let onDeinit: (@Sendable () -> Void)?

  init(_ lifetimes: Lifetimes, number: Int = 0, onDeinit: (@Sendable () -> Void)? = nil) {
    self.lifetimes = lifetimes
    self.number = number
    self.onDeinit = onDeinit
    lifetimes.didInit()
  }

  deinit {
    onDeinit?()
    lifetimes.didDeinit()
  }
}

/// Another object whose life is counted.
final class OtherTracked: Numbered {
  let lifetimes: Lifetimes
  let number: Int

  init(_ lifetimes: Lifetimes, number: Int = 0) {
    self.lifetimes = lifetimes
    self.number = number
    lifetimes.didInit()
  }

  deinit { lifetimes.didDeinit() }
}

/// A dependency without state.
final class Engine: Sendable {}

/// A number that threads may change.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  /// The number.
  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  /// Adds one; returns the number before.
  @discardableResult
  func increment() -> Int { count.add(1, ordering: .sequentiallyConsistent).oldValue }
}

/// A list that threads may add to.
final class Log<Element: Sendable>: Sendable {
  private let list = Box<[Element]>([])

  /// What was added, in order.
  var entries: [Element] { list.value }

  /// Adds an element.
  func add(_ element: Element) { list.change { $0.append(element) } }
}

/// A place for a value that threads may change.
final class Box<Value: Sendable>: @unchecked Sendable {
  // Safe: the value is guarded by the lock, which the thread sanitizer knows, unlike `Mutex`.
  private let lock = NSLock()
  private var content: Value

  init(_ value: Value) { content = value }

  /// The value.
  var value: Value {
    get { lock.withLock { content } }
    set {
      _ = change { content in
        let old = content
        content = newValue
        return old
      }
    }
  }

  /// Changes the value under the lock; a value that is returned is let go outside it.
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&content) }
  }

  /// Takes the value out of an optional.
  func take<Wrapped>() -> Wrapped? where Value == Wrapped? {
    change { content in
      let value = content
      content = nil
      return value
    }
  }
}

/// A weak reference for a test to look at.
struct Weak<Object: AnyObject>: Sendable where Object: Sendable {
  weak var object: Object?
}
