import Stitch
import StitcherTestSupport
import Testing

import class Stitcher.DependencyGraph
import enum Stitcher.GraphEvent
import struct Stitcher.TeardownError

private struct Failure: Error {}

/// The log of the current test's teardowns.
private enum Closings {
  @TaskLocal static var log = Log<String>()
}

private final class File: Sendable {
  let name: String
  let log: Log<String>
  init(_ name: String = "default") {
    self.name = name
    log = Closings.log
  }
}

private final class Journal: Sendable {
  let file: File
  init(_ file: File) { self.file = file }
}

/// An instance with a teardown that reads the same key in a new map built on the current one.
private final class Reporting: Sendable {
  let name: String
  let outer: DependencyGraph?
  let log: Log<String>
  init(_ name: String, in outer: DependencyGraph?, _ log: Log<String>) {
    self.name = name
    self.outer = outer
    self.log = log
  }

  func close() {
    guard let outer else { return }
    let now = outer.isolated(named: "inner").run { Scope().resolve(\.reportingFile).name }
    log.add("\(name) closed beside \(now)")
  }
}

extension DependencyMap {
  private struct ReportingKey: ClosableDependencyKey {
    static var dependency: Reporting { Reporting("default", in: .current, Closings.log) }
    static var teardown: DependencyTeardown<Reporting> { DependencyTeardown { $0.close() } }
  }
  private struct FileKey: ClosableDependencyKey {
    static var dependency: File { File() }
    static var teardown: DependencyTeardown<File> {
      DependencyTeardown { file in file.log.add(file.name) }
    }
  }
  private struct JournalKey: ClosableDependencyKey {
    static var dependency: Journal { Journal(DependencyMap.map.closedFile) }
    static var teardown: DependencyTeardown<Journal> {
      DependencyTeardown { journal in
        await Task.yield()
        journal.file.log.add("journal")
      }
    }
  }
  private struct FailingKey: ClosableDependencyKey {
    static var dependency: File { File() }
    static let line: UInt = #line + 2
    static var teardown: DependencyTeardown<File> {
      DependencyTeardown { _ in throw Failure() }
    }
  }
  private struct HangingKey: ClosableDependencyKey {
    static var dependency: Journal { Journal(DependencyMap.map.failingFile) }
    static var teardown: DependencyTeardown<Journal> {
      DependencyTeardown(within: .milliseconds(1)) { _ in try await Task.sleep(for: .seconds(600)) }
    }
  }
  private struct PlainKey: DependencyKey { static var dependency: File { File("plain") } }

  fileprivate var closedFile: File {
    get { resolve(key: FileKey.self) }
    set { register(key: FileKey.self, dependency: newValue) }
  }
  fileprivate var reportingFile: Reporting {
    get { resolve(key: ReportingKey.self) }
    set { register(key: ReportingKey.self, dependency: newValue) }
  }
  fileprivate var journal: Journal {
    get { resolve(key: JournalKey.self) }
    set { register(key: JournalKey.self, dependency: newValue) }
  }
  fileprivate var failingFile: File {
    get { resolve(key: FailingKey.self) }
    set { register(key: FailingKey.self, dependency: newValue) }
  }
  fileprivate var hangingJournal: Journal {
    get { resolve(key: HangingKey.self) }
    set { register(key: HangingKey.self, dependency: newValue) }
  }
  fileprivate var plainFile: File {
    get { resolve(key: PlainKey.self) }
    set { register(key: PlainKey.self, dependency: newValue) }
  }

  fileprivate static var failingLine: UInt { FailingKey.line }
}

private struct Scope: DependencyLifecycleScope {}

/// Keys with teardowns. Each test has an isolated graph in place of the process's.
@Suite(.timeLimit(.minutes(10))) struct MapTeardownTests {
  private let process = DependencyGraph.process.isolated(named: "process")
  private let log = Log<String>()

  /// Runs an operation in a graph, with the test's log.
  private func run(_ graph: DependencyGraph? = nil, _ operation: () -> Void) {
    Closings.$log.withValue(log) { (graph ?? process).run(operation) }
  }

  @Test func theEndOfTheMapClosesInReverseOrderOnce() async throws {
    run {
      _ = Scope().resolve(\.journal)
      _ = Scope().resolve(\.plainFile)
    }
    try await process.run { try await DependencyMap.end() }
    #expect(log.entries == ["journal", "default"])
    try await process.run { try await DependencyMap.end() }
    #expect(log.entries.count == 2)
    // The map is still usable, with a new default value.
    run { _ = Scope().resolve(\.journal) }
    try await process.end()
    #expect(log.entries == ["journal", "default", "journal", "default"])
  }

  @Test func whatIsReplacedIsClosed() async throws {
    run {
      Scope().register(\.closedFile, dependency: File("first"))
      #expect(log.entries.isEmpty)
      Scope().register(\.closedFile, dependency: File("second"))
      #expect(log.entries == ["first"])
    }
    try await process.end()
    #expect(log.entries == ["first", "second"])
  }

  @Test func aReplacedDefaultIsClosed() async throws {
    run {
      _ = Scope().resolve(\.closedFile)
      Scope().register(\.closedFile, dependency: File("registered"))
    }
    #expect(log.entries == ["default"])
    try await process.end()
    #expect(log.entries == ["default", "registered"])
  }

  @Test func whatTheOuterMapHasRegisteredIsNotClosedInside() async throws {
    run { Scope().register(\.closedFile, dependency: File("outer")) }
    let (one, other) = (process.isolated(named: "one"), process.isolated(named: "other"))
    run(one) { #expect(Scope().resolve(\.closedFile).name == "outer") }
    run(other) {
      #expect(Scope().resolve(\.closedFile).name == "outer")
      Scope().register(\.closedFile, dependency: File("inner"))
      #expect(log.entries.isEmpty)
      Scope().register(\.closedFile, dependency: File("second"))
      #expect(log.entries == ["inner"])
    }
    try await one.end()
    #expect(log.entries == ["inner"])
    try await other.end()
    #expect(log.entries == ["inner", "second"])
    try await process.end()
    #expect(log.entries == ["inner", "second", "outer"])
  }

  @Test func aWatchedMapDoesNotCloseWhatIsTheOuterOnesEither() async throws {
    run { Scope().register(\.closedFile, dependency: File("outer")) }
    let inner = process.isolated(named: "inner")
    let watching = inner.observe { _ in }
    run(inner) {
      _ = Scope().resolve(\.closedFile)
      Scope().register(\.closedFile, dependency: File("inner"))
    }
    #expect(log.entries.isEmpty)
    try await inner.end()
    #expect(log.entries == ["inner"])
    watching.cancel()
  }

  @Test func defaultsOfAGraphAreItsOwn() async throws {
    let inner = process.isolated()
    run { _ = Scope().resolve(\.journal) }
    run(inner) { _ = Scope().resolve(\.journal) }
    try await inner.end()
    #expect(log.entries == ["journal", "default"])
    try await process.end()
    #expect(log.entries.count == 4)
  }

  @Test func failuresAndTimeoutsAreThrownTogether() async throws {
    run { _ = Scope().resolve(\.hangingJournal) }
    let error = await #expect(throws: DependencyTeardownError.self) {
      try await process.run { try await DependencyMap.end() }
    }
    let line = DependencyMap.failingLine
    #expect(
      error?.description == """
        2 teardowns have failed; everything else is closed.
          HangingKey (\(#fileID):\(line + 6)): It took longer than \(Duration.milliseconds(1)).
          FailingKey (\(#fileID):\(line)): Failure()
        """)
    #expect(
      error?.failures.first?.error as? DependencyTeardownError.Timeout
        == DependencyTeardownError.Timeout(limit: .milliseconds(1)))
    #expect(error?.failures.map(\.key) == ["HangingKey", "FailingKey"])
    #expect(error?.failures.last?.place == "\(#fileID):\(line)")
  }

  @Test func theEndOfAGraphThrowsWhatFails() async throws {
    run { _ = Scope().resolve(\.failingFile) }
    let error = await #expect(throws: TeardownError.self) { try await process.end() }
    #expect(
      error?.description == """
        A teardown has failed; everything else is closed.
          Type[FailingKey] (\(#fileID):\(DependencyMap.failingLine)): Failure()
        """)
  }

  @Test func whoClosesWhatIsReplacedFindsTheNewOneFromAnInnerMap() async throws {
    run {
      _ = Scope().resolve(\.reportingFile)
      Scope().register(\.reportingFile, dependency: Reporting("new", in: nil, log))
    }
    #expect(log.entries == ["default closed beside new"])
    try await process.end()
  }

  @Test func whatIsRegisteredWhileTheMapEndsIsClosedOnce() async throws {
    let rounds = bounded(2_000, sanitized: 200)
    let (process, log) = (process, log)
    let writer = Worker {
      Closings.$log.withValue(log) {
        process.run {
          for round in 0..<rounds {
            Scope().register(\.closedFile, dependency: File("\(round)"))
          }
        }
      }
    }
    for _ in 0..<rounds { try await process.run { try await DependencyMap.end() } }
    writer.join()
    try await process.run { try await DependencyMap.end() }
    // Each write reads the key afterwards, which creates a default value if the map was emptied
    // meanwhile.
    let closed = log.entries.filter { $0 != "default" }
    #expect(closed.sorted() == (0..<rounds).map { "\($0)" }.sorted())
    let count = log.entries.count
    // No dependency is registered any more: an inner map creates its own default value, and closes
    // it.
    let inner = process.isolated(named: "inner")
    run(inner) { _ = Scope().resolve(\.closedFile) }
    try await inner.end()
    #expect(log.entries.last == "default" && log.entries.count == count + 1)
    try await process.end()
    #expect(log.entries.count == count + 1)
  }

  @Test func whoWatchesAGraphLearnsOfWhatIsRegistered() async throws {
    let events = Log<String>()
    let watching = process.observe { event in
      if case .tornDown(let closing) = event { events.add("-\(closing.dependency.key)") }
    }
    run {
      Scope().register(\.closedFile, dependency: File("first"))
      Scope().register(\.closedFile, dependency: File("second"))
    }
    #expect(events.entries == ["-Type[FileKey]"])
    try await process.run { try await DependencyMap.end() }
    #expect(events.entries == ["-Type[FileKey]", "-Type[FileKey]"])
    #expect(log.entries == ["first", "second"])
    watching.cancel()
    try await process.end()
  }

  @Test func whoWatchesAGraphLearnsOfItsMap() async throws {
    let events = Log<String>()
    let watching = process.observe { event in
      switch event {
      case .created(let creation):
        let requester = creation.requester.map { " for \($0.key)" } ?? ""
        events.add("+\(creation.dependency.key)\(requester) \(creation.graph ?? "")")
      case .tornDown(let closing): events.add("-\(closing.dependency.key) \(closing.graph ?? "")")
      case .waited, .failed, .released, .changed: break
      }
    }
    run { _ = Scope().resolve(\.journal) }
    try await process.run { try await DependencyMap.end() }
    #expect(
      events.entries == [
        "+Type[FileKey] for Type[JournalKey] process", "+Type[JournalKey] process",
        "-Type[JournalKey] process", "-Type[FileKey] process",
      ])
    watching.cancel()
  }
}
