import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Graphs that threads create, use, pass on, end and release while the state of their parent
/// changes.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct GraphStormTests {
  /// An instance of one graph.
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

  /// An instance that the parent keeps.
  final class Note: Sendable {}

  /// A graph with the instances that it must find.
  struct Handed: Sendable {
    let graph: DependencyGraph
    let number: Int
    let work: ObjectIdentifier

    /// Whether the graph finds the same instances as on the thread that has created it.
    var isRight: Bool {
      let works = [
        try? graph.inject(byType: Work.self), graph.run { try? DependencyGraph.inject() },
      ]
      return works.allSatisfy { $0?.number == number && $0.map { ObjectIdentifier($0) } == work }
    }

    /// Ends the graph; returns whether injections report the end.
    func ends() -> Bool {
      graph.endNow()
      do {
        _ = try graph.inject(byType: Work.self)
        return false
      } catch {
        return error as? InjectionError == .graphEnded(.init(name: "\(number)"))
      }
    }
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
      if session.isSignedIn {
        Dependency { Engine() }.scope(.singleton)
        Dependency(named: "signed in") { 1 }.scope(.scoped)
      }
      let number = session.number
      Dependency(named: "state") { number }
    }
  }

  /// Creates a graph of one of several kinds, with a number.
  private static func graph(_ parent: DependencyGraph, _ number: Int) -> DependencyGraph {
    switch number % 5 {
    case 0: parent.child(named: "\(number)") { Dependency(named: "number") { number } }
    case 1: parent.isolated(named: "\(number)") { Dependency(named: "number") { number } }
    case 2: parent.child { Dependency(named: "number") { number } }.child(named: "\(number)")
    case 3: parent.child { Dependency(named: "number") { number } }.isolated(named: "\(number)")
    default: parent.isolated { Dependency(named: "number") { number } }.child(named: "\(number)")
    }
  }

  @Test func eachGraphHasItsOwnWhateverItsParentIsBuiltFrom() async {
    await parent.activate(container())
    let (parent, session, note) = (parent, session, DependencyContainer { Note() })
    let rounds = bounded(fewerInDebug(1_500), sanitized: 150)
    let places = (0..<3).map { _ in Box<Handed?>(nil) }
    let wrong = await onThreads(4) { thread in
      (0..<rounds).count { round in
        if thread == 0 {
          switch round % 4 {
          case 0: session.isSignedIn.toggle()
          case 1: parent.activate(note)
          case 2: session.number = round
          default: parent.deactivate(note)
          }
          return false
        }
        let number = thread * rounds + round
        let graph = Self.graph(parent, number)
        guard let work: Work = try? graph.inject() else { return true }
        for name in ["signed in", "state"] {
          _ = graph.run { try? DependencyGraph.inject(byName: name) as Int }
        }
        _ = try? work.note
        let new = Handed(graph: graph, number: number, work: ObjectIdentifier(work))
        var isRight = new.isRight && work.number == number
        // Another thread continues to use the graph.
        let old = places[round % places.count].change { place in
          let old = place
          place = new
          return old
        }
        guard let old else { return !isRight }
        isRight = isRight && old.isRight
        return !isRight || round % 2 == 0 && !old.ends()
      }
    }
    #expect(wrong == [0, 0, 0, 0])
    for place in places { place.value = nil }
    // A running update of the container may hold its graphs for a moment.
    await eventually { lifetimes.living == 0 }
    #expect(lifetimes.inits == 3 * rounds)
  }

  @Test func anOperationInAGraphWithAnEndedParentGetsTheError() async {
    let meeting = Meeting(3)
    let generations = (0..<bounded(600, sanitized: 150)).map { number in
      let parent = parent.child(named: "parent") { container() }
      let child = number % 2 == 0 ? parent.child() : parent.isolated()
      return (parent: parent, own: child.child { Note() })
    }
    let wrong = await onThreads(3) { thread in
      generations.count { parent, own in
        meeting.wait()
        if thread == 0 { parent.endNow() }
        let isRight = own.run {
          (0..<3).allSatisfy { _ in
            Self.isFoundOrEnded { try DependencyGraph.inject(byType: Work.self) }
          } && DependencyGraph.current === own && own.parent?.parent === parent
        }
        meeting.wait()
        // The same holds for registrations of the graph itself, and of the farthest graph.
        return !isRight || Self.isFound { try own.inject(byType: Work.self) }
          || Self.isFound { try own.inject(byType: Note.self) }
      }
    }
    #expect(wrong == [0, 0, 0])
    for generation in generations { generation.own.endNow() }
    await eventually { lifetimes.living == 0 }
  }

  /// Whether a request finds an instance, or reports the end of the graph's parent.
  private static func isFoundOrEnded<Value>(_ request: () throws -> Value) -> Bool {
    do { _ = try request() } catch { return error as? InjectionError == .graphEnded("parent") }
    return true
  }

  /// Whether a request finds an instance.
  private static func isFound<Value>(_ request: () throws -> Value) -> Bool {
    (try? request()) != nil
  }

  /// Runs a closure on threads that start together, without blocking one of the pool.
  private func onThreads(
    _ count: Int, _ body: @escaping @Sendable (Int) -> Int
  ) async -> [Int] {
    await withCheckedContinuation { continuation in
      _ = Worker { continuation.resume(returning: runThreads(count, body)) }
    }
  }
}
