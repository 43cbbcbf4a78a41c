import DependencyInjection
import Testing

// All declarations here are isolated to the main actor, according to the target's settings.

private final class Screen {
  let title: String
  init(title: String = "") {
    MainActor.preconditionIsolated()
    self.title = title
  }
}

private nonisolated final class Note: Sendable {}

/// Runs a closure off the main actor.
@concurrent private func elsewhere<Result: Sendable>(
  _ body: @Sendable () throws -> Result
) async rethrows -> Result { try body() }

@Suite struct DependencyInjectionIsolationTests {
  @Test func closuresBelongToTheMainActorWithoutAWord() async throws {
    let container = Container()
    container.register(type: Screen.self) { _ in Screen() }
    container.register { (_, title: String) in Screen(title: title) }
    container.autoregister(argument: Int.self, initializer: { (_: Int) in Screen(title: "i") })
    let failed = await elsewhere {
      [
        (try? container.tryResolve(type: Screen.self)) == nil,
        (try? container.tryResolve(type: Screen.self, argument: "a")) == nil,
        (try? container.tryResolve(type: Screen.self, argument: 1)) == nil,
      ]
    }
    #expect(failed == [true, true, true])
    #expect(container.resolve(type: Screen.self).title == "")
    #expect(container.resolve(type: Screen.self, argument: "a").title == "a")
    #expect(container.resolve(type: Screen.self, argument: 1).title == "i")
  }

  @Test func aSendableClosureIsFree() async throws {
    let container = Container()
    container.register { @Sendable _ in Note() }
    _ = try await elsewhere { try container.tryResolve(type: Note.self) }
  }

  @Test func anAsynchronousContainerGoesToTheMainActor() async throws {
    let container = AsyncContainer()
    await container.register { @MainActor _ in Screen() }
    await container.register { _ in Note() }
    let screen = try await elsewhereAsync { try await container.tryResolve(type: Screen.self) }
    #expect(screen.title == "")
    _ = try await container.tryResolve(type: Note.self)
  }
}

/// Runs a closure off the main actor.
@concurrent private func elsewhereAsync<Result: Sendable>(
  _ body: @Sendable () async throws -> Result
) async rethrows -> Result { try await body() }
