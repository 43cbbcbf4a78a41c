import Stitcher
import StitcherTestSupport
import SwiftDependencyInjector
import Testing

/// Contexts in isolated graphs.
@Suite(.timeLimit(.minutes(10))) struct IsolatedContextTests {
  /// A stand-in for the graph of the process, which other tests use.
  let process = DependencyGraph.process.isolated(named: "process")
  let context = freshContext()
  var injector: SwiftDependencyInjector.Injector { .build(context: context) }

  final class Service: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
  }

  struct Owner {
    @SwiftDependencyInjector.Inject var regular: Service
    @SwiftDependencyInjector.Inject(injection: .singleton) var single: Service
    @Injectable(injection: .singleton, constrainedTo: "other") var other: Service?
    @ObservedInject var observed: Service
  }

  private func register(_ name: String, in injector: Injector) {
    injector.register(
      Service.self, defaultDependency: "main",
      implementations: ["main": { Service(name) }, "other": { Service("other " + name) }])
  }

  @Test func keysAndDefaultsAreCopied() {
    let injector = injector
    process.run {
      register("process", in: injector)
      injector.updateDependencyKey(of: Service.self, newKey: "other")
    }
    let graph = process.isolated()
    graph.run {
      #expect(injector.getCurrentKey(of: Service.self) == "other")
      #expect((injector.get() as Service).name == "other process")
      injector.updateDependencyKey(of: Service.self, newKey: "main")
      #expect((injector.get() as Service).name == "process")
    }
    process.run { #expect(injector.getCurrentKey(of: Service.self) == "other") }
  }

  @Test func singletonsAreItsOwn() {
    let injector = injector
    func single(_ graph: DependencyGraph) -> Service {
      graph.run { injector.get(injectionType: .singleton) }
    }
    process.run { register("process", in: injector) }
    let service = single(process)
    let graph = process.isolated()
    let own = single(graph)
    #expect(own !== service)
    #expect(single(graph) === own)
    graph.run { injector.resetSingleton(of: Service.self) }
    #expect(single(graph) !== own)
    #expect(single(process) === service)
  }

  @Test func whatIsDestroyedInAGraphStaysInTheOthers() {
    let injector = injector
    process.run { register("process", in: injector) }
    let graph = process.isolated()
    graph.run {
      injector.destroy()
      #expect(injector.getSafe() as Service? == nil)
      register("isolated", in: injector)
      #expect((injector.get() as Service).name == "isolated")
      injector.clear()
      #expect(injector.getSafe() as Service? == nil)
    }
    process.run { #expect((injector.get() as Service).name == "process") }
  }

  @Test func aContextThatIsUsedInAGraphDoesNotExistForTheProcess() {
    let injector = injector
    process.run { register("isolated", in: injector) }
    #expect(!Contexts.existing.contains(context))
    #expect(injector.getSafe() as Service? == nil)
    injector.destroy()
  }

  @Test func contextsOfTestsAreFoundInTheirGraphOnly() {
    let (one, other) = (process.isolated(), process.isolated())
    process.run { register("global", in: .global) }
    one.run {
      Injector.build(context: .tests(name: "IsolatedContextTests"))
        .register(Service.self) { Service("tests") }
      #expect((Injector.global.get() as Service).name == "tests")
      #expect(Owner().single.name == "tests")
    }
    #expect(!Contexts.existing.contains(.tests(name: "IsolatedContextTests")))
    other.run {
      #expect((Injector.global.get() as Service).name == "global")
      #expect(Owner().single.name == "global")
    }
    process.run { #expect((Injector.global.get() as Service).name == "global") }
    // A nested isolated graph finds the registration as well.
    one.isolated().run { #expect((Injector.global.get() as Service).name == "tests") }
    one.run {
      Injector.build(context: .tests(name: "IsolatedContextTests")).destroy()
      #expect((Injector.global.get() as Service).name == "global")
    }
  }

  @Test func propertiesKeepTheirGraph() {
    process.run { register("process", in: .global) }
    let graph = process.isolated()
    let (owner, outside) = (
      graph.run {
        register("ignored, since there is one", in: .global)
        Injector.global.add(Service.self, key: "main") { Service("isolated") }
        return Owner()
      },
      process.run { Owner() }
    )
    #expect(process.run { owner.regular.name } == "isolated")
    #expect(process.run { owner.single.name } == "isolated")
    #expect(process.run { owner.other?.name } == "other process")
    #expect(process.run { owner.observed.name } == "isolated")
    #expect(graph.run { outside.single.name } == "process")
    graph.run { Injector.global.updateDependencyKey(of: Service.self, newKey: "other") }
    #expect(owner.observed.name == "other process")
    #expect(outside.observed.name == "process")
  }

  @Test func observersOfTheOuterGraphAreNotNotified() {
    process.run { register("process", in: .global) }
    let names = Log<String>()
    let owner = process.run { Owner() }
    let subscription = owner.$observed.sink { names.add($0.name) }
    let graph = process.isolated()
    graph.run { Injector.global.updateDependencyKey(of: Service.self, newKey: "other") }
    #expect(names.entries.isEmpty)
    process.run { Injector.global.updateDependencyKey(of: Service.self, newKey: "other") }
    #expect(names.entries == ["other process"])
    subscription.cancel()
  }

  @Test func whatAPropertyMakesOnAnotherThreadIsMadeInItsGraph() {
    final class Car: Sendable {
      let service: Service = SwiftDependencyInjector.Injector.global.get()
    }
    struct Garage: Sendable {
      @SwiftDependencyInjector.Inject var car: Car
      @SwiftDependencyInjector.Inject(injection: .singleton) var kept: Car
    }
    let graph = process.isolated()
    let garage = graph.run {
      register("isolated", in: .global)
      Injector.global.register(Car.self) { Car() }
      return Garage()
    }
    #expect(Worker { garage.car.service.name }.join() == "isolated")
    #expect(Worker { garage.kept.service.name }.join() == "isolated")
  }

  protocol Vehicle {}
  struct Bicycle: Vehicle, InjectableDependency {}

  @Test func typesThatMakeThemselvesWork() {
    let graph = process.isolated()
    graph.run {
      Injector.global.register(Vehicle.self, implementation: Bicycle.instance)
      #expect(Injector.global.get() as Vehicle is Bicycle)
    }
    process.run { #expect(Injector.global.getSafe() as Vehicle? == nil) }
  }

  @Test func theEndLetsGoOfSingletonsAndOfWhatObservedPropertiesHold() async throws {
    final class Held: Sendable {
      let own: Tracked
      // This property resolves the instance itself.
      let again = SwiftDependencyInjector.Inject<Held>()
      init(_ lifetimes: Lifetimes) { own = Tracked(lifetimes) }
    }
    let lifetimes = Lifetimes()
    let graph = process.isolated()
    let observed = graph.runNow {
      Injector.global.register(Held.self) { Held(lifetimes) }
      let _: Held = Injector.global.get(injectionType: .singleton)
      return ObservedInjectable<Held>()
    }
    #expect(lifetimes.living == 2)
    try await graph.end()
    #expect(lifetimes.living == 0)
    withExtendedLifetime(observed) {}
  }

  /// The log line of an injection in an ended graph.
  private var ended: String {
    problem(
      "CreationFailed",
      """
      'Service' can't be created. The graph 'search' has ended. Request the dependency before the graph ends, or in a \
      graph that ends later.
      """)
  }

  /// Returns the logged reasons of an injection that finds no instance.
  private func endings(_ inject: () -> Service?) -> [String] {
    var found: Service?
    let lines = lines { found = inject() }
    #expect(found == nil)
    return lines.filter { $0.contains("ERROR: CreationFailed") || $0.contains("NotAbstration") }
  }

  @Test func afterTheEndEachInjectionSaysSo() async throws {
    let injector = injector
    process.runNow { register("process", in: injector) }
    let graph = process.isolated(named: "search")
    let (lazy, observed) = graph.runNow {
      let _: Service = injector.get()
      return (
        SwiftDependencyInjector.Injectable<Service>(instantiation: .lazy, context: context),
        SwiftDependencyInjector.ObservedInjectable<Service>(context: context)
      )
    }
    try await graph.end()
    graph.runNow {
      register("late", in: injector)
      #expect(endings { injector.getSafe() } == [ended])
      #expect(endings { injector.getSafe(injectionType: .singleton) } == [ended])
    }
    #expect(endings { lazy.wrappedValue } == [ended])
    #expect(endings { observed.wrappedValue } == [ended])
    process.runNow { #expect((injector.get() as Service).name == "process") }
  }

  @Test func getStopsWithTheSameText() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let graph = DependencyGraph.process.isolated(named: "search")
      Injector.global.register(Service.self) { Service("process") }
      graph.endNow()
      graph.run { _ = Injector.global.get() as Service }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'Service' can't be created. The graph 'search' has ended."))
  }

  @Test func aGraphThatGoesLetsGoAsWell() {
    let lifetimes = Lifetimes()
    do {
      let graph = process.isolated()
      graph.run {
        Injector.global.register(Tracked.self) { Tracked(lifetimes) }
        let _: Tracked = Injector.global.get(injectionType: .singleton)
      }
    }
    #expect(lifetimes.living == 0)
  }
}

extension DependencyGraph {
  /// Runs a synchronous operation, even in asynchronous code.
  fileprivate func runNow<Result>(_ operation: () -> Result) -> Result { run(operation) }
}
