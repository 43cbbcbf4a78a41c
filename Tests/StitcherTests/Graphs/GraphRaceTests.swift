import Foundation
import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Graphs that are created, used and ended on all threads.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct GraphRaceTests {
  /// A scoped object with the dependencies of one request.
  final class Work: Sendable {
    let tracked: Tracked
    let number: Int
    private let _note = Injected<Note>()
    var note: Note { get throws { try _note.loadedValue() } }

    init() throws {
      tracked = try DependencyGraph.inject()
      number = try DependencyGraph.inject(byName: "number")
    }
  }

  final class Note: Sendable {
    let text: String
    init(_ text: String) { self.text = text }
  }

  let lifetimes = Lifetimes()
  let parent: DependencyGraph

  init() {
    let lifetimes = lifetimes
    parent = .process.isolated(named: "parent") {
      Dependency { Tracked(lifetimes) }.scope(.scoped)
      Dependency { try Work() }.scope(.scoped)
      Dependency { Note("parent") }.scope(.singleton)
      Dependency(named: "number") { -1 }
    }
  }

  @Test func thousandsComeAndGoWhileTheParentChanges() async {
    let parent = parent
    let extra = DependencyContainer {
      Dependency { Engine() }.scope(.singleton)
      Dependency(named: "extra") { 1 }
    }
    let wrong = runThreads(4) { thread in
      (0..<1_000).count { round in
        if thread == 0 {
          parent.activate(extra)
          parent.deactivate(extra)
          return false
        }
        let isIsolated = round % 2 == 0
        let number = thread * 1_000 + round
        let graph =
          isIsolated
          ? parent.isolated { Dependency(named: "number") { number } }
          : parent.child { Dependency(named: "number") { number } }
        let isRight = graph.run {
          guard let work: Work = try? DependencyGraph.inject() else { return false }
          _ = try? DependencyGraph.inject() as Engine?
          return work.number == number
            && (try? graph.inject(byType: Work.self)) === work
            && (try? graph.inject(byType: Tracked.self)) === work.tracked
            && (try? work.note)?.text == "parent"
            && DependencyGraph.current === graph
        }
        if round % 3 == 0 { graph.run { graph.deactivateAll() } }
        return !isRight
      }
    }
    #expect(wrong == [0, 0, 0, 0])
    // A change of the process's graph may hold its children for a moment.
    await eventually { lifetimes.living == 0 }
    #expect(lifetimes.inits == 3_000)
  }

  @Test func tasksDoTheSame() async throws {
    let parent = parent
    try await withThrowingTaskGroup { group in
      for number in 0..<1_000 {
        group.addTask {
          let graph = parent.child(named: "\(number)") { Dependency(named: "number") { number } }
          try await graph.run {
            let work: Work = try DependencyGraph.inject()
            await Task.yield()
            let same = try await Task { try DependencyGraph.inject(byType: Work.self) }.value
            #expect(work === same && work.number == number)
          }
          try await graph.end()
          #expect(throws: InjectionError.graphEnded(.init(name: "\(number)"))) {
            try graph.inject(byType: Work.self)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(lifetimes.living == 0)
    #expect(lifetimes.inits == 1_000)
  }

  @Test func aRequestDuringTheEndGetsAnInstanceOrTheError() {
    let parent = parent
    let meeting = Meeting(3)
    let graphs = (0..<500).map { _ in parent.child { Dependency(named: "number") { 1 } } }
    let wrong = runThreads(3) { thread in
      graphs.count { graph in
        meeting.wait()
        if thread == 0 {
          graph.endNow()
          return false
        }
        do {
          return try graph.inject(byType: Work.self).number != 1
        } catch {
          guard case InjectionError.graphEnded = error else { return true }
          return false
        }
      }
    }
    #expect(wrong == [0, 0, 0])
    #expect(lifetimes.living == 0)
  }

  @Test func aGraphIsOneObjectOnEachPath() {
    let parent = parent
    let wrong = runThreads(4) { _ in
      (0..<2_000).count { _ in
        // Only the child holds the graph in the middle; its public object is created for each
        // access.
        let child = parent.child().child()
        let (one, other) = (child.parent, child.parent)
        return one !== other || one?.parent !== parent
      }
    }
    #expect(wrong == [0, 0, 0, 0])
  }

  @Test func propertiesEscapeTheirGraphs() {
    let parent = parent
    let wrong = runThreads(3) { thread in
      (0..<500).count { round in
        let works: [Injected<Note>]
        var graph: DependencyGraph? = parent.isolated { Note("\(round)") }
        works = graph!.run { (0..<3).map { _ in Injected<Note>() } }
        let early = Worker { works[0].wrappedValue.text }
        let isEarlyRight = early.join() == "\(round)"
        graph = nil
        do {
          // A change of the process's graph may hold its children for a moment.
          while true {
            try works[1].reload()
            Thread.yieldToOthers()
          }
        } catch {
          guard case InjectionError.graphEnded = error else { return true }
        }
        return !isEarlyRight || works[0].wrappedValue.text != "\(round)"
      }
    }
    #expect(wrong == [0, 0, 0])
  }
}
