/// What a graph calls after it has created an instance.
package final class InstantiationHook: Sendable {
  /// Whether instances of a dynamic type want the call.
  private let applies: @Sendable (any Any.Type) -> Bool

  /// The call.
  private let call: @Sendable (Any) -> Void

  /// Types that were seen not to want the call, each in the place that its address leads to. A type
  /// may be forgotten, and is then asked for again.
  private let plain = AtomicWords(count: 1 << InstantiationHook.countBits)

  /// The binary logarithm of the number of places.
  private static var countBits: Int { 10 }

  /// Creates a hook.
  ///
  /// - Parameters:
  ///   - applies: Whether instances of a dynamic type want the call; the answer is remembered.
  ///   - call: The call.
  package init(
    applies: @escaping @Sendable (any Any.Type) -> Bool, call: @escaping @Sendable (Any) -> Void
  ) {
    self.applies = applies
    self.call = call
  }

  /// Whether a type is known not to want the call.
  @inline(__always)
  func isPlain(_ typeBits: UInt) -> Bool { plain.load(at: Self.place(of: typeBits)) == typeBits }

  /// Calls the hook for a new instance, if its dynamic type wants that, and remembers if not. The
  /// graph that has created it is current in the call.
  @inline(never)
  func tell(_ instance: Any, in graph: Graph) {
    let type = type(of: instance)
    let bits = UInt(bitPattern: ObjectIdentifier(type))
    if isPlain(bits) { return }
    if !applies(type) { return plain.store(bits, at: Self.place(of: bits)) }
    if graph.canBeCurrent {
      CurrentGraph.runBriefly(in: graph) { call(instance) }
    } else {
      call(instance)
    }
  }

  /// Returns the place of a type.
  @inline(__always)
  private static func place(of bits: UInt) -> Int {
    Int(bitPattern: bits.mixed(shift: UInt(UInt.bitWidth - countBits)))
  }
}

extension Graph {
  /// Tells the hook of a new instance, after it can be found.
  package func tellHook<Product>(_ product: Product) { lentHook?.object.tell(product, in: self) }
}

extension CreationStep {
  /// Tells of a new instance, after the step and after the instance can be found.
  @inline(__always)
  func tell<Product>(_ product: Product, of registration: Registration) {
    guard let hook = graph.with({ $0.lentHook }) else { return }
    // No instance has a protocol as its dynamic type, so a declared type that is known not to want
    // the call is that of a plain value. A class's instance is one reference.
    let bits =
      registration.producesObjects
      ? dynamicTypeBits(ofObject: product) : registration.producedBits
    if !hook.with({ $0.isPlain(bits) }) { hook.object.tell(product, in: graph.object) }
  }
}
