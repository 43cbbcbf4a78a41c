import Dispatch
import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Tasks that run in child graphs, bind closures and override dependencies, while the state of
/// their parent changes.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct GraphTaskStormTests {
  /// An instance that each graph has for itself.
  final class Work: Sendable {
    let tracked: Tracked
    let number: Int
    init() throws {
      tracked = try DependencyGraph.inject()
      number = try DependencyGraph.inject(byName: "number")
    }
  }

  /// A way to run a task in a graph.
  enum Way: CaseIterable, Sendable {
    case child, isolated, bound, boundAsynchronously, overrides, overridesInside
  }

  let lifetimes = Lifetimes()
  let session = Session()
  let parent = DependencyGraph.process.isolated(named: "storm")

  /// Returns a container with registrations that depend on the state, and others that do not.
  private func container() -> DependencyContainer {
    DependencyContainer { [session, lifetimes] in
      Dependency { Tracked(lifetimes) }.scope(.scoped)
      Dependency { try Work() }.scope(.scoped)
      Dependency(named: "number") { -1 }
      let number = session.number
      Dependency(named: "state") { number }
    }
  }

  /// Whether all injections of the caller come from the graph with a number.
  private static func isRight(_ number: Int) -> Bool {
    guard let work: Work = try? DependencyGraph.inject() else { return false }
    let state: Int? = try? DependencyGraph.inject(byName: "state")
    return work.number == number && state != nil
      && (try? DependencyGraph.inject()) as Work? === work
  }

  /// Makes the same check in the child tasks of a task, too, after a suspension.
  private static func isRightInTasks(_ number: Int) async -> Bool {
    async let child = isRight(number)
    await Task.yield()
    let task = Task { isRight(number) }
    return await [child, task.value, isRight(number)].allSatisfy { $0 }
  }

  /// Runs checks in a graph with a number, in one of the ways; returns whether all hold.
  private static func run(_ way: Way, _ number: Int, in parent: DependencyGraph) async -> Bool {
    switch way {
    case .child, .isolated:
      let graph =
        way == .child
        ? parent.child { Dependency(named: "number") { number } }
        : parent.isolated { Dependency(named: "number") { number } }
      let isRight = await graph.run { await isRightInTasks(number) }
      try? await graph.end()
      return isRight && isEnded(graph)
    case .bound:
      let graph = parent.child { Dependency(named: "number") { number } }
      let bound = graph.bound { isRight(number) }
      let isBound = await Task.detached { bound() }.value
      let isBoundOnQueue = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: bound()) }
      }
      return isBound && isBoundOnQueue
    case .boundAsynchronously:
      let graph = parent.isolated { Dependency(named: "number") { number } }
      let bound = graph.bound { await isRightInTasks(number) }
      return await Task.detached { await bound() }.value
    case .overrides:
      return await parent.run {
        try? await DependencyGraph.withOverrides {
          Dependency(named: "number") { number }
        } operation: {
          await isRightInTasks(number)
        }
      } ?? false
    case .overridesInside:
      let graph = parent.child { Dependency(named: "number") { -2 } }
      return await graph.run {
        let inner = try? await DependencyGraph.withOverrides {
          Dependency(named: "number") { number }
        } operation: {
          await isRightInTasks(number)
        }
        return await isRightInTasks(-2) && inner == true
      }
    }
  }

  /// Whether a graph reports its end.
  private static func isEnded(_ graph: DependencyGraph) -> Bool {
    do { _ = try graph.inject(byType: Work.self) } catch {
      return error as? InjectionError == .graphEnded(.init(name: nil))
    }
    return false
  }

  @Test func eachTaskHasItsOwnHoweverItCameToIt() async {
    let (parent, session) = (parent, session)
    await parent.activate(container())
    let rounds = bounded(fewerInDebug(480), sanitized: 60)
    let isOver = Box(false)
    let changes = Worker {
      var number = 0
      while !isOver.value {
        number += 1
        session.number = number
        let extra = DependencyContainer { Dependency(named: "extra") { 1 } }
        parent.activate(extra)
        parent.deactivate(extra)
      }
      return number
    }
    let wrong = await withTaskGroup(of: Int.self) { group in
      for task in 0..<4 {
        group.addTask {
          var wrong = 0
          for round in 0..<rounds {
            let way = Way.allCases[(round + task) % Way.allCases.count]
            if !(await Self.run(way, task * rounds + round, in: parent)) { wrong += 1 }
          }
          return wrong
        }
      }
      return await group.reduce(0, +)
    }
    isOver.value = true
    #expect(wrong == 0)
    #expect(changes.join() > 0)
    await eventually { lifetimes.living == 0 }
  }
}
