import Stitcher
import StitcherTestSupport
import StitcherTesting
import StitcherTestingSupport
import Testing

/// An override that the test does not inject is an issue, at its line.
@Suite(.dependencies { appContainer("suite") }) struct UnusedOverrideTests {
  @Test func anUnusedOverrideIsAnIssueAtItsLine() async throws {
    let line = #line + 4
    let issues = try await issues(
      .dependencies(strict: .unusedOverrides) {
        Dependency { Note("used") }
        Dependency(named: "unused") { 1 }
      }
    ) {
      let note: Note = try DependencyGraph.inject()
      #expect(note.text == "used")
    }
    #expect(issues.map(\.place) == ["\(#fileID):\(line)"])
    #expect(
      issues.first?.text
        == """
        'anUnusedOverrideIsAnIssueAtItsLine()' does not inject an override: Int named \
        "unused", parameters (), registered at \(#fileID):\(line). Remove the override, or check \
        which key the test injects.
        """)
  }

  @Test(arguments: Use.allCases) func eachWayToInjectUsesIt(_ use: Use) async throws {
    let issues = try await issues(
      .dependencies(strict: .unusedOverrides) {
        switch use {
        case .name, .asyncName: Dependency(named: "note") { Note("used") }
        case .value, .asyncValue: Dependency(for: 7) { Note("used") }
        case .parameter, .asyncParameter: Dependency { (text: String) in Note(text) }
        case .asyncMade: Dependency { () async -> Note in await Note(late: "used") }
        case .asyncKept:
          Dependency { () async -> Note in await Note(late: "used") }.scope(.singleton)
        default: Dependency { Note("used") }.scope(.singleton)
        }
      }
    ) {
      let text = try await use.text()
      #expect(text == "used")
    }
    #expect(issues.isEmpty)
  }

  /// A way to inject.
  enum Use: CaseIterable, Sendable {
    case type, name, value, parameter, optional, all, property, factory, task, child
    case asyncType, asyncName, asyncValue, asyncParameter, asyncOptional, asyncAll
    case asyncFactory, asyncMade, asyncKept

    /// Injects and returns the text.
    func text() async throws -> String? {
      switch self {
      case .type: return try DependencyGraph.inject(byType: Note.self).text
      case .name: return try (DependencyGraph.inject(byName: "note") as Note).text
      case .value: return try (DependencyGraph.inject(byValue: 7) as Note).text
      case .parameter: return try DependencyGraph.inject(byType: Note.self, parameters: "used").text
      case .optional: return try (DependencyGraph.inject() as Note?)?.text
      case .all: return try (DependencyGraph.inject() as [Note]).first?.text
      case .property: return Screen().note.text
      case .factory: return try DependencyGraph.inject(byType: Search.self).note.text
      case .task: return try await Task { try DependencyGraph.inject(byType: Note.self).text }.value
      case .child:
        return try DependencyGraph.withOverrides {
          Dependency(named: "other") { 1 }
        } operation: {
          try DependencyGraph.inject(byType: Search.self).note.text
        }
      default: return try await asynchronousText()
      }
    }

    /// Injects asynchronously, and returns the text.
    private func asynchronousText() async throws -> String? {
      switch self {
      case .asyncName: return try await (DependencyGraph.injectAsync(byName: "note") as Note).text
      case .asyncValue: return try await (DependencyGraph.injectAsync(byValue: 7) as Note).text
      case .asyncParameter:
        return try await DependencyGraph.injectAsync(byType: Note.self, parameters: "used").text
      case .asyncOptional: return try await (DependencyGraph.injectAsync() as Note?)?.text
      case .asyncAll: return try await (DependencyGraph.injectAsync() as [Note]).first?.text
      case .asyncFactory:
        return try await DependencyGraph.injectAsync(byType: Search.self).note.text
      default: return try await DependencyGraph.injectAsync(byType: Note.self).text
      }
    }
  }

  @Test func whatIsOnlyMadeOnActivationIsNotUsed() async throws {
    let lifetimes = Lifetimes()
    let issues = try await issues(
      .dependencies(strict: .unusedOverrides) {
        Dependency { Tracked(lifetimes) }
          .scope(.singleton)
          .eagerness(.eager)
      }
    ) {}
    #expect(lifetimes.inits == 1)
    #expect(issues.count == 1)
  }

  @Test func norIsWhatIsMadeThenAsynchronously() async throws {
    let lifetimes = Lifetimes()
    let issues = try await issues(
      .dependencies(strict: .unusedOverrides) {
        Dependency { () async -> Tracked in
          await Task.yield()
          return Tracked(lifetimes)
        }
        .scope(.singleton)
        .eagerness(.eager)
      }
    ) {}
    #expect(lifetimes.inits == 1)
    #expect(issues.count == 1)
  }

  @Test func aFactoryThatThrowsWasUsed() async throws {
    struct Failure: Error {}
    let issues = try await issues(
      .dependencies(strict: .unusedOverrides) {
        Dependency { () throws -> Note in throw Failure() }
      }
    ) {
      #expect(throws: InjectionError.self) { try DependencyGraph.inject(byType: Note.self) }
    }
    #expect(issues.isEmpty)
  }

  @Test func soWasAnAsynchronousOne() async throws {
    struct Failure: Error {}
    let issues = try await issues(
      .dependencies(strict: .unusedOverrides) {
        Dependency { () async throws -> Note in throw Failure() }
      }
    ) {
      await #expect(throws: InjectionError.self) {
        try await DependencyGraph.injectAsync(byType: Note.self)
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func ofAContainerOnlyWhatTakesAnothersPlaceOverrides() async throws {
    let line = #line + 5
    let issues = try await issues(
      .dependencies(strict: .unusedOverrides) {
        DependencyContainer {
          Dependency(named: "new") { 1 }
          Dependency { Note("unused") }
        }
      }
    ) {}
    #expect(issues.map(\.place) == ["\(#fileID):\(line)"])
  }

  @Test func ofTwoTraitsEachSpeaksForItself() async throws {
    let outer = Log<Recorded>()
    let inner = Log<Recorded>()
    let first = try await issues(
      .dependencies(strict: .unusedOverrides) { Dependency(named: "outer") { 1 } }
    ) {
      let second = try await issues(
        .dependencies(strict: .unusedOverrides) { Dependency(named: "inner") { 2 } }
      ) {
        let outer: Int = try DependencyGraph.inject(byName: "outer")
        #expect(outer == 1)
      }
      second.forEach(inner.add)
    }
    first.forEach(outer.add)
    #expect(outer.entries.isEmpty)
    #expect(inner.entries.count == 1)
    #expect(inner.entries.first?.text.contains("named \"inner\"") == true)
  }

  @Test func withoutStrictnessThereIsNoIssue() async throws {
    let issues = try await issues(.dependencies { Dependency { Note("unused") } }) {}
    #expect(issues.isEmpty)
  }
}

extension Note {
  /// Creates a note after a suspension.
  fileprivate convenience init(late text: String) async {
    await Task.yield()
    self.init(text)
  }
}
