internal import Synchronization

/// The one step in which a synchronous factory runs, for every shape of request.
///
/// It is entered (path, cycle, stack), runs, and is left; then the graph's hook is told. What
/// asynchronous factories do instead stands in `AsyncCreationStep`.
struct CreationStep {
  /// The graph that runs the factory. The caller holds it.
  let graph: Graph

  /// The calling thread's record.
  let record: ThreadRecordPointer

  /// Runs a factory with its registration on the thread's path.
  ///
  /// - Throws: What the factory throws, a cycle, or that the stack is full.
  @inline(__always)
  func run<Product>(
    _ registration: Unmanaged<Registration>, _ factory: (ResolutionContext) throws -> Product
  ) throws -> Product {
    try record.enter(
      registration, graph: graph.bits,
      isChecking: graph.detectsCycles.load(ordering: .relaxed))
    defer { record.path.pointee.leave() }
    return try factory(ResolutionContext(graph: graph))
  }

  /// Tells of a new instance, after the step and after the instance can be found.
  @inline(__always)
  func tell<Product>(_ product: Product) {
    if let hook = graph.hook { hook.tell(product) }
  }
}
