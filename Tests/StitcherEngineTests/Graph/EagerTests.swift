import StitcherEngine
import StitcherTestSupport
import Testing

@Suite struct EagerTests {
  @Test func createsWhatIsEagerAndKeptAndTakesNoParametersInOrder() throws {
    let log = Log<String>()
    @Sendable func make(_ name: String) -> Engine {
      log.add(name)
      return Engine()
    }
    let registry = DeclaredRegistry(contents: [
      .type(Engine.self, scope: .singleton, isEager: true) { make("singleton") },
      .type(Engine.self, also: [Int.self], scope: .singleton) { make("lazy") },
      .type(Engine.self, scope: .instance, isEager: true) { make("instance") },
      .type(Engine.self, scope: .shared, isEager: true) { make("shared") },
      .type(Engine.self, scope: .singleton, isEager: true) { (_: Int) in make("parameter") },
      .type(Tracked.self, scope: .singleton, isEager: true) { throw FactoryError() },
      .type(Engine.self, scope: .managed(Lifetime()), isEager: true) { make("managed") },
    ])
    let graph = Graph()
    defer { graph.deactivateAll() }
    graph.activate(registry)
    #expect(log.entries == [])
    graph.createEagerInstances(of: Array(registry.contents.registrations))
    #expect(log.entries == ["singleton", "shared", "managed"])
    graph.createEagerInstances(of: Array(registry.contents.registrations))
    #expect(log.entries == ["singleton", "shared", "managed", "shared"])
  }

  @Test func createsNothingForWhatIsNotActive() {
    let lifetimes = Lifetimes()
    let registry = DeclaredRegistry(contents: [
      .type(Tracked.self, scope: .singleton, isEager: true) { Tracked(lifetimes) }
    ])
    let graph = Graph()
    defer { graph.deactivateAll() }
    graph.createEagerInstances(of: Array(registry.contents.registrations))
    graph.activate(registry)
    graph.deactivate(registry)
    graph.createEagerInstances(of: Array(registry.contents.registrations))
    #expect(lifetimes.inits == 0)
  }

  @Test func createsTheInstanceThatIsHandedOutIfTwoRegistriesHaveAnEqualOne() throws {
    let lifetimes = Lifetimes()
    let registries = (1...2).map { number in
      DeclaredRegistry(contents: [
        .type(Tracked.self, scope: .singleton, isEager: true) {
          Tracked(lifetimes, number: number)
        }
      ])
    }
    let graph = Graph()
    defer { graph.deactivateAll() }
    for registry in registries { graph.activate(registry) }
    for registry in registries.reversed() {
      graph.createEagerInstances(of: Array(registry.contents.registrations))
    }
    #expect(lifetimes.inits == 1)
    #expect(try graph.resolve(Tracked.self).number == 1)
    #expect(lifetimes.inits == 1)
  }

  @Test func letsAnEagerFactoryDeactivateItsRegistry() throws {
    let lifetimes = Lifetimes()
    let graph = Graph()
    defer { graph.deactivateAll() }
    let own = Box<DeclaredRegistry?>(nil)
    let registry = DeclaredRegistry(contents: [
      .type(Tracked.self, scope: .singleton, isEager: true) {
        if let registry = own.value { graph.deactivate(registry) }
        return Tracked(lifetimes)
      },
      .name("next", scope: .singleton) { Tracked(lifetimes) },
    ])
    own.value = registry
    graph.activate(registry)
    graph.createEagerInstances(of: Array(registry.contents.registrations))
    own.value = nil
    #expect(lifetimes.inits == 1)
    #expect(lifetimes.living == 0)
  }
}
