import Synchronization

/// A number that threads may change.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  /// The number.
  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  /// Adds one; returns the number before.
  @discardableResult
  func increment() -> Int { count.add(1, ordering: .sequentiallyConsistent).oldValue }
}

/// An object whose life is counted.
final class Tracked: Sendable {
  let number: Int
  private let ends: Counter?
  private let onDeinit: (@Sendable () -> Void)?

  init(_ number: Int = 0, ends: Counter? = nil, onDeinit: (@Sendable () -> Void)? = nil) {
    self.number = number
    self.ends = ends
    self.onDeinit = onDeinit
  }

  deinit {
    onDeinit?()
    ends?.increment()
  }
}
