internal import CBenchmark

/// What the allocator says. On a system where it says nothing, there are no figures.
enum Allocations {
  /// Returns the number of allocations for each operation on the calling thread, in a pass that is not timed.
  static func perOperation(_ operation: Repeated) -> Double? {
    guard benchmark_counts_allocations() != 0 else { return nil }
    let iterations = 1000
    operation(16)
    let before = benchmark_allocation_count()
    operation(iterations)
    return Double(benchmark_allocation_count() - before) / Double(iterations)
  }

  /// Returns how many bytes more are allocated after a closure than before it.
  static func bytes(_ body: () -> Void) -> Double {
    let before = benchmark_allocated_bytes()
    body()
    return Double(benchmark_allocated_bytes()) - Double(before)
  }
}
