/// The one step in which a synchronous factory runs, for every shape of request.
///
/// It is entered (path, cycle, stack), the factory runs, and it is left; then the graph's hook is
/// told. It is no closure around the factory: that would copy the arguments.
package struct CreationStep {
  /// The graph that runs the factory. The caller holds it.
  package let graph: UnretainedReference<Graph>

  /// The calling thread's record.
  package let record: ThreadRecordPointer

  /// Creates the step of a factory that a graph runs.
  @inline(__always)
  package init(graph: UnretainedReference<Graph>, record: ThreadRecordPointer) {
    (self.graph, self.record) = (graph, record)
  }

  /// Begins the step: what is created from now on is needed for this.
  ///
  /// - Throws: A cycle, or that the stack is full. Then there is nothing to leave.
  @inline(__always)
  package func enter(_ registration: UnretainedReference<Registration>) throws {
    let isChecking = graph.with { $0.detectsCycles }
    try record.enter(registration, graph: graph.bits, isChecking: isChecking)
  }

  /// Begins the step of a factory that takes parameters.
  ///
  /// - Throws: A cycle, or that the stack is full. Then there is nothing to leave.
  package func enter(_ registration: UnretainedReference<Registration>, _ arguments: [Any]) throws {
    let isChecking = graph.with { $0.detectsCycles }
    if arguments.isEmpty {
      return try record.enter(registration, graph: graph.bits, isChecking: isChecking)
    }
    try record.enter(registration, graph: graph.bits, isChecking: isChecking, arguments)
  }

  /// Begins the step of a factory that takes parameters. The registration must not be on the
  /// thread's creation path, so cycles are not looked for.
  ///
  /// - Throws: An error if the stack is full. The step has not begun then, so do not end it.
  @inline(__always)
  func enterFirst(_ registration: UnretainedReference<Registration>) throws {
    try record.enter(registration, graph: graph.bits, isChecking: false)
  }

  /// Whether a registration may be on the thread's path, so that the arguments have to be compared.
  @inline(__always)
  func mayRepeat(_ registration: UnretainedReference<Registration>) -> Bool {
    record.path.pointee.mayContain(registration, graph: graph.bits)
  }

  /// Ends the step of a factory that may take parameters.
  package func leaveWithArguments() { record.leaveWithArguments() }

  /// Ends the step, whatever the factory came to.
  @inline(__always)
  package func leave() { record.path.pointee.leave() }

  /// Runs a factory that takes no parameters and returns the type; the result is not kept.
  @inline(__always)
  func create<Product>(_ registration: UnretainedReference<Registration>) throws -> Product {
    try enter(registration)
    let product: Product
    do {
      defer { leave() }
      // The types were compared before.
      product =
        try registration.cast(to: TypedRegistration<Product, Void>.self).with {
          try $0.factory(())
        }
    }
    registration.with { tell(product, of: $0) }
    return product
  }
}
