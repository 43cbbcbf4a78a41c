import Foundation
import Synchronization

/// Counts the creations and deallocations of objects.
package final class Lifetimes: Sendable {
  package init() {}

  private let made = Atomic<Int>(0)
  private let ended = Atomic<Int>(0)

  /// The number of objects made so far.
  package var inits: Int { made.load(ordering: .sequentiallyConsistent) }

  /// The number of deallocated objects.
  package var deinits: Int { ended.load(ordering: .sequentiallyConsistent) }

  /// The number of living objects.
  package var living: Int { inits - deinits }

  fileprivate func didInit() { made.add(1, ordering: .sequentiallyConsistent) }
  fileprivate func didDeinit() { ended.add(1, ordering: .sequentiallyConsistent) }
}

/// The common protocol of the tracked objects.
package protocol Numbered: AnyObject, Sendable {
  var number: Int { get }
}

/// An object with a counted lifetime.
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

/// Another type of object with a counted lifetime.
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

/// A number that any thread may increment.
package final class Counter: Sendable {
  package init() {}

  private let count = Atomic<Int>(0)

  /// The number.
  package var value: Int { count.load(ordering: .sequentiallyConsistent) }

  /// Adds one; returns the number before.
  @discardableResult
  package func increment() -> Int { count.add(1, ordering: .sequentiallyConsistent).oldValue }
}

/// A list to which any thread may append.
package final class Log<Element: Sendable>: Sendable {
  package init() {}

  private let list = Box<[Element]>([])

  /// The elements, in order.
  package var entries: [Element] { list.value }

  /// Adds an element.
  package func add(_ element: Element) { list.change { $0.append(element) } }
}

/// A mutable value that any thread may use.
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

  /// Changes the value under the lock; a returned value is released outside the lock.
  ///
  /// Under the thread sanitizer, changes a copy. Otherwise the sanitizer reports a race between an
  /// earlier reader of an array and a change in place, since it does not see that the reader has
  /// released the array.
  package func change<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock {
      guard hasThreadSanitizer else { return body(&content) }
      var copy = content
      defer { content = copy }
      return body(&copy)
    }
  }

  /// Returns the value of an optional, and sets the optional to `nil`.
  package func take<Wrapped>() -> Wrapped? where Value == Wrapped? {
    change { content in
      let value = content
      content = nil
      return value
    }
  }
}

/// A weak reference.
package struct Weak<Object: AnyObject>: Sendable where Object: Sendable {
  package weak var object: Object?

  package init(object: Object?) { self.object = object }
}
