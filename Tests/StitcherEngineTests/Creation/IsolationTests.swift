import Dispatch
import StitcherEngine
import StitcherTestSupport
import Testing

/// An actor that registers factories isolated to it.
private actor Office {
  var count = 0

  /// Returns a registration with a factory that is isolated to this actor.
  func counting(_ scope: Scope) -> Registration {
    .type(Int.self, scope: scope, file: "Office.swift", line: 7) {
      self.count += 1
      return self.count
    }
  }

  /// Resolves on this actor.
  func resolve<Value: Sendable>(_ type: Value.Type, in graph: Graph) -> Failure {
    failure { try graph.resolve(type) }
  }
}

/// An actor with a custom executor.
private actor Clerk {
  /// Runs tasks on a queue.
  private final class Executor: SerialExecutor {
    let queue = DispatchQueue(label: "clerk")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let executor = asUnownedSerialExecutor()
      queue.async { job.runSynchronously(on: executor) }
    }
  }

  private let executor = Executor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  var count = 0

  func resolve(in graph: Graph) throws -> Int { try graph.resolve(Int.self) }

  func counting() -> Registration {
    .type(Int.self) {
      self.count += 1
      return self.count
    }
  }
}

/// Factories that are isolated to an actor run on its executor only.
@Suite(.timeLimit(.minutes(20))) struct IsolationTests {
  private let registry = EditableRegistry()
  private let graph = Graph()

  init() { graph.activate(registry) }

  private func register(_ registrations: Registration...) {
    registry.edit { edit in for registration in registrations { edit.insert(registration) } }
  }

  /// Returns the failure of a lookup that may not run a factory of the main actor.
  private func text(_ key: String, _ line: UInt) -> Failure {
    .isolated(
      """
      The factory of '\(key)', registered at Main.swift:\(line), runs on 'MainActor' only, and the request was made \
      elsewhere. Request it on 'MainActor'. If its factory needs nothing of that actor, register the factory without \
      isolation: remove '@MainActor', write '{ @Sendable … in … }', or use a 'nonisolated' function or initializer.
      """)
  }

  @Test(arguments: [Scope.instance, .shared, .singleton])
  func aFactoryOfTheMainActorRunsThereOnly(_ scope: Scope) async throws {
    let graph = graph
    register(
      .type(Engine.self, scope: scope, file: "Main.swift", line: 3) { @MainActor in
        MainActor.preconditionIsolated()
        return Engine()
      })
    #expect(await onThread { failure { try graph.resolve(Engine.self) } } == text("Engine", 3))
    #expect(await onThread { failure { try graph.resolveAll(Engine.self) } } == text("Engine", 3))
    #expect(await MainActor.run { failure { try graph.resolve(Engine.self) } } == .none)
    #expect(await MainActor.run { failure { try graph.resolveAll(Engine.self) } } == .none)
  }

  @Test func whatIsAliveIsReadAnywhere() async throws {
    let graph = graph
    register(.type(Engine.self, scope: .singleton) { @MainActor in Engine() })
    let engine = try await MainActor.run { try graph.resolve(Engine.self) }
    #expect(try await onThread { Result { try graph.resolve(Engine.self) } }.get() === engine)
  }

  @Test func parametersAndConversionsGoTheSameWay() async throws {
    let graph = graph
    register(
      .type(Int.self, file: "Main.swift", line: 4) { @MainActor (a: Int, b: String) in a + b.count
      },
      .type(Int.self) { (a: Int) in a },
      .type(Engine.self, also: [AnyObject.self], file: "Main.swift", line: 5) { @MainActor in
        Engine()
      })
    #expect(
      await onThread { failure { try graph.resolve(Int.self, arguments: 1, "ab") } }
        == text("Int", 4))
    #expect(await onThread { try? graph.resolve(Int.self, arguments: 5) } == 5)
    #expect(await onThread { failure { try graph.resolve(AnyObject.self) } } == text("Engine", 5))
    #expect(await MainActor.run { try? graph.resolve(Int.self, arguments: 1, "ab") } == 3)
    #expect(await MainActor.run { failure { try graph.resolve(AnyObject.self) } } == .none)
  }

  @Test func anActorRunsItsOwnFactories() async throws {
    let office = Office()
    let other = Office()
    register(await office.counting(.instance))
    let text = Failure.isolated(
      """
      The factory of 'Int', registered at Office.swift:7, runs on 'Office' only, and the request was made elsewhere. Request \
      it on 'Office'. If its factory needs nothing of that actor, register the factory without isolation: remove \
      '@Office', write '{ @Sendable … in … }', or use a 'nonisolated' function or initializer.
      """)
    #expect(await office.resolve(Int.self, in: graph) == .none)
    #expect(await other.resolve(Int.self, in: graph) == text)
    let graph = graph
    #expect(await MainActor.run { failure { try graph.resolve(Int.self) } } == text)
    #expect(await office.count == 1)
    #expect(await other.count == 0)
  }

  @Test func anExecutorOfTheProgramsOwnIsKnown() async throws {
    let clerk = Clerk()
    register(await clerk.counting())
    #expect(try await clerk.resolve(in: graph) == 1)
    #expect(failure { try graph.resolve(Int.self) } != .none)
  }

  @Test func theMainQueueIsTheMainActors() async {
    let graph = graph
    register(.type(Int.self) { @MainActor in 1 })
    let result = await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        continuation.resume(returning: failure { try graph.resolve(Int.self) })
      }
    }
    #expect(result == .none)
  }

  @Test(arguments: [Scope.instance, .shared, .singleton])
  func anAsynchronousRequestGoesToTheActor(_ scope: Scope) async throws {
    let office = Office()
    register(
      await office.counting(scope),
      .type(Engine.self, scope: scope) { @MainActor in
        MainActor.preconditionIsolated()
        return Engine()
      },
      .async(String.self) { context in "\(try await context.get(Int.self))" })
    _ = try await graph.resolve(Engine.self, in: nil)
    #expect(try await graph.resolveAll(Engine.self, in: nil).count == 1)
    #expect(try await graph.resolve(String.self, in: nil) == "1")
    #expect(await office.count == 1)
  }

  @Test func whoIsNotOnTheActorDoesNotSpoilTheCreation() async throws {
    let graph = graph
    let lifetimes = Lifetimes()
    register(
      .type(Tracked.self, scope: .singleton) { @MainActor in
        // Another thread resolves meanwhile and gets an error that names its own executor.
        let other = Worker { failure { try graph.resolve(Tracked.self) } }.join()
        guard case .isolated = other else { throw FactoryError() }
        return Tracked(lifetimes)
      })
    await MainActor.run { #expect(failure { try graph.resolve(Tracked.self) } == .none) }
    #expect(lifetimes.inits == 1)
  }

  @Test func whatIsEagerWaitsForItsActor() async throws {
    let graph = graph
    let log = Log<Int>()
    let fixed = DeclaredRegistry(contents: [
      .type(Int.self, scope: .singleton, isEager: true) { @MainActor in
        log.add(1)
        return 1
      }
    ])
    graph.activate(fixed)
    let eager = fixed.contents.eagerRegistrations
    await MainActor.run {
      // The actor is busy here, so a task that is started on it runs later.
      Worker { graph.createEagerInstances(of: eager) }.join()
      #expect(log.entries == [])
      graph.createEagerInstances(of: eager)
      #expect(log.entries == [1])
    }
    fixed.replaceContents([])
    fixed.replaceContents(RegistrationSet(eager[0]))
    await graph.createEagerInstances(onActorsOf: eager)
    #expect(log.entries == [1, 1])
  }

  @Test func aMovedRegistrationBelongsToTheSameActor() async {
    let graph = graph
    let old = Registration.type(Int.self, file: "Main.swift", line: 6) { @MainActor in 1 }
    register(
      old.moved(to: .type(UInt.self)))
    #expect(await onThread { failure { try graph.resolve(UInt.self) } } == text("UInt", 6))
  }
}
