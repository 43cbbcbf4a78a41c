internal import Stitcher
internal import StitcherEngine
internal import Testing

/// The tests that run now in graphs of traits, for failures that happen elsewhere.
final class RunningTests: Sendable {
  /// The tests of the process.
  static let shared = {
    let tests = RunningTests()
    FailureObserver.install(
      lost: { tests.noteLost($0) },
      stop: { message, place, graph in tests.recordStop(message, place, in: graph) })
    return tests
  }()

  /// A trait's graph.
  private struct Entry {
    /// The graph.
    let graph: Graph

    /// The run of the test.
    let run: TestRun

    /// What the test is strict about; nil if it is not strict.
    let record: TestRecord?

    /// Where the trait stands.
    let place: Testing.SourceLocation
  }

  /// The graphs, in the order in which they were made.
  private let entries = Lock<[Entry]>([])

  /// Adds a graph.
  func add(_ graph: Graph, run: TestRun, record: TestRecord?, place: Testing.SourceLocation) {
    entries.withLock {
      $0.append(Entry(graph: graph, run: run, record: record, place: place))
    }
  }

  /// Removes a graph.
  func remove(_ graph: Graph) {
    // The entry is released outside the lock.
    let removed = entries.withLock { entries in
      entries.firstIndex { $0.graph === graph }.map { entries.remove(at: $0) }
    }
    withExtendedLifetime(removed) {}
  }

  /// The entries of graphs that are among others, or that those are built on.
  private func entries(among graphs: [Graph]) -> [Entry] {
    entries.withLock { $0 }.filter { entry in
      graphs.contains { $0 === entry.graph || $0.isBuilt(on: entry.graph) }
    }
  }

  /// Notes an injection that has lost its graph with the strict test that it belongs to, if only
  /// one has what was asked for.
  private func noteLost(_ context: LostContext) {
    let strict = entries(among: context.graphs).filter { $0.record != nil }
    guard let last = strict.last, strict.allSatisfy({ $0.run === last.run }) else { return }
    last.record?.note(context)
  }

  /// Records that a property of a test's graph is going to stop the program.
  private func recordStop(
    _ message: String, _ place: StitcherEngine.SourceLocation, in graph: Graph
  ) {
    guard let entry = entries(among: [graph]).last else { return }
    Issue.record("\(message)", sourceLocation: entry.place.sibling(place))
  }
}

extension Testing.SourceLocation {
  /// Returns a place that a registration or an injection noted, which do not know their files'
  /// paths; this one, if the place is unknown.
  func sibling(_ place: StitcherEngine.SourceLocation) -> Testing.SourceLocation {
    // Swift Testing wants a module and a file.
    guard place != .unknown, place.line > 0, place.file.contains("/") else { return self }
    return Testing.SourceLocation(
      fileID: place.file, filePath: place.file == fileID ? filePath : place.file,
      line: Int(place.line), column: 1)
  }
}
