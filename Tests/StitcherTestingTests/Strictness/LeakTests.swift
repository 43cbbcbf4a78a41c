import Stitcher
import StitcherTestSupport
import StitcherTesting
import StitcherTestingSupport
import Testing

/// An instance that outlives the graph of its test is an issue.
@Suite struct LeakTests {
  @Test func anInstanceThatIsHeldIsAnIssueAtItsRegistration() async throws {
    let holder = Box<Note?>(nil)
    let line = #line + 3
    let found = try await issues(
      .dependencies(strict: .leaks) {
        Dependency { Note("held") }.scope(.singleton)
        Dependency { try Search() }
      }
    ) {
      holder.change { $0 = try? DependencyGraph.inject(byType: Search.self).note }
    }
    #expect(found.map(\.place) == ["\(#fileID):\(line)"])
    #expect(
      found.first?.text
        == """
        'Note' outlives 'anInstanceThatIsHeldIsAnIssueAtItsRegistration()', whose graph has created \
        it: Note, parameters (), registered at \(#fileID):\(line). A task, a global \
        variable or a reference cycle still retains it.
        """)
    #expect(holder.value?.text == "held")
  }

  /// A type with a reference cycle to itself.
  final class Knot: Sendable {
    let other = Box<Knot?>(nil)
    init() { other.change { $0 = self } }
    func untie() { other.change { $0 = nil } }
  }

  @Test func aCycleOfReferencesIsOne() async throws {
    let weak = Box(Weak<Knot>(object: nil))
    let found = try await issues(
      .dependencies(strict: .leaks) { Dependency { Knot() }.scope(.instance) }
    ) {
      weak.change { $0.object = try? DependencyGraph.inject() }
    }
    #expect(found.count == 1)
    weak.value.object?.untie()
    #expect(weak.value.object == nil)
  }

  @Test func whatIsEagerIsLookedAfter() async throws {
    let holder = Box<Note?>(nil)
    let found = try await issues(
      .dependencies(strict: .leaks) {
        Dependency {
          let note = Note("eager")
          holder.change { $0 = note }
          return note
        }
        .scope(.singleton)
        .eagerness(.eager)
      }
    ) {}
    #expect(found.count == 1)
  }

  /// A way to create and inject an instance asynchronously.
  enum Origin: CaseIterable, Sendable {
    case kept, fresh, keptAsync, freshAsync, optional, all

    /// Injects the instance.
    func note() async throws -> Note? {
      switch self {
      case .optional: try await DependencyGraph.injectAsync()
      case .all: try await (DependencyGraph.injectAsync() as [Note]).first
      default: try await DependencyGraph.injectAsync(byType: Note.self)
      }
    }
  }

  @Test(arguments: Origin.allCases)
  func whatIsInjectedAsynchronouslyIsLookedAfter(_ origin: Origin) async throws {
    let holder = Box<Note?>(nil)
    for isHeld in [true, false] {
      let found = try await issues(
        .dependencies(strict: .leaks) {
          switch origin {
          case .kept: Dependency { Note("held") }.scope(.singleton)
          case .fresh: Dependency { Note("held") }.scope(.instance)
          case .freshAsync: Dependency { () async -> Note in Note("held") }.scope(.instance)
          default: Dependency { () async -> Note in Note("held") }.scope(.singleton)
          }
        }
      ) {
        let note = try await origin.note()
        #expect(note?.text == "held")
        if isHeld { holder.change { $0 = note } }
      }
      #expect(found.count == (isHeld ? 1 : 0))
      #expect(found.allSatisfy { $0.text.hasPrefix("'Note' outlives") })
    }
    #expect(holder.value?.text == "held")
  }

  @Test(arguments: 0..<20) func whatTasksHaveHeldIsNone(_ number: Int) async throws {
    let captured = Note("captured")
    let found = try await issues(
      .dependencies(strict: .leaks) {
        appContainer()
        // The registration holds the note as well.
        let local = Note("local")
        Dependency(named: "local") { local }
      }
    ) {
      for _ in 0..<100 {
        let screen: Screen = try DependencyGraph.inject()
        #expect(await Task { screen.note }.value === (try DependencyGraph.inject() as Note))
      }
      #expect(try (DependencyGraph.inject(byName: "local") as Note).text == "local")
    }
    #expect(found.isEmpty)
    #expect(captured.text == "captured")
  }

  @Test func instancesOfGraphsOfTheTestCount() async throws {
    let holder = Box<Note?>(nil)
    let found = try await issues(.dependencies(strict: .leaks) {}) {
      DependencyGraph.withOverrides {
        Note("override")
      } operation: {
        holder.change { $0 = try? DependencyGraph.inject() }
      }
    }
    #expect(found.count == 1)
    #expect(holder.value?.text == "override")
  }
}
