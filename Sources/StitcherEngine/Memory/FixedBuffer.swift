/// A fixed number of noncopyable values in one block of memory.
///
/// Invariant: all values are initialized from `init` to `deinit`. Any owner of the object may use
/// the values.
final class FixedBuffer<Element: ~Copyable & Sendable>: @unchecked Sendable {
  // Safe: the values are constants and `Sendable`.

  private let start: UnsafeMutablePointer<Element>

  let count: Int

  /// Creates each value with a closure.
  init(_ count: Int, _ make: () -> Element) {
    self.count = count
    start = .allocate(capacity: count)
    for position in 0..<count { (start + position).initialize(to: make()) }
  }

  deinit {
    start.deinitialize(count: count)
    start.deallocate()
  }

  /// Calls a closure with the value at a position.
  @inline(__always)
  func with<Result>(_ position: Int, _ body: (borrowing Element) -> Result) -> Result {
    precondition(position >= 0 && position < count)
    return body(start[position])
  }
}
