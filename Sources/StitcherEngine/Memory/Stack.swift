/// A noncopyable stack of elements, which grows as needed.
///
/// Unlike an array, it needs neither reference counting nor copy-on-write.
///
/// Invariant: the memory has room for `capacity` elements, and the first `count` are initialized.
struct Stack<Element: BitwiseCopyable>: ~Copyable {
  private var start = UnsafeMutablePointer<Element>.allocate(capacity: 16)

  private var capacity = 16

  private(set) var count = 0

  deinit { start.deallocate() }

  /// Returns the element at the given position; position zero is the bottom of the stack.
  @inline(__always)
  subscript(position: Int) -> Element {
    assert((0..<count).contains(position), "There is no such element.")
    return start[position]
  }

  @inline(__always)
  mutating func push(_ element: Element) {
    if count == capacity { grow() }
    (start + count).initialize(to: element)
    count += 1
  }

  /// Removes the top element of the stack.
  @inline(__always)
  mutating func pop() {
    assert(count > 0, "There is no element.")
    count -= 1
  }

  mutating func removeAll() { count = 0 }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: start, count: count)
    start.deallocate()
    start = larger
    capacity *= 2
  }
}
