import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

private struct One: Sendable {}
private struct Two: Sendable, Equatable {}
private struct Three: Sendable {}

/// Whether an error reports a cycle.
private func isCycle(_ error: any Error) -> Bool {
  if case .cyclicDependencyReference = error as? InjectionError { true } else { false }
}

@Suite(.dependencies()) struct CreationCycleTests {
  /// Two tasks start at different places of a cycle, so that each waits for the other's creation.
  @Test(arguments: [DependencyScope.singleton, .scoped]) func cyclesAcrossTasksAreFound(
    _ scope: DependencyScope
  ) async throws {
    try await withWatchdog {
      for round in 0..<bounded(fewerInDebug(5_000), sanitized: 150) {
        let begun = Counter()
        let graph = DependencyGraph.current.isolated {
          Dependency {
            begun.count()
            if round % 2 == 0 { await eventually { begun.value >= 2 } }
            _ = try await DependencyGraph.injectAsync() as Two
            return One()
          }.scope(scope)
          Dependency {
            begun.count()
            if round % 2 == 0 { await eventually { begun.value >= 2 } }
            _ = try await DependencyGraph.injectAsync() as One
            return Two()
          }.scope(scope)
        }
        async let one: Bool = Self.isCyclic { _ = try await graph.injectAsync() as One }
        async let two: Bool = Self.isCyclic { _ = try await graph.injectAsync() as Two }
        let found = await (one, two)
        try #require(found.0 && found.1)
        try await graph.end()
      }
    }
  }

  private static func isCyclic(_ body: () async throws -> Void) async -> Bool {
    do {
      try await body()
      return false
    } catch { return isCycle(error) }
  }

  @Test func aCycleOverChildTasksIsFound() async throws {
    let graph = DependencyGraph.current.isolated {
      Dependency {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<3 { group.addTask { _ = try await DependencyGraph.injectAsync() as Two } }
          try await group.waitForAll()
        }
        return One()
      }.scope(.singleton)
      Dependency {
        async let three: Three = DependencyGraph.injectAsync()
        _ = try await three
        return Two()
      }.scope(.singleton)
      Dependency { @MainActor () async throws in
        _ = try await DependencyGraph.injectAsync() as One
        return Three()
      }.scope(.singleton)
    }
    await withWatchdog {
      #expect(await Self.isCyclic { _ = try await graph.injectAsync() as One })
      #expect(await Self.isCyclic { _ = try await graph.injectAsync() as Three })
    }
  }

  /// An asynchronous factory injects a synchronous dependency that needs the factory's own
  /// instance.
  @Test func aCycleOverASynchronousFactoryIsFound() async throws {
    let graph = DependencyGraph.current.isolated {
      Dependency {
        await Task.yield()
        _ = try DependencyGraph.inject() as Two
        return One()
      }.scope(.singleton)
      Dependency {
        _ = try DependencyGraph.inject() as One
        return Two()
      }.scope(.singleton)
      Dependency {
        _ = try await DependencyGraph.injectAsync() as Three
        return 1
      }.scope(.singleton)
      Dependency {
        _ = try DependencyGraph.inject() as Int
        return Three()
      }
    }
    await withWatchdog {
      #expect(await Self.isCyclic { _ = try await graph.injectAsync() as One })
      #expect(await Self.isCyclic { _ = try await graph.injectAsync() as Int })
      // A synchronous request does not start an asynchronous factory, so no cycle exists.
      #expect(throws: InjectionError.self) { _ = try graph.inject() as Two }
    }
  }

  /// A thread creates a dependency of an asynchronous factory and injects that factory's instance.
  @Test func aThreadAndATaskThatNeedEachOtherEnd() async throws {
    try await withWatchdog {
      for _ in 0..<bounded(fewerInDebug(2_500), sanitized: 50) {
        let isMaking = AsyncGate()
        let graph = DependencyGraph.current.isolated {
          Dependency {
            isMaking.open()
            _ = try await DependencyGraph.injectAsync() as Two
            return One()
          }.scope(.singleton)
          Dependency {
            _ = try DependencyGraph.inject() as One
            return Two()
          }.scope(.singleton)
        }
        let task = Task { await Self.isCyclic { _ = try await graph.injectAsync() as One } }
        await isMaking.wait()
        let thread = boundWorker { () -> Bool in
          do {
            _ = try graph.inject() as Two
            return false
          } catch InjectionError.asynchronousDependency { return true } catch {
            return isCycle(error)
          }
        }
        let found = (await task.value, thread.join())
        // The task waits for the thread's creation and gets the same error.
        try #require(found.1)
        await #expect(throws: InjectionError.self) { _ = try await graph.injectAsync() as One }
      }
    }
  }

  /// Injections of a teardown are not on the path of the factory that started the teardown.
  @Test func aFactoryMayEndWhatInjectsIt() async throws {
    let asked = Counter()
    let home = Box(Weak<DependencyGraph>(object: nil))
    let session = DependencyContainer {
      Dependency { Two() }.scope(.singleton)
        .teardown { _ in
          asked.count()
          let graph = try #require(home.value.object)
          #expect(try await graph.injectAsync() as Two? == nil)
        }
    }
    let graph = DependencyGraph.current.isolated {
      session
      Dependency {
        try await home.value.object?.deactivateAsync(session)
        return One()
      }.scope(.singleton)
    }
    home.value = Weak(object: graph)
    try await withWatchdog {
      _ = try await graph.injectAsync() as Two
      _ = try await graph.injectAsync() as One
      #expect(asked.value == 1)
      try await graph.end()
    }
  }

  /// One container is active in a parent and its child; the path contains the same registration
  /// once in each graph.
  @Test func theSameRegistrationInAnotherGraphIsNoCycle() async throws {
    let container = DependencyContainer {
      Dependency {
        // The request starts in the child and continues in the parent, where `Two` is not
        // registered.
        _ = try await DependencyGraph.injectAsync() as Two?
        return One()
      }.scope(.singleton)
    }
    let parent = DependencyGraph.current.isolated {
      container
      Dependency {
        _ = try await DependencyGraph.injectAsync() as One
        return Three()
      }.scope(.singleton)
    }
    let child = parent.child {
      container
      Dependency {
        _ = try await DependencyGraph.injectAsync() as Three
        return Two()
      }.scope(.singleton)
    }
    _ = try await child.injectAsync() as One
  }

  /// All kinds of requests for the decorated instance find the cycle.
  @Test func whatIsDecoratedAsynchronouslyAndAsksForItselfIsACycle() async throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { Two() }.scope(.instance)
      Dependency {
        _ = try DependencyGraph.inject() as Two
        return Three()
      }.scope(.singleton)
      Decorator(Two.self) { (two: Two) async throws -> Two in
        _ = try await DependencyGraph.injectAsync() as Three
        return two
      }
    }
    #expect(await Self.isCyclic { _ = try await graph.injectAsync() as Two })
    #expect(await Self.isCyclic { _ = try await graph.injectAsync() as [Two] })
  }

  /// Each level has a separate graph, so that no registration is requested twice in one graph.
  @Test func askingForItselfInOneGraphAfterTheOtherIsACycle() async throws {
    final class Deep: Sendable {}
    let graph = DependencyGraph.current.isolated {
      Dependency { () async throws -> Deep in
        try await DependencyGraph.withOverrides {
          Dependency { 1 }
        } operation: {
          try await DependencyGraph.injectAsync() as Deep
        }
      }.scope(.singleton)
    }
    await #expect(throws: InjectionError.self) { try await graph.injectAsync() as Deep }
  }
}
