/// A number of values that cannot be copied, beside each other, for as long as the object lives.
///
/// Invariant: all are there from the initializer to the end. Who has the object may use them.
final class FixedBuffer<Element: ~Copyable & Sendable>: @unchecked Sendable {
  // Safe: constants, which may be used from any thread.

  /// The first value.
  private let start: UnsafeMutablePointer<Element>

  /// The number of values.
  let count: Int

  /// Makes the values.
  init(_ count: Int, _ make: () -> Element) {
    self.count = count
    start = .allocate(capacity: count)
    for position in 0..<count { (start + position).initialize(to: make()) }
  }

  deinit {
    start.deinitialize(count: count)
    start.deallocate()
  }

  /// Calls a closure with a value.
  @inline(__always)
  func with<Result>(_ position: Int, _ body: (borrowing Element) -> Result) -> Result {
    precondition(position >= 0 && position < count)
    return body(start[position])
  }
}
