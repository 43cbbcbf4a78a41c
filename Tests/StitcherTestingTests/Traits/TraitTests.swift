import Stitcher
import StitcherTestSupport
import StitcherTesting
import StitcherTestingSupport
import Testing

/// The graph of a test, and its registrations.
@Suite(
  .dependencies {
    appContainer("suite")
    Dependency(named: "depth") { 1 }
  }
)
struct TraitTests {
  /// Injected when Swift Testing creates the suite's value for the test.
  @Injected var screen: Screen

  @Test func theGraphIsNamedAfterTheTestAndEndsWithIt() async throws {
    let graph = DependencyGraph.current
    #expect(graph.name == "theGraphIsNamedAfterTheTestAndEndsWithIt()")
    #expect(graph.parent === DependencyGraph.process)
    let kept = Box<DependencyGraph?>(nil)
    try await run(.dependencies { Dependency { Note("inner") } }) {
      kept.change { $0 = DependencyGraph.current }
      #expect(DependencyGraph.current.parent === graph)
    }
    #expect(throws: InjectionError.graphEnded(.init(name: graph.name))) {
      try kept.value?.inject() as Note?
    }
    #expect(DependencyGraph.current === graph)
  }

  /// Registrations of a function that a trait calls; each has a separate place.
  @DependencyRegistrarBuilder static func placed() -> DependenciesRegistrar {
    Dependency(named: "placed in a function") { 1 }
  }

  /// The line of `placed()`'s registration.
  static let placedLine = #line - 4

  // In an argument of the attribute `@Test`, `#line` is the line of the function, since the macro
  // copies the argument. If this test fails, `#line` is the line of the argument: then remove the
  // note from Tests.md.
  @Test(
    .dependencies {
      Dependency(named: "placed in the attribute") { 1 }
      TraitTests.placed()
    }
  )
  func aRegistrationInAnAttributeHasThePlaceOfTheTest() throws {
    let nodes = DependencyGraph.description().nodes
    let inside = try #require(nodes.first { $0.keys[0].contains("in the attribute") })
    #expect(inside.place?.line == #line - 3)
    let outside = try #require(nodes.first { $0.keys[0].contains("in a function") })
    #expect(outside.place?.line == Self.placedLine)
  }

  @Test("a name with spaces") func itIsCalledWhatTheTestIs() {
    #expect(DependencyGraph.current.name == "a name with spaces")
  }

  @Test func aSuiteDeclaresForItsTests() throws {
    #expect(try DependencyGraph.inject(byType: Search.self).note.text == "suite")
    #expect(screen.note.text == "suite")
    #expect(try DependencyGraph.inject(byName: "depth") as Int == 1)
  }

  @Test(.dependencies { Dependency { Note("test") } })
  func aTestOverridesItsSuite() throws {
    #expect(try DependencyGraph.inject(byType: Search.self).note.text == "test")
    #expect(screen.note.text == "test")
    #expect(try DependencyGraph.inject(byName: "depth") as Int == 1)
  }

  @Test(
    .dependencies { Dependency { Note("first") } }, .dependencies { Dependency { Note("second") } })
  func theInnerOneOfTwoTraitsCounts() throws {
    #expect(try DependencyGraph.inject(byType: Search.self).note.text == "second")
  }

  @Suite(.dependencies { Dependency(named: "depth") { 2 } })
  struct Inner {
    @Test func aSuiteOverridesTheOneAroundIt() throws {
      #expect(try DependencyGraph.inject(byName: "depth") as Int == 2)
      #expect(try DependencyGraph.inject(byType: Search.self).note.text == "suite")
    }

    @Test(.dependencies { Dependency(named: "depth") { 3 } })
    func andATestItsSuites() throws {
      #expect(try DependencyGraph.inject(byName: "depth") as Int == 3)
      #expect(DependencyGraph.current.parent?.parent?.parent === DependencyGraph.process)
    }
  }

  @Test(arguments: 0..<20) func eachCaseHasItsOwn(_ number: Int) throws {
    let note: Note = try DependencyGraph.inject()
    #expect(try DependencyGraph.inject(byType: Note.self) === note)
    #expect(Self.notes.change { $0.insert(ObjectIdentifier(note)).inserted })
    Self.kept.change { $0.append(note) }
  }

  /// The notes of all cases and their identities. The notes stay alive, so that no identity
  /// repeats.
  private static let notes = Box<Set<ObjectIdentifier>>([])
  private static let kept = Box<[Note]>([])

  @Test func whatIsEagerIsMadeBeforeTheTest() async throws {
    let made = Log<String>()
    try await run(.dependencies { eager(made) }) { #expect(made.entries == ["suite"]) }
    #expect(made.entries == ["suite"])
  }

  @Test(.dependencies { eager(made) }, .dependencies { Dependency { Note("inner") } })
  func whatIsEagerIsMadeWithAllOverrides() {
    #expect(Self.made.entries == ["inner"])
  }

  /// One trait in a constant, used by the suite and by its test.
  @Suite(repeated) struct RepeatedTests {
    @Test(repeated) func whatIsEagerIsMadeOnce() { #expect(repeatedlyMade.entries.count == 1) }
  }

  /// The log of the eager dependency in the test with the inner note.
  private static let made = Log<String>()

  @Test func whatTheTestThrowsIsThrown() async {
    struct Failure: Error {}
    await #expect(throws: Failure.self) {
      try await run(.dependencies()) { throw Failure() }
    }
  }

  @Test(OwnTrait()) func aTraitOfYourOwnCanUseIt() throws {
    #expect(try DependencyGraph.inject(byType: Search.self).note.text == "own")
  }
}

/// Returns a container of an eager dependency that logs the text of its note.
private func eager(_ made: Log<String>) -> DependencyContainer {
  DependencyContainer {
    Dependency {
      made.add(try DependencyGraph.inject(byType: Note.self).text)
      return Engine()
    }
    .scope(.singleton)
    .eagerness(.eager)
  }
}

/// A custom trait that uses the library's trait.
private struct OwnTrait: TestTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await DependenciesTrait.dependencies { Dependency { Note("own") } }
      .provideScope(for: test, testCase: testCase, performing: function)
  }
}

/// A trait that is used at several places.
private let repeated: DependenciesTrait = .dependencies { eager(repeatedlyMade) }

/// The log of the eager dependency in the repeated trait.
private let repeatedlyMade = Log<String>()
