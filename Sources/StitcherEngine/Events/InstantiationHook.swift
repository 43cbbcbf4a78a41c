/// A hook that a graph calls with each newly created instance.
package final class InstantiationHook: Sendable {
  /// Whether the hook is called for instances with the given dynamic type.
  private let applies: @Sendable (any Any.Type) -> Bool

  /// The closure that the hook calls with each new instance.
  private let call: @Sendable (Any) -> Void

  /// A cache of *plain* types: types of instances for which the hook is not called.
  ///
  /// Each slot contains the address of one type, until another type replaces it.
  private let plain = Lock((), words: 1 << InstantiationHook.countBits)

  /// The binary logarithm of the number of slots in the cache.
  private static var countBits: Int { 10 }

  /// Creates a hook for instances of certain types.
  ///
  /// - Parameters:
  ///   - applies: Whether the hook is called for instances that have a given dynamic type. A
  ///     negative result is cached.
  ///   - call: The closure that is called with the instance.
  package init(
    applies: @escaping @Sendable (any Any.Type) -> Bool, call: @escaping @Sendable (Any) -> Void
  ) {
    self.applies = applies
    self.call = call
  }

  /// Whether the type with the given address is in the cache of types for which the hook is not
  /// called.
  @inline(__always)
  func isPlain(_ typeBits: UInt) -> Bool {
    plain.word(Self.place(of: typeBits)).load(ordering: .relaxed) == typeBits
  }

  /// Calls this hook with a new instance, if the hook applies to the instance's dynamic type.
  ///
  /// The creating graph is the current graph meanwhile.
  @inline(never)
  func tell(_ instance: Any, in graph: Graph) {
    let type = type(of: instance)
    let bits = UInt(bitPattern: ObjectIdentifier(type))
    if isPlain(bits) { return }
    if !applies(type) { return plain.word(Self.place(of: bits)).store(bits, ordering: .relaxed) }
    CurrentGraph.runBriefly(in: graph) { call(instance) }
  }

  /// Returns the index of the cache slot for the type with the given address.
  @inline(__always)
  private static func place(of bits: UInt) -> Int {
    Int(bitPattern: bits.mixed(shift: UInt(UInt.bitWidth - countBits)))
  }
}

extension Graph {
  /// Calls the graph's instantiation hook with a new instance. Does nothing if there is no hook.
  ///
  /// If its scope keeps the instance, lookups find it already.
  package func callHook<Product>(_ product: Product) {
    hookReference?.object.tell(product, in: self)
  }
}

extension CreationStep {
  /// Calls the graph's instantiation hook with a new instance. The factory that has created the
  /// instance must not be on the creation path any more.
  ///
  /// If its scope keeps the instance, lookups find it already.
  @inline(__always)
  func tell<Product>(_ product: Product, of registration: Registration) {
    guard let hook = graph.with({ $0.hookReference }) else { return }
    let bits = registration.dynamicTypeBits(of: product)
    if !hook.with({ $0.isPlain(bits) }) { hook.object.tell(product, in: graph.object) }
  }
}
