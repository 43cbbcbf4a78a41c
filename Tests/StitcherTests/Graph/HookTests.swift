import Stitcher
import StitcherTesting
import Testing

@Suite(.dependencies()) struct HookTests {
  @Test func theHookRunsOncePerCreatedInstanceBeforeItIsInjected() throws {
    final class Hooked: PostInstantiationAware, Sendable {
      let calls = Counter()
      func didInstantiate() { calls.count() }
    }
    struct Key: Hashable { var scope: DependencyScope }
    for scope in [DependencyScope.instance, .shared, .singleton] {
      let container = DependencyContainer {
        Dependency { Hooked() }.scope(scope).associated(with: Key(scope: scope))
      }
      try withActive(container) { () throws in
        let first: Hooked = try DependencyGraph.inject(byValue: Key(scope: scope))
        #expect(first.calls.value == 1)
        let second: Hooked = try DependencyGraph.inject(byValue: Key(scope: scope))
        #expect(second.calls.value == 1)
        #expect((first === second) == (scope != .instance))
      }
    }
  }

  @Test func theHookRunsForProtocolsParametersAndValues() throws {
    protocol Service: Sendable { var calls: Counter { get } }
    final class Implementation: Service, PostInstantiationAware {
      let calls = Counter()
      func didInstantiate() { calls.count() }
    }
    struct Value: PostInstantiationAware {
      let calls = Counter()
      func didInstantiate() { calls.count() }
    }
    struct Kept: PostInstantiationAware {
      let calls = Counter()
      func didInstantiate() { calls.count() }
    }
    let container = DependencyContainer {
      Dependency { () -> any Service in Implementation() }
      Dependency(named: "hook-parameter") { (_: Int) in Implementation() }
      Dependency { Value() }
      Dependency { Kept() }.scope(.singleton)
    }
    try withActive(container) { () throws in
      #expect(try (DependencyGraph.inject() as any Service).calls.value == 1)
      let named: any Service = try DependencyGraph.inject(byName: "hook-parameter", 1)
      #expect(named.calls.value == 1)
      #expect(try (DependencyGraph.inject() as Value).calls.value == 1)
      #expect(try (DependencyGraph.inject() as [Value]).map(\.calls.value) == [1])
      #expect(try (DependencyGraph.inject() as Kept).calls.value == 1)
      #expect(try (DependencyGraph.inject() as Kept).calls.value == 1)
    }
  }

  @Test @MainActor func theHookRunsOnTheActorThatInjectsWhatIsNotKept() async throws {
    final class Hooked: PostInstantiationAware, Sendable {
      let calls = Counter()
      func didInstantiate() {
        MainActor.preconditionIsolated()
        calls.count()
      }
    }
    let graph = DependencyGraph.current.child {
      Dependency { () async -> Hooked in Hooked() }.scope(.instance)
    }
    let hooked: Hooked = try await graph.injectAsync()
    #expect(hooked.calls.value == 1)
  }

  @available(*, deprecated, message: "Optional dependencies are deprecated.")
  @Test func theHookRunsForWhatAnOptionalHolds() throws {
    final class Hooked: PostInstantiationAware, Sendable {
      let calls = Counter()
      func didInstantiate() { calls.count() }
    }
    let container = DependencyContainer {
      Dependency(named: "hook-optional") { Hooked() as Hooked? }
      Dependency(named: "hook-optional-kept") { Hooked() as Hooked? }.scope(.singleton)
    }
    try withActive(container) { () throws in
      for name in ["hook-optional", "hook-optional-kept"] {
        let hooked: Hooked = try DependencyGraph.inject(byName: name)
        #expect(hooked.calls.value == 1)
      }
    }
  }

  @Test func theHookRunsForEagerInstances() throws {
    final class Recorder: PostInstantiationAware, Sendable {
      let calls = Counter()
      func didInstantiate() { calls.count() }
    }
    let recorder = Recorder()
    let container = DependencyContainer {
      Dependency { recorder }.scope(.singleton).eagerness(.eager)
    }
    try withActive(container) { () throws in
      #expect(recorder.calls.value == 1)
      #expect(try DependencyGraph.inject() as Recorder === recorder)
      #expect(recorder.calls.value == 1)
    }
  }

  @Test func aHookMayInjectTheSameInstance() throws {
    final class Myself: PostInstantiationAware, Sendable {
      let seen = Record<ObjectIdentifier>()
      func didInstantiate() {
        if let same = try? DependencyGraph.inject() as Myself {
          seen.append(ObjectIdentifier(same))
        }
      }
    }
    let container = DependencyContainer { Dependency { Myself() }.scope(.singleton) }
    try withActive(container) { () throws in
      let myself: Myself = try DependencyGraph.inject()
      #expect(myself.seen.elements == [ObjectIdentifier(myself)])
    }
  }

  @Test func innerInstancesAreNotifiedFirst() throws {
    let order = Record<String>()
    final class Inner: PostInstantiationAware, Sendable {
      let order: Record<String>
      init(_ order: Record<String>) { self.order = order }
      func didInstantiate() { order.append("inner") }
    }
    final class Outer: PostInstantiationAware, Sendable {
      let order: Record<String>
      init(_ inner: Inner) { order = inner.order }
      func didInstantiate() { order.append("outer") }
    }
    let container = DependencyContainer {
      Dependency { Inner(order) }
      Dependency { Outer(try DependencyGraph.inject()) }
    }
    try withActive(container) { let _: Outer = try DependencyGraph.inject() }
    #expect(order.elements == ["inner", "outer"])
  }
}
