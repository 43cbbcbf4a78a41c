/// One run of a synchronous factory.
///
/// A step checks for a cycle and for room on the stack, and puts the registration on the creation
/// path. Then the factory runs, the registration is removed from the path, and the graph's hook is
/// notified. Callers call a method for each part, since a closure around the factory would copy the
/// arguments.
package struct CreationStep {
  /// The graph that runs the factory. The caller retains it.
  package let graph: UnretainedReference<Graph>

  /// The record of the calling thread.
  package let record: ThreadRecordPointer

  /// Creates a step in which the given graph runs a factory on the calling thread.
  @inline(__always)
  package init(graph: UnretainedReference<Graph>, record: ThreadRecordPointer) {
    (self.graph, self.record) = (graph, record)
  }

  /// Whether the thread may already be running the given registration's factory, in this step's
  /// graph.
  ///
  /// If so, the arguments have to be compared.
  @inline(__always)
  func mayRepeat(_ registration: UnretainedReference<Registration>) -> Bool {
    record.path.pointee.mayContain(registration, graph: graph.bits)
  }

  /// Runs a factory without parameters, and returns the new transient instance.
  ///
  /// The factory must return exactly the requested type.
  @inline(__always)
  func create<Product>(_ registration: UnretainedReference<Registration>) throws -> Product {
    try enter(registration)
    return try call(registration, ())
  }

  /// Calls the registration's factory, removes the registration from the creation path, and
  /// notifies the graph's instantiation hook.
  ///
  /// The caller has added the registration to the path.
  ///
  /// The factory must have parameters of exactly the given types, and return exactly the requested
  /// type.
  ///
  /// - Parameter arguments: The tuple of the arguments.
  @inline(__always)
  func call<Product, Arguments>(
    _ registration: UnretainedReference<Registration>, _ arguments: Arguments
  ) throws -> Product {
    let product: Product
    do {
      defer { record.path.pointee.leave() }
      // The caller has compared the types.
      product = try registration.cast(to: TypedRegistration<Product, Arguments>.self).with {
        registration in try withArguments(arguments, in: graph) { try registration.call($0) }
      }
    }
    registration.with { tell(product, of: $0) }
    return product
  }
}
