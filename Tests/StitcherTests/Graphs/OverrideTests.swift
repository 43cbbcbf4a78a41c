import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Overrides for one operation, and several overrides at a time.
@Suite(.timeLimit(.minutes(10)), .dependencies()) struct OverrideTests {
  final class Note: Sendable {
    let text: String
    init(_ text: String) { self.text = text }
  }

  final class Search: Sendable {
    let note: Note
    init() throws { note = try DependencyGraph.inject() }
  }

  /// A type that injects when it is used.
  final class Screen: Sendable {
    private let _note = Injected<Note>()
    var note: Note { _note.wrappedValue }
  }

  let parent = DependencyGraph.process.isolated {
    Dependency { Note("parent") }.scope(.singleton)
    Dependency { try Search() }.scope(.singleton)
    Dependency { Screen() }.scope(.singleton)
  }

  @Test func overridesCountInTheOperation() throws {
    let text = try parent.withOverrides {
      Note("override")
    } operation: {
      try DependencyGraph.inject(byType: Search.self).note.text
    }
    #expect(text == "override")
    #expect(try parent.inject(byType: Search.self).note.text == "parent")
  }

  @Test func theyNestAndAreOfTheCurrentGraph() async throws {
    try await parent.run {
      try await DependencyGraph.withOverrides {
        Note("outer")
        Dependency(named: "outer") { 1 }
      } operation: {
        let search: Search = try DependencyGraph.inject()
        #expect(search.note.text == "outer")
        try await DependencyGraph.withOverrides {
          Note("inner")
        } operation: {
          await Task.yield()
          let search: Search = try DependencyGraph.inject()
          #expect(search.note.text == "inner")
          #expect(try DependencyGraph.inject(byName: "outer") as Int == 1)
        }
        #expect(try DependencyGraph.inject(byType: Search.self).note.text == "outer")
      }
    }
  }

  /// A container that is listed in a builder together with its overrides.
  static func app() -> DependencyContainer {
    DependencyContainer {
      Dependency { Note("container") }.scope(.singleton)
      Dependency { try Search() }.scope(.singleton)
      Dependency(named: "note") { Note("container") }
      Dependency { (number: Int) in Note("container \(number)") }
    }
  }

  @Test func whatStandsInABuilderHidesItsContainers() throws {
    let before = DependencyGraph.process.isolated {
      Note("override")
      Self.app()
    }
    let after = DependencyGraph.process.child {
      Self.app()
      Dependency { Note("override") }.scope(.singleton)
      Dependency(named: "note") { Note("override") }
    }
    for graph in [before, after] {
      #expect(try graph.inject(byType: Note.self).text == "override")
      #expect(try graph.inject(byType: Search.self).note.text == "override")
      #expect(try (graph.inject() as [Note]).map(\.text) == ["override"])
      #expect(try (graph.inject(parameters: 1) as Note).text == "container 1")
    }
    #expect(try (after.inject(byName: "note") as Note).text == "override")
    #expect(try (before.inject(byName: "note") as Note).text == "container")
  }

  @Test func itDoesNotHideWhatStandsBesideIt() throws {
    let graph = DependencyGraph.process.isolated {
      Dependency(named: "note") { "one" }
      Self.app()
      Dependency(named: "note") { 2 }
    }
    #expect(throws: InjectionError.self) { try graph.inject(byName: "note") as String }
    #expect(try graph.inject(byType: Note.self).text == "container")
  }

  @Test func aChildHidesBoth() throws {
    let graph = DependencyGraph.process.isolated {
      Self.app()
      Note("override")
    }
    let child = graph.child { DependencyContainer { Note("child") } }
    #expect(try child.inject(byType: Note.self).text == "child")
    // The kept instance belongs to the parent graph.
    #expect(try child.inject(byType: Search.self).note.text == "override")
    graph.deactivateAll()
    #expect(throws: InjectionError.self) { try graph.inject() as Search }
  }

  @Test func theirInstancesGoWithTheOperation() async throws {
    let lifetimes = Lifetimes()
    struct Failure: Error {}
    _ = try parent.withOverrides {
      Dependency { Tracked(lifetimes) }.scope(.singleton)
    } operation: {
      try DependencyGraph.inject(byType: Tracked.self).number
    }
    #expect(lifetimes.inits == 1 && lifetimes.living == 0)
    await #expect(throws: Failure.self) {
      try await parent.withOverrides {
        Dependency { Tracked(lifetimes) }.scope(.singleton)
      } operation: {
        _ = try DependencyGraph.inject(byType: Tracked.self)
        await Task.yield()
        throw Failure()
      }
    }
    #expect(lifetimes.inits == 2 && lifetimes.living == 0)
  }

  @Test @MainActor func theOperationStaysOnItsActor() async throws {
    var count = 0
    try await parent.withOverrides {
      Note("main")
    } operation: {
      MainActor.assertIsolated()
      count += 1
      await Task.yield()
    }
    #expect(count == 1)
  }

  @Test func manyAtATimeDoNotMix() async throws {
    let parent = parent
    try await withThrowingTaskGroup { group in
      for number in 0..<200 {
        group.addTask {
          let graph = parent.isolated(named: "\(number)") {
            if number % 2 == 0 { Note("\(number)") }
          }
          let expected = number % 2 == 0 ? "\(number)" : "parent"
          try await graph.run {
            for round in 0..<10 {
              let search: Search = try DependencyGraph.inject()
              #expect(search.note.text == expected)
              await Task.yield()
              #expect(try DependencyGraph.inject(byType: Note.self) === search.note)
              switch round % 4 {
              case 0:
                let seen = await Task { try? DependencyGraph.inject(byType: Note.self) }.value
                #expect(seen === search.note)
              case 1:
                let bound = graph.bound { try? DependencyGraph.inject(byType: Note.self) }
                #expect(await Task.detached { bound() }.value === search.note)
              case 2:
                let screen: Screen = try DependencyGraph.inject()
                #expect(await Task.detached { screen.note }.value === search.note)
              default:
                try await withThrowingTaskGroup { inner in
                  for _ in 0..<3 { inner.addTask { try DependencyGraph.inject(byType: Note.self) } }
                  for try await seen in inner { #expect(seen === search.note) }
                }
              }
            }
          }
          try await graph.end()
        }
      }
      try await group.waitForAll()
    }
    #expect(try parent.inject(byType: Search.self).note.text == "parent")
  }
}
