/// The common code that runs a synchronous factory, for every kind of request.
///
/// A step checks for a cycle and for room on the stack, and puts the registration on the creation
/// path. Then the factory runs, the registration is removed from the path, and the graph's hook is
/// notified. Callers call a method for each part, since a closure around the factory would copy the
/// arguments.
package struct CreationStep {
  /// The graph that runs the factory. The caller retains it.
  package let graph: UnretainedReference<Graph>

  /// The calling thread's record.
  package let record: ThreadRecordPointer

  /// Creates a step for a factory on the calling thread.
  @inline(__always)
  package init(graph: UnretainedReference<Graph>, record: ThreadRecordPointer) {
    (self.graph, self.record) = (graph, record)
  }

  /// Adds a factory without parameters to the creation path.
  ///
  /// Before that, checks for a cycle and for room on the stack.
  ///
  /// - Throws: A cycle, or an error if the stack has no room left. In this case, do not call
  ///   ``leave()``.
  @inline(__always)
  package func enter(_ registration: UnretainedReference<Registration>) throws {
    let isChecking = graph.with { $0.detectsCycles }
    try record.enter(registration, graph: graph.bits, isChecking: isChecking)
  }

  /// Adds a factory that may take parameters to the creation path.
  ///
  /// Before that, checks for a cycle and for room on the stack.
  ///
  /// - Throws: A cycle, or an error if the stack has no room left. In this case, do not call
  ///   ``leaveWithArguments()``.
  package func enter(_ registration: UnretainedReference<Registration>, _ arguments: [Any]) throws {
    let isChecking = graph.with { $0.detectsCycles }
    if arguments.isEmpty {
      return try record.enter(registration, graph: graph.bits, isChecking: isChecking)
    }
    try record.enter(registration, graph: graph.bits, isChecking: isChecking, arguments)
  }

  /// Adds a factory to the creation path, without a search for a cycle.
  ///
  /// Before that, checks for room on the stack. The caller has made sure that the registration is
  /// not on the thread's creation path.
  ///
  /// - Throws: An error if the stack has no room left. In this case, do not call ``leave()``.
  @inline(__always)
  func enterFirst(_ registration: UnretainedReference<Registration>) throws {
    try record.enter(registration, graph: graph.bits, isChecking: false)
  }

  /// Whether the thread may be creating the given registration already.
  ///
  /// If so, the arguments have to be compared.
  @inline(__always)
  func mayRepeat(_ registration: UnretainedReference<Registration>) -> Bool {
    record.path.pointee.mayContain(registration, graph: graph.bits)
  }

  /// Removes a factory that may take parameters from the creation path.
  package func leaveWithArguments() { record.leaveWithArguments() }

  /// Removes a factory without parameters from the creation path.
  ///
  /// Called even if the factory has thrown an error.
  @inline(__always)
  package func leave() { record.path.pointee.leave() }

  /// Creates a transient instance with a factory without parameters.
  ///
  /// The factory must return exactly the requested type.
  @inline(__always)
  func create<Product>(_ registration: UnretainedReference<Registration>) throws -> Product {
    try enter(registration)
    let product: Product
    do {
      defer { leave() }
      // The caller has compared the types.
      product =
        try registration.cast(to: TypedRegistration<Product, Void>.self).with {
          registration in try withArguments(()) { try registration.call($0) }
        }
    }
    registration.with { tell(product, of: $0) }
    return product
  }
}
