/// How instances of one type become a requested type: remembered from the first cast, so that later
/// ones are a copy.
///
/// An existential is what it holds, followed by words that only depend on the type of what it
/// holds: its metadata and its witness tables. So a cast that was seen once can be repeated by
/// copying these words.
///
/// Invariant: `remembered` is set once, after its words were read from a cast whose first part was,
/// bit by bit, the product's.
package final class ConversionCache: Sendable {
  /// What was remembered.
  private let remembered: Published<Words>

  /// The word of `remembered`.
  private let word = OwnWord()

  /// Creates a cache that remembers nothing.
  package init() { remembered = Published(word.word) }

  deinit { remembered.end() }

  /// An existential: at most a buffer of three words, metadata and four witness tables.
  private typealias Block = (UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt)

  /// The words behind what an existential holds, for one type of product.
  private final class Words: Sendable {
    /// The dynamic type of the products, and the requested type.
    let productBits: UInt, valueBits: UInt

    /// An existential with zeros where the product is.
    let block: Block

    /// Whether the product is one reference, else a buffer of three words.
    let isReference: Bool

    /// Keeps words.
    init(productBits: UInt, valueBits: UInt, block: Block, isReference: Bool) {
      self.productBits = productBits
      self.valueBits = valueBits
      self.block = block
      self.isReference = isReference
    }

    /// Puts the words behind a product.
    @inline(__always)
    func put(behind product: UnsafeMutableRawPointer) {
      func put(_ word: UInt, at position: Int) {
        product.storeBytes(
          of: word, toByteOffset: position * MemoryLayout<UInt>.size, as: UInt.self)
      }
      if isReference {
        put(block.1, at: 1)
        put(block.2, at: 2)
      }
      put(block.3, at: 3)
      put(block.4, at: 4)
      put(block.5, at: 5)
      put(block.6, at: 6)
      put(block.7, at: 7)
    }
  }

  /// Makes a product and casts it to the requested type. The product is moved, not copied.
  ///
  /// - Parameters:
  ///   - registration: The registration whose factory makes it.
  ///   - make: Makes the product.
  /// - Throws: What `make` throws, or a mismatch.
  @inline(__always)
  package func convert<Product, Value>(
    productOf registration: Registration, _ make: () throws -> Product
  ) throws -> Value {
    guard MemoryLayout<Product>.size <= MemoryLayout<Block>.size,
      MemoryLayout<Product>.alignment <= MemoryLayout<Block>.alignment
    else { return try cast(try make()) }
    var block: Block = (0, 0, 0, 0, 0, 0, 0, 0)
    return try withUnsafeMutableBytes(of: &block) { block in
      // A tuple has an address.
      let start = block.baseAddress.unsafelyUnwrapped
      let product = start.initializeMemory(as: Product.self, to: try make())
      // The types were compared, or what lies there is an existential from the next line on.
      if typeBits(Product.self) == typeBits(Value.self) {
        return start.assumingMemoryBound(to: Value.self).move()
      }
      let productBits =
        registration.producesObjects
        ? dynamicTypeBits(ofObjectAt: start) : registration.producedBits
      if let known = remembered.borrowed,
        known.with({ $0.productBits == productBits && $0.valueBits == typeBits(Value.self) })
      {
        known.with { $0.put(behind: start) }
        return start.assumingMemoryBound(to: Value.self).move()
      }
      return try firstCast(product.move(), productBits)
    }
  }

  /// Casts by the runtime, and remembers how if the result is what is expected.
  @inline(never)
  private func firstCast<Product, Value>(
    _ product: Product, _ productBits: UInt
  ) throws -> Value {
    let value: Value = try cast(product)
    guard remembered.isEmpty, let held = Self.heldSize(of: product, in: Value.self),
      isUsableAnywhere(value)
    else { return value }
    let isExpected = withUnsafeBytes(of: product) { product in
      withUnsafeBytes(of: value) { $0.prefix(product.count).elementsEqual(product) }
    }
    guard isExpected else { return value }
    var block: Block = (0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &block) { block in
      withUnsafeBytes(of: value) {
        let words = UnsafeRawBufferPointer(rebasing: $0[held...])
        UnsafeMutableRawBufferPointer(rebasing: block[held...]).copyMemory(from: words)
      }
    }
    _ = remembered.publish(
      Words(
        productBits: productBits, valueBits: typeBits(Value.self), block: block,
        isReference: held == MemoryLayout<UInt>.size))
    return value
  }

  /// Returns how many bytes of an existential hold a product; nil if such casts cannot be
  /// remembered.
  private static func heldSize<Product, Value>(of product: Product, in type: Value.Type) -> Int? {
    guard let shape = ExistentialShape(type),
      MemoryLayout<Value>.size <= MemoryLayout<Block>.size
    else { return nil }
    let held = shape.referenceSize
    if Product.self is AnyObject.Type { return held }
    // A value lies in the buffer itself if it fits, and else in a box. An existential would be
    // opened, and so would an optional, which may be nil the next time.
    let fits =
      TypeKind(Product.self) == .value && MemoryLayout<Product>.size <= held
      && MemoryLayout<Product>.size > 0
      && MemoryLayout<Product>.alignment <= MemoryLayout<UInt>.alignment
      && _isBitwiseTakable(Product.self)
    return fits ? held : nil
  }
}
