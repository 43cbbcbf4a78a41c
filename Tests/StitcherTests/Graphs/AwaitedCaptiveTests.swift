import Stitcher
import StitcherTesting
import Testing

private final class Visit: Sendable {}
private final class Service: Sendable {}

/// What is kept by a parent and needs what only a child has as a scoped one.
@Suite(.dependencies()) struct AwaitedCaptiveTests {
  /// A child that has a visit, of a parent with a service that needs one.
  private func child() -> DependencyGraph {
    let parent = DependencyGraph.current.isolated {
      Dependency {
        _ = try DependencyGraph.inject() as Visit
        return Service()
      }.scope(.singleton)
    }
    return parent.child { Dependency { Visit() }.scope(.scoped) }
  }

  /// Whether an error says that something is a captive.
  private func isCaptive(_ error: (any Error)?) -> Bool {
    if case .captiveDependency? = error as? InjectionError { true } else { false }
  }

  @Test func itIsACaptive() {
    let graph = child()
    let error = #expect(throws: InjectionError.self) { _ = try graph.inject() as Service }
    #expect(isCaptive(error))
  }

  @Test(.disabled("Who is asked is not on the path where the answer is awaited."))
  func itIsACaptiveForWhoAwaitsAsWell() async {
    let graph = child()
    let error = await #expect(throws: InjectionError.self) {
      _ = try await graph.injectAsync() as Service
    }
    #expect(isCaptive(error))
  }
}
