import Stitcher
import StitcherTesting
import Testing

/// An error after the end of overrides names the overrides in which the object was created.
@Suite(.dependencies()) struct OverridesEndTests {
  struct Clock: Sendable { let hour = 9 }

  private static let name = "withOverrides at Overrides.swift:4"

  private func expect(_ property: Injected<Clock>, location: SourceLocation = #_sourceLocation)
    throws
  {
    let error = try injectionError { try property.loadIfNeeded() }
    #expect(error == .graphEnded(.init(name: Self.name)), sourceLocation: location)
    #expect(
      error.description == """
        The graph '\(Self.name)' has ended.
        Recovery: Inject the dependency before the graph ends, or from a graph that ends later.
        Injected at Model.swift:7.
        """, sourceLocation: location)
  }

  private func make() -> Injected<Clock> { Injected<Clock>(file: "Model.swift", line: 7) }

  @Test func allFormsNameTheirPlace() async throws {
    let graph = DependencyGraph.current
    try expect(
      DependencyGraph.withOverrides(file: "Overrides.swift", line: 4) {
        Dependency { Clock() }
      } operation: {
        make()
      })
    try expect(
      graph.withOverrides(file: "Overrides.swift", line: 4) {
        Dependency { Clock() }
      } operation: {
        make()
      })
    try expect(
      try await DependencyGraph.withOverrides(file: "Overrides.swift", line: 4) {
        Dependency { Clock() }
      } operation: { () async -> Injected<Clock> in
        await Task.yield()
        return make()
      })
    try expect(
      try await graph.withOverrides(file: "Overrides.swift", line: 4) {
        Dependency { Clock() }
      } operation: { () async -> Injected<Clock> in
        await Task.yield()
        return make()
      })
  }

  @Test func thePlaceIsThatOfTheCall() {
    let line = #line + 1
    let name = DependencyGraph.withOverrides {
    } operation: {
      DependencyGraph.current.name
    }
    #expect(name == "withOverrides at \(#fileID):\(line)")
  }

  @Test func theGraphThatIsStillThereSaysSoToo() throws {
    let graph = DependencyGraph.withOverrides(file: "Overrides.swift", line: 4) {
      Dependency { Clock() }
    } operation: {
      DependencyGraph.current
    }
    let error = try injectionError { try graph.inject() as Clock }
    #expect(error == .graphEnded(.init(name: Self.name)))
  }
}
