import DependencyInjection
import Stitcher
import StitcherTestSupport
import StitcherTesting
import Synchronization
import Testing

/// A resource with an asynchronous factory.
private final class Database: Sendable {
  let number: Int

  init(_ number: Int = 0) { self.number = number }

  static func open(_ number: Int = 0) async throws -> Database {
    await Task.yield()
    return Database(number)
  }
}

private protocol Storing: Sendable {}

extension Database: Storing {}

private struct Failure: Error, Equatable {}

@MainActor private final class Screen {
  init() { MainActor.assertIsolated() }
}

/// A group with an asynchronous factory function.
private struct DatabaseDependency: DependencyRepresenting {
  let closed: Log<Int>

  var scope: Stitcher.DependencyScope { .singleton }

  var dependencyProvider: DependencyFactory.Provider<Database> {
    DependencyFactory.Provider { try await Database.open(7) }
      .teardown(within: .seconds(600)) { [closed] database in
        await Task.yield()
        closed.add(database.number)
      }
  }
}

@Suite(.dependencies()) struct AsynchronousFactoryTests {
  @Test func aRepresentationInAGroupMayBeAsynchronous() async throws {
    let closed = Log<Int>()
    let graph = DependencyGraph.current.child {
      DependencyGroup { DatabaseDependency(closed: closed) }
    }
    #expect(throws: InjectionError.self) { try injectNow(in: graph) }
    let database: Database = try await graph.injectAsync()
    #expect(database.number == 7)
    #expect(try injectNow(in: graph) === database)
    try await graph.end()
    #expect(closed.entries == [7])
  }

  /// Injects synchronously on this thread.
  private func injectNow(in graph: DependencyGraph) throws -> Database { try graph.inject() }

  @Test func everyLocatorTakesAnAsynchronousFactory() async throws {
    enum Name: String { case raw }
    try await DependencyGraph.activateAsync(
      DependencyContainer {
        Dependency { try await Database.open(1) }.scope(.singleton)
        Dependency(conformingTo: (any Storing).self) { try await Database.open(2) }.id(2)
        Dependency(named: "three") { try await Database.open(3) }
        Dependency(named: Name.raw) { try await Database.open(4) }
        Dependency(for: 5) { try await Database.open(5) }
        Dependency { (number: Int) async throws in try await Database.open(number) }
          .scope(.instance)
      })
    #expect(try await (DependencyGraph.injectAsync(byName: "three") as Database).number == 3)
    #expect(try await (DependencyGraph.injectAsync(byName: Name.raw) as Database).number == 4)
    #expect(try await (DependencyGraph.injectAsync(byValue: 5) as Database).number == 5)
    let parameter: Database = try await DependencyGraph.injectAsync(parameters: 6)
    #expect(parameter.number == 6)
    let unlabeled: Database = try await DependencyGraph.injectAsync(byType: Database.self, 7)
    #expect(unlabeled.number == 7)
    let stored: any Storing = try await DependencyGraph.injectAsync()
    #expect((stored as? Database)?.number == 2)
    let all: [Database] = try await DependencyGraph.injectAsync()
    #expect(all.map(\.number) == [1, 2])
    let absent: Failure? = try await DependencyGraph.injectAsync()
    #expect(absent == nil)
  }

  @Test func whatIsAliveIsFoundSynchronously() async throws {
    await DependencyGraph.activate(
      DependencyContainer { Dependency { try await Database.open() }.scope(.singleton) })
    let error = #expect(throws: InjectionError.self) {
      _ = try DependencyGraph.inject() as Database
    }
    guard case .asynchronousDependency(let details) = error else {
      Issue.record("Not asynchronous: \(String(describing: error))")
      return
    }
    #expect(details.dependency == .type("Database"))
    #expect(error?.description.contains("injectAsync") == true)
    let made: Database = try await DependencyGraph.injectAsync()
    #expect(try (DependencyGraph.inject() as Database) === made)
    struct Holder { @Stitcher.Injected var database: Database }
    #expect(Holder().database === made)
  }

  @Test func aGenericCallerMayAskForAnOptional() async throws {
    func ask<Value: Sendable>(_ type: Value.Type) async throws -> Value {
      try await DependencyGraph.injectAsync()
    }
    await DependencyGraph.activate(
      DependencyContainer { Dependency { try await Database.open(1) } })
    #expect(try await ask(Database?.self)?.number == 1)
    #expect(try await ask([Database].self).map(\.number) == [1])
    #expect(try await ask(Failure?.self) == nil)
    #expect(try await ask([Failure].self).isEmpty)
  }

  @Test func oneCreationForTasksAndAPlace() async throws {
    let made = Counter()
    await DependencyGraph.activate(
      DependencyContainer {
        Dependency {
          made.count()
          return try await Database.open()
        }.scope(.singleton)
      })
    let all = try await withThrowingTaskGroup(of: Database.self) { group in
      for _ in 0..<50 { group.addTask { try await DependencyGraph.injectAsync() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(all.map(ObjectIdentifier.init)).count == 1)
    #expect(made.value == 1)
    await #expect(throws: InjectionError.missingDependency(.type("Failure"))) {
      _ = try await DependencyGraph.injectAsync(byType: Failure.self) as Failure
    }
  }

  @Test func aKeptOneMayTakeParameters() async throws {
    await DependencyGraph.activate(
      DependencyContainer {
        Dependency { (number: Int) async throws in try await Database.open(number) }
          .scope(.singleton)
      })
    let first: Database = try await DependencyGraph.injectAsync(parameters: 1)
    let second: Database = try await DependencyGraph.injectAsync(parameters: 2)
    #expect((first.number, second.number) == (1, 2))
    let again: Database = try await DependencyGraph.injectAsync(parameters: 1)
    #expect(first === again)
  }

  @Test func aFactoryInjectsInItsGraph() async throws {
    struct Service: Sendable { let database: Database }
    let graph = DependencyGraph.current.isolated {
      Dependency { try await Database.open(8) }.scope(.singleton)
      Dependency {
        await Task.yield()
        return Service(database: try await DependencyGraph.injectAsync())
      }
    }
    let service: Service = try await graph.injectAsync()
    #expect(service.database.number == 8)
  }

  @Test func aFactoryOfAnActorRunsThere() async throws {
    await DependencyGraph.activate(
      DependencyContainer {
        Dependency { @MainActor in Screen() }.scope(.singleton)
        Dependency(named: "async") { @MainActor () async in
          await Task.yield()
          return Screen()
        }
      })
    let one: Screen = try await DependencyGraph.injectAsync()
    let other: Screen = try await DependencyGraph.injectAsync()
    #expect(one === other)
    _ = try await DependencyGraph.injectAsync(byName: "async") as Screen
  }

  @Test func cyclesAreFound() async throws {
    struct One: Sendable {}
    struct Other: Sendable {}
    await DependencyGraph.activate(
      DependencyContainer {
        Dependency {
          _ = try await DependencyGraph.injectAsync() as Other
          return One()
        }.scope(.singleton)
        Dependency {
          _ = try await DependencyGraph.injectAsync() as One
          return Other()
        }.scope(.singleton)
      })
    do {
      _ = try await DependencyGraph.injectAsync() as One
      Issue.record("No cycle.")
    } catch let error as InjectionError {
      guard case .cyclicDependencyReference = error else { throw error }
    }
  }

  @Test func whatIsEagerIsMadeByAnActivationThatWaits() async throws {
    let made = Counter()
    let container = DependencyContainer {
      Dependency {
        made.count()
        return try await Database.open(1)
      }.scope(.singleton).eagerness(.eager)
      Dependency { @MainActor in Screen() }.scope(.singleton).eagerness(.eager)
    }
    try await DependencyGraph.activateAsync(container)
    #expect(made.value == 1)
    #expect(try (DependencyGraph.inject() as Database).number == 1)
    try await DependencyGraph.deactivateAsync(container)
    await DependencyGraph.activate(container)
    await eventually { made.value == 2 }
  }

  @Test func anActivationThatFailsLeavesNothing() async throws {
    let closed = Events()
    let container = DependencyContainer {
      Dependency { try await Database.open(1) }.scope(.singleton).eagerness(.eager)
        .teardown { closed.append("database \($0.number)") }
      Dependency(named: "last") { () async throws -> Database in throw Failure() }
        .scope(.singleton).eagerness(.eager)
    }
    await #expect(throws: InjectionError.unknown(Failure())) {
      try await DependencyGraph.activateAsync(container)
    }
    #expect(closed.all == ["database 1"])
    #expect(throws: InjectionError.missingDependency(.type("Database"))) {
      _ = try DependencyGraph.inject() as Database
    }
  }

  @Test func aCancelledActivationLeavesNothing() async throws {
    let container = DependencyContainer {
      Dependency {
        try await Task.sleep(for: .seconds(600))
        return Database()
      }.scope(.singleton).eagerness(.eager)
    }
    let graph = DependencyGraph.current
    let task = Task { try await graph.activateAsync(container) }
    await eventually { (try? graph.inject(byType: [Database].self) as [Database]) == nil }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(throws: InjectionError.missingDependency(.type("Database"))) {
      _ = try graph.inject() as Database
    }
  }

  @Test func anAsyncContainerIsAttached() async throws {
    struct Mailer: Sendable { let database: Database }
    let container = AsyncContainer()
    await container.register(type: Database.self, in: .shared) { _ in try await Database.open(4) }
    await container.register(type: Mailer.self, in: .new) { resolver in
      Mailer(database: try await resolver.tryResolve(type: Database.self))
    }
    DependencyGraph.attach(container)
    defer { DependencyGraph.detach(container) }
    let mailer: Mailer = try await DependencyGraph.injectAsync()
    #expect(mailer.database.number == 4)
    let database: Database = try await container.tryResolve(type: Database.self)
    let again: Database = try await DependencyGraph.injectAsync()
    #expect(again === database)
  }
}
