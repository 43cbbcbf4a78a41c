import Observation
import Stitch
import StitcherTestSupport
import Testing

import class Stitcher.DependencyGraph

extension DependencyMap {
  private struct TitleKey: DependencyKey { static var dependency: String { "default" } }
  private struct StoreKey: DependencyKey {
    static var dependency: HomeStore { HomeStore("default") }
  }

  private struct GraphKey: DependencyKey {
    static var dependency: String { DependencyGraph.current.name ?? "" }
  }
  private struct ProcessGraphKey: DependencyKey {
    static var dependency: String { DependencyGraph.current.name ?? "process" }
  }

  fileprivate var homeProcessGraph: String {
    get { resolve(key: ProcessGraphKey.self) }
    set { register(key: ProcessGraphKey.self, dependency: newValue) }
  }

  fileprivate var homeGraph: String {
    get { resolve(key: GraphKey.self) }
    set { register(key: GraphKey.self, dependency: newValue) }
  }
  fileprivate var homeTitle: String {
    get { resolve(key: TitleKey.self) }
    set { register(key: TitleKey.self, dependency: newValue) }
  }
  fileprivate var homeStore: HomeStore {
    get { resolve(key: StoreKey.self) }
    set { register(key: StoreKey.self, dependency: newValue) }
  }
}

@Observable private final class HomeStore: Sendable {
  let title: String
  init(_ title: String) { self.title = title }
}

private struct Launch: DependencyRegistrant {}

private final class Model: @unchecked Sendable {
  // Safe: the properties may be used on any thread.
  @Stitch(\.homeTitle) var title
  @StitchPublished(\.homeStore) var store
  init() {}
}

/// The map that a property reads and writes.
@Suite(.timeLimit(.minutes(10))) struct CapturedGraphsTests {
  @Test func itIsThatOfTheGraphInWhichThePropertyWasCreated() async {
    let graph = DependencyGraph.process.isolated(named: "home")
    let other = DependencyGraph.process.isolated(named: "other")
    let model = graph.run { () -> Model in
      Launch().register(\.homeTitle, dependency: "mine")
      Launch().register(\.homeStore, dependency: HomeStore("mine"))
      return Model()
    }
    #expect(model.title == "mine" && model.store.title == "mine")
    #expect(other.run { model.title } == "mine" && other.run { model.store.title } == "mine")
    #expect(await Task.detached { model.title }.value == "mine")
    model.title = "written"
    #expect(graph.run { Model().title } == "written")
    #expect(other.run { Model().title } == "default")
    #expect(Model().title == "default")
  }

  @Test func defaultsRunInTheGraphInWhichThePropertyWasCreated() async throws {
    let graph = DependencyGraph.process.isolated(named: "home")
    let child = graph.child(named: "child")
    #expect(child.run { Stitch(\DependencyMap.homeGraph) }.wrappedValue == "child")
    let other = DependencyGraph.process.isolated(named: "other")
    let second = other.child(named: "second")
    let property = second.run { Stitch(\DependencyMap.homeGraph) }
    try await second.end()
    #expect(property.wrappedValue == "other")
  }

  @Test func aDefaultOfTheProcessesMapRunsInTheProcessesGraph() {
    let child = DependencyGraph.process.child(named: "request")
    let property = Stitch(\DependencyMap.homeProcessGraph)
    #expect(child.run { property.wrappedValue } == "process")
  }

  @Test func aPropertyOfTheProcessReadsTheProcessesMap() {
    let model = Model()
    let graph = DependencyGraph.process.isolated(named: "test")
    graph.run {
      Launch().register(\.homeTitle, dependency: "of the graph")
      Launch().register(\.homeStore, dependency: HomeStore("of the graph"))
      #expect(model.title == "default" && model.store.title == "default")
      #expect(Model().title == "of the graph")
    }
  }

  @Test func itIsTheProcessesAfterTheEndOfTheGraph() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let graph = DependencyGraph.process.isolated(named: "gone")
      let model = graph.run { () -> Model in
        Launch().register(\.homeTitle, dependency: "mine")
        return Model()
      }
      try await graph.end()
      #expect(model.title == "default" && model.title == "default")
    }
    #if DEBUG
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      let line =
        "Stitcher: The graph 'gone' has ended. A property of the map that was created in it"
        + " reads the process's map from now on."
      #expect(text.split(separator: "\n").filter { $0 == line }.count == 1, "\(text)")
    #endif
  }
}
