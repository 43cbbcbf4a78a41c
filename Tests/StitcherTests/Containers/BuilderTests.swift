import Stitcher
import Synchronization
import Testing

@Suite struct BuilderTests {
  struct One {}
  struct Two {}
  struct Three {}

  /// Expects that a container's registrations are found by the given types, in order.
  private func expect(
    _ container: DependencyContainer, holds types: [DependencyLocator],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(container.registrar.map(\.locator) == types, sourceLocation: sourceLocation)
  }

  @Test func anEmptyContainerHoldsNothing() {
    expect(DependencyContainer {}, holds: [])
    expect(DependencyContainer(), holds: [])
    expect(.empty, holds: [])
    #expect(DependencyContainer.empty !== DependencyContainer.empty)
    #expect(DependencyContainer.empty.id != DependencyContainer.empty.id)
  }

  @Test func statementsKeepTheirOrder() {
    let container = DependencyContainer {
      Two()
      Dependency { One() }
      Three()
    }
    expect(container, holds: [.type(Two.self), .type(One.self), .type(Three.self)])
  }

  @Test(arguments: [true, false]) func ifTakesItsBranch(condition: Bool) {
    let container = DependencyContainer {
      if condition { One() }
      Three()
    }
    expect(
      container, holds: condition ? [.type(One.self), .type(Three.self)] : [.type(Three.self)])
  }

  @Test(arguments: [true, false]) func elseTakesItsBranch(condition: Bool) {
    let container = DependencyContainer {
      if condition { One() } else { Two() }
    }
    expect(container, holds: [condition ? .type(One.self) : .type(Two.self)])
  }

  @Test(arguments: [1, 2, 3, 4]) func switchTakesItsCase(number: Int) {
    let container = DependencyContainer {
      switch number {
      case 1: One()
      case 2: Two()
      case 3:
        One()
        Three()
      default: DependenciesRegistrar()
      }
    }
    let expected: [[DependencyLocator]] = [
      [.type(One.self)], [.type(Two.self)], [.type(One.self), .type(Three.self)], [],
    ]
    expect(container, holds: expected[number - 1])
  }

  @Test func forTakesEachRound() {
    let container = DependencyContainer {
      for number in 1...3 {
        Dependency(named: "number \(number)") { number }
      }
    }
    expect(
      container, holds: [.name("number 1"), .name("number 2"), .name("number 3")])
  }

  @Test func availabilityTakesItsBranch() {
    let container = DependencyContainer {
      if #available(macOS 15, *) { One() } else { Two() }
      if #available(macOS 9999, *) { Three() }
    }
    #if os(Linux)
      expect(container, holds: [.type(One.self), .type(Three.self)])
    #else
      expect(container, holds: [.type(One.self)])
    #endif
  }

  @Test func letStatementsAreAllowed() throws {
    let container = DependencyContainer {
      let name = "let-name"
      Dependency { 7 }.named(name)
    }
    expect(container, holds: [.name("let-name")])
  }

  @Test func groupsAreNestedAndTurnedOff() {
    let container = DependencyContainer {
      DependencyGroup {
        One()
        DependencyGroup { Two() }.enabled(false)
        DependencyGroup { Three() }.enabled(false).enabled(true)
      }
      .enabled(true)
    }
    expect(container, holds: [.type(One.self), .type(Three.self)])
  }

  @Test func aDisabledGroupIsNotEvenBuilt() {
    let built = Counter()
    let group = DependencyGroup {
      let _: Void = built.count()
      One()
    }
    #expect(group.enabled(false).dependencies().isEmpty)
    #expect(built.value == 0)
    #expect(group.dependencies().count == 1)
    #expect(built.value == 1)
  }

  @Test func registrationsOfAnotherRegistrarAreTakenOver() {
    let registrar = DependencyContainer { One() }.registrar
    let container = DependencyContainer {
      Two()
      registrar
    }
    expect(container, holds: [.type(Two.self), .type(One.self)])
  }

  @Test func autoclosuresAreEvaluatedForEachCreationOnly() throws {
    final class Service: Sendable {}
    let made = Counter()
    @Sendable func make() -> Service {
      made.count()
      return Service()
    }
    let container = DependencyContainer { make() }
    try withActive(container) { () throws in
      #expect(made.value == 0)
      for _ in 1...2 { let _: Service = try DependencyGraph.inject() }
      #expect(made.value == 2)
    }
  }

  @Test func anAutoclosureEqualsTheDependencyOfItsType() {
    #expect(DependencyContainer { One() } == DependencyContainer { Dependency { One() } })
    #expect(
      DependencyContainer { Thing() }.registrar.first?.scope == .shared, "a class")
    #expect(DependencyContainer { One() }.registrar.first?.scope == .instance, "a value")
  }

  @Test func anyExpressionIsAFactory() throws {
    struct Port: Equatable { var number: Int }
    let port = Port(number: 80)
    let found: Port = try withActive(DependencyContainer { port }) { try DependencyGraph.inject() }
    #expect(found == port)
  }

  @Test func aHundredThousandRegistrationsOfAGroupAreBuiltAndFound() throws {
    struct Many: DependencyGroupRepresenting {
      func dependencies() -> DependenciesRegistrar {
        var registrar = DependenciesRegistrar(minimumCapacity: 100_000)
        for number in 0..<100_000 {
          registrar.insert(
            RawDependencyRegistration(Dependency(named: "many \(number)") { number }))
        }
        return registrar
      }
    }
    let container = DependencyContainer { Many() }
    #expect(container.registrar.count == 100_000)
    try withActive(container) { () throws in
      #expect(try DependencyGraph.inject(byName: "many 99999") as Int == 99_999)
      #expect(try DependencyGraph.inject(byName: "many 0") as Int == 0)
    }
  }

  @Test func aCustomTypeRepresentsADependency() throws {
    final class Repository: Sendable {
      let cache: String
      init(cachedBy cache: String) { self.cache = cache }
    }
    struct RepositoryDependency: DependencyRepresenting {
      static let name = "represented-repository"
      var locator: DependencyLocator { .name(Self.name) }
      var scope: DependencyScope { .singleton }
      var eagerness: DependencyEagerness { .eager }
      var dependencyProvider: DependencyFactory.Provider<Repository> {
        DependencyFactory.Provider { cache in Repository(cachedBy: cache) }
      }
    }
    let container = DependencyContainer { RepositoryDependency() }
    let registration = try #require(container.registrar.first)
    #expect(registration.scope == .singleton)
    #expect(registration.eagerness == .eager)
    #expect(!registration.canInstantiateEagerly, "it takes a parameter")
    try withActive(container) { () throws in
      let repository: Repository = try DependencyGraph.inject(
        byName: RepositoryDependency.name, "memory")
      #expect(repository.cache == "memory")
    }
  }

  @Test func aCustomTypeHasDefaults() throws {
    struct Plain: DependencyRepresenting {
      var dependencyProvider: DependencyFactory.Provider<Thing> { .init { Thing() } }
    }
    let registration = try #require(DependencyContainer { Plain() }.registrar.first)
    #expect(registration.locator == .type(Thing.self))
    #expect(registration.scope == .shared)
    #expect(registration.eagerness == .lazy)
  }
}
