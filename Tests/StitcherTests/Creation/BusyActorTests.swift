import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// An executor that holds its jobs back while it is busy.
private final class BusyExecutor: SerialExecutor {
  private let state = Box<(isBusy: Bool, held: [UnownedJob])>((false, []))

  /// The number of waiting jobs.
  var held: Int { state.change { $0.held.count } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isHeld = state.change { state in
      if state.isBusy { state.held.append(job) }
      return state.isBusy
    }
    if !isHeld { run(job) }
  }

  private func run(_ job: UnownedJob) {
    let executor = asUnownedSerialExecutor()
    _ = Worker { job.runSynchronously(on: executor) }
  }

  /// Holds back all further jobs.
  func hold() { state.change { $0.isBusy = true } }

  /// Runs the waiting jobs, and all later ones at once.
  func release() {
    let held = state.change { state in
      defer { state = (false, []) }
      return state.held
    }
    for job in held { run(job) }
  }
}

@globalActor private actor Desk {
  static let shared = Desk()
  nonisolated let executor = BusyExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

private final class Form: Sendable {}
private protocol Paper: AnyObject, Sendable {}
private final class Sheet: Paper {}
private final class Stamped: Paper {}

/// Cancelled requests that wait for a busy actor to run a synchronous factory.
@Suite(.serialized, .timeLimit(.minutes(20)), .dependencies()) struct BusyActorTests {
  private let executor = Desk.shared.executor

  /// A kind of request.
  enum Way: CaseIterable, Sendable {
    case kept, fresh, scoped, withParameters, optional, all, decorated, decoratedFresh, needed
  }

  /// Returns a request that needs a factory of the actor.
  private func request(_ way: Way, _ made: Counter) -> @Sendable () async throws -> Void {
    let graph = DependencyGraph.current.isolated {
      switch way {
      case .kept, .optional, .all, .needed:
        Dependency { @Desk in
          made.count()
          return Form()
        }.scope(.singleton)
      case .scoped:
        Dependency { @Desk in
          made.count()
          return Form()
        }.scope(.scoped)
      case .fresh:
        Dependency { @Desk in
          made.count()
          return Form()
        }.scope(.instance)
      case .withParameters:
        Dependency { @Desk (number: Int) in
          made.count()
          return Form()
        }.scope(.instance)
      case .decorated, .decoratedFresh:
        Dependency { Sheet() }.conforms(to: (any Paper).self)
          .scope(way == .decorated ? .singleton : .instance)
        Decorator((any Paper).self) { @Desk (_: any Paper) -> any Paper in
          made.count()
          return Stamped()
        }
        Decorator((any Paper).self) { @MainActor (inner: any Paper) -> any Paper in inner }
      }
      if way == .needed {
        Dependency { () async throws in [try await DependencyGraph.injectAsync() as Form] }
          .scope(.singleton)
      }
    }
    return {
      switch way {
      case .kept, .fresh, .scoped: _ = try await graph.injectAsync() as Form
      case .withParameters: _ = try await graph.injectAsync(parameters: 1) as Form
      case .optional: _ = try await graph.injectAsync() as Form?
      case .all: _ = try await graph.injectAsync() as [Form]
      case .decorated, .decoratedFresh: _ = try await graph.injectAsync() as any Paper
      case .needed:
        let forms: [[Form]] = try await graph.injectAsync()
        #expect(forms.count == 1)
      }
    }
  }

  @Test(arguments: Way.allCases) func whoIsCancelledReturnsAtOnce(_ way: Way) async throws {
    let made = Counter()
    let request = request(way, made)
    executor.hold()
    let task = Task { try await request() }
    await eventually { executor.held == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(made.value == 0)
    executor.release()
    try await request()
    #expect(made.value == 1, "nothing was made for who was cancelled")
  }

  /// A second request waits for the same instance and is not cancelled.
  @Test func theOthersGoOnWaiting() async throws {
    let made = Counter()
    let request = request(.kept, made)
    executor.hold()
    let task = Task { try await request() }
    let other = Task { try await request() }
    await eventually { executor.held == 2 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    executor.release()
    try await other.value
    #expect(made.value == 1)
  }

  @Test func anActivationThatIsCancelledFails() async throws {
    let made = Counter()
    let graph = DependencyGraph.current.isolated()
    let container = DependencyContainer {
      Dependency { @Desk in
        made.count()
        return Form()
      }.scope(.singleton).eagerness(.eager)
    }
    executor.hold()
    let task = Task { try await graph.activateAsync(container) }
    await eventually { executor.held == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    executor.release()
    #expect(try graph.inject() as Form? == nil, "the container is not active")
    #expect(made.value == 0)
  }

  @Test func anActivationThatIsCancelledWhileItsLastInstanceIsMadeFails() async throws {
    let hasBegun = AsyncGate()
    let mayEnd = Gate()
    let graph = DependencyGraph.current.isolated()
    let container = DependencyContainer {
      Dependency { @Desk in
        hasBegun.open()
        mayEnd.wait()
        return Form()
      }.scope(.singleton).eagerness(.eager)
    }
    let task = Task { try await graph.activateAsync(container) }
    await hasBegun.wait()
    task.cancel()
    mayEnd.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try graph.inject() as Form? == nil, "the container is not active")
  }

  /// An actor's factory runs with the requester's task-local values, and is cancelled with the
  /// requester's task.
  @Test func aFactoryOfAnActorRunsAsInTheRequestersTask() async throws {
    enum Trace { @TaskLocal static var id = "" }
    let hasBegun = AsyncGate()
    let mayGoOn = Gate()
    let seen = Box<(id: String, isCancelled: Bool)?>(nil)
    let graph = DependencyGraph.current.isolated {
      Dependency { @Desk in
        hasBegun.open()
        mayGoOn.wait()
        seen.value = (Trace.id, Task.isCancelled)
        return Form()
      }.scope(.singleton)
    }
    let task = Task {
      try await Trace.$id.withValue("request") { _ = try await graph.injectAsync() as Form }
    }
    await hasBegun.wait()
    task.cancel()
    mayGoOn.open()
    try await task.value
    #expect(seen.value?.id == "request")
    #expect(seen.value?.isCancelled == true)
    _ = try graph.inject() as Form
  }
}
