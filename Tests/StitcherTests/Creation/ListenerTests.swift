import Stitcher
import StitcherTestSupport
import StitcherTesting
import Synchronization
import Testing

private final class File: Sendable {}

private final class Log: Sendable {
  let file: File

  init(_ file: File) { self.file = file }
}

private final class Other: Sendable {}

/// The actions that observers of a graph may take while events are delivered.
@Suite(.dependencies()) struct ListenerTests {
  /// The action of an observer at the event of the first creation.
  enum Deed: CaseIterable {
    case injectsTheSame, injectsWhatNeedsIt, activates, deactivates, deactivatesAll, ends,
      endsInTask
    case observes, cancels, makesAChild, reports
  }

  @Test(arguments: Deed.allCases, [true, false])
  func aListenerMayDoAnything(_ deed: Deed, isKept: Bool) async throws {
    let closed = Counter()
    let scope: DependencyScope = isKept ? .singleton : .instance
    let container = DependencyContainer {
      Dependency { File() }.scope(scope).teardown { _ in closed.count() }
      Dependency { Log(try DependencyGraph.inject()) }.scope(scope)
    }
    let graph = DependencyGraph.current.isolated()
    await graph.activate(container)
    let further = DependencyContainer { Other() }
    let (created, done) = (Counter(), Counter())
    let others = Box<[ChangeCancellable]>([])
    let watch = Box<ChangeCancellable?>(nil)
    let observation = graph.observe { event in
      guard case .created(let creation) = event, creation.dependency.key == "Type[File]" else {
        return
      }
      created.count()
      if created.value > 1 { return }
      switch deed {
      case .injectsTheSame: _ = try? graph.inject() as File
      case .injectsWhatNeedsIt: _ = try? graph.inject() as Log
      case .activates: graph.activate(further)
      case .deactivates: graph.deactivate(container)
      case .deactivatesAll: graph.deactivateAll()
      case .ends: graph.endNow()
      case .endsInTask: Task { try await graph.end() }
      case .observes: others.change { $0.append(graph.observe { _ in }) }
      case .cancels: watch.change { $0 }?.cancel()
      case .makesAChild: _ = try? graph.child().inject() as File
      case .reports: _ = "\(graph.creationReport())"
      }
      done.count()
    }
    watch.change { $0 = observation }
    // The instance exists, even if the observer has changed the graph.
    _ = try graph.inject() as File
    #expect(done.value == 1)
    if deed == .activates { _ = try graph.inject() as Other }
    let again = try? graph.inject() as Log
    switch deed {
    case .ends, .deactivates, .deactivatesAll: #expect(again == nil)
    case .endsInTask: break
    default: #expect(again != nil)
    }
    if deed == .cancels { #expect(created.value == 1) }
    try await graph.end()
    #expect(closed.value == (isKept ? 1 : 0))
  }

  /// An instance can be injected before its event is delivered, so no thread waits for an observer.
  @Test func aListenerThatHangsBlocksNoOtherThread() throws {
    let (called, release) = (Gate(), Gate())
    let graph = DependencyGraph.current.isolated {
      Dependency { File() }.scope(.singleton)
      Dependency { Log(try DependencyGraph.inject()) }.scope(.instance)
    }
    let isFirst = Atomic(true)
    let watching = graph.observe { _ in
      guard isFirst.exchange(false, ordering: .sequentiallyConsistent) else { return }
      called.open()
      release.wait()
    }
    let worker = Worker { try? graph.inject() as File }
    called.wait()
    let file: File = try graph.inject()
    let log: Log = try graph.inject()
    #expect(log.file === file)
    graph.activate(DependencyContainer { Other() })
    _ = try graph.inject() as Other
    release.open()
    #expect(worker.join() === file)
    withExtendedLifetime(watching) {}
  }

  /// A factory of an unobserved graph injects from an observed one: threads that wait for the
  /// factory do not wait for an observer.
  @Test(arguments: [true, false])
  func aListenerHoldsNoFactoryOfAnotherGraphUp(isKept: Bool) async throws {
    let container = DependencyContainer {
      Dependency { File() }.scope(isKept ? .singleton : .instance).teardown { _ in }
    }
    let watched = DependencyGraph.current.isolated()
    let isInside = Atomic(false)
    let graph = DependencyGraph.current.isolated {
      Dependency { () throws -> Log in
        isInside.store(true, ordering: .sequentiallyConsistent)
        defer { isInside.store(false, ordering: .sequentiallyConsistent) }
        watched.activate(container)
        let log = Log(try watched.inject())
        watched.deactivate(container)
        return log
      }.scope(.singleton)
    }
    let heard = Record<String>()
    let found = Box<Log?>(nil)
    let watching = watched.observe { event in
      switch event {
      case .created: heard.append("created")
      case .changed: heard.append("changed")
      case .released: heard.append("released")
      case .tornDown: heard.append("tornDown")
      default: heard.append("\(event)")
      }
      if isInside.load(ordering: .sequentiallyConsistent) { return heard.append("inside") }
      let log = Worker { try? graph.inject() as Log }.join()
      found.change { $0 = log }
    }
    let log: Log = try graph.inject()
    #expect(found.change { $0 } === log)
    #expect(
      heard.elements
        == (isKept
          ? ["changed", "created", "released", "tornDown", "changed"]
          : ["changed", "created", "changed"]))
    withExtendedLifetime(watching) {}
  }

  /// Two factories inject each other's instance on two threads: one thread gets the cycle error,
  /// and the other one has waited.
  @Test func aWaitIsReported() throws {
    let (first, second) = (Gate(), Gate())
    let graph = DependencyGraph.current.isolated {
      Dependency { () -> File in
        first.open()
        second.wait()
        _ = try? DependencyGraph.inject() as Other
        return File()
      }.scope(.singleton)
      Dependency { () -> Other in
        second.open()
        first.wait()
        _ = try? DependencyGraph.inject() as File
        return Other()
      }.scope(.singleton)
    }
    let waits = Record<GraphEvent.Occurrence>()
    let watching = graph.observe { if case .waited(let wait) = $0 { waits.append(wait) } }
    let worker = Worker { _ = try? graph.inject() as File }
    _ = try graph.inject() as Other
    worker.join()
    #expect(waits.elements.count == 1)
    let wait = try #require(waits.elements.first)
    #expect(["Type[File]", "Type[Other]"].contains(wait.dependency.key))
    #expect(try #require(wait.duration) > .zero)
    withExtendedLifetime(watching) {}
  }

  /// Two asynchronous factories inject each other's instance in two tasks.
  @Test func theWaitOfATaskIsReported() async throws {
    let (first, second) = (AsyncGate(), AsyncGate())
    let graph = DependencyGraph.current.isolated {
      Dependency { () async -> File in
        first.open()
        await second.wait()
        _ = try? await DependencyGraph.injectAsync() as Other
        return File()
      }.scope(.singleton)
      Dependency { () async -> Other in
        second.open()
        await first.wait()
        _ = try? await DependencyGraph.injectAsync() as File
        return Other()
      }.scope(.singleton)
    }
    let waits = Record<GraphEvent.Occurrence>()
    let watching = graph.observe { if case .waited(let wait) = $0 { waits.append(wait) } }
    async let file = graph.injectAsync() as File
    _ = try await graph.injectAsync() as Other
    _ = try await file
    #expect(waits.elements.count == 1)
    withExtendedLifetime(watching) {}
  }

  /// Each instance has one event for its creation and a later one for its end, even if other
  /// observers come and go.
  @Test func everyCreationAndEndIsReportedOnce() async throws {
    for _ in 0..<bounded(fewerInDebug(10_000), sanitized: 200) {
      let made = Counter()
      let graph = DependencyGraph.current.isolated {
        Dependency { () -> File in
          made.count()
          return File()
        }.scope(.singleton).teardown { _ in }
        Dependency { () async throws -> Log in
          let log = Log(try DependencyGraph.inject())
          made.count()
          return log
        }.scope(.singleton).teardown { _ in }
        Dependency { () -> Other in
          made.count()
          return Other()
        }.scope(.instance)
      }
      let heard = Record<String>()
      let watching = graph.observe { event in
        switch event {
        case .created(let creation): heard.append("created \(creation.number)")
        case .tornDown(let closing): heard.append("tornDown \(closing.dependency.key)")
        case .released(let release): heard.append("released \(release.dependency.key)")
        default: break
        }
      }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { _ = try? await graph.injectAsync() as Log }
        group.addTask { _ = try? graph.inject() as File }
        group.addTask {
          let other = graph.observe { _ in }
          _ = try? graph.inject() as Other
          other.cancel()
        }
        group.addTask {
          _ = try? graph.inject() as Other
          try? await graph.end()
        }
      }
      try await graph.end()
      let all = heard.elements
      try #require(all.count { $0.hasPrefix("created") } == made.value)
      try #require(Set(all.filter { $0.hasPrefix("created") }).count == made.value)
      // An instance that was created after the end, for an earlier request, is torn down as well.
      for key in ["Type[File]", "Type[Log]"] {
        try #require(all.count { $0 == "tornDown \(key)" } <= 1)
      }
      withExtendedLifetime(watching) {}
    }
  }
}
