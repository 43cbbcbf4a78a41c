internal import Stitcher
internal import StitcherEngine
internal import Testing

/// The traits that enclose the current code in one test run, from the outermost to the innermost.
struct TestLayer: Sendable {
  /// The run of the test, shared by all traits.
  let run: TestRun

  /// The eager registrations of the traits. Their instances are created after the innermost trait
  /// was installed.
  let eager: [Registration]

  /// The identities of the traits, from the outermost to the innermost.
  let traits: [DependenciesTrait.Identity]

  /// The innermost trait that is installed in the current task; `nil` outside of traits.
  @TaskLocal static var innermost: TestLayer?

  /// Returns how many uses of a trait enclose the current task.
  static func count(of trait: DependenciesTrait) -> Int {
    innermost?.traits.count { $0 === trait.identity } ?? 0
  }
}

/// One run of a test case.
final class TestRun: Sendable {
  /// The graph that was current outside of all traits.
  let outside: Graph

  /// Creates a run, with the graph that was current before the first trait.
  init(outside: Graph) { self.outside = outside }
}

extension DependenciesTrait {
  /// Runs a test in an isolated graph with the trait's contents, and reports the issues of the
  /// strict checks.
  ///
  /// - Parameters:
  ///   - name: The name of the graph.
  ///   - isInnermost: Whether the test has no further trait; eager dependencies are created then.
  ///   - function: The body of the test.
  /// - Throws: The error of the test; otherwise ``TeardownError``, if a teardown of the graph
  ///   fails.
  package func run(
    _ name: String, isInnermost: Bool = true, _ function: @Sendable () async throws -> Void
  ) async throws {
    let run =
      TestLayer.innermost?.run ?? TestRun(outside: DependencyGraph.current.graph)
    let record =
      strictness.isEmpty
      ? nil : TestRecord(strictness, named: name, place: place, outside: run.outside)
    let result = await runInGraph(name, run, record, isInnermost, function)
    // At this point, this function no longer references the graph or its registrations, so only
    // leaked objects are alive.
    await record?.reportLeaks()
    try result.get()
  }

  /// Runs a test in an isolated graph with the trait's contents, and ends the graph.
  private func runInGraph(
    _ name: String, _ run: TestRun, _ record: TestRecord?, _ isInnermost: Bool,
    _ function: @Sendable () async throws -> Void
  ) async -> Result<Void, any Error> {
    let outer = DependencyGraph.current
    let initial = await contents()
    let graph = outer.isolated(
      named: name, recorder: record?.recorder(in: outer.graph), initial)
    let eager =
      (TestLayer.innermost?.eager ?? []) + initial.parts.flatMap(\.contents.eagerRegistrations)
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
    record?.report(initial.parts, in: graph.graph)
    do { try await graph.end() } catch {
      if case .success = result { result = .failure(error) }
    }
    return result
  }
}
