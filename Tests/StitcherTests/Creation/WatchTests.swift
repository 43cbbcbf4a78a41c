import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

private final class File: Sendable {}

private final class Log: Sendable {
  let file: File

  init(_ file: File) { self.file = file }
}

private struct Failure: Error, Equatable {}

/// The recorded events of a graph.
private final class Heard: Sendable {
  private let state = Box<[GraphEvent]>([])

  func append(_ event: GraphEvent) { state.change { $0.append(event) } }

  var all: [GraphEvent] { state.value }

  /// The kinds of the events, each with its subject.
  var kinds: [String] {
    all.map { event in
      switch event {
      case .created(let creation): "created \(creation.dependency.key)"
      case .failed(let failure): "failed \(failure.creation.dependency.key)"
      case .waited(let wait): "waited \(wait.dependency.key)"
      case .released(let release): "released \(release.dependency.key)"
      case .tornDown(let closing): "tornDown \(closing.dependency.key)"
      case .changed: "changed"
      }
    }
  }
}

@Suite(.dependencies()) struct WatchTests {
  @Test func aTeardownThatTakesTooLongIsATimeout() async {
    let graph = DependencyGraph.current.child {
      Dependency { File() }.scope(.singleton)
        .teardown(within: .milliseconds(1)) { _ in try await Task.sleep(for: .seconds(600)) }
    }
    let heard = Heard()
    let watching = graph.observe { heard.append($0) }
    _ = try? graph.inject() as File
    try? await graph.end()
    let errors = heard.all.compactMap { event -> (any Error)? in
      if case .tornDown(let closing) = event { closing.error } else { nil }
    }
    #expect(
      errors.map { $0 as? TeardownError.Timeout } == [
        TeardownError.Timeout(limit: .milliseconds(1))
      ])
    watching.cancel()
  }

  /// Creates a graph of a log and its file.
  private func graph(_ scope: DependencyScope = .singleton) -> DependencyGraph {
    DependencyGraph.current.isolated(named: "watched") {
      Dependency { Log(try DependencyGraph.inject()) }.scope(scope)
      Dependency { File() }.scope(scope).teardown { _ in }
    }
  }

  @Test(arguments: [true, false])
  func creationsAreReportedInOrder(isKept: Bool) throws {
    let graph = graph(isKept ? .singleton : .instance)
    let heard = Heard()
    let watching = graph.observe { heard.append($0) }
    _ = try graph.inject() as Log
    #expect(heard.kinds == ["created Type[File]", "created Type[Log]"])
    guard case .created(let file) = heard.all[0], case .created(let log) = heard.all[1] else {
      Issue.record("Other events: \(heard.all)")
      return
    }
    #expect(file.requester?.key == "Type[Log]" && file.requesterNumber == log.number)
    #expect(log.requester == nil && log.requesterNumber == nil)
    #expect(file.duration <= log.duration && log.ownDuration <= log.duration)
    #expect(abs(file.durationInSeconds - file.duration / .seconds(1)) < 1e-9)
    #expect(log.ownDurationInSeconds <= log.durationInSeconds)
    #expect(file.graph == "watched")
    #expect(file.dependency.place.hasPrefix("StitcherTests/WatchTests.swift:"))
    _ = try graph.inject() as Log
    #expect(heard.all.count == (isKept ? 2 : 4))
    watching.cancel()
    watching.cancel()
    _ = try graph.child().inject() as File
    #expect(heard.all.count == (isKept ? 2 : 4))
  }

  @Test func theEndIsReported() async throws {
    let graph = graph()
    let heard = Heard()
    let watching = graph.observe { heard.append($0) }
    _ = try graph.inject() as Log
    try await graph.end()
    #expect(
      Array(heard.kinds.dropFirst(2)).sorted() == [
        "changed", "released Type[File]", "released Type[Log]", "tornDown Type[File]",
      ])
    withExtendedLifetime(watching) {}
  }

  @Test func childrenAndAsynchronousCreationsAreHeard() async throws {
    let parent = DependencyGraph.current.isolated {
      Dependency {
        await Task.yield()
        return Log(try await DependencyGraph.injectAsync())
      }.scope(.scoped)
      Dependency {
        await Task.yield()
        return File()
      }.scope(.instance)
    }
    let heard = Heard()
    let watching = parent.observe { heard.append($0) }
    let child = parent.child()
    _ = try await child.injectAsync() as Log
    #expect(heard.kinds == ["created Type[File]", "created Type[Log]"])
    withExtendedLifetime(child) {}
    guard case .created(let file) = heard.all[0] else { return }
    #expect(file.requester?.key == "Type[Log]")
    withExtendedLifetime(watching) {}
  }

  @Test func failuresAreReported() async throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { () -> Log in Log(try DependencyGraph.inject()) }
      Dependency { () -> File in throw Failure() }
    }
    let heard = Heard()
    let watching = graph.observe { heard.append($0) }
    #expect(throws: InjectionError.self) { _ = try graph.inject() as Log }
    #expect(heard.kinds == ["failed Type[File]", "failed Type[Log]"])
    guard case .failed(let failure) = heard.all[0] else { return }
    #expect(failure.error as? InjectionError == .unknown(Failure()))
    withExtendedLifetime(watching) {}
  }

  @Test func aListenerMayInjectWhatWasCreated() throws {
    let graph = graph()
    let found = Events()
    let watching = graph.observe { [weak graph] event in
      guard case .created(let creation) = event, let graph else { return }
      let log: Log? = try? graph.inject()
      found.append("\(creation.dependency.key) \(log == nil ? "without" : "with") log")
    }
    _ = try graph.inject() as Log
    #expect(found.all == ["Type[File] with log", "Type[Log] with log"])
    withExtendedLifetime(watching) {}
  }

  @Test func theSequenceHasTheSame() async throws {
    let graph = graph()
    var events = graph.events.makeAsyncIterator()
    _ = try graph.inject() as Log
    guard case .created(let file) = await events.next(),
      case .created(let log) = await events.next()
    else {
      Issue.record("Other events.")
      return
    }
    #expect([file.dependency.key, log.dependency.key] == ["Type[File]", "Type[Log]"])
  }

  @Test func anObservedCreationIsSharedByConcurrentRequests() async throws {
    let (entered, release) = (Gate(), Gate())
    let graph = DependencyGraph.current.isolated {
      Dependency { () -> File in
        entered.open()
        release.wait()
        return File()
      }.scope(.singleton)
    }
    let heard = Heard()
    let watching = graph.observe { heard.append($0) }
    let one = Worker { try? graph.inject() as File }
    entered.wait()
    let other = Worker { try? graph.inject() as File }
    release.open()
    #expect(one.join() === other.join())
    #expect(heard.kinds.contains("created Type[File]"))
    withExtendedLifetime(watching) {}
  }

  @Test func theReportIsATree() throws {
    let graph = graph()
    #expect("\(graph.creationReport())" == "Nothing was created.")
    graph.recordCreations()
    graph.recordCreations()
    _ = try graph.inject() as Log
    let report = graph.creationReport(slowerThan: .seconds(600))
    #expect(report.all.map(\.dependency.key) == ["Type[Log]", "Type[File]"])
    #expect(report.all[1].requesterNumber == report.all[0].number)
    #expect(report.slow.isEmpty)
    let lines = report.description.split(separator: "\n")
    #expect(
      lines.count == 2 && lines[0].hasPrefix("Type[Log] ") && lines[1].hasPrefix("  Type[File] "))
    #expect(graph.creationReport(slowerThan: .nanoseconds(-1)).slow.count == 2)
    #expect(graph.creationReport(slowerThanSeconds: -1).slow.count == 2)
    #expect(graph.creationReport(slowerThanSeconds: 600).slow.isEmpty)
    #expect(graph.creationReport().thresholdInSeconds == 0.1)
  }

  /// The search that requested a database is abandoned; the creation of the database continues for
  /// another task.
  @Test func aCreationThatOutlivesTheFactoryThatAskedForItIsInTheReport() async throws {
    struct Database: Sendable {}
    struct Search: Sendable {}
    let hasBegun = AsyncGate()
    let mayEnd = AsyncGate()
    let graph = DependencyGraph.current.isolated {
      Dependency { () async throws in
        hasBegun.open()
        await mayEnd.wait()
        return Database()
      }.scope(.singleton)
      Dependency { () async throws in
        _ = try await DependencyGraph.injectAsync() as Database
        return Search()
      }.scope(.singleton)
    }
    graph.recordCreations()
    let first = Task { try await graph.injectAsync() as Search }
    await hasBegun.wait()
    let hasWaited = Box(false)
    let other = Task {
      hasWaited.value = true
      return try await graph.injectAsync() as Database
    }
    await eventually { hasWaited.value }
    for _ in 0..<100 { await Task.yield() }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    await eventually { graph.creationReport().all.count == 1 }
    mayEnd.open()
    _ = try await other.value
    await eventually { graph.creationReport().all.count == 2 }
    let report = graph.creationReport(slowerThan: .seconds(600))
    #expect(report.all.map(\.dependency.key) == ["Type[Search]", "Type[Database]"])
    #expect(report.all[1].requesterNumber == report.all[0].number)
    let lines = report.description.split(separator: "\n")
    #expect(
      lines.count == 2 && lines[0].hasPrefix("Type[Search] ")
        && lines[1].hasPrefix("  Type[Database] "))
  }

  @Test func eventsArePrinted() throws {
    let graph = graph()
    let heard = Heard()
    let watching = graph.observe { heard.append($0) }
    _ = try graph.inject() as Log
    let text = heard.all[0].description
    #expect(text.hasPrefix("created Type[File] (StitcherTests/WatchTests.swift:"))
    #expect(text.contains(") for Type[Log] in ") && text.hasSuffix(" in graph 'watched'"))
    withExtendedLifetime(watching) {}
  }

  @Test func theEndOfADroppedGraphIsReported() async throws {
    let parent = DependencyGraph.current.isolated(named: "parent")
    let (outer, own) = (Heard(), Heard())
    let watching = parent.observe { outer.append($0) }
    var inner: ChangeCancellable?
    do {
      let child = parent.child(named: "child") {
        Dependency { Log(try DependencyGraph.inject()) }.scope(.singleton)
        Dependency { File() }.scope(.singleton).teardown { _ in }
      }
      inner = child.observe { own.append($0) }
      _ = try child.inject() as Log
    }
    for heard in [outer, own] {
      // Another test may be changing the graph of the process, which holds this graph meanwhile.
      await eventually { heard.kinds.last == "tornDown Type[File]" }
      #expect(
        heard.kinds.suffix(3).sorted() == [
          "released Type[File]", "released Type[Log]", "tornDown Type[File]",
        ])
      guard case .tornDown(let closing) = heard.all.last else {
        Issue.record("Other events: \(heard.all)")
        return
      }
      #expect(closing.graph == "child")
    }
    inner?.cancel()
    watching.cancel()
  }

  @Test func theAsynchronousEndOfADroppedGraphIsReported() async throws {
    let parent = DependencyGraph.current.isolated(named: "parent")
    var events = parent.events.makeAsyncIterator()
    do {
      let child = parent.isolated(named: "child") {
        Dependency { File() }.scope(.singleton).teardown { _ in await Task.yield() }
      }
      _ = try child.inject() as File
    }
    while let event = await events.next() {
      if case .tornDown(let closing) = event {
        #expect(closing.graph == "child" && closing.error == nil)
        break
      }
    }
  }

  /// An asynchronous request for an instance of a synchronous factory sends its event, too.
  @Test func theAwaitingTaskIsAlsoReported() async throws {
    let graph = graph(.instance)
    let heard = Heard()
    let watching = graph.observe { heard.append($0) }
    _ = try await graph.injectAsync() as Log
    #expect(heard.kinds == ["created Type[File]", "created Type[Log]"])
    let all: [File] = try await graph.injectAsync()
    #expect(all.count == 1 && heard.kinds.last == "created Type[File]" && heard.kinds.count == 3)
    withExtendedLifetime(watching) {}
  }

  @Test func aFailureIsAlsoReportedToTheAwaitingCaller() async throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { () throws -> File in throw Failure() }.scope(.instance)
    }
    let heard = Heard()
    let watching = graph.observe { heard.append($0) }
    await #expect(throws: InjectionError.self) { _ = try await graph.injectAsync() as File }
    #expect(heard.kinds == ["failed Type[File]"])
    withExtendedLifetime(watching) {}
  }

  /// A decorated instance that is not kept is one creation, whichever part of it is asynchronous.
  @Test(arguments: [true, false], [true, false])
  func aDecoratedInstanceIsReportedOnce(isInside: Bool, isAround: Bool) async throws {
    let graph = DependencyGraph.current.isolated {
      if isInside {
        Dependency { () async throws -> File in File() }.scope(.instance)
      } else {
        Dependency { File() }.scope(.instance)
      }
      if isAround {
        Decorator(File.self) { (_: File) async throws -> File in File() }
      } else {
        Decorator(File.self) { _ in File() }
      }
    }
    let heard = Heard()
    let watching = graph.observe { heard.append($0) }
    _ = try await graph.injectAsync() as File
    #expect(heard.kinds == ["created Type[File]"])
    withExtendedLifetime(watching) {}
  }
}
