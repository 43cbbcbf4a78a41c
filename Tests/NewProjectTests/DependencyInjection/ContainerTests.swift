import DependencyInjection
import Testing

// Containers in a new project.

private nonisolated protocol Greeter {
  func greet() -> String
}

private final class Settings {
  var name = "Ada"
}

private final class Host: Greeter {
  let settings: Settings
  init(settings: Settings) { self.settings = settings }
  func greet() -> String { "Hello, \(settings.name)!" }
}

private nonisolated final class Client: Sendable {}

private final class Model {
  static let container = Container()
  @Injected(from: Model.container) var greeter: any Greeter
  @LazyInjected(from: Model.container) var settings: Settings
}

@Suite struct ContainerTests {
  @Test func containersResolve() {
    let container = Model.container
    container.register { _ in Settings() }
    container.register(type: (any Greeter).self) { resolver in
      Host(settings: resolver.resolve())
    }
    container.autoregister(initializer: Host.init)
    let model = Model()
    #expect(model.greeter.greet() == "Hello, Ada!")
    model.settings.name = "Grace"
    #expect((container.resolve() as Host).greet() == "Hello, Grace!")
  }

  @Test func asynchronousContainersResolve() async throws {
    let container = AsyncContainer()
    await container.register { _ in Client() }
    await container.register { @MainActor _ in Settings() }
    let client: Client = await container.resolve()
    #expect(try await container.tryResolve(type: Client.self) === client)
    #expect(await container.resolve(type: Settings.self).name == "Ada")
  }
}
