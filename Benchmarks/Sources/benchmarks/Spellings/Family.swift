/// Spellings that do the same work and so should have similar costs.
struct Family: Sendable {
  /// A way to write an injection.
  struct Spelling: Sendable {
    /// The id of its row.
    let id: String

    /// Injects repeatedly.
    let operation: Repeated

    /// Creates a spelling.
    init(_ id: String, _ operation: @escaping Repeated) {
      self.id = id
      self.operation = operation
    }
  }

  /// The common work of the spellings.
  let name: String

  /// The spellings.
  let spellings: [Spelling]

  /// Creates a family.
  init(_ name: String, _ spellings: [Spelling]) {
    self.name = name
    self.spellings = spellings
  }

  /// The benchmarks of the spellings.
  var benchmarks: [Benchmark] { spellings.map { Benchmark($0.id, $0.operation) } }

  /// All families: each public spelling of an injection belongs to one of them.
  static let all: [Family] =
    types + creations + parameters + collections + names + firstReads + laterReads
    + keyPaths + stitchables + injectors + containers + containerArguments
    + asyncContainers + asyncContainerArguments
}
