import Observation
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

private struct Coat: Sendable {}

@MainActor @Observable private final class Needs { var areMet = false }

private class Base: @unchecked Sendable {}  // Safe: it holds nothing.

private final class Derived: Base, Clock, @unchecked Sendable {}  // Safe: it holds nothing.

private final class Sight: Sendable { init(store: Store?, clocks: Set<Int>) {} }

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
    @DependencyGraphBuilder _ contents: () -> DependencyGraphRegistrations
  ) -> [VerificationProblem] {
    problems(of: DependencyGraph.current.isolated(contents), location)
  }

  @Test func whatIsCompleteIsReported() throws {
    let made = Counter()
    let container = DependencyContainer {
      Dependency { () -> Store in
        made.count()
        return Store()
      }
      Dependency { SystemClock() }.conforms(to: (any Clock).self)
      Dependency(autowired: Search.init)
      Dependency(autowired: Page.init)
      Dependency(autowired: Optionals.init)
    }
    let report = try container.verify(with: [])
    #expect(report.registrations == 5 && report.provenEdges == 5 && report.unknown == 2)
    #expect(report.openEdges == 0 && made.value == 0)
    #expect(
      "\(report)" == "5 registrations: 5 dependencies proven; 2 factories with unknown dependencies"
    )
    // A graph also sees the other registrations of the program.
    let graph = DependencyGraph.current.isolated { container }
    #expect(try graph.run { try DependencyGraph.verify() }.provenEdges >= 5)
    #expect(try container.verify(with: container) == report)
  }

  @Test func nothingIsWrongWithNothing() throws {
    #expect(try DependencyContainer {}.verify(with: []).registrations == 0)
    try DependencyGraph.current.isolated().verify()
  }

  @Test func whatHasEndedIsNotVerified() async throws {
    let parent = DependencyGraph.current.isolated(named: "ended") {
      Dependency(autowired: Page.init)
    }
    let child = parent.child()
    try await parent.end()
    #expect(throws: InjectionError.graphEnded("ended")) { try parent.verify() }
    #expect(throws: InjectionError.graphEnded("ended")) { try child.verify() }
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
        Declare one, or inject an optional.
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

  @Test func anOptionalOrACollectionBesideWhatItContainsIsAmbiguous() throws {
    struct Shown: Hashable { let text: String }
    struct Board {
      init(_ shown: Shown?, _ all: [any Clock]) {}
    }
    let found = problems {
      Dependency { Optional(Shown(text: "a")) }
      Dependency { Shown(text: "b") }
      Dependency { [SystemClock()] as [any Clock] }
      Dependency { SystemClock() }.conforms(to: (any Clock).self)
      Dependency(autowired: Board.init)
    }
    #expect(found.map(\.kind) == [.ambiguous, .ambiguous])
    for (problem, type) in zip(found, ["Optional<Shown>", "Array<Clock>"]) {
      let start =
        "Several dependencies are declared for Type[\(type)], one of which Type[Board] needs."
      #expect(problem.text.hasPrefix(start), "\(problem.text)")
    }
    let fitting = DependencyGraph.current.isolated {
      Dependency { Optional(Shown(text: "a")) }
      Dependency { [SystemClock()] as [any Clock] }
      Dependency(autowired: Board.init)
    }
    #expect(try fitting.verify().provenEdges == 2)
  }

  @Test func parametersThatNoRequestPassesAreFound() throws {
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
    let line: UInt = #line + 1
    let found = problems {
      Dependency(autowired: Request.init).scope(.scoped)
      Dependency(autowired: Handler.init).scope(.instance)
      Dependency(autowired: Server.init).scope(.singleton)
    }
    try #require(found.map(\.kind) == [.captive])
    #expect(found[0].path == ["Server", "Handler", "Request"].map { .type($0) })
    #expect(
      found[0].text == """
        Type[Server] is '.singleton' and needs Type[Request], which is '.scoped' and has a shorter lifetime.
        Path: Server → Handler → Request
        Type[Server] is registered at \(#fileID):\(line + 3).
          - Request, parameters (), registered at \(#fileID):\(line + 1)
        Write '.scope(.scoped)' or '.scope(.instance)' on Type[Server]; or inject Type[Request] later, where it is used, by a property '@Injected var'.
        """)
    let fine = DependencyGraph.current.isolated {
      Dependency(autowired: Request.init).scope(.scoped)
      Dependency(autowired: Handler.init).scope(.instance)
      Dependency(autowired: Server.init).scope(.scoped)
    }
    #expect(try fine.verify().provenEdges == 2)
  }

  @Test func aKeptInstanceThatNeedsAManagedOneIsFound() throws {
    let source = ChangeSource()
    for holder in [DependencyScope.singleton, .shared] {
      let found = problems {
        Dependency(autowired: Request.init).scope(.managed(by: source))
        Dependency(autowired: Handler.init).scope(.instance)
        Dependency(autowired: Server.init).scope(holder)
      }
      try #require(found.map(\.kind) == [.captive])
      #expect(found[0].path == ["Server", "Handler", "Request"].map { .type($0) })
    }
    // Managed instances may end together, and instances of shorter lifetimes do not outlive them.
    for holder in [DependencyScope.managed(by: source), .instance, .scoped] {
      try DependencyGraph.current.isolated {
        Dependency(autowired: Request.init).scope(.managed(by: source))
        Dependency(autowired: Handler.init).scope(.instance)
        Dependency(autowired: Server.init).scope(holder)
      }.verify()
    }
  }

  @Test func typesThatAreNotRelatedAreFound() throws {
    let found = problems {
      Dependency(conformingTo: (any Clock).self) { Coat() }
    }
    try #require(found.map(\.kind) == [.unrelatedType])
    #expect(
      found[0].text.hasPrefix(
        "Type[Coat] is registered by 'Clock', which 'Coat' does not conform to."))
    // The factory may return a subclass, which conforms.
    try DependencyContainer {
      Dependency(conformingTo: (any Clock).self) { Base() }
      Dependency(inheritingFrom: Derived.self) { Base() }.id(1)
    }.verify()
    let unrelated = problems { Dependency(inheritingFrom: Store.self) { Base() } }
    #expect(unrelated.map(\.kind) == [.unrelatedType])
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
    #expect(error.report.registrations >= 4)
  }

  @Test func whatIsHiddenDoesNotCount() throws {
    let parent = DependencyGraph.current.isolated {
      Dependency(autowired: Search.init).scope(.instance)
      Dependency { SystemClock() }.conforms(to: (any Clock).self)
    }
    #expect(problems(of: parent).map(\.kind) == [.missing])
    let child = parent.child {
      Dependency { Search(store: Store(), clock: SystemClock()) }
    }
    try child.verify()
  }

  /// A registration with two keys is found by one of them, although the other key is hidden.
  @Test func whatIsHiddenByOneKeyCounts() throws {
    let parent = DependencyGraph.current.isolated {
      Dependency(autowired: { (_: Store) in SystemClock() }).conforms(to: (any Clock).self)
    }
    let child = parent.child { Dependency { SystemClock() } }
    #expect(problems(of: child).map(\.kind) == [.missing])
  }

  @Test func oneThatIsActiveTwiceCountsOnce() throws {
    let pages = DependencyContainer { Dependency(autowired: Page.init) }
    let parent = DependencyGraph.current.isolated { pages }
    let child = parent.child {
      pages
      Dependency { Search(store: Store(), clock: SystemClock()) }
    }
    try child.verify()
    let merged = DependencyContainer(merging: pages, DependencyContainer { Dependency { Coat() } })
    #expect(
      problems {
        merged
        pages
      }.count == 1)
  }

  /// The parent's registrations apply to an instance that the parent keeps, and to its
  /// dependencies.
  @Test func whatIsNotKeptRunsWhereItIsNeeded() throws {
    let parent = DependencyGraph.current.isolated {
      Dependency(autowired: Server.init).scope(.singleton)
      Dependency(autowired: Handler.init).scope(.instance)
      Dependency(autowired: Request.init).scope(.instance)
    }
    let child = parent.child {
      Dependency(autowired: { (_: Server) in Request() }).scope(.instance)
    }
    try child.verify()
    let scoped = parent.child { Dependency { Request() }.scope(.scoped) }
    try scoped.verify()
    _ = try scoped.inject() as Server
  }

  @Test func whatOnlyANearerGraphHasForItselfIsACaptive() throws {
    let parent = DependencyGraph.current.isolated {
      Dependency(autowired: Handler.init).scope(.singleton)
    }
    let child = parent.child { Dependency { Request() }.scope(.scoped) }
    #expect(problems(of: child).map(\.kind) == [.captive])
    #expect(problems(of: parent).map(\.kind) == [.missing])
  }

  @Test func whatMayBeAbsentIsNotWrong() throws {
    let container = DependencyContainer {
      Dependency { (_: Int) in Store() }
      Dependency(autowired: Sight.init)
    }
    #expect(try container.verify(with: []).provenEdges == 2)
    #expect(try container.verify().openEdges == 2)
    let graph = DependencyGraph.current.isolated { container }
    _ = try graph.inject() as Sight
  }

  @Test func manyThatNeedEachOtherAreOneCycle() throws {
    let found = problems {
      for number in 0..<60 {
        Dependency(
          autowired: { (one: Coat, other: Coat) in one },
          by: .name("\((number + 1) % 60)"), .name("\((number * 7) % 60)")
        ).named("\(number)")
      }
    }
    #expect(found.map(\.kind) == [.cycle])
  }

  /// A verification uses the current contents of a container, even if no lookup followed the change
  /// of its state.
  @MainActor @Test func stateIsFollowed() throws {
    let needs = Needs()
    let container = DependencyContainer {
      Dependency(autowired: Page.init)
      if needs.areMet { Dependency { Search(store: Store(), clock: SystemClock()) } }
    }
    #expect(throws: VerificationError.self) { try container.verify(with: []) }
    needs.areMet = true
    try container.verify(with: [])
    needs.areMet = false
    #expect(throws: VerificationError.self) {
      try DependencyGraph.current.isolated().activate(container, verifying: true)
    }
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
        == "2 registrations: 1 dependency proven, 2 open; 0 factories with unknown dependencies")
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

  @Test func anAwaitedActivationIsCheckedToo() async throws {
    let graph = DependencyGraph.current.isolated()
    let pages = DependencyContainer { Dependency(autowired: Page.init) }
    await #expect(throws: VerificationError.self) {
      try await graph.activateAsync(pages, verifying: true)
    }
    try await graph.activateAsync(pages, verifying: false)
  }

  /// A nearer registration may replace both.
  @Test func whatIsAmbiguousInAContainerAloneIsOpen() throws {
    let clocks = DependencyContainer {
      Dependency { Store() }
      Dependency { SystemClock() }.conforms(to: (any Clock).self)
      Dependency { SystemClock() }.conforms(to: (any Clock).self).id(1)
      Dependency(autowired: Search.init).scope(.instance)
    }
    let report = try clocks.verify()
    #expect(report.provenEdges == 1 && report.openEdges == 1)
    #expect(throws: VerificationError.self) { try clocks.verify(with: []) }
    let parent = DependencyGraph.current.isolated { clocks }
    #expect(problems(of: parent).map(\.kind) == [.ambiguous])
    let child = parent.child { Dependency { SystemClock() }.conforms(to: (any Clock).self) }
    #expect(try child.verify().provenEdges == 2)
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
