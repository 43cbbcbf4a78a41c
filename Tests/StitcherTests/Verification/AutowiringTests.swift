import Stitcher
import StitcherTesting
import Testing

private final class Store: Sendable {}

private protocol Clock: Sendable { var name: String { get } }

private struct NamedClock: Clock { let name: String }

private protocol Plugin: Sendable {}

private struct Spelling: Plugin {}

private struct Counting: Plugin {}

private final class Search: Sendable {
  let store: Store
  let clock: any Clock

  init(store: Store, clock: any Clock) {
    self.store = store
    self.clock = clock
  }

  init(store: Store) throws { throw Failure() }

  static func make(_ store: Store, in plugins: [any Plugin], with clock: (any Clock)?) -> Search {
    Search(store: store, clock: clock ?? NamedClock(name: "none, \(plugins.count) plugins"))
  }
}

private struct Failure: Error {}

private enum Zone: String { case local }

private final class Database: Sendable {
  let store: Store

  init(store: Store) async throws { self.store = store }
}

private final class Reports: Sendable {
  let database: Database

  init(database: Database) async { self.database = database }
}

@MainActor private final class Screen {
  let search: Search

  init(search: Search) { self.search = search }
}

@Suite(.dependencies()) struct AutowiringTests {
  /// Returns a graph of stores, clocks and plugins, and of the registrations of a closure.
  private func graph(
    @DependencyGraphBuilder _ contents: () -> DependencyGraphRegistrations
  ) -> DependencyGraph {
    let graph = DependencyGraph.current.isolated {
      Dependency { Store() }.scope(.singleton)
      Dependency { NamedClock(name: "type") }.conforms(to: (any Clock).self)
      Dependency { NamedClock(name: "name") }.named("local")
      Dependency { NamedClock(name: "value") }.associated(with: 1)
      Dependency { Spelling() }.conforms(to: (any Plugin).self)
      Dependency { Counting() }.conforms(to: (any Plugin).self)
    }
    return graph.isolated(contents)
  }

  @Test func eachParameterIsInjectedByItsType() throws {
    let graph = graph { Dependency(autowired: Search.init(store:clock:)).scope(.singleton) }
    let search: Search = try graph.inject()
    #expect(search.store === (try graph.inject() as Store) && search.clock.name == "type")
    #expect(try graph.inject() as Search === search)
  }

  @Test func itTakesNoParametersAndManyAndClosures() throws {
    let graph = graph {
      Dependency(autowired: Store.init).named("other")
      Dependency(autowired: { (store: Store, clock: any Clock, plugins: [any Plugin]) -> String in
        "\(clock.name) \(plugins.count)"
      })
    }
    #expect(try graph.inject(byName: "other") as Store !== (try graph.inject() as Store))
    #expect(try graph.inject() as String == "type 2")
  }

  @Test func collectionsAndOptionalsAreFilledWithWhatThereIs() throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { Store() }
      Dependency(autowired: Search.make)
    }
    #expect(try (graph.inject() as Search).clock.name == "none, 0 plugins")
    graph.activate(
      DependencyContainer { Dependency { Spelling() }.conforms(to: (any Plugin).self) })
    #expect(try (graph.inject() as Search).clock.name == "none, 1 plugins")
    graph.activate(
      DependencyContainer {
        Dependency { NamedClock(name: "new") }.conforms(to: (any Clock).self)
      })
    #expect(try (graph.inject() as Search).clock.name == "new")
  }

  @Test func singleParametersAreInjectedByNamesAndValues() throws {
    let graph = graph {
      Dependency(autowired: Search.init(store:clock:), by: .type, .name("local")).named("a")
      Dependency(autowired: Search.init(store:clock:), by: .type, .name(Zone.local)).named("b")
      Dependency(autowired: Search.init(store:clock:), by: .type, .value(1)).named("c")
    }
    let names = try ["a", "b", "c"].map { try (graph.inject(byName: $0) as Search).clock.name }
    #expect(names == ["name", "name", "value"])
  }

  @Test func whatItThrowsIsThrown() throws {
    let graph = graph { Dependency(autowired: Search.init(store:)) }
    #expect(throws: InjectionError.self) { try graph.inject() as Search }
  }

  @Test func whatIsMissingIsSaidWithThePathAndThePlace() throws {
    let graph = DependencyGraph.current.isolated {
      Dependency(autowired: Search.init(store:clock:))
    }
    do {
      _ = try graph.inject() as Search
      Issue.record("It is there.")
    } catch {
      #expect("\(error)".contains("Path: Search → Store"))
      #expect("\(error)".contains("Injected at StitcherTests/AutowiringTests.swift:"))
    }
  }

  @Test func asynchronousOnesAreAwaited() async throws {
    let graph = graph {
      Dependency(autowiredAsync: Database.init).scope(.singleton)
      Dependency(autowiredAsync: Reports.init(database:), by: .type)
    }
    let reports: Reports = try await graph.injectAsync()
    #expect(reports.database === (try graph.inject() as Database))
  }

  @MainActor @Test func thoseOfTheMainActorAreMadeThere() async throws {
    let graph = graph {
      Dependency(autowired: Search.init(store:clock:)).scope(.singleton)
      Dependency(autowiredOnMainActor: Screen.init).scope(.instance)
      Dependency(autowiredOnMainActor: Screen.init(search:), by: .type).named("other")
    }
    let screen: Screen = try graph.inject()
    #expect(screen.search === (try graph.inject(byName: "other") as Screen).search)
    await #expect(throws: InjectionError.self) {
      try await Task.detached { _ = try graph.inject() as Screen }.value
    }
    _ = try await Task.detached { try await graph.injectAsync() as Screen }.value
  }

  /// A closure that is passed to `Dependency` without a label takes `Hashable` parameters from the
  /// injection, as before.
  @Test func aClosureWithoutALabelTakesItsParametersFromTheInjection() async throws {
    let graph = graph {
      Dependency { (number: Int) in "\(number)" }
      Dependency { (number: Int) async throws in Double(number) }
      Dependency { (number: Int) throws in Float(number) }
      Dependency { @MainActor (number: Int) in UInt(number) }
    }
    #expect(try graph.inject(parameters: 1) as String == "1")
    #expect(try await graph.injectAsync(parameters: 2) as Double == 2)
    #expect(try graph.inject(parameters: 3) as Float == 3)
    #expect(try await graph.injectAsync(parameters: 4) as UInt == 4)
  }

  @Test func parametersComeFromTheGraphThatRunsTheFactory() throws {
    let parent = graph {
      Dependency(autowired: Search.init(store:clock:)).scope(.singleton)
      Dependency(autowired: { (clock: any Clock) in clock.name }).scope(.instance)
    }
    let child = parent.child {
      Dependency { NamedClock(name: "child") }.conforms(to: (any Clock).self)
    }
    #expect(try (child.inject() as Search).clock.name == "type")
    #expect(try child.inject() as String == "child")
  }
}
