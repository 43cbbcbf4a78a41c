import Stitcher
import StitcherTesting
import Testing

@Suite(.dependencies()) struct UnderlyingErrorTests {
  struct Abort: Error, Equatable { let status: Int }
  struct Session: Sendable {}
  struct Page: Sendable { init(_ session: Session) {} }

  private func makeGraph() -> DependencyGraph {
    DependencyGraph.current.isolated {
      Dependency { () throws -> Session in throw Abort(status: 401) }
      Dependency { Page(try DependencyGraph.inject()) }
      Dependency(named: "awaited") { () async throws -> Session in throw Abort(status: 402) }
    }
  }

  @Test func itIsWhatAFactoryHasThrown() async throws {
    let graph = makeGraph()
    let error = try injectionError { try graph.inject() as Session }
    #expect(error.underlyingError as? Abort == Abort(status: 401))
    let nested = try injectionError { try graph.inject() as Page }
    #expect(nested.underlyingError as? Abort == Abort(status: 401))
    let optional = try injectionError { try graph.inject() as Page? as Any }
    #expect(optional.underlyingError as? Abort == Abort(status: 401))
    let all = try injectionError { try graph.inject() as [Page] }
    #expect(all.underlyingError as? Abort == Abort(status: 401))
    let awaited = await #expect(throws: InjectionError.self) {
      _ = try await graph.injectAsync(byName: "awaited") as Session
    }
    #expect(awaited?.underlyingError as? Abort == Abort(status: 402))
  }

  @Test func itIsTheInnermostOne() {
    let inner = InjectionError.unknown(Abort(status: 403))
    #expect(
      InjectionError.unknown(InjectionError.unknown(inner)).underlyingError as? Abort
        == Abort(status: 403))
    let missing = InjectionError.missingDependency(.type("Session"))
    #expect(InjectionError.unknown(missing).underlyingError as? InjectionError == missing)
  }

  @Test func otherFailuresHaveNone() throws {
    let error = try injectionError { try DependencyGraph.inject() as Session }
    #expect(error.underlyingError == nil)
    #expect(InjectionError.unsupportedOperation.underlyingError == nil)
  }
}
