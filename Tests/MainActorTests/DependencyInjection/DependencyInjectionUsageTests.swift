import DependencyInjection
import Testing

// All declarations here are isolated to the main actor, according to the target's settings.

private final class Settings {
  var name = "Ada"
}

private protocol Greeting {
  func greet() -> String
}

private final class Greeter: Greeting {
  let settings: Settings
  init(settings: Settings) { self.settings = settings }
  func greet() -> String { "Hello, \(settings.name)!" }
}

private final class Model {
  @Injected(from: Services.container) var greeting: any Greeting
  @LazyInjected(from: Services.container) var settings: Settings
}

private enum Services: ModuleRegistration {
  static let container = Container()

  nonisolated static func registerDependencies(in container: Container) {
    container.register(type: Int.self) { _ in 7 }
  }
}

private nonisolated final class Counting: Container, @unchecked Sendable {
  // Safe: it has no state of its own.
  override func clean() { super.clean() }
}

private nonisolated final class Client: Sendable {}

@Suite struct DependencyInjectionUsageTests {
  @Test func objectsOfTheMainActorAreRegisteredAndResolved() throws {
    let container = Services.container
    container.register { _ in Settings() }
    container.register(type: (any Greeting).self) { r in Greeter(settings: r.resolve()) }
    container.register { r, name in
      let settings: Settings = r.resolve()
      settings.name = name
      return Greeter(settings: settings)
    }
    Services.registerDependencies(in: container)
    let model = Model()
    #expect(model.greeting.greet() == "Hello, Ada!")
    let greeter: Greeter = container.resolve(argument: "Grace")
    #expect(greeter.greet() == "Hello, Grace!")
    #expect(model.settings.name == "Grace")
    #expect(try container.tryResolve(type: Int.self) == 7)
  }

  @Test func initializersOfTheMainActorAreAutoregistered() {
    let container = Container()
    container.register(dependency: Settings())
    container.autoregister(type: (any Greeting).self, initializer: Greeter.init)
    #expect(container.resolve(type: (any Greeting).self).greet() == "Hello, Ada!")
  }

  @Test func asyncContainersAreUsedFromTheMainActor() async throws {
    let container = AsyncContainer()
    await container.register { _ in Client() }
    await container.register { (_, number: Int) in number + 1 }
    let client: Client = await container.resolve()
    #expect(try await container.tryResolve(type: Client.self) === client)
    #expect(await container.resolve(type: Int.self, argument: 1) == 2)
    await container.clean()
    await #expect(throws: ResolutionError.self) {
      try await container.tryResolve(type: Client.self)
    }
  }
}
