internal import Synchronization

/// How instances of one type become a requested type: remembered from the first cast, so that later
/// ones are a copy.
///
/// An existential is what it holds, followed by words that only depend on the type of what it
/// holds: its metadata and its witness tables. So a cast that was seen once can be repeated by
/// copying these words.
///
/// Invariants: `remembered` is zero or a retained ``Words`` that stays until `deinit`; it is only
/// set after its words were read from a cast whose first part was, bit by bit, the product's.
final class ConversionCache: Sendable {
  /// What was remembered, retained, or zero. Set once.
  private let remembered = Atomic<UInt>(0)

  /// The words behind what an existential holds, for one type of product.
  private final class Words: Sendable {
    /// The dynamic type of the products, and the requested type.
    let productBits: UInt, valueBits: UInt

    /// The words, as far as there are any.
    let words: (UInt, UInt, UInt, UInt, UInt)

    /// Keeps words.
    init(productBits: UInt, valueBits: UInt, words: (UInt, UInt, UInt, UInt, UInt)) {
      self.productBits = productBits
      self.valueBits = valueBits
      self.words = words
    }
  }

  /// The most words that are remembered: metadata and four witness tables.
  private static let limit = 5

  deinit {
    let bits = remembered.load(ordering: .relaxed)
    if bits != 0 { Unmanaged<Words>.fromBits(bits).release() }
  }

  /// Casts a product to the requested type; nil if it is not of that type.
  @inline(__always)
  func cast<Product, Value>(_ product: Product, to type: Value.Type) -> Value? {
    guard let held = Self.heldSize(of: product, in: type) else { return product as? Value }
    let productBits =
      Product.self is AnyObject.Type
      ? dynamicTypeBits(ofObjectAt: firstWord(of: product)) : typeBits(Product.self)
    let bits = remembered.load(ordering: .acquiring)
    if bits != 0 {
      let isKnown = Unmanaged<Words>.fromBits(bits)._withUnsafeGuaranteedRef {
        $0.productBits == productBits && $0.valueBits == typeBits(type)
      }
      if isKnown { return repeatCast(product, to: type, held, bits) }
    }
    return firstCast(product, to: type, held, productBits)
  }

  /// Puts a product and the remembered words together.
  @inline(__always)
  private func repeatCast<Product, Value>(
    _ product: Product, to type: Value.Type, _ held: Int, _ bits: UInt
  ) -> Value {
    withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
      // Not empty: its capacity is one.
      let start = UnsafeMutableRawPointer(buffer.baseAddress.unsafelyUnwrapped)
      start.initializeMemory(as: Product.self, to: product)
      Unmanaged<Words>.fromBits(bits)._withUnsafeGuaranteedRef { remembered in
        withUnsafeBytes(of: remembered.words) {
          (start + held).copyMemory(
            // Tuples have an address.
            from: $0.baseAddress.unsafelyUnwrapped, byteCount: MemoryLayout<Value>.size - held)
        }
      }
      return start.assumingMemoryBound(to: Value.self).move()
    }
  }

  /// Casts by the runtime, and remembers how if the result is what is expected.
  @inline(never)
  private func firstCast<Product, Value>(
    _ product: Product, to type: Value.Type, _ held: Int, _ productBits: UInt
  ) -> Value? {
    guard let value = product as? Value else { return nil }
    let isExpected = withUnsafeBytes(of: product) { product in
      withUnsafeBytes(of: value) { $0.prefix(product.count).elementsEqual(product) }
    }
    guard isExpected, remembered.load(ordering: .relaxed) == 0 else { return value }
    var words: (UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &words) { words in
      withUnsafeBytes(of: value) {
        words.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[held...]))
      }
    }
    let new = Unmanaged.passRetained(
      Words(productBits: productBits, valueBits: typeBits(type), words: words)
    ).bits
    let (isFirst, _) = remembered.compareExchange(
      expected: 0, desired: new, ordering: .acquiringAndReleasing)
    if !isFirst { Unmanaged<Words>.fromBits(new).release() }
    return value
  }

  /// Returns how many bytes of an existential hold a product; nil if such casts cannot be
  /// remembered.
  @inline(__always)
  private static func heldSize<Product, Value>(of product: Product, in type: Value.Type) -> Int? {
    guard let shape = ExistentialShape(type) else { return nil }
    let held = shape.referenceSize
    guard MemoryLayout<Value>.size - held <= limit * MemoryLayout<UInt>.size else { return nil }
    if Product.self is AnyObject.Type { return held }
    // A value lies in the buffer itself if it fits, and else in a box. An existential would be
    // opened.
    let fits =
      MemoryLayout<Product>.size <= held && MemoryLayout<Product>.size > 0
      && MemoryLayout<Product>.alignment <= MemoryLayout<UInt>.alignment
      && _isBitwiseTakable(Product.self)
    return fits && ExistentialShape(Product.self) == nil ? held : nil
  }
}
