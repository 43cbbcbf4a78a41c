import Stitcher

// What helpers of the user's do with what is built.
protocol Store: Sendable {}
struct Fake: Store {}
struct Disk: Store {}
struct Named: Sendable {}
final class Session: Sendable {}
final class Cache: Sendable {
  init(_ session: Session) {}
}

func when(
  _ isOn: Bool,
  @DependencyRegistrarBuilder _ contents: @escaping @Sendable () -> DependenciesRegistrar
) -> DependencyGroup {
  DependencyGroup(dependencies: contents).enabled(isOn)
}

extension Dependency where LocatorTrait == MaybeTypeLocatedDependency {
  /// Registers it by a name.
  func marked() -> Dependency<T, NameLocatedDependency> { named("marked") }
}

extension DependencyGraph {
  /// Injects, or makes one.
  static func inject<Value: Sendable>(or make: @autoclosure () -> Value) -> Value {
    (try? inject()) ?? make()
  }
}

let apart = Dependency { Named() }
func session() -> Dependency<Session, MaybeTypeLocatedDependency> { Dependency { Session() } }

func app(_ isFake: Bool) -> DependencyContainer {
  DependencyContainer {
    when(isFake) { Dependency { Fake() }.conforms(to: (any Store).self) }
    when(!isFake) { Dependency { Disk() }.conforms(to: (any Store).self) }
    apart.named("apart")
    Dependency { 1 }.marked()
    session().scope(.scoped)
    Dependency { Cache(try DependencyGraph.inject()) }
      .scope(.scoped)
  }
}

func run() throws {
  let store: any Store = try DependencyGraph.inject()
  let named: Named = try DependencyGraph.inject(byName: "apart")
  let marked: Int = try DependencyGraph.inject(byName: "marked")
  let made = DependencyGraph.inject(or: "made")
  print(store, named, marked, made, try DependencyGraph.inject() as Cache)
}
