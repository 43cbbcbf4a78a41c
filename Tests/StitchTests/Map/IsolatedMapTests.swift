import Observation
import Stitch
import StitcherEngine
import StitcherTestSupport
import Testing

import class Stitcher.DependencyGraph

/// A dependency of the tests.
private final class Engine: Sendable {
  let name: String
  init(_ name: String = "default") { self.name = name }
}

@MainActor @Observable private final class Store {
  var count = 0
  init(_ count: Int = 0) { self.count = count }
}

#if Macros
  @MainActor @Stitchify private final class AppStore {
    init() {}
  }
#endif

private final class Application: Stitchable {
  static let scope = StitchableScope.application
  static var dependency: Engine = createNewInstance()
  static func createNewInstance() -> Engine { Engine("new") }
  init() {}
}

private final class Unique: Stitchable {
  static let scope = StitchableScope.unique
  static var dependency: Engine = createNewInstance()
  static func createNewInstance() -> Engine { Engine("new") }
  init() {}
}

extension DependencyMap {
  private struct EngineKey: DependencyKey { static var dependency: Engine { Engine() } }
  private struct FixedKey: DependencyKey { static let dependency = Engine("fixed") }
  private struct CarKey: DependencyKey {
    static var dependency: Engine { Engine("car of " + DependencyMap.map.isolatedEngine.name) }
  }
  private struct StoreKey: @MainActor DependencyKey {
    @MainActor static var dependency: Store { Store() }
  }
  private struct OptionalKey: DependencyKey { static var dependency: Engine? { Engine("some") } }

  fileprivate var isolatedEngine: Engine {
    get { resolve(key: EngineKey.self) }
    set { register(key: EngineKey.self, dependency: newValue) }
  }
  fileprivate var fixedEngine: Engine {
    get { resolve(key: FixedKey.self) }
    set { register(key: FixedKey.self, dependency: newValue) }
  }
  fileprivate var isolatedCar: Engine {
    get { resolve(key: CarKey.self) }
    set { register(key: CarKey.self, dependency: newValue) }
  }
  fileprivate var optionalEngine: Engine? {
    get { resolve(key: OptionalKey.self) }
    set { register(key: OptionalKey.self, dependency: newValue) }
  }
  @MainActor fileprivate var isolatedStore: Store {
    get { resolve(key: StoreKey.self) }
    set { register(key: StoreKey.self, dependency: newValue) }
  }
}

private struct Scope: DependencyLifecycleScope, DependencyMocker {
  @Stitch(\.isolatedEngine) var engine
}

/// The map in isolated graphs.
@Suite(.timeLimit(.minutes(10))) struct IsolatedMapTests {
  /// A stand-in for the graph of the process, which other tests use.
  let process = DependencyGraph.process.isolated(named: "process")

  @Test func aDefaultIsMadeAnew() {
    let (one, other) = (process.isolated(), process.isolated())
    let engines = [process, one, other].map { $0.run { Scope().engine } }
    #expect(Set(engines.map { ObjectIdentifier($0) }).count == 3)
    #expect(one.run { Scope().engine } === engines[1])
    #expect(one.child().run { Scope().engine } === engines[1])
    #expect(
      process.run { DependencyMap.resolve(\.fixedEngine) }
        === one.run { DependencyMap.resolve(\.fixedEngine) }, "the key has only one")
  }

  @Test func whatWasRegisteredIsSeen() {
    let engine = Engine("registered")
    process.run { Scope().engine = engine }
    let graph = process.isolated()
    #expect(graph.run { Scope().engine } === engine)
    // The isolated map keeps the dependency that it has read.
    process.run { Scope().engine = Engine("later") }
    #expect(graph.run { Scope().engine } === engine)
    #expect(graph.isolated().run { Scope().engine } === engine)
    #expect(process.isolated().run { Scope().engine.name } == "later")
  }

  @Test func whatWasReplacedByNilIsSeen() {
    process.run {
      #expect(DependencyMap.resolve(\.optionalEngine)?.name == "some")
      Scope().register(\.optionalEngine, dependency: nil)
    }
    process.isolated().run { #expect(DependencyMap.resolve(\.optionalEngine) == nil) }
  }

  @Test func whatIsWrittenStays() {
    let graph = process.isolated()
    process.run { _ = Scope().engine }
    let mock = Engine("mock")
    graph.run {
      Scope().mock(\.isolatedEngine, mock: mock)
      #expect(Scope().engine === mock)
      Scope().register(\.isolatedEngine, dependency: Engine("again"))
      #expect(DependencyMap.resolve(\.isolatedEngine).name == "again")
    }
    #expect(process.run { Scope().engine.name } == "default")
    #expect(Scope().engine.name == "default")
  }

  @Test func defaultsNeedWhatTheGraphHas() {
    process.run { _ = DependencyMap.resolve(\.isolatedCar) }
    let graph = process.isolated()
    graph.run {
      Scope().engine = Engine("mock")
      #expect(DependencyMap.resolve(\.isolatedCar).name == "car of mock")
    }
    process.run { #expect(DependencyMap.resolve(\.isolatedCar).name == "car of default") }
  }

  @Test func registeringIsNotReading() {
    let graph = process.isolated()
    process.run { Scope().engine = Engine("process") }
    graph.run { Scope().engine = Engine("isolated") }
    process.run { Scope().engine = Engine("process again") }
    graph.run { #expect(Scope().engine.name == "isolated") }
  }

  @Test @MainActor func anApplicationsInstanceIsTheGraphsOwn() {
    let (one, other) = (process.isolated(), process.isolated())
    let engine = Application.dependency
    let own = one.run { Application.resolve() }
    #expect(own !== engine)
    #expect(one.run { Application.resolve() } === own)
    #expect(other.run { Application.resolve() } !== own)
    let mock = Engine("mock")
    one.run {
      Scope().register(Application.self, dependency: mock)
      #expect(Application.resolve() === mock)
    }
    #expect(Application.dependency === engine)
    #expect(Application.resolve() === engine)
    #expect(one.isolated().run { Application.resolve() } === mock)
    #expect(other.run { Application.resolve().name } == "new")
    #if Macros
      #expect(one.run { AppStore.resolve() } === one.run { AppStore.resolve() })
      #expect(one.run { AppStore.resolve() } !== AppStore.resolve())
    #endif
  }

  @Test @MainActor func whatIsRegisteredForAUniqueTypeStays() {
    let graph = process.isolated()
    process.run { Unique.register(dependency: Engine("process")) }
    graph.run {
      #expect(Unique.resolve().name == "process")
      Unique.register(dependency: Engine("isolated"))
      #expect(Unique.resolve().name == "isolated")
    }
    process.run { #expect(Unique.resolve().name == "process") }
    #expect(Unique.resolve().name == "new")
  }

  @Test @MainActor func publishersFollowTheStoreInWhichTheyWereMade() async {
    let graph = process.isolated()
    let (wrapper, recorder, subscription) = graph.runHere {
      let wrapper = StitchPublished<Store>(\.isolatedStore)
      let recorder = Recorder<Int>()
      return (wrapper, recorder, wrapper.projectedValue.count.sink { recorder.add($0) })
    }
    // A registration in another graph has no effect.
    process.runHere { Scope().register(\.isolatedStore, dependency: Store(1)) }
    graph.runHere { Scope().register(\.isolatedStore, dependency: Store(2)) }
    #expect(await recorder.values(until: 2) == [2])
    graph.runHere { DependencyMap.resolve(\.isolatedStore).count = 3 }
    #expect(await recorder.values(until: 3) == [3])
    #expect(wrapper.wrappedValue.count == 3, "also where the graph is not current")
    wrapper.wrappedValue = Store(4)
    #expect(await recorder.values(until: 4) == [4])
    #expect(process.runHere { DependencyMap.resolve(\.isolatedStore).count } == 1)
    subscription.cancel()
  }

  @Test @MainActor func subscribersRunInTheGraphOfTheirPublisher() async {
    actor Listener {
      private let engine: Recorder<String>
      private var subscription: StitchCancellable?
      init(_ engine: Recorder<String>) { self.engine = engine }
      func listen(_ publisher: StitchPublished<Store>.Publisher<Int>) {
        subscription = publisher.sink { _ in self.engine.add(Scope().engine.name) }
      }
      func stop() { subscription = nil }
    }
    let graph = process.isolated()
    let (here, elsewhere) = (Recorder<String>(), Recorder<String>())
    let (wrapper, subscription) = graph.runHere {
      Scope().engine = Engine("isolated")
      let wrapper = StitchPublished<Store>(\.isolatedStore)
      return (wrapper, wrapper.projectedValue.count.sink { _ in here.add(Scope().engine.name) })
    }
    let listener = Listener(elsewhere)
    await listener.listen(wrapper.projectedValue.count)
    wrapper.wrappedValue.count = 1
    #expect(await here.values(until: "isolated") == ["isolated"])
    #expect(await elsewhere.values(until: "isolated") == ["isolated"])
    await listener.stop()
    withExtendedLifetime(subscription) {}
  }

  @Test func afterTheEndNothingIsKept() async throws {
    process.runHere { Scope().engine = Engine("process") }
    let graph = process.isolated()
    graph.runHere { Scope().engine = Engine("isolated") }
    try await graph.end()
    // A key always has a dependency: in an ended graph, each read returns a new initial one.
    graph.runHere {
      Scope().register(\.isolatedCar, dependency: Engine("late"))
      // The ended graph has no map, so a property uses the default value, and the key the process's
      // map.
      #expect(Scope().engine.name == "default")
      #expect(DependencyMap.resolve(\.isolatedCar).name == "car of process")
      #expect(DependencyMap.resolve(\.isolatedCar) !== DependencyMap.resolve(\.isolatedCar))
    }
    process.runHere { #expect(DependencyMap.resolve(\.isolatedCar).name == "car of process") }
  }

  @Test func theEndLetsGo() {
    final class Kept {
      let own: Tracked
      let scope = Scope()
      init(_ lifetimes: Lifetimes) { own = Tracked(0, ends: lifetimes) }
    }
    let lifetimes = Lifetimes()
    do {
      let graph = process.isolated()
      graph.run {
        Scope().register(\.anything, dependency: Kept(lifetimes))
        #expect(DependencyMap.resolve(\.anything) is Kept)
      }
      #expect(lifetimes.living == 1)
    }
    #expect(lifetimes.living == 0)
  }
}

extension DependencyMap {
  private struct AnythingKey: DependencyKey { static var dependency: AnyObject? { nil } }
  fileprivate var anything: AnyObject? {
    get { resolve(key: AnythingKey.self) }
    set { register(key: AnythingKey.self, dependency: newValue) }
  }
}

extension DependencyGraph {
  /// Runs a synchronous operation, even in asynchronous code.
  fileprivate func runHere<Result>(_ operation: () -> Result) -> Result { run(operation) }
}
