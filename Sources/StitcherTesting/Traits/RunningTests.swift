internal import Stitcher
internal import StitcherEngine
internal import Testing

/// The running tests with a `.dependencies` trait, to which failed injections of other threads and
/// tasks are assigned.
final class RunningTests: Sendable {
  /// The running tests of the process.
  static let shared = {
    let tests = RunningTests()
    FailureObserver.install(
      lost: { tests.noteLost($0) },
      stop: { message, place, graph in tests.recordStop(message, place, in: graph) })
    return tests
  }()

  /// A graph that a trait has created, with the test that runs in it.
  private struct Entry {
    let graph: Graph

    /// The run of the test.
    let run: TestRun

    /// The record of the test's injections if the test is strict; otherwise `nil`.
    let record: TestRecord?

    /// The source location of the trait.
    let place: Testing.SourceLocation
  }

  /// The entries, in the order in which the graphs were created.
  private let entries = Lock<[Entry]>([])

  /// Adds the graph of a running test.
  func add(_ graph: Graph, run: TestRun, record: TestRecord?, place: Testing.SourceLocation) {
    entries.withLock {
      $0.append(Entry(graph: graph, run: run, record: record, place: place))
    }
  }

  /// Removes the graph of a finished test.
  func remove(_ graph: Graph) {
    // The entry is released after the lock, since its deallocation may run other code.
    let removed = entries.withLock { entries in
      entries.firstIndex { $0.graph === graph }.map { entries.remove(at: $0) }
    }
    withExtendedLifetime(removed) {}
  }

  /// Returns the entries of the given graphs and of their ancestors.
  private func entries(among graphs: [Graph]) -> [Entry] {
    entries.withLock { $0 }.filter { entry in
      graphs.contains { $0 === entry.graph || $0.isBuilt(on: entry.graph) }
    }
  }

  /// Assigns an injection that ran outside of the tests' graphs to the only strict test that
  /// registers the dependency. If several tests do, nothing is recorded.
  private func noteLost(_ context: LostContext) {
    let strict = entries(among: context.graphs).filter { $0.record != nil }
    guard let last = strict.last, strict.allSatisfy({ $0.run === last.run }) else { return }
    last.record?.note(context)
  }

  /// Records an issue of a running test, just before an injected property that failed in the test's
  /// graph stops the program.
  private func recordStop(
    _ message: String, _ place: StitcherEngine.SourceLocation, in graph: Graph
  ) {
    guard let entry = entries(among: [graph]).last else { return }
    Issue.record("\(message)", sourceLocation: entry.place.sibling(place))
  }
}

extension Testing.SourceLocation {
  /// Converts a source location of the engine, with the file path if that is known. If the location
  /// is unknown, returns the receiver.
  func sibling(_ place: StitcherEngine.SourceLocation) -> Testing.SourceLocation {
    // Swift Testing requires a file id with a module and a file.
    guard place != .unknown, place.line > 0, place.file.contains("/") else { return self }
    return Testing.SourceLocation(
      fileID: place.file, filePath: place.file == fileID ? filePath : place.file,
      line: Int(place.line), column: 1)
  }
}
