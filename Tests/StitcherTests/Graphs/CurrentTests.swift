import Dispatch
import Foundation
import Stitcher
import StitcherTestSupport
import Testing

/// The current graph in all contexts. No trait is used, since the current graph outside of all
/// graphs is the graph of the process.
@Suite(.timeLimit(.minutes(10))) struct CurrentTests {
  let graph = DependencyGraph.process.isolated(named: "graph") {
    Dependency(named: "whose") { "graph" }
  }
  let other = DependencyGraph.process.isolated(named: "other") {
    Dependency(named: "whose") { "other" }
  }

  /// The name of the graph that the static members use.
  static var whose: String {
    (try? DependencyGraph.inject(byName: "whose") as String) ?? "process"
  }

  @Test func outsideItIsTheProcess() {
    #expect(DependencyGraph.current === DependencyGraph.process)
    #expect(Self.whose == "process")
  }

  @Test func inSynchronousCodeItIsTheInnermost() {
    graph.run {
      #expect(DependencyGraph.current === graph)
      #expect(Self.whose == "graph")
      other.run { #expect(Self.whose == "other") }
      DependencyGraph.process.run {
        #expect(DependencyGraph.current === DependencyGraph.process)
        #expect(Self.whose == "process")
      }
      #expect(Self.whose == "graph")
    }
    #expect(Self.whose == "process")
  }

  @Test func errorsLeaveIt() {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try graph.run { throw Failure() } }
    #expect(Self.whose == "process")
    #expect(graph.run { 5 } == 5)
  }

  @Test func inAsynchronousCodeItIsToo() async {
    await graph.run {
      #expect(Self.whose == "graph")
      await Task.yield()
      #expect(Self.whose == "graph")
      await other.run {
        await Task.yield()
        #expect(Self.whose == "other")
        graph.runHere { #expect(Self.whose == "graph") }
      }
      #expect(Self.whose == "graph")
    }
    #expect(Self.whose == "process")
  }

  @Test @MainActor func theOperationStaysOnItsActor() async {
    var count = 0
    await graph.run {
      count += 1
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
    }
    graph.runHere { count += 1 }
    #expect(count == 2)
  }

  @Test func tasksInheritIt() async {
    await graph.run {
      #expect(await Task { Self.whose }.value == "graph")
      async let child = Self.whose
      #expect(await child == "graph")
      let all = await withTaskGroup { group in
        for number in 0..<20 {
          group.addTask {
            await Task.yield()
            return number % 2 == 0 ? Self.whose : other.run { Self.whose }
          }
        }
        return await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(all == ["graph", "other"])
    }
  }

  @Test func tasksOfSynchronousCodeInheritIt() async {
    let task = graph.runHere { Task { Self.whose } }
    #expect(await task.value == "graph")
    let late = runThreads(1) { _ in self.graph.run { Task { Self.whose } } }[0]
    #expect(await late.value == "graph")
  }

  @Test func aTaskKeepsItsGraph() async {
    let gate = AsyncGate()
    let task: Task<String, Never>
    do {
      let own = DependencyGraph.process.isolated { Dependency(named: "whose") { "own" } }
      task = own.runHere {
        Task {
          await gate.wait()
          return Self.whose
        }
      }
    }
    gate.open()
    #expect(await task.value == "own")
  }

  @Test func detachedTasksThreadsAndQueuesDoNotInheritIt() async {
    await graph.run {
      #expect(await Task.detached { Self.whose }.value == "process")
      #expect(runThreads(1) { _ in Self.whose } == ["process"])
      let queued = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: Self.whose) }
      }
      #expect(queued == "process")
    }
  }

  @Test func whatIsBoundRunsInItsGraph() async {
    #expect(await Task.detached(operation: graph.bound { Self.whose }).value == "graph")
    #expect(
      await Task.detached(
        operation: graph.bound { () async -> String in
          await Task.yield()
          return Self.whose
        }
      ).value == "graph")
    let bound = graph.bound { (number: Int) in "\(Self.whose) \(number)" }
    #expect(
      runThreads(3) { _ in self.other.run { bound(1) } } == ["graph 1", "graph 1", "graph 1"])
    let log = Log<String>()
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async(
        execute: graph.bound {
          log.add(Self.whose)
          continuation.resume()
        })
    }
    #expect(log.entries == ["graph"])
    #expect(Self.whose == "process")
  }

  @Test func whatIsBoundTakesAnyNumberOfParameters() async throws {
    struct Failure: Error {}
    let two = graph.bound { (number: Int, text: String) throws -> String in
      if number == 0 { throw Failure() }
      return "\(Self.whose) \(number) \(text)"
    }
    #expect(try two(1, "a") == "graph 1 a")
    #expect(throws: Failure.self) { try two(0, "") }
    let late = graph.bound { (number: Int, text: String) async throws -> String in
      await Task.yield()
      if number == 0 { throw Failure() }
      return "\(Self.whose) \(number) \(text)"
    }
    #expect(try await late(1, "a") == "graph 1 a")
    await #expect(throws: Failure.self) { try await late(0, "") }
    let sure = graph.bound { (number: Int, text: String) async -> String in
      await Task.yield()
      return "\(Self.whose) \(number) \(text)"
    }
    #expect(await sure(1, "a") == "graph 1 a")
    #expect(await Task.detached { await sure(2, "b") }.value == "graph 2 b")
    let single = graph.bound { (number: Int) async -> String in
      await Task.yield()
      return "\(Self.whose) \(number)"
    }
    #expect(await other.run { await single(3) } == "graph 3")
  }

  @Test func whatIsBoundStaysOnItsActor() async throws {
    struct Failure: Error {}
    let none = graph.bound { @MainActor () async -> String in
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      return Self.whose
    }
    let one = graph.bound { @MainActor (number: Int) async -> String in
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      return "\(Self.whose) \(number)"
    }
    let failing = graph.bound { @MainActor (number: Int) async throws -> String in
      await Task.yield()
      MainActor.assertIsolated()
      if number == 0 { throw Failure() }
      return "\(Self.whose) \(number)"
    }
    try await Task.detached { () async throws in
      #expect(await none() == "graph")
      #expect(await one(1) == "graph 1")
      #expect(try await failing(1) == "graph 1")
      await #expect(throws: Failure.self) { try await failing(0) }
    }
    .value
  }

  @Test func whatIsBoundKeepsItsGraph() {
    var own: DependencyGraph? = .process.isolated { Dependency(named: "whose") { "own" } }
    let bound = own?.bound { Self.whose }
    own = nil
    #expect(bound?() == "own")
  }

  @Test func inAFactoryItIsTheGraphThatRunsIt() throws {
    graph.activate(
      DependencyContainer {
        Dependency(named: "kept") { Self.whose }.scope(.singleton)
        Dependency(named: "fresh") { Self.whose }
        Dependency(named: "other") { [other] in other.run { Self.whose } }
        Dependency(named: "others") { [other] in
          "\(Self.whose) \(try other.inject(byName: "whose") as String)"
        }
      })
    let child = graph.child { Dependency(named: "whose") { "child" } }
    #expect(try child.inject(byName: "kept") as String == "graph")
    #expect(try child.inject(byName: "fresh") as String == "child")
    #expect(try child.inject(byName: "other") as String == "other")
    #expect(try child.inject(byName: "others") as String == "child other")
    // The caller runs in another graph.
    try other.run { () throws in
      #expect(try child.inject(byName: "fresh") as String == "child")
      #expect(Self.whose == "other")
    }
  }

  /// The path of a synchronous factory belongs to its thread, which a task leaves.
  @Test func aSynchronousFactoryRunsInTheTaskOfTheRequesterAnAsynchronousOneInItsOwn() async throws
  {
    let outer = DependencyGraph.process.isolated(named: "outer")
    let graph = outer.child(named: "inner") {
      Dependency(named: "synchronous") { Task { DependencyGraph.current.name } }
      Dependency(named: "bound") {
        Task(operation: DependencyGraph.current.bound { () async in DependencyGraph.current.name })
      }
      Dependency(named: "asynchronous") { () async in Task { DependencyGraph.current.name } }
    }
    let names = try await outer.run {
      var names: [String?] = []
      for name in ["synchronous", "bound", "asynchronous"] {
        let task: Task<String?, Never> = try await graph.injectAsync(byName: name)
        names.append(await task.value)
      }
      return names
    }
    #expect(names == ["outer", "inner", "inner"])
  }

  @Test func aFactorysCurrentGraphIsTheObject() throws {
    final class Holder: Sendable { let graph = DependencyGraph.current }
    let child = graph.child { Dependency { Holder() }.scope(.instance) }
    #expect(try child.inject(byType: Holder.self).graph === child)
    #expect(try child.run { try DependencyGraph.inject(byType: Holder.self) }.graph === child)
  }

  @Test func anImmediateTaskHasItsOwn() async {
    let task = graph.runHere {
      Task.immediate { [other] in
        await other.run {
          await Task.yield()
          return Self.whose
        }
      }
    }
    #expect(await task.value == "other")
  }

  @Test func aGraphThatIsFoundAgainIsTheSame() {
    let child = graph.child()
    child.run {
      let (one, other) = (DependencyGraph.current, DependencyGraph.current)
      #expect(one === other)
      #expect(one === child)
    }
    #expect(graph.child().parent === graph)
  }
}

extension DependencyGraph {
  /// Runs a synchronous operation, even in asynchronous code.
  func runHere<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try run(operation)
  }
}
