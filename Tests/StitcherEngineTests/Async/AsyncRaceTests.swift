import Foundation
import StitcherEngine
import StitcherTestSupport
import Testing

/// Tasks that resolve an instance while threads cancel them, evict the instance and resolve as
/// well.
@Suite(.timeLimit(.minutes(20))) struct AsyncRaceTests {
  #if DEBUG
    static let rounds = bounded(500, sanitized: 200)
  #else
    static let rounds = bounded(10_000, sanitized: 1_000)
  #endif

  /// The operations that two threads perform at the same moment.
  enum Race: CaseIterable, Sendable {
    /// Some tasks are cancelled while others join the creation.
    case cancelWhileJoining
    /// All tasks are cancelled while another one joins the creation.
    case abandonWhileJoining
    /// All tasks are cancelled while the factory returns.
    case completeWhileCancelling
    /// The instance is evicted while tasks resolve it and are cancelled.
    case forgetWhileJoining
  }

  /// The graph, the counters and the results of one round.
  private struct Round: Sendable {
    let graph = Graph()
    let registry = EditableRegistry()
    let lifetimes = Lifetimes()
    let gate = AsyncGate()
    let running = Counter()
    let ended = Counter()
    let overlaps = Counter()
    let done = Counter()
    let results = Box<[Result<ObjectIdentifier, any Error>]>([])
    let held = Box<[Tracked]>([])
    let isSynchronous: Bool

    init(_ number: Int, isSynchronous: Bool) {
      self.isSynchronous = isSynchronous
      let (lifetimes, gate) = (lifetimes, gate)
      let (running, ended, overlaps) = (running, ended, overlaps)
      graph.activate(registry)
      registry.edit { edit in
        if isSynchronous {
          edit.insert(
            .type(Tracked.self, scope: .singleton) {
              Thread.yieldToOthers()
              return Tracked(lifetimes)
            })
        } else {
          edit.insert(
            .async(Tracked.self) { _ in
              if running.increment() != ended.value { overlaps.increment() }
              defer { ended.increment() }
              if number % 3 > 0 { await gate.wait() } else { await Task.yield() }
              return Tracked(lifetimes)
            })
        }
      }
    }

    /// Starts a task that resolves the instance.
    func ask() -> Task<Void, Never> {
      let (graph, results, held, done) = (graph, results, held, done)
      return Task.detached {
        do {
          let one = try await graph.resolve(Tracked.self, in: nil)
          results.change { $0.append(.success(ObjectIdentifier(one))) }
          held.change { $0.append(one) }
        } catch {
          results.change { $0.append(.failure(error)) }
        }
        done.increment()
      }
    }

    /// Returns descriptions of all errors of a round, after all tasks have ended.
    func problems(_ race: Race, mustSucceed: Int) -> [String] {
      var problems: [String] = []
      let results = results.value
      let found = results.compactMap { try? $0.get() }
      if found.count < mustSucceed { problems.append("\(found.count) of \(mustSucceed) found it") }
      if race != .forgetWhileJoining {
        if Set(found).count > 1 { problems.append("\(Set(found).count) instances") }
        if overlaps.value > 0 { problems.append("two factories at one time") }
      }
      for case .failure(let error) in results where !(error is CancellationError) {
        problems.append("\(error)")
      }
      held.value = []
      registry.edit { $0.removeAll() }
      return problems
    }
  }

  /// The state of the current round that both threads share.
  private struct Field: Sendable {
    var round: Round?
    var tasks: [Task<Void, Never>] = []
    var problems: [String] = []
  }

  @Test(arguments: Race.allCases, [false, true])
  func nothingIsLost(_ race: Race, isSynchronous: Bool) async {
    let rounds = Self.rounds
    let problems = await onThread { () -> [String] in
      let field = Box(Field())
      let meeting = Meeting(2)
      runThreads(2) { thread in
        for number in 0..<rounds {
          if thread == 0 {
            let round = Round(number, isSynchronous: isSynchronous)
            let tasks = (0..<3).map { _ in round.ask() }
            if number.isMultiple(of: 2) { Thread.yieldToOthers() }
            field.change { ($0.round, $0.tasks) = (round, tasks) }
          }
          meeting.wait()
          let (round, tasks) = field.change { ($0.round!, $0.tasks) }
          if thread == 0 {
            Self.act(race, round)
          } else {
            let count = race == .cancelWhileJoining ? 2 : 3
            for task in tasks.prefix(count) { task.cancel() }
          }
          meeting.wait()
          guard thread == 0 else { continue }
          round.gate.open()
          let newcomers = race == .completeWhileCancelling ? 0 : 1
          Thread.yieldToOthers { round.done.value >= 3 + newcomers }
          let spared = race == .cancelWhileJoining ? 1 : 0
          let problems = round.problems(race, mustSucceed: spared + newcomers)
          field.change {
            $0.problems += problems
            ($0.round, $0.tasks) = (nil, [])
          }
          Thread.yieldToOthers { round.lifetimes.living == 0 }
        }
      }
      return field.change { $0.problems }
    }
    #expect(problems == [])
  }

  /// Performs a race's operation, while the other thread cancels tasks.
  private static func act(_ race: Race, _ round: Round) {
    switch race {
    case .cancelWhileJoining, .abandonWhileJoining: _ = round.ask()
    case .completeWhileCancelling: round.gate.open()
    case .forgetWhileJoining:
      _ = round.ask()
      for registration in round.registry.registrations {
        round.registry.forgetInstance(of: registration)
      }
    }
    // A thread resolves, too: it gets the instance, or an error if the instance does not exist yet.
    do { round.held.value.append(try round.graph.resolve(Tracked.self)) } catch {
      guard case .asynchronous = failure(of: { throw error }) else {
        round.results.change { $0.append(.failure(error)) }
        return
      }
    }
  }
}
