/// Elements in a row that is only changed at its end: an array without the cost of sharing.
///
/// Invariant: the memory has room for `capacity` elements, and the first `count` are initialized.
struct Stack<Element: BitwiseCopyable>: ~Copyable {
  /// The memory.
  private var start = UnsafeMutablePointer<Element>.allocate(capacity: 16)

  /// How many elements there is room for.
  private var capacity = 16

  /// The number of elements.
  private(set) var count = 0

  deinit { start.deallocate() }

  /// The element at a position.
  @inline(__always)
  subscript(position: Int) -> Element {
    assert((0..<count).contains(position), "There is no such element.")
    return start[position]
  }

  /// Adds an element at the end.
  @inline(__always)
  mutating func push(_ element: Element) {
    if count == capacity { grow() }
    (start + count).initialize(to: element)
    count += 1
  }

  /// Takes the last element away, and returns it.
  @inline(__always)
  mutating func pop() -> Element {
    assert(count > 0, "There is no element.")
    count -= 1
    return start[count]
  }

  /// Takes all elements away.
  mutating func removeAll() { count = 0 }

  /// Doubles the room.
  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: start, count: count)
    start.deallocate()
    start = larger
    capacity *= 2
  }
}
