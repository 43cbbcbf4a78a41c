internal import CBenchmark

/// The number of allocations, as the allocator reports it; unknown on systems where it does not.
enum Allocations {
  /// The limits for allocations of an operation: only the created instances, and none of the
  /// library.
  ///
  /// The creation of a property also allocates the memory for its state and its first value.
  static let thresholds: [String: Double] = [
    "inject.singleton": 0, "inject.singleton.class": 0, "inject.name": 0, "inject.value": 0,
    "inject.shared": 0, "injected.later": 0, "injected.later.class": 0,
    "stitch.property": 0, "stitch.key": 0, "stitch.key-path": 0, "stitch.key-path.stored": 0,
    "injector.singleton": 0, "injector.property.later": 0,
    "container.singleton": 0, "container.singleton.class": 0, "container.singleton.parent": 0,
    "container.lazy.later": 0, "container.async.singleton": 0,
    "inject.fresh": 1, "inject.fresh.protocol": 1, "inject.parameter1": 1, "injector.fresh": 1,
    "injector.key": 0, "container.fresh": 1, "container.argument1": 1,
    "inject.graph4": 4, "container.graph4": 4, "injected.first": 1,
    "inject.by-type": 0, "inject.by-type.unwrapped": 0, "inject.optional": 0,
    "inject.by-type.class": 0, "inject.optional.class": 0,
    "inject.fresh.by-type": 1, "inject.fresh.optional": 1, "inject.fresh.protocol.by-type": 1,
    "inject.fresh.protocol.optional": 1, "inject.parameter1.by-type": 1,
    "inject.parameter1.optional": 1, "inject.parameter1.unlabeled": 1, "inject.all.4": 1,
    "inject.name.description": 0, "inject.name.raw-value": 0, "inject.name.parameter1": 1,
    "inject.value.parameter1": 1, "stitchable.type": 0, "injector.singleton.safe": 0,
    "container.argument3.pack": 1, "dag.access": 0,
  ]

  /// Returns the number of allocations of an operation on the calling thread, in a separate pass
  /// without timing.
  static func perOperation(_ operation: Repeated) -> Double? {
    guard benchmark_counts_allocations() != 0 else { return nil }
    let iterations = 1000
    func count(_ iterations: Int) -> Double {
      let before = benchmark_allocation_count()
      operation(iterations)
      return Double(benchmark_allocation_count() - before)
    }
    operation(16)
    // The allocations of the pass itself are in both counts.
    let few = count(iterations)
    return max(0, count(2 * iterations) - few) / Double(iterations)
  }

  /// Returns the growth of the allocated memory during a closure, in bytes.
  static func bytes(_ body: () -> Void) -> Double {
    let before = benchmark_allocated_bytes()
    body()
    return Double(benchmark_allocated_bytes()) - Double(before)
  }
}
