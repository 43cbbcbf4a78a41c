import Foundation
import Synchronization

/// Counts how many objects were made and are gone.
package final class Lifetimes: Sendable {
  package init() {}

  private let made = Atomic<Int>(0)
  private let ended = Atomic<Int>(0)

  /// The number of objects made so far.
  package var inits: Int { made.load(ordering: .sequentiallyConsistent) }

  /// The number of objects gone so far.
  package var deinits: Int { ended.load(ordering: .sequentiallyConsistent) }

  /// The number of objects that live.
  package var living: Int { inits - deinits }

  fileprivate func didInit() { made.add(1, ordering: .sequentiallyConsistent) }
  fileprivate func didDeinit() { ended.add(1, ordering: .sequentiallyConsistent) }
}

/// What the tracked objects have in common.
package protocol Numbered: AnyObject, Sendable {
  var number: Int { get }
}

/// An object whose life is counted.
package final class Tracked: Numbered {
  package let lifetimes: Lifetimes
  package let number: Int
  private let onDeinit: (@Sendable () -> Void)?

  package init(_ lifetimes: Lifetimes, number: Int = 0, onDeinit: (@Sendable () -> Void)? = nil) {
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
package final class OtherTracked: Numbered {
  package let lifetimes: Lifetimes
  package let number: Int

  package init(_ lifetimes: Lifetimes, number: Int = 0) {
    self.lifetimes = lifetimes
    self.number = number
    lifetimes.didInit()
  }

  deinit { lifetimes.didDeinit() }
}

/// A dependency without state.
package final class Engine: Sendable {
  package init() {}
}

/// A number that threads may change.
package final class Counter: Sendable {
  package init() {}

  private let count = Atomic<Int>(0)

  /// The number.
  package var value: Int { count.load(ordering: .sequentiallyConsistent) }

  /// Adds one; returns the number before.
  @discardableResult
  package func increment() -> Int { count.add(1, ordering: .sequentiallyConsistent).oldValue }
}

/// A list that threads may add to.
package final class Log<Element: Sendable>: Sendable {
  package init() {}

  private let list = Box<[Element]>([])

  /// What was added, in order.
  package var entries: [Element] { list.value }

  /// Adds an element.
  package func add(_ element: Element) { list.change { $0.append(element) } }
}

/// A place for a value that threads may change.
package final class Box<Value: Sendable>: @unchecked Sendable {
  // Safe: the value is guarded by the lock, which the thread sanitizer knows, unlike `Mutex`.
  private let lock = NSLock()
  private var content: Value

  package init(_ value: Value) { content = value }

  /// The value.
  package var value: Value {
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
  package func change<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&content) }
  }

  /// Takes the value out of an optional.
  package func take<Wrapped>() -> Wrapped? where Value == Wrapped? {
    change { content in
      let value = content
      content = nil
      return value
    }
  }
}

/// A weak reference for a test to look at.
package struct Weak<Object: AnyObject>: Sendable where Object: Sendable {
  package weak var object: Object?

  package init(object: Object?) { self.object = object }
}
