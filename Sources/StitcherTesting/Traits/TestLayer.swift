internal import Stitcher
internal import StitcherEngine
internal import Testing

/// What the traits of one run of a test know of each other, which stand within each other.
struct TestLayer: Sendable {
  /// The run, which all of them have in common.
  let run: TestRun

  /// What is eager in the traits so far, and made once all are there.
  let eager: [Registration]

  /// The traits so far, from the outermost on.
  let traits: [DependenciesTrait.Identity]

  /// The innermost trait so far.
  @TaskLocal static var innermost: TestLayer?

  /// Returns how often a trait is around the current task already.
  static func count(of trait: DependenciesTrait) -> Int {
    innermost?.traits.count { $0 === trait.identity } ?? 0
  }
}

/// One run of a test, or of a case of it.
final class TestRun: Sendable {
  /// The graph outside of all traits.
  let outside: Graph

  /// Begins a run.
  init(outside: Graph) { self.outside = outside }
}

extension DependenciesTrait {
  /// Runs a test in a graph of the trait's contents, and reports what it is strict about.
  ///
  /// - Parameters:
  ///   - name: The graph's name.
  ///   - isInnermost: Whether no further trait of the test comes, so that what is eager is made.
  ///   - function: The test.
  /// - Throws: What the test throws, or else what the end of the graph does.
  package func run(
    _ name: String, isInnermost: Bool = true, _ function: @Sendable () async throws -> Void
  ) async throws {
    let run =
      TestLayer.innermost?.run ?? TestRun(outside: DependencyGraph.current.graph)
    let record =
      strictness.isEmpty
      ? nil : TestRecord(strictness, named: name, place: place, outside: run.outside)
    let result = await runInGraph(name, run, record, isInnermost, function)
    // By now nothing here holds the graph, its registrations or what their factories hold.
    await record?.reportLeaks()
    try result.get()
  }

  /// Runs a test in a graph of the trait's contents, which then ends.
  private func runInGraph(
    _ name: String, _ run: TestRun, _ record: TestRecord?, _ isInnermost: Bool,
    _ function: @Sendable () async throws -> Void
  ) async -> Result<Void, any Error> {
    let outer = DependencyGraph.current
    let graph = outer.isolated(named: name, recorder: record?.recorder(in: outer.graph))
    let parts = graph.install(await contents())
    let eager =
      (TestLayer.innermost?.eager ?? []) + parts.flatMap(\.registry.contents.eagerRegistrations)
    RunningTests.shared.add(graph.graph, run: run, record: record, place: place)
    let layer = TestLayer(
      run: run, eager: eager, traits: (TestLayer.innermost?.traits ?? []) + [identity])
    var result: Result<Void, any Error> = .success(())
    do {
      try await TestLayer.$innermost.withValue(layer) {
        try await graph.run {
          if isInnermost { await graph.graph.createEagerInstances(onActorsOf: eager) }
          try await function()
        }
      }
    } catch {
      result = .failure(error)
    }
    RunningTests.shared.remove(graph.graph)
    record?.report(parts, in: graph.graph)
    do { try await graph.end() } catch {
      if case .success = result { result = .failure(error) }
    }
    return result
  }
}
