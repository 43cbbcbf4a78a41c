import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Properties inject from the graph that was current when they were created.
@Suite(.timeLimit(.minutes(10)), .dependencies()) struct PropertyTests {
  final class Note: Sendable {
    let text: String
    init(_ text: String) { self.text = text }
  }

  final class Screen: Sendable {
    private let _note = Injected<Note>()
    private let _named = Injected<String>(name: "text")
    private let _valued = Injected<String>(value: 7)
    private let _optional = Injected<Note?>()
    private let _all = Injected<[Note]>()
    private let _made = Injected<Note>("made")
    private let _missing = Injected<Engine>()

    var texts: [String] {
      [
        _note.wrappedValue.text, _named.wrappedValue, _valued.wrappedValue,
        _optional.wrappedValue?.text ?? "nil", _all.wrappedValue.map(\.text).joined(),
        _made.wrappedValue.text,
      ]
    }

    func load() throws { try _note.loadIfNeeded() }
    func reload() throws { try _note.reload() }
    func loadMissing() throws { try _missing.loadIfNeeded() }
  }

  @DependencyGraphBuilder func contents(_ text: String) -> DependencyGraphRegistrations {
    Dependency { Note(text) }
    Dependency { (start: String) in Note("\(start) \(text)") }
    Dependency(named: "text") { text }
    Dependency(for: 7) { text }
    Dependency { Screen() }.scope(.instance)
  }

  @Test func whatAGraphCreatesInjectsFromItAnywhere() async throws {
    let graph = DependencyGraph.process.isolated { contents("own") }
    let other = DependencyGraph.process.isolated { contents("other") }
    let expected = ["own", "own", "own", "own", "own", "made own"]
    #expect(try graph.inject(byType: Screen.self).texts == expected)
    let screens = try (0..<5).map { _ in try graph.inject(byType: Screen.self) as Screen }
    #expect(Set(screens.map { ObjectIdentifier($0) }).count == 5)
    #expect(other.run { screens[0].texts } == expected)
    #expect(await Task.detached { screens[1].texts }.value == expected)
    #expect(runThreads(1) { _ in screens[2].texts } == [expected])
    #expect(other.run { screens[3].texts } == expected)
  }

  @Test func whatIsMadeOutsideInjectsFromTheProcess() {
    let screen = Screen()
    let graph = DependencyGraph.process.isolated { contents("own") }
    _ = graph.run {
      #expect(throws: InjectionError.missingDependency(.type("Note"))) { try screen.load() }
    }
  }

  @Test func itDoesNotKeepItsGraph() async {
    let screen: Screen
    let weak: Weak<DependencyGraph>
    do {
      let graph = DependencyGraph.process.isolated(named: "request") { contents("own") }
      weak = Weak(object: graph)
      screen = graph.run { Screen() }
    }
    #expect(weak.object == nil)
    // A change of the process's graph may hold its children for a moment.
    await eventually { (try? screen.reload()) == nil }
    #expect(throws: InjectionError.graphEnded("request")) { try screen.load() }
    #expect(throws: InjectionError.graphEnded("request")) { try screen.loadMissing() }
  }

  @Test func itSaysWhenItsGraphHasEnded() async throws {
    let graph = DependencyGraph.process.isolated(named: "request") { contents("own") }
    let screen = graph.run { Screen() }
    try await graph.end()
    #expect(throws: InjectionError.graphEnded("request")) { try screen.load() }
  }

  @Test func itReloadsAfterChangesOfItsGraph() {
    let graph = DependencyGraph.process.isolated()
    let property = graph.run { Injected<Note?>() }
    property.autoreload()
    #expect(property.wrappedValue == nil)
    graph.activate(DependencyContainer { Note("new") })
    #expect(property.wrappedValue?.text == "new")
    graph.deactivateAll()
    #expect(property.wrappedValue == nil)
  }

  /// In a separate process: the library remembers the failures of a limited number of threads,
  /// which all running tests share.
  @Test func theTextOfAFailureIsIndependentOfOtherFailures() async {
    await #expect(processExitsWith: .success) {
      let graph = DependencyGraph.process.isolated { Dependency(named: "enginee") { Engine() } }
      let error = try injectionError { try graph.inject(byName: "engine") as Engine }
      _ = runThreads(4) { _ in
        for number in 1...500 {
          #expect(throws: InjectionError.self) { try graph.inject(byName: "\(number)") as Engine }
        }
      }
      #expect(error.description.contains("Closest registrations:"))
    }
  }

  @Test func theTextOfAFailureIsAboutItsGraph() throws {
    let graph = DependencyGraph.process.isolated { Dependency(named: "enginee") { Engine() } }
    let property = graph.run { Injected<Engine>(name: "engine") }
    let error = try injectionError { try property.loadIfNeeded() }
    #expect(error.description.contains("Closest registrations:"))
  }

  /// In a separate process, in which no graph is isolated.
  @Test func onesOfAChildInjectThere() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(DependencyContainer { Dependency { Note("") }.scope(.scoped) }) {}
      let child = DependencyGraph.process.child(named: "request")
      let property = child.run { Injected<Note>() }
      let note: Note = try child.inject()
      let loaded = try property.loadedValue()
      precondition(loaded === note)
      let late = child.run { Injected<Note>() }
      try await child.end()
      do {
        _ = try late.loadedValue()
        preconditionFailure("The graph has ended.")
      } catch {
        precondition(error as? InjectionError == .graphEnded("request"))
      }
    }
  }
}
