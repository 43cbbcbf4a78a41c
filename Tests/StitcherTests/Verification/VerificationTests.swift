import Stitcher
import StitcherTesting
import Testing

private final class Store: Sendable { init() {} }

private protocol Clock: Sendable {}

private struct SystemClock: Clock {}

private final class Search: Sendable { init(store: Store, clock: any Clock) {} }

private final class Page: Sendable { init(search: Search) {} }

private final class Optionals: Sendable { init(store: Store?, clocks: [any Clock]) {} }

private final class Egg: Sendable { init(hen: Hen) {} }

private final class Hen: Sendable { init(farm: Farm) {} }

private final class Farm: Sendable { init(egg: Egg) {} }

private final class Request: Sendable { init() {} }

private final class Handler: Sendable { init(request: Request) {} }

private final class Server: Sendable { init(handler: Handler) {} }

@Suite(.dependencies()) struct VerificationTests {
  /// Returns the problems of a graph.
  private func problems(
    of graph: DependencyGraph, _ location: SourceLocation = #_sourceLocation
  ) -> [VerificationProblem] {
    do {
      let report = try graph.verify()
      Issue.record("Nothing is wrong: \(report)", sourceLocation: location)
    } catch let error as VerificationError {
      return error.problems
    } catch { Issue.record(error, sourceLocation: location) }
    return []
  }

  /// Returns the problems of an isolated graph.
  private func problems(
    _ location: SourceLocation = #_sourceLocation,
    @DependencyGraphBuilder _ contents: () -> DependencyGraphContents
  ) -> [VerificationProblem] {
    problems(of: DependencyGraph.current.isolated(contents), location)
  }

  @Test func whatIsCompleteIsReported() throws {
    let made = Counter()
    let graph = DependencyGraph.current.isolated {
      Dependency { () -> Store in
        made.count()
        return Store()
      }
      Dependency { SystemClock() }.conforms(to: (any Clock).self)
      Dependency(autowired: Search.init)
      Dependency(autowired: Page.init)
      Dependency(autowired: Optionals.init)
    }
    let report = try graph.verify()
    #expect(report.registrations == 5 && report.provenEdges == 5 && report.unknown == 2)
    #expect(report.openEdges == 0 && made.value == 0)
    #expect(
      "\(report)" == "5 registrations: 5 needs proven; 2 factories may ask for anything")
    #expect(try graph.run { try DependencyGraph.verify() } == report)
  }

  @Test func nothingIsWrongWithAnEmptyGraph() throws {
    #expect(try DependencyGraph.current.isolated().verify().registrations == 0)
  }

  @Test func whatIsMissingIsFoundWithItsPath() throws {
    let found = problems {
      Dependency(autowired: Page.init)
      Dependency { Store() }
      Dependency(autowired: Search.init)
    }
    try #require(found.map(\.kind) == [.missing])
    #expect(found[0].subject == .type("Search"))
    #expect(found[0].path == [.type("Page"), .type("Search"), .type("Clock")])
    #expect(found[0].place.hasPrefix("StitcherTests/VerificationTests.swift:"))
    #expect(
      found[0].text == """
        No dependency is declared for Type[Clock], which Type[Search] needs.
        Path: Page → Search → Clock
        Type[Search] is registered at \(found[0].place).
        Declare one, or ask for an optional.
        """)
  }

  @Test func whatIsAmbiguousIsFoundWithAllThatThereIs() throws {
    let found = problems {
      Dependency { Store() }
      Dependency { SystemClock() }.conforms(to: (any Clock).self)
      Dependency { SystemClock() }.conforms(to: (any Clock).self).id(1)
      Dependency(autowired: Search.init)
    }
    try #require(found.map(\.kind) == [.ambiguous])
    #expect(
      found[0].text.hasPrefix(
        "Several dependencies are declared for Type[Clock], one of which Type[Search] needs.\n"
          + "Path: Search → Clock\n"))
    #expect(found[0].text.contains("  - SystemClock, Clock, parameters (), id (1), registered at "))
  }

  @Test func parametersThatNobodyPassesAreFound() throws {
    let found = problems {
      Dependency { (_: Int) in Store() }
      Dependency { (_: Int) in SystemClock() }.eagerness(.eager).scope(.singleton)
      Dependency(autowired: { (store: Store) in Search(store: store, clock: SystemClock()) })
    }
    #expect(found.map(\.kind) == [.parameters, .parameters])
    #expect(found.map(\.subject) == [.type("SystemClock"), .type("Search")])
    #expect(found.last?.text.contains("takes parameters that nobody passes") == true)
  }

  @Test func aCycleIsFoundOnce() throws {
    let found = problems {
      Dependency(autowired: Egg.init)
      Dependency(autowired: Hen.init).scope(.singleton)
      Dependency(autowired: Farm.init)
      Dependency(autowired: { (egg: Egg) in "breakfast" })
    }
    try #require(found.map(\.kind) == [.cycle])
    #expect(found[0].path == ["Egg", "Hen", "Farm", "Egg"].map { .type($0) })
    #expect(found[0].text.hasPrefix("Type[Egg] needs itself.\nPath: Egg → Hen → Farm → Egg\n"))
  }

  @Test func whatIsKeptAndNeedsWhatIsScopedIsFoundAlsoThroughOthers() throws {
    let found = problems {
      Dependency(autowired: Request.init).scope(.scoped)
      Dependency(autowired: Handler.init).scope(.instance)
      Dependency(autowired: Server.init).scope(.singleton)
    }
    try #require(found.map(\.kind) == [.captive])
    #expect(found[0].path == ["Server", "Handler", "Request"].map { .type($0) })
    #expect(
      found[0].text.hasPrefix(
        "Type[Server] is kept (singleton), and needs Type[Request], which lives shorter (scoped)."))
    let fine = DependencyGraph.current.isolated {
      Dependency(autowired: Request.init).scope(.scoped)
      Dependency(autowired: Handler.init).scope(.instance)
      Dependency(autowired: Server.init).scope(.scoped)
    }
    #expect(try fine.verify().provenEdges == 2)
  }

  @Test func aManagedLifetimeIsShorterThanAnother() throws {
    let (session, window) = (ChangeSource(), ChangeSource())
    let found = problems {
      Dependency(autowired: Request.init).scope(.managed(by: session))
      Dependency(autowired: Handler.init).scope(.managed(by: session))
      Dependency(autowired: Server.init).scope(.managed(by: window))
    }
    #expect(found.map(\.subject) == [.type("Server")])
    #expect(found.map(\.kind) == [.captive])
  }

  @Test func typesThatAreNotRelatedAreFound() throws {
    let found = problems {
      Dependency(conformingTo: (any Clock).self) { Store() }
    }
    try #require(found.map(\.kind) == [.unrelatedType])
    #expect(
      found[0].text.hasPrefix(
        "Type[Store] is registered by 'Clock', which 'Store' does not conform to."))
  }

  @Test func allProblemsAreInOneError() throws {
    let graph = DependencyGraph.current.isolated {
      Dependency(autowired: Egg.init)
      Dependency(autowired: Hen.init)
      Dependency(autowired: Farm.init)
      Dependency(autowired: Search.init)
    }
    let error = try #require(throws: VerificationError.self) { try graph.verify() }
    #expect(error.problems.map(\.kind) == [.cycle, .missing, .missing])
    #expect("\(error)".hasPrefix("3 problems:\n\nType[Egg] needs itself."))
    #expect(error.report.registrations == 4)
  }

  @Test func whatIsHiddenDoesNotCount() throws {
    let parent = DependencyGraph.current.isolated {
      Dependency(autowired: Search.init).scope(.singleton)
      Dependency { Store() }
      Dependency { SystemClock() }.conforms(to: (any Clock).self)
    }
    let child = parent.child {
      Dependency { Search(store: Store(), clock: SystemClock()) }
    }
    #expect(try child.verify().registrations == 3)
    #expect(try parent.verify().provenEdges == 2)
  }

  @Test func whatIsKeptInTheParentNeedsWhatTheParentDeclares() throws {
    let parent = DependencyGraph.current.isolated {
      Dependency(autowired: Search.init).scope(.singleton)
      Dependency(autowired: Page.init).scope(.instance)
      Dependency { Store() }
    }
    let child = parent.child {
      Dependency { SystemClock() }.conforms(to: (any Clock).self)
    }
    #expect(problems(of: child).map(\.kind) == [.missing])
    let isolated = parent.isolated {
      Dependency { SystemClock() }.conforms(to: (any Clock).self)
    }
    #expect(try isolated.verify().provenEdges == 3)
  }

  @Test func aContainerIsVerifiedAloneAndWithOthers() throws {
    let pages = DependencyContainer {
      Dependency(autowired: Page.init)
      Dependency(autowired: Search.init)
    }
    let stores = DependencyContainer { Dependency { Store() } }
    let clocks = DependencyContainer {
      Dependency { SystemClock() }.conforms(to: (any Clock).self)
    }
    let report = try pages.verify()
    #expect(report.provenEdges == 1 && report.openEdges == 2)
    #expect(
      "\(report)"
        == "2 registrations: 1 needs proven, 2 open; 0 factories may ask for anything")
    #expect(throws: VerificationError.self) { try pages.verify(with: stores) }
    #expect(try pages.verify(with: stores, clocks).provenEdges == 3)
    #expect(try pages.verify(with: [stores, clocks]).openEdges == 0)
  }

  @Test func aContainerIsActivatedIfNothingIsWrong() throws {
    let graph = DependencyGraph.current.isolated()
    let pages = DependencyContainer {
      Dependency(autowired: Page.init)
      Dependency(autowired: Search.init)
    }
    #expect(throws: VerificationError.self) { try graph.activate(pages, verifying: true) }
    #expect(try graph.inject() as Page? == nil)
    try graph.activate(
      DependencyContainer {
        Dependency { Store() }
        Dependency { SystemClock() }.conforms(to: (any Clock).self)
      }, verifying: true)
    try graph.activate(pages, verifying: true)
    _ = try graph.inject() as Page
    try graph.activate(DependencyContainer { Dependency(autowired: Egg.init) }, verifying: false)
  }

  @Test func groupsAndRebuiltContainersKeepWhatIsKnown() throws {
    let container = DependencyContainer {
      DependencyGroup(id: 1) { Dependency(autowired: Search.init).named("search") }
    }
    #expect(try container.verify().openEdges == 2)
    let graph = DependencyGraph.current.isolated()
    graph.activate(container)
    #expect(problems(of: graph).map(\.subject) == [.name("search"), .name("search")])
  }
}
