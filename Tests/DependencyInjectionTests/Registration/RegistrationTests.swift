import DependencyInjection
import StitcherTestSupport
import Testing

/// The keys of registrations, and the effect of a new registration on an earlier one.
@Suite struct RegistrationTests {
  class Base { init() {} }
  final class Sub: Base {}
  protocol P: Sendable {}
  struct Impl: P {}

  @Test func anEqualKeyReplacesAndReleasesTheInstance() {
    let lifetimes = Lifetimes()
    let container = Container()
    container.register { _ in Tracked(lifetimes, number: 1) }
    #expect(container.resolve(type: Tracked.self).number == 1)
    container.register { _ in Tracked(lifetimes, number: 2) }
    #expect(lifetimes.deinits == 1)
    #expect(container.resolve(type: Tracked.self).number == 2)
    container.register(in: .new) { _ in Tracked(lifetimes, number: 3) }
    #expect(lifetimes.living == 0)
    #expect(container.resolve(type: Tracked.self).number == 3)
    #expect(lifetimes.living == 0)
  }

  @Test func aZeroArgumentPackReplacesASharedRegistrationAndReleasesItsInstance() {
    func register<each Argument>(
      _ container: Container, _ number: Int,
      _ factory: @escaping (any DependencyResolving, repeat each Argument) -> Tracked
    ) {
      container.register(type: Tracked.self, factory: factory)
    }
    let lifetimes = Lifetimes()
    let container = Container()
    container.register { _ in Tracked(lifetimes, number: 1) }
    #expect(container.resolve(type: Tracked.self).number == 1)
    register(container, 2) { (_: any DependencyResolving) in Tracked(lifetimes, number: 2) }
    #expect(lifetimes.living == 0)
    let first: Tracked = container.resolve()
    #expect(first === container.resolve(type: Tracked.self))
    #expect(first.number == 2)
  }

  @Test func aZeroArgumentPackIsAskedForWithoutArguments() throws {
    func resolve<each Argument>(
      _ container: Container, _ arguments: repeat each Argument
    ) throws -> Tracked {
      try container.tryResolve(type: Tracked.self, arguments: repeat each arguments)
    }
    let container = Container()
    let lifetimes = Lifetimes()
    container.register { _ in Tracked(lifetimes) }
    #expect(try resolve(container) === container.resolve(type: Tracked.self))
    #expect(lifetimes.inits == 1)
  }

  @Test func theSameTypeIsRegisteredWithDifferentArguments() {
    let container = Container()
    container.register { _ in "none" }
    container.register { (_, number: Int) in "\(number)" }
    container.register { (_, text: String) in text }
    container.register { (_, number: Int, text: String) in "\(number)\(text)" }
    container.register { (_, text: String, number: Int) in "\(text)\(number)" }
    #expect(container.resolve(type: String.self) == "none")
    #expect(container.resolve(type: String.self, argument: 1) == "1")
    #expect(container.resolve(type: String.self, argument: "x") == "x")
    #expect(container.resolve(type: String.self, arguments: 1, "x") == "1x")
    #expect(container.resolve(type: String.self, arguments: "x", 1) == "x1")
    container.register { (_, number: Int) in "new \(number)" }
    #expect(container.resolve(type: String.self, argument: 1) == "new 1")
    #expect(container.resolve(type: String.self, argument: "x") == "x")
    #expect(container.resolve(type: String.self) == "none")
  }

  @Test func aProtocolAndItsConformerAreSeparate() {
    let container = Container()
    let lifetimes = Lifetimes()
    container.register(type: (any Numbered).self) { _ in Tracked(lifetimes, number: 1) }
    container.register { _ in Tracked(lifetimes, number: 2) }
    #expect(container.resolve(type: (any Numbered).self).number == 1)
    #expect(container.resolve(type: Tracked.self).number == 2)
    #expect(lifetimes.inits == 2)
  }

  @Test func argumentsMatchByTheirStaticTypes() throws {
    let container = Container()
    container.register { (_, p: any P) in "existential" }
    let p: any P = Impl()
    #expect(container.resolve(type: String.self, arguments: p) == "existential")
    #expect(container.resolve(type: String.self, argument: p) == "existential")
    #expect(throws: ResolutionError.self) {
      try container.tryResolve(type: String.self, arguments: Impl())
    }
    container.register { (_, p: Impl) in "concrete" }
    #expect(container.resolve(type: String.self, argument: Impl()) == "concrete")
    #expect(container.resolve(type: String.self, argument: p) == "existential")
    let optional: Int? = 1
    container.register { (_, number: Int) in "int" }
    #expect(throws: ResolutionError.self) {
      try container.tryResolve(type: String.self, argument: optional)
    }
  }

  @Test func theKeyIsTheMetatypeThatIsPassed() throws {
    let container = Container()
    let type: Base.Type = Sub.self
    container.register(type: type, in: .shared) { _ in Sub() }
    let sub = container.resolve(type: type)
    #expect(sub === container.resolve(type: type))
    #expect(container.resolve(type: Sub.self) === sub)
    #expect(container.resolve(type: type) === sub)
    #expect(throws: ResolutionError.self) { try container.tryResolve(type: Base.self) }

    container.register(type: Sub.self, in: .new) { _ in Sub() }
    #expect(container.resolve(type: type) is Sub)
    #expect(container.resolve(type: type) !== container.resolve(type: type))
    container.register(type: type) { (_, _: Int) in Sub() }
    #expect(container.resolve(type: Sub.self, argument: 1) !== sub)
    #expect(container.resolve(type: type, argument: 1) !== sub)
    container.register(type: Sub.self) { (_, _: String) in Sub() }
    #expect(container.resolve(type: type, argument: "x") !== sub)
  }

  @Test func aFactoryThatMakesAnotherClassThanItsMetatypeSaysIsAnError() throws {
    let container = Container()
    let type: Base.Type = Sub.self
    container.register(type: type, in: .shared) { _ in Base() }
    #expect(container.resolve(type: type) === container.resolve(type: type))
    let error = #expect(throws: ResolutionError.self) {
      try container.tryResolve(type: Sub.self)
    }
    #expect(
      error?.localizedDescription
        == "Dependency not registered: Dependency of type DependencyInjectionTests.RegistrationTests.Sub"
        + " wasn't registered in container DependencyInjection.Container,"
        + " only a registration of DependencyInjectionTests.RegistrationTests.Base")
  }

  @Test func typesOfOneNameAreDifferent() {
    enum One { struct Name {} }
    enum Other { struct Name {} }
    let container = Container()
    container.register { _ in One.Name() }
    #expect(throws: ResolutionError.self) { try container.tryResolve(type: Other.Name.self) }
  }

  @Test func modulesRegisterThemselves() async {
    enum Module: ModuleRegistration, AsyncModuleRegistration {
      static func registerDependencies(in container: Container) {
        container.register { _ in 1 }
      }
      static func registerDependencies(in container: AsyncContainer) async {
        await container.register { _ in 2 }
      }
    }
    let container = Container()
    Module.registerDependencies(in: container)
    #expect(container.resolve(type: Int.self) == 1)
    let asyncContainer = AsyncContainer()
    await Module.registerDependencies(in: asyncContainer)
    #expect(await asyncContainer.resolve(type: Int.self) == 2)
  }

  @Test func thousandsOfRegistrationsAreFound() {
    let container = Container()
    func register<Value>(_ type: Value.Type, depth: Int) {
      container.register(type: [Value].self) { _ in [] }
      container.register(type: type, in: .new) { _ in fatalError("not asked for") }
      if depth > 0 { register([Value].self, depth: depth - 1) }
    }
    register(Int.self, depth: 200)
    container.register { _ in [[[1]]] }
    #expect(container.resolve(type: [[[Int]]].self) == [[[1]]])
  }
}
