import DependencyInjection
import Foundation
import Synchronization
import Testing

/// The documentation's examples and all forms of calls, as users of Swift 5 write them.
@Suite struct DependencyInjectionUsageTests {
  class Manager {}
  class SimpleDependency {}
  class Dependency {
    let integer: Int
    let manager: Manager
    init(manager: Manager) { (integer, self.manager) = (0, manager) }
    init(integer: Int, manager: Manager) { (self.integer, self.manager) = (integer, manager) }
  }
  class AuthenticatedService {
    let userId: String
    let apiKey: String
    init(userId: String, apiKey: String) { (self.userId, self.apiKey) = (userId, apiKey) }
  }
  struct Page {
    let number: Int
    let manager: Manager
    let title: String
  }

  @Test func registrationWorksAsDocumented() {
    let container = Container()
    container.register(type: Manager.self, in: .shared) { _ in Manager() }
    container.register(type: Dependency.self, in: .shared) { container in
      Dependency(
        manager: container.resolve(type: Manager.self)
      )
    }
    let first = container.resolve(type: Dependency.self)
    #expect(first.manager === container.resolve(type: Manager.self))
    container.register { container in
      Dependency(
        manager: container.resolve(type: Manager.self)
      )
    }
    let second: Dependency = container.resolve()
    #expect(second !== first)
    #expect(second === container.resolve(type: Dependency.self))
    container.register(dependency: SimpleDependency())
    #expect(
      container.resolve(type: SimpleDependency.self)
        === container.resolve(type: SimpleDependency.self))
  }

  @Test func argumentsWorkAsDocumented() throws {
    let container = Container()
    container.register(dependency: Manager())
    container.register { container, number in
      Dependency(
        integer: number,
        manager: container.resolve(type: Manager.self)
      )
    }
    let dependency = container.resolve(type: Dependency.self, argument: 42)
    let dependency2: Dependency = container.resolve(argument: 43)
    #expect(dependency.integer + dependency2.integer == 85)

    container.register { container, userId, apiKey in
      AuthenticatedService(userId: userId, apiKey: apiKey)
    }
    let service: AuthenticatedService = container.resolve(
      argument1: "user123", argument2: "key456")
    #expect(service.userId == "user123")
    #expect(
      try container.tryResolve(type: AuthenticatedService.self, arguments: "a", "b").apiKey == "b")

    container.register { Dependency(integer: $1, manager: $0.resolve()) }
    container.register(type: Page.self) { r, number, title in
      Page(number: number, manager: r.resolve(), title: title)
    }
    #expect(container.resolve(type: Page.self, arguments: 1, "x").title == "x")
    container.register { (_: DependencyResolving, manager: Manager) -> Dependency in
      Dependency(manager: manager)
    }
    let manager = Manager()
    #expect(container.resolve(type: Dependency.self, argument: manager).manager === manager)
  }

  @Test func autoregistrationWorksAsDocumented() {
    let container = Container()
    container.autoregister(initializer: Manager.init)
    container.autoregister(initializer: Dependency.init(manager:))
    container.autoregister(argument: Int.self, initializer: Dependency.init(integer:manager:))
    container.autoregister(in: .new, initializer: SimpleDependency.init)
    container.autoregister(type: AnyObject.self, in: .shared, initializer: SimpleDependency.init)
    #expect(
      container.resolve(type: SimpleDependency.self)
        !== container.resolve(type: SimpleDependency.self))
    #expect(container.resolve(type: AnyObject.self) === container.resolve(type: AnyObject.self))
    #expect(container.resolve(type: Dependency.self, argument: 42).integer == 42)
  }

  class Singletons {
    static let container = Container()
    static var later: Container!

    static func configure() {
      container.autoregister(initializer: Manager.init)
      container.autoregister(initializer: Dependency.init(manager:))
      later = container
    }
  }
  class Object {
    @Injected(from: Singletons.container) var dependency: Dependency
    @LazyInjected(from: Singletons.container) var lazyDependency: Dependency
    @LazyInjected(from: Singletons.later) var other: Dependency
  }

  @Test func propertyWrappersWorkAsDocumented() {
    Singletons.configure()
    let object = Object()
    #expect(object.dependency === object.lazyDependency)
    let manager = Manager()
    object.other = Dependency(manager: manager)
    #expect(object.other.manager === manager)
  }

  class CountingContainer: Container, @unchecked Sendable {
    // Safe: the added state is atomic.
    let resolutions = Atomic(0)
    override func tryResolve<Dependency>(type: Dependency.Type) throws -> Dependency {
      resolutions.add(1, ordering: .relaxed)
      return try super.tryResolve(type: type)
    }
  }

  @Test func subclassesOverride() throws {
    let container = CountingContainer()
    container.register { _ in Manager() }
    let manager: Manager = container.resolve()
    #expect(try container.tryResolve(type: Manager.self) === manager)
    #expect(container.resolutions.load(ordering: .relaxed) == 2)
  }

  enum Module: ModuleRegistration {
    static func registerDependencies(in container: Container) {
      container.autoregister(initializer: Manager.init)
    }
  }

  @Test func modulesRegister() {
    let container = Container()
    Module.registerDependencies(in: container)
    #expect(container.resolve(type: Manager.self) === container.resolve(type: Manager.self))
  }

  final class APIClient: Sendable {}
  final class MyService: Sendable {
    let apiClient: APIClient
    init(apiClient: APIClient) async { self.apiClient = apiClient }
  }

  @Test func asyncContainerWorksAsDocumented() async {
    let container = AsyncContainer()
    await container.register { _ in APIClient() }
    await container.register { resolver in
      await MyService(
        apiClient: await resolver.resolve(type: APIClient.self)
      )
    }
    let service: MyService = await container.resolve()
    let client: APIClient = await container.resolve()
    #expect(service.apiClient === client)
  }

  func isExhaustive(_ error: ResolutionError) -> String {
    switch error {
    case .dependencyNotRegistered(let message): return message
    case .unmatchingArgumentType(let message): return message
    case .tooManyArguments(let message): return message
    }
  }

  @Test func errorsAreThreeCases() {
    do {
      _ = try Container().tryResolve(type: Int.self)
      Issue.record("resolved what nobody registered")
    } catch let error as ResolutionError {
      #expect(
        isExhaustive(error)
          == "Dependency of type Swift.Int wasn't registered in container DependencyInjection.Container"
      )
    } catch {
      Issue.record(error)
    }
  }

  @MainActor class Screen {}

  @MainActor @Test func aFactoryThatIsWrittenOnAnActorRunsThereOnly() async throws {
    let container = Container()
    container.register(type: Screen.self) { _ in Screen() }
    container.register(type: String.self) { @Sendable _ in "free" }
    let texts = await Task.detached { () -> [String] in
      do {
        _ = try container.tryResolve(type: Screen.self)
        return []
      } catch { return [error.localizedDescription, container.resolve()] }
    }.value
    #expect(texts.first?.contains("runs on 'MainActor' only") == true)
    #expect(texts.last == "free")
    let screen = try container.tryResolve(type: Screen.self)
    #expect(container.resolve(type: Screen.self) === screen)
  }
}
