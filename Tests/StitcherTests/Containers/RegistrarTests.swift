import Stitcher
import StitcherTesting
import Testing

@Suite(.dependencies()) struct RegistrarTests {
  final class Engine: Sendable {
    let number: Int
    init(_ number: Int = 0) { self.number = number }
  }
  protocol Part: Sendable {}

  /// Returns the registrations of statements.
  private func build(
    @DependencyRegistrarBuilder _ dependencies: () -> DependenciesRegistrar
  ) -> DependenciesRegistrar { dependencies() }

  @Test func ofEqualRegistrationsTheFirstIsKept() throws {
    struct Engine: Equatable { var number: Int }
    let container = DependencyContainer {
      Dependency { Engine(number: 1) }
      Dependency { Engine(number: 2) }
    }
    #expect(container.registrar.count == 1)
    let engine: Engine = try withActive(container) { try DependencyGraph.inject() }
    #expect(engine == Engine(number: 1))
  }

  @Test func scopeEagernessTypeAndParametersTellApart() {
    let registrar = build {
      Dependency { Engine() }
      Dependency { Engine() }.scope(.singleton)
      Dependency { Engine() }.eagerness(.eager)
      Dependency { (number: Int) in Engine(number) }
      Dependency { (text: String) in Engine(text.count) }
      Dependency { Engine() }.conforms(to: (any Part).self)
      Dependency { 1 }
    }
    #expect(registrar.count == 7)
  }

  @Test func managedScopesAreAllEqual() {
    let registrar = build {
      Dependency { Engine() }.scope(.managed(by: ChangeSource()))
      Dependency { Engine() }.scope(.managed(by: ChangeSource()))
    }
    #expect(registrar.count == 1)
    #expect(DependencyScope.managed(by: ChangeSource()) != .singleton)
    #expect(DependencyScope.managed(by: ChangeSource()) == .managed(by: ChangeSource()))
    #expect(registrar.first?.scope == .managed(by: ChangeSource()))
  }

  @Test func listsOfTypesAreComparedInOrder() {
    #expect(
      DependencyLocator.type(Engine.self, (any Part).self)
        != .type((any Part).self, Engine.self))
    #expect(
      DependencyLocator.type(Engine.self, (any Part).self)
        != .type(Engine.self, (any Part).self, (any Part).self))
    #expect(
      DependencyLocator.type(Engine.self, (any Part).self)
        == .type(Engine.self, (any Part).self))
  }

  @Test func aNameNeverEqualsAValue() {
    #expect(DependencyLocator.name("a") != .value("a"))
    #expect(DependencyLocator.name("a") != .name("A"))
  }

  @Test func valuesAreComparedAsErasedValuesAre() {
    #expect(DependencyLocator.value(1) == .value(1.0))
    #expect(DependencyLocator.value(1).hashValue == DependencyLocator.value(1.0).hashValue)
    #expect(DependencyLocator.value(1) != .value(2.0))
  }

  @Test func ofOneNameAndParametersTheFirstIsKept() throws {
    let container = DependencyContainer {
      Dependency(named: "registrar-name") { 1 }
      Dependency(named: "registrar-name") { "two" }
      Dependency(named: "registrar-name") { 3 }.scope(.singleton)
      Dependency(named: "registrar-name") { (number: Int) in number }
    }
    #expect(container.registrar.count == 2)
    try withActive(container) { () throws in
      #expect(try DependencyGraph.inject(byName: "registrar-name") as Int == 1)
      #expect(try DependencyGraph.inject(byName: "registrar-name", 9) as Int == 9)
    }
  }

  @Test func ofOneValueAndParametersTheFirstIsKept() {
    struct Key: Hashable {}
    let registrar = build {
      Dependency(for: Key()) { 1 }
      Dependency(for: Key()) { "two" }
    }
    #expect(registrar.count == 1)
  }

  @Test func theSameNameInTwoContainersIsFoundTwice() throws {
    let first = DependencyContainer { Dependency(named: "in-two") { 1 } }
    let second = DependencyContainer { Dependency(named: "in-two") { "two" } }
    let error = try withActive(first) { () throws in
      try withActive(second) { () throws in
        try injectionError { try DependencyGraph.inject(byName: "in-two") as Int }
      }
    }
    #expect(error == .multipleDependencies(.name("in-two")))
  }

  @Test func anEqualRegistrationInTwoContainersCountsOnce() throws {
    struct Unit: Equatable { var number: Int }
    let first = DependencyContainer { Dependency { Unit(number: 1) } }
    let second = DependencyContainer { Dependency { Unit(number: 2) } }
    try withActive(first) { () throws in
      try withActive(second) { () throws in
        #expect(try DependencyGraph.inject() as Unit == Unit(number: 1))
        #expect(try DependencyGraph.inject() as [Unit] == [Unit(number: 1)])
      }
    }
  }

  @Test func aRegistrarIsAnOrderedSet() {
    let one = RawDependencyRegistration(Dependency { Engine(1) })
    let two = RawDependencyRegistration(Dependency { "two" })
    var registrar: DependenciesRegistrar = []
    #expect(registrar.insert(one).inserted)
    #expect(registrar.insert(two).inserted)
    let again = registrar.insert(RawDependencyRegistration(Dependency { Engine(2) }))
    #expect(!again.inserted)
    #expect(again.memberAfterInsert == one)
    #expect(Array(registrar) == [one, two])
    #expect(registrar == [two, one])
    #expect(registrar.hashValue == DependenciesRegistrar(reducing: [[two], [one]]).hashValue)
    #expect(registrar.contains(two))
    #expect(!DependenciesRegistrar(minimumCapacity: 10).contains(two))
    #expect(registrar != [one] && [one] != registrar)
    #expect(Set([one, RawDependencyRegistration(Dependency { Engine(2) })]) == [one])
    #expect(one != RawDependencyRegistration(Dependency { Engine(1) }.scope(.singleton)))
  }

  @Test func aNameThatIsTakenIsNotHeldButReturned() {
    let one = RawDependencyRegistration(Dependency(named: "taken") { 1 })
    let two = RawDependencyRegistration(Dependency(named: "taken") { "two" })
    var registrar: DependenciesRegistrar = [one]
    let result = registrar.insert(two)
    #expect(!result.inserted)
    #expect(result.memberAfterInsert == one && result.memberAfterInsert != two)
    #expect(registrar.contains(one) && !registrar.contains(two))
  }

  @Test func aUnionKeepsTheFirstOccurrence() {
    let one = RawDependencyRegistration(Dependency { Engine(1) })
    let two = RawDependencyRegistration(Dependency { "two" })
    let union = DependenciesRegistrar(reducing: [[one], [two, one], []])
    #expect(Array(union) == [one, two])
    #expect(Array(([two] as DependenciesRegistrar).union([one])) == [two, one])
  }

  @Test func containersAreEqualIfTheyAreTheSameOrHoldTheSame() {
    let one = DependencyContainer { Engine() }
    #expect(one == one)
    #expect(one == DependencyContainer { Engine(5) })
    #expect(one != DependencyContainer { "text" })
    #expect(DependencyContainer.empty == DependencyContainer.empty)
  }

  @Test func theLastModifierCounts() {
    let dependency = Dependency { Engine() }
      .scope(.singleton).scope(.instance).eagerness(.eager).eagerness(.lazy)
    #expect(dependency.scope == .instance)
    #expect(dependency.eagerness == .lazy)
    #expect(Dependency { Engine() }.scope == .shared)
    #expect(Dependency { 1 }.scope == .instance)
  }

  @Test func aModifierLeavesTheOthersAlone() {
    let scopeLast = Dependency { Engine() }.eagerness(.eager).scope(.singleton)
    #expect(scopeLast.eagerness == .eager && scopeLast.scope == .singleton)
    let locatorLast = scopeLast.named("modified")
    #expect(locatorLast.eagerness == .eager && locatorLast.scope == .singleton)
    #expect(locatorLast.eagerness(.lazy).scope == .singleton)
  }

  @Test func factoriesAreEqualByTheirTypes() {
    #expect(Dependency { Engine(1) }.factory == Dependency { Engine(2) }.factory)
    #expect(Dependency { Engine(1) }.factory != Dependency { (_: Int) in Engine() }.factory)
    #expect(
      Dependency { Engine(1) }.factory.hashValue == Dependency { Engine(2) }.factory.hashValue)
  }
}
