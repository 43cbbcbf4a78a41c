import Observation
import Stitcher
import StitcherTesting
import Testing

// A program with the settings of a new project: the main actor is the default isolation.

private protocol NoteStore: AnyObject {
  var notes: [String] { get }
  func save(_ note: String)
}

private final class MemoryNoteStore: NoteStore {
  private(set) var notes: [String] = []
  func save(_ note: String) { notes.append(note) }
}

private nonisolated protocol Clock: Sendable {
  var hour: Int { get }
}

private nonisolated struct FixedClock: Clock {
  let hour: Int
}

private nonisolated final class Client: Sendable {
  init() async throws {}
  func load() async throws -> String { "loaded" }
}

@Observable private final class Account {
  var isPremium = false
}

private final class Export {}

private final class Page {
  let title: String
  init(title: String) { self.title = title }
}

private struct Settings: Equatable {
  var name = "Ada"
}

private final class Editor {
  @Injected var store: any NoteStore
  @Injected var clock: any Clock
  @Injected("Milk") var page: Page
  @Injected(name: "settings") var settings: Settings
  @Injected var export: Export?
  @Injected var clocks: [any Clock]
}

private nonisolated struct Alarm {
  let clock: any Clock
}

/// Returns the container of an application.
private func appContainer() -> DependencyContainer {
  DependencyContainer { @MainActor in
    Dependency { @MainActor in MemoryNoteStore() }
      .conforms(to: (any NoteStore).self)
      .scope(.singleton)
    Dependency { FixedClock(hour: 12) }.conforms(to: (any Clock).self)
    Dependency { try await Client() }.scope(.singleton)
    Dependency { @MainActor (title: String) in Page(title: title) }
    Dependency(named: "settings") { @MainActor in Settings() }
  }
}

private struct Application {
  @Dependencies var container = appContainer()
}

@Suite(.dependencies()) struct ContainersTests {
  @Test func propertiesAreInjected() {
    let application = Application()
    let editor = Editor()
    editor.store.save("Milk")
    #expect(Editor().store.notes == ["Milk"])
    #expect(editor.clock.hour == 12)
    #expect(editor.page.title == "Milk")
    #expect(editor.settings == Settings())
    #expect(editor.export == nil)
    #expect(editor.clocks.count == 1)
    withExtendedLifetime(application) {}
  }

  @Test func containersAreActivatedAndDeactivated() async throws {
    let container = appContainer()
    try await DependencyGraph.activateAsync(container)
    let store: any NoteStore = try DependencyGraph.inject()
    #expect(store.notes == [])
    let client: Client = try await DependencyGraph.injectAsync()
    #expect(try await client.load() == "loaded")
    try await DependencyGraph.deactivateAsync(container)
    #expect(throws: InjectionError.self) { try DependencyGraph.inject() as any NoteStore }
  }

  @Test func factoriesOfTheMainActorRunThereOnly() async throws {
    let graph = DependencyGraph.current.child { @MainActor in
      Dependency { @MainActor in Export() }.scope(.instance)
    }
    let failure = await elsewhere {
      do {
        _ = try graph.inject() as Export
        return "injected"
      } catch InjectionError.isolatedDependency(let isolated) {
        return "\(isolated.dependency) of \(isolated.actor)"
      } catch { return "\(error)" }
    }
    #expect(failure == "Type[Export] of MainActor")
    _ = try graph.inject() as Export
  }

  @Test func containersFollowTheStateOfTheMainActor() throws {
    let account = Account()
    let container = DependencyContainer {
      if account.isPremium { Dependency { @MainActor in Export() } }
    }
    DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    #expect(try DependencyGraph.inject() as Export? == nil)
    account.isPremium = true
    #expect(try DependencyGraph.inject() as Export? != nil)
  }

  @Test func graphsAreValues() async throws {
    let request = DependencyGraph.current.child(named: "request") { @MainActor in
      Dependency { FixedClock(hour: 7) }.conforms(to: (any Clock).self)
      Dependency { @MainActor in Export() }.scope(.scoped)
    }
    try request.run {
      let first: Export = try DependencyGraph.inject()
      let second: Export = try DependencyGraph.inject()
      #expect(first === second)
    }
    let hour = try await request.run { try await hourElsewhere() }
    #expect(hour == 7)
    let bound = request.bound { try DependencyGraph.inject(byType: (any Clock).self).hour }
    #expect(try await Task.detached { try bound() }.value == 7)
    try await request.end()
  }

  @Test(.dependencies { Dependency { FixedClock(hour: 3) }.conforms(to: (any Clock).self) })
  func traitsAndOverridesDeclareDependencies() async throws {
    #expect(try DependencyGraph.inject(byType: (any Clock).self).hour == 3)
    let hour = try DependencyGraph.withOverrides {
      Dependency { FixedClock(hour: 4) }.conforms(to: (any Clock).self)
    } operation: {
      try DependencyGraph.inject(byType: (any Clock).self).hour
    }
    #expect(hour == 4)
  }

  @Test(.dependencies { @MainActor in appContainer() })
  func aTraitDeclaresTheContainerOfTheApplication() throws {
    let store: any NoteStore = try DependencyGraph.inject()
    store.save("Milk")
    #expect(Editor().store.notes == ["Milk"])
  }

  @Test func instancesAreTornDownOnTheMainActor() async throws {
    let store = MemoryNoteStore()
    let graph = DependencyGraph.current.child { @MainActor in
      Dependency { @MainActor in Page(title: "Milk") }
        .scope(.singleton)
        .teardown { @MainActor page in store.save(page.title) }
    }
    _ = try graph.inject() as Page
    try await graph.end()
    #expect(store.notes == ["Milk"])
  }

  @Test func decoratorsAndVerification() throws {
    let container = DependencyContainer { @MainActor in
      Dependency(autowired: Alarm.init(clock:))
      Dependency { FixedClock(hour: 9) }.conforms(to: (any Clock).self)
      Decorator((any Clock).self) { inner in FixedClock(hour: inner.hour + 1) }
    }
    try container.verify()
    DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    #expect(try DependencyGraph.inject(byType: (any Clock).self).hour == 10)
    #expect(try (DependencyGraph.inject() as Alarm).clock.hour == 10)
  }
}

/// Runs a closure off the main actor.
@concurrent private func elsewhere<Result: Sendable>(
  _ body: @Sendable () -> Result
) async -> Result { body() }

/// Injects off the main actor.
@concurrent private func hourElsewhere() async throws -> Int {
  try DependencyGraph.inject(byType: (any Clock).self).hour
}
