import Stitcher
import StitcherTesting
import Testing

private final class Visit: Sendable {}
private final class Service: Sendable {}

private struct Holder: Sendable {
  let service: Service
}

/// An instance of a parent that needs a scoped dependency of a child.
@Suite(.dependencies()) struct AwaitedCaptiveTests {
  /// Returns a child with a visit; its parent has a service that needs a visit.
  private func child() -> DependencyGraph {
    let parent = DependencyGraph.current.isolated {
      Dependency {
        _ = try DependencyGraph.inject() as Visit
        return Service()
      }.scope(.singleton)
    }
    return parent.child { Dependency { Visit() }.scope(.scoped) }
  }

  /// Whether an error reports a captive dependency.
  private func isCaptive(_ error: (any Error)?) -> Bool {
    if case .captiveDependency? = error as? InjectionError { true } else { false }
  }

  @Test func itIsACaptive() {
    let graph = child()
    let error = #expect(throws: InjectionError.self) { _ = try graph.inject() as Service }
    #expect(isCaptive(error))
  }

  @Test func itIsACaptiveForWhoAwaitsAsWell() async {
    let graph = child()
    let error = await #expect(throws: InjectionError.self) {
      _ = try await graph.injectAsync() as Service
    }
    #expect(isCaptive(error))
  }

  /// The requested graph registers the type with another scope; the current graph registers it as
  /// scoped.
  @Test(arguments: [true, false]) func theScopedOneOfSeveralCounts(isInATask: Bool) async {
    let parent = DependencyGraph.current.isolated {
      Dependency {
        _ = try DependencyGraph.inject() as Visit
        return Service()
      }.scope(.singleton)
    }
    let asked = parent.child { Dependency { Visit() } }
    let current = asked.child { Dependency { Visit() }.scope(.scoped) }
    let error = await #expect(throws: InjectionError.self) {
      if isInATask {
        try await current.run {
          async let service: Service = asked.inject()
          _ = try await service
        }
      } else {
        _ = try current.run { try asked.inject() as Service }
      }
    }
    #expect(isCaptive(error))
  }

  /// The scoped instance is injected in a child task that prefers an executor.
  @Test func itIsOneInATaskThatPrefersAnExecutor() async {
    final class Preferred: TaskExecutor {
      func enqueue(_ job: consuming ExecutorJob) { globalConcurrentExecutor.enqueue(job) }
    }
    let parent = DependencyGraph.current.isolated {
      Dependency { Visit() }.scope(.scoped)
      Dependency { () async throws in
        try await withTaskExecutorPreference(Preferred()) {
          async let visit = DependencyGraph.injectAsync() as Visit
          _ = try await visit
        }
        return Service()
      }.scope(.singleton)
    }
    let graph = parent.child()
    let error = await #expect(throws: InjectionError.self) {
      _ = try await graph.injectAsync() as Service
    }
    #expect(isCaptive(error))
  }

  /// Either the service's factory is asynchronous, or that of its requester, in the child or in the
  /// parent.
  @Test(arguments: [true, false], [true, false])
  func itIsOneForAnAsynchronousFactory(isFurtherIn: Bool, isOfTheChild: Bool) async {
    let parent = DependencyGraph.current.isolated {
      Dependency { () async throws in
        await Task.yield()
        _ = try await DependencyGraph.injectAsync() as Visit
        return Service()
      }.scope(.singleton)
      Dependency { () async throws in Holder(service: try await DependencyGraph.injectAsync()) }
        .scope(isOfTheChild ? .scoped : .instance)
    }
    let graph = parent.child { Dependency { Visit() }.scope(.scoped) }
    let error = await #expect(throws: InjectionError.self) {
      if isFurtherIn {
        _ = try await graph.injectAsync() as Holder
      } else {
        _ = try await graph.injectAsync() as Service
      }
    }
    #expect(isCaptive(error))
  }
}
