import Stitcher
import StitcherTestSupport
import Testing

/// Overrides for an operation, and many at a time.
@Suite(.timeLimit(.minutes(10))) struct OverrideTests {
  final class Note: Sendable {
    let text: String
    init(_ text: String) { self.text = text }
  }

  final class Search: Sendable {
    let note: Note
    init() throws { note = try DependencyGraph.inject() }
  }

  /// Injects when it is used.
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
