import Stitcher
import StitcherDrawing
import StitcherTestSupport
import StitcherTesting
import Testing

private final class Store: Sendable { init() {} }

private protocol Clock: Sendable {}

private struct SystemClock: Clock {}

private final class Search: Sendable { init(store: Store, clock: any Clock) {} }

private final class Page: Sendable {
  let search: Search
  init(search: Search) { self.search = search }
}

private final class Weather: Sendable { init() {} }

private final class Forecast: Sendable {
  init(weather: Weather, alarm: Store?, all: [any Clock]) {}
}

private final class Request: Sendable { init() {} }

private struct Room: Hashable, CustomStringConvertible {
  let number: Int
  var description: String { "room \(number)" }
}

extension GraphDescription {
  /// Returns the node with a label.
  fileprivate func node(_ label: String) throws -> Node {
    try #require(nodes.first { $0.label == label }, "\(nodes.map(\.label))")
  }

  /// The edges as text.
  fileprivate var needs: [String] {
    let labels = Dictionary(uniqueKeysWithValues: nodes.map { ($0.id, $0.label) })
    return edges.map { edge in
      let evidence = edge.evidence.map(\.rawValue).joined(separator: "+")
      return "\(labels[edge.from] ?? "?") → \(labels[edge.to] ?? "?") \(evidence) \(edge.demand)"
    }.sorted()
  }
}

/// Each test uses an isolated graph: other active containers of the process appear only in graphs
/// built on it.
@Suite(.dependencies()) struct DescriptionTests {
  /// Returns the description of a graph, restricted to the registrations of this file.
  private func described(_ graph: DependencyGraph) -> GraphDescription {
    var description = graph.description()
    description.nodes.removeAll { $0.place?.file.hasSuffix("/DescriptionTests.swift") == false }
    let known = Set(description.nodes.map(\.id))
    description.edges.removeAll { !known.contains($0.from) || !known.contains($0.to) }
    description.problems.removeAll { !$0.nodes.contains { known.contains($0) } }
    return description
  }

  @Test func namesRegistrationsByTypesNamesAndValues() throws {
    let line = #line + 2
    let description = DependencyContainer {
      Dependency { SystemClock() }.conforms(to: (any Clock).self).scope(.singleton).eagerness(
        .eager)
      Dependency { Store() }.named("main")
      Dependency { Store() }.associated(with: Room(number: 7)).scope(.shared)
      Dependency { Weather() }
      Dependency { (city: String) in Weather() }
    }.description(titled: "Some")
    #expect(description.title == "Some")
    #expect(description.version == GraphDescription.currentVersion)
    let clock = try description.node("SystemClock")
    #expect(clock.id == "StitcherTests.SystemClock")
    #expect(clock.keys == ["StitcherTests.SystemClock", "StitcherTests.Clock"])
    #expect(clock.scope == "singleton" && clock.isEager && clock.locator == .type)
    #expect(clock.module == "StitcherTests" && clock.isLive == nil && !clock.isComplete)
    #expect(clock.place?.line == line && clock.product == "StitcherTests.SystemClock")
    let main = try description.node("\"main\"")
    #expect(main.locator == .name && main.keys == ["main"] && main.id == "\"main\"")
    let room = try description.node("room 7")
    #expect(room.locator == .value && room.scope == "shared" && room.id == "room 7")
    #expect(
      description.nodes.filter { $0.label == "Weather" }.map(\.id)
        == ["StitcherTests.Weather", "StitcherTests.Weather#2"])
    #expect(description.edges.isEmpty && description.problems.isEmpty)
  }

  @Test func hasDeclaredEdges() throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { Store() }.scope(.singleton)
      Dependency { SystemClock() }.conforms(to: (any Clock).self)
      Dependency(autowired: Search.init)
    }
    let description = described(graph)
    #expect(
      description.needs == ["Search → Store declared one", "Search → SystemClock declared one"])
    #expect(try description.node("Search").isComplete)
    #expect(try description.node("Store").isComplete == false)
    #expect(description.problems.isEmpty)
  }

  @Test func runsNoFactoryAndSeesWhatLives() throws {
    let runs = Box(0)
    let graph = DependencyGraph.current.isolated {
      Dependency {
        runs.change { $0 += 1 }
        return Store()
      }.scope(.singleton)
      Dependency { Weather() }.scope(.shared)
      Dependency { Request() }.scope(.scoped)
      Dependency { SystemClock() }
    }
    var description = described(graph)
    #expect(runs.value == 0)
    #expect(try description.node("Store").isLive == false)
    #expect(try description.node("SystemClock").isLive == nil)
    _ = try graph.inject() as Store
    let request: Request = try graph.inject()
    var weather: Weather? = try graph.inject()
    description = described(graph)
    #expect(try description.node("Store").isLive == true)
    #expect(try description.node("Request").isLive == true)
    #expect(try description.node("Weather").isLive == true)
    // A shared instance ends with its last reference.
    weather = nil
    #expect(try described(graph).node("Weather").isLive == false)
    // A child has scoped instances of its own, and its parent's singletons.
    let child = described(graph.child())
    #expect(try child.node("Request").isLive == false)
    #expect(try child.node("Store").isLive == true)
    #expect(try described(graph.isolated()).node("Store").isLive == false)
    #expect(runs.value == 1)
    _ = (request, weather)
  }

  @Test func hasWhatWasSeen() throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { Store() }.scope(.singleton)
      Dependency { SystemClock() }.conforms(to: (any Clock).self)
      Dependency(autowired: Search.init)
      Dependency { () throws -> Page in Page(search: try DependencyGraph.inject()) }
    }
    graph.recordCreations()
    _ = try graph.inject() as Page
    let description = described(graph)
    #expect(
      description.needs == [
        "Page → Search observed one", "Search → Store declared+observed one",
        "Search → SystemClock declared+observed one",
      ])
    #expect(try description.node("Page").creationSeconds ?? 0 > 0)
    #expect(try description.node("Store").creationSeconds != nil)
    #expect(
      try description.node("Page").creationSeconds ?? 0
        >= description.node("Search").creationSeconds ?? 1)
    // The recorded edges also appear in a child.
    #expect(described(graph.child()).needs == description.needs)
  }

  @Test func seesWhatWasAliveBefore() async throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { Store() }.scope(.singleton)
      Dependency {
        let _: Store = try DependencyGraph.inject()
        return Request()
      }.scope(.scoped)
      Dependency { () async throws -> Weather in
        let _: Store = try await DependencyGraph.injectAsync()
        return Weather()
      }
      Dependency(named: "later") {
        let _: Store = try DependencyGraph.inject()
        return 7
      }
    }
    let child = graph.child()
    _ = try graph.inject() as Store
    _ = try child.inject() as Store
    graph.recordCreations()
    _ = try child.inject() as Request
    _ = try await graph.injectAsync() as Weather
    graph.stopRecordingCreations()
    _ = try graph.inject(byName: "later") as Int
    let seen = ["Request → Store observed one", "Weather → Store observed one"]
    #expect(described(graph).needs == seen)
    #expect(described(child).needs == seen)
    #expect(try described(graph).node("Store").creationSeconds == nil)
  }

  /// A decorator lies between a requester of its key and the decorated instance.
  @Test func hasWhatDecoratorsNeed() throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { Store() }
      Dependency { SystemClock() }.conforms(to: (any Clock).self).scope(.singleton)
      Dependency(autowired: Search.init)
      Dependency(autowired: { (_: SystemClock) in Weather() })
      Decorator((any Clock).self, autowired: { (inner: any Clock, _: Store) in inner })
    }
    let description = described(graph)
    let decorator = try #require(description.nodes.first { $0.kind == .decorator })
    #expect(decorator.label == "Clock" && decorator.id == "StitcherTests.Clock")
    #expect(decorator.isComplete && decorator.isLive == nil && decorator.scope == "singleton")
    #expect(decorator.place?.line == #line - 6)
    #expect(
      description.needs == [
        "Clock → Store declared one", "Clock → SystemClock declared one",
        "Search → Clock declared one", "Search → Store declared one",
        "Weather → SystemClock declared one",
      ])
    #expect(description.problems.isEmpty)
    #expect(try GraphDescription(json: description.json()) == description)
  }

  @Test func hasWhatDecoratorsWereSeenToNeed() throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { Store() }
      Dependency { SystemClock() }.conforms(to: (any Clock).self).scope(.singleton)
      Decorator((any Clock).self) { inner in
        let _: Store = try DependencyGraph.inject()
        return inner
      }
      Dependency(named: "page") {
        let _: any Clock = try DependencyGraph.inject()
        return 7
      }
    }
    #expect(try described(graph).node("Clock").isComplete == false)
    graph.recordCreations()
    _ = try graph.inject(byName: "page") as Int
    let description = described(graph)
    #expect(
      description.needs == [
        "\"page\" → Clock observed one", "Clock → Store observed one",
        "Clock → SystemClock declared one",
      ])
    #expect(try description.node("SystemClock").creationSeconds != nil)
  }

  /// The problems of a decorator have the decorator as their subject.
  @Test func containsProblemsOfDecorators() throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { SystemClock() }.conforms(to: (any Clock).self)
      Decorator((any Clock).self, autowired: { (inner: any Clock, _: Weather) in inner })
    }
    let problem = try #require(described(graph).problems.first)
    #expect(problem.kind == "missing")
    #expect(problem.nodes == ["StitcherTests.Clock", "StitcherTests.Weather"])
  }

  @Test func containsProblemsOfAVerification() throws {
    let graph = DependencyGraph.current.isolated { Dependency(autowired: Forecast.init) }
    let description = graph.description()
    let missing = try #require(description.nodes.first { $0.kind == .missing })
    #expect(missing.label == "Weather" && missing.id == "StitcherTests.Weather")
    let problem = try #require(description.problems.first { $0.nodes.contains(missing.id) })
    #expect(problem.kind == "missing" && problem.severity == .error)
    #expect(
      problem.message
        == "No dependency is declared for Type[Weather], which Type[Forecast] needs.")
    #expect(problem.remedy == "Declare one, or inject an optional.")
    #expect(problem.nodes == ["StitcherTests.Forecast", "StitcherTests.Weather"])
    #expect(problem.place?.file == "StitcherTests/DescriptionTests.swift")
    #expect(throws: VerificationError.self) { try graph.verify() }
  }

  @Test func drawsAllThatAreAmbiguous() throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { Store() }
      Dependency { Store() }.id(2)
      Dependency { SystemClock() }.conforms(to: (any Clock).self)
      Dependency(autowired: Search.init)
    }
    let description = described(graph)
    let ambiguous = try #require(description.problems.first { $0.kind == "ambiguous" })
    #expect(
      ambiguous.nodes.sorted() == [
        "StitcherTests.Search", "StitcherTests.Store", "StitcherTests.Store#2",
      ])
    #expect(description.edges.filter { $0.to.hasPrefix("StitcherTests.Store") }.count == 2)
  }

  @Test func leavesOpenWhatAContainerDoesNotDeclare() throws {
    let description = DependencyContainer { Dependency(autowired: Forecast.init) }.description()
    #expect(description.problems.isEmpty)
    #expect(
      description.nodes.filter { $0.kind == .missing }.map(\.label).sorted()
        == ["Clock", "Store", "Weather"])
    #expect(
      description.needs == [
        "Forecast → Clock declared all", "Forecast → Store declared optional",
        "Forecast → Weather declared one",
      ])
  }

  @Test func describesTheCurrentGraphByItsName() async throws {
    let graph = DependencyGraph.current.isolated(named: "search") { Dependency { Store() } }
    #expect(graph.run { DependencyGraph.description() }.title == "Graph 'search'")
    #expect(graph.description(titled: "Mine").title == "Mine")
    #expect(DependencyGraph.process.description().title == "Graph of the process")
    try await graph.end()
    #expect(graph.description().nodes.isEmpty)
  }

  @Test func mayBeAskedInAFactory() throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { DependencyGraph.description() }.scope(.singleton)
    }
    let description: GraphDescription = try graph.inject()
    #expect(try description.node("GraphDescription").isLive == false)
  }
}
