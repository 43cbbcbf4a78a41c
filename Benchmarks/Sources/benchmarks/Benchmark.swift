/// A benchmark of one figure, or of several figures that are measured together.
struct Benchmark: Sendable {
  /// The ids of the measured figures.
  let ids: [String]

  /// Runs the benchmark and adds its figures to the results.
  let run: @Sendable (inout Results) -> Void

  /// The measured operation, or `nil` if the benchmark does not measure the time of one operation.
  private(set) var operation: Repeated?

  /// Creates a benchmark of several figures.
  init(_ ids: [String], _ run: @escaping @Sendable (inout Results) -> Void) {
    self.ids = ids
    self.run = run
  }

  /// Creates a benchmark of the time of one operation.
  init(_ id: String, _ operation: @escaping Repeated) {
    self.init([id]) { $0.measure(id, operation) }
    self.operation = operation
  }

  /// All benchmarks, in the order in which they run; the baselines come first.
  static let all: [Benchmark] =
    baselines + actors + Family.all.flatMap(\.benchmarks) + properties + keyPaths + injectors
    + graphs + threads + following + creationInTime + verifying + hundredThousand + children

  /// The reference operations to which other rows are compared, by id.
  static let references: [String: Repeated] = {
    let wanted = Set(Target.all.values.compactMap(\.reference))
    var references: [String: Repeated] = [:]
    for benchmark in all where wanted.contains(benchmark.ids[0]) {
      references[benchmark.ids[0]] = benchmark.operation
    }
    return references
  }()

  /// Returns the ids of the references to which the targets of the filtered benchmarks compare.
  static func compared(with filter: String) -> Set<String> {
    var compared: Set<String> = []
    for id in all.flatMap(\.ids) where filter.isEmpty || id.contains(filter) {
      if let target = Target.all[id] { compared.formUnion(target.compared) }
    }
    return compared
  }

  /// The benchmarks with a limit for allocations.
  static let counted: [Benchmark] = all.filter { benchmark in
    benchmark.ids.contains { Allocations.thresholds[$0] != nil }
  }
}
