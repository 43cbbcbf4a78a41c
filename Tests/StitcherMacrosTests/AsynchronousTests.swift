#if Macros
  import StitcherMacros
  import StitcherTesting
  import Testing

  /// Types and functions with asynchronous injections or initializers.
  @Suite(.dependencies()) struct AsynchronousMacroTests {
    struct Failure: Error, Equatable {}

    @Registerable(scope: .singleton)
    final class Database: Sendable {
      let isOpen: Bool
      init() async throws {
        await Task.yield()
        isOpen = true
      }
    }

    @Registerable(by: .name("asynchronous.parametric"), scope: .instance)
    struct Parametric {
      let text: String
      init(_ text: String, times count: Int) async {
        self.text = String(repeating: text, count: count)
      }
    }

    enum Key: Hashable { case valued }

    @Registerable(by: .value(AsynchronousMacroTests.Key.valued), eagerness: .eager)
    actor Valued {
      init() async {}
    }

    @Registerable(by: .type((any Journal).self), scope: .singleton)
    final class ByTypes: Journal {
      init() async throws(Failure) {}
    }

    @Registerable(as: .conformances, scope: .singleton)
    final class Converted: Printer, Sendable {
      init() async {}
    }

    @Test func typesAreMadeAsynchronously() async throws {
      let container = DependencyContainer {
        Database.dependencyRegistration
        Parametric.dependencyRegistration
        Valued.dependencyRegistration
        ByTypes.dependencyRegistration
        Converted.dependencyRegistration
      }
      try await withActive(container) {
        let error = #expect(throws: InjectionError.self) {
          try DependencyGraph.inject() as Database
        }
        guard case .asynchronousDependency? = error else {
          Issue.record("\(error as Any)")
          return
        }
        let database: Database = try await DependencyGraph.injectAsync()
        #expect(database.isOpen)
        #expect(try DependencyGraph.inject() as Database === database)
        let parametric: Parametric = try await DependencyGraph.injectAsync(
          byName: Parametric.dependencyName, "ab", 2)
        #expect(parametric.text == "abab")
        let valued: Valued = try await DependencyGraph.injectAsync(byValue: Key.valued)
        let again: Valued = try await DependencyGraph.injectAsync(byValue: Valued.dependencyValue)
        #expect(valued === again)
        let journal: any Journal = try await DependencyGraph.injectAsync()
        #expect(journal is ByTypes)
        let printer: any Printer = try await DependencyGraph.injectAsync()
        #expect(printer is Converted)
      }
      #expect(Valued.dependencyRegistration.eagerness == .eager)
      #expect(Parametric.dependencyRegistration.scope == .instance)
    }

    @Registerable(scope: .singleton)
    final class Failing: Sendable {
      init() async throws { throw Failure() }
    }

    @Test func whatTheInitializerThrowsIsThrown() async throws {
      try await withActive(DependencyContainer { Failing.dependencyRegistration }) {
        let error = await #expect(throws: InjectionError.self) {
          try await DependencyGraph.injectAsync() as Failing
        }
        guard case .unknown(let cause)? = error else {
          Issue.record("\(error as Any)")
          return
        }
        #expect(cause as? Failure == Failure())
      }
    }

    @MainActor
    @Registerable(by: .name("asynchronous.model"), scope: .singleton)
    final class Model {
      let title: String
      init(title: String) async throws {
        MainActor.assertIsolated()
        self.title = title
      }
    }

    @Registerable(scope: .singleton)
    final class Screen: Sendable {
      @MainActor init() async { MainActor.assertIsolated() }
    }

    @MainActor @Registerable(scope: .singleton)
    final class Free {
      nonisolated init() async {}
    }

    @Test func typesOfTheMainActorAreMadeThereForEverybody() async throws {
      let container = DependencyContainer {
        Model.dependencyRegistration
        Screen.dependencyRegistration
        Free.dependencyRegistration
      }
      try await withActive(container) {
        let model: Model = try await DependencyGraph.injectAsync(byName: Model.dependencyName, "a")
        #expect(model.title == "a")
        let _: Screen = try await DependencyGraph.injectAsync()
        let _: Free = try await DependencyGraph.injectAsync()
      }
    }

    @Registerable(scope: .singleton, eagerness: .eager)
    final class Eager: Sendable {
      init() async {}
    }

    @Test func anEagerOneIsMadeOnActivation() async throws {
      let container = DependencyContainer { Eager.dependencyRegistration }
      try await DependencyGraph.activateAsync(container)
      defer { DependencyGraph.deactivate(container) }
      let _: Eager = try DependencyGraph.inject()
    }

    @Registerable
    final class Both: Sendable {
      let isAsynchronous: Bool
      init() { isAsynchronous = false }
      init() async { isAsynchronous = true }
    }

    @Registerable
    final class Preferring: Sendable {
      let isAsynchronous: Bool
      init() { isAsynchronous = false }
      @PreferredInitializer init() async { isAsynchronous = true }
    }

    @Test func aSynchronousInitializerGoesFirstUnlessAnotherIsPreferred() async throws {
      let container = DependencyContainer {
        Both.dependencyRegistration
        Preferring.dependencyRegistration
      }
      try await withActive(container) {
        #expect(try DependencyGraph.inject(byType: Both.self).isAsynchronous == false)
        let preferring: Preferring = try await DependencyGraph.injectAsync()
        #expect(preferring.isAsynchronous)
      }
    }

    @Registerable
    struct Generic<Item: Sendable>: Sendable {
      let count: Int
      init(count: Int) async { self.count = count + 1 }
    }

    @Registerable
    final class Repository: Sendable {
      let database: Database
      let absent: Absent?
      let title: String

      @InjectedParameters(ignoring: "title")
      init(database: Database, absent: Absent?, title: String) async {
        self.database = database
        self.absent = absent
        self.title = title
      }
    }

    @Registerable
    @InjectedInitializer(asynchronous: true, ignoring: "title")
    struct Archive: Sendable {
      let database: Database
      let all: [Database]
      let absent: Absent?
      let table: [String: Int]
      let title: String
      var note: String?
    }

    private var database: DependencyContainer {
      DependencyContainer {
        Database.dependencyRegistration
        Generic<Int>.dependencyRegistration
        Repository.dependencyRegistration
        Archive.dependencyRegistration
        Dependency(named: "asynchronousDatabase") { try await Database() }
        Dependency(for: Key.valued) {
          await Task.yield()
          return 7
        }
      }
    }

    @Test func registrationsWaitForWhatIsInjected() async throws {
      try await withActive(database) {
        let repository: Repository = try await DependencyGraph.injectAsync(parameters: "one")
        let archive: Archive = try await DependencyGraph.injectAsync(parameters: "two")
        let database: Database = try DependencyGraph.inject()
        #expect(repository.database === database && repository.absent == nil)
        #expect(archive.database === database)
        #expect(archive.all.count == 1 && archive.absent == nil && archive.table.isEmpty)
        #expect(repository.title + archive.title == "onetwo")
        let generic: Generic<Int> = try await DependencyGraph.injectAsync(parameters: 7)
        #expect(generic.count == 8)
      }
      let alone = DependencyContainer { Repository.dependencyRegistration }
      try await withActive(alone) {
        let error = await #expect(throws: InjectionError.self) {
          try await DependencyGraph.injectAsync(parameters: "one") as Repository
        }
        #expect(error == .missingDependency(.type("Database")))
      }
    }

    @InjectedInitializer(
      strategy: .stitcherByName, asynchronous: true,
      values: ["valued": AsynchronousMacroTests.Key.valued])
    actor Worker {
      let asynchronousDatabase: Database
      let asynchronousAbsent: Database?
      let valued: Int!
      var count: Int
    }

    @MainActor @InjectedInitializer(asynchronous: true)
    final class Window {
      let database: Database
      var isOpen = false
    }

    class Base { var name = "base" }

    @InjectedInitializer(asynchronous: true)
    final class Derived: Base {
      let database: Database
    }

    @MainActor @Test func constantsAreInjectedAsynchronously() async throws {
      try await withActive(database) {
        let worker = try await Worker(injecting: Worker.self, count: 1)
        #expect(worker.asynchronousDatabase.isOpen)
        #expect(worker.asynchronousAbsent == nil)
        #expect(worker.valued == 7)
        let window = try await Window(injecting: Window.self)
        let derived = try await Derived(injecting: Derived.self)
        #expect(window.database === derived.database)
        #expect(Window(database: window.database).database === window.database)
      }
    }

    @Test func aTaskThatIsCancelledWhileInjectingGetsTheError() async throws {
      let container = DependencyContainer {
        Dependency { () async throws -> Database in
          try await Task.sleep(for: .seconds(600))
          return try await Database()
        }.scope(.instance)
      }
      try await withActive(container) {
        let task = Task {
          withUnsafeCurrentTask { $0?.cancel() }
          _ = try await Window(injecting: Window.self)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
      }
    }

    static let line: UInt = #line + 3
    @InjectedInitializer(asynchronous: true)
    struct Missing {
      let absent: Absent
    }

    @Test func aMissingConstantIsAnErrorWithItsPlace() async throws {
      let error = await #expect(throws: InjectionError.self) {
        try await Missing(injecting: Missing.self)
      }
      #expect(error == .missingDependency(.type("Absent")))
      #expect(
        error?.description.contains("\(#fileID):\(Self.line).") == true, "\(error as Any)")
    }

    final class Feed: Sendable {
      let database: Database

      @InjectedParameters(asynchronous: true)
      init(database: Database) { self.database = database }

      @InjectedParameters(asynchronous: true, ignoring: "page")
      func load(database: Database, all: [Database]?, page: Int) throws(Failure) -> String {
        if page < 0 { throw Failure() }
        return "\(database === self.database) \(all?.count ?? -1) \(page)"
      }

      @InjectedParameters(strategy: .stitcherByName, asynchronous: true)
      func isOpen(asynchronousDatabase: @autoclosure () -> Database) -> Bool {
        asynchronousDatabase().isOpen
      }
    }

    @Registerable
    final class Cache: Sendable {
      let database: Database

      @InjectedParameters(asynchronous: true)
      init(database: Database) throws { self.database = database }
    }

    @Test func formsWaitForWhatIsInjected() async throws {
      let container = DependencyContainer {
        Database.dependencyRegistration
        Cache.dependencyRegistration
        Dependency(named: "asynchronousDatabase") { try await Database() }
      }
      let missing = await #expect(throws: InjectionError.self) { try await Feed() }
      #expect(missing == .missingDependency(.type("Database")))
      try await withActive(container) {
        let feed = try await Feed()
        #expect(try await feed.load(page: 3) == "true 1 3")
        await #expect(throws: Failure.self) { try await feed.load(page: -1) }
        #expect(try await feed.isOpen())
        let cache: Cache = try await DependencyGraph.injectAsync()
        #expect(cache.database === feed.database)
      }
    }
  }
#endif
