import Stitcher
import StitcherEngine
import StitcherTesting
import Synchronization
import Testing

@Suite(.dependencies()) struct CycleTests {
  @Test func aCycleIsReportedWithItsWholePath() throws {
    final class Root: Sendable { init(_ leaf: Leaf) {} }
    final class Leaf: Sendable { init(_ root: Root) {} }
    let container = DependencyContainer {
      Dependency { Root(try DependencyGraph.inject()) }
      Dependency { Leaf(try DependencyGraph.inject()) }
    }
    try withActive(container) { () throws in
      let error = try injectionError { try DependencyGraph.inject() as Root }
      #expect(
        error.summary
          == "Dependency cycle detected, Type[Root] -> Type[Leaf] -> Type[Root].")
      #expect(
        error.recoverySuggestion
          == "Please consider using lazy injection to break the cycle, by using the '@WeakInjected' property wrapper for the reference back."
      )
      guard case .cyclicDependencyReference(let backtrace) = error else {
        Issue.record(error)
        return
      }
      #expect(backtrace.depth == 3)
      #expect(backtrace.cycle == [.type("Root"), .type("Leaf"), .type("Root")])
      #expect(backtrace.description == "Type[Root] -> Type[Leaf] -> Type[Root]")
    }
  }

  @Test func thePathBeginsAtTheOutermostCreationAndNamesEachLocator() throws {
    protocol Service: Sendable {}
    final class Outer: Sendable { init(_ any: Any) {} }
    final class Primary: Service, Sendable { init(_ any: Any) {} }
    enum Key { case inner }
    let container = DependencyContainer {
      Dependency { Outer(try DependencyGraph.inject() as any Service) }
      Dependency { Primary(try DependencyGraph.inject(byName: "cycle-name") as Int) }
        .conforms(to: (any Service).self).scope(.singleton)
      Dependency(named: "cycle-name") { try DependencyGraph.inject(byValue: Key.inner) as Int }
      Dependency(for: Key.inner) { () throws -> Int in
        _ = try DependencyGraph.inject() as any Service
        return 1
      }
    }
    try withActive(container) { () throws in
      let error = try injectionError { try DependencyGraph.inject() as Outer }
      #expect(
        error.summary
          == "Dependency cycle detected, Type[Outer] -> Type[Primary] -> Name[cycle-name]"
          + " -> Value[inner] -> Type[Primary].")
    }
  }

  final class Looped: Sendable {}

  enum Statics {
    static let looped = Injected<Looped>()
  }

  @Test func aStaticThatHoldsTheWrapperIsPartOfTheCycle() throws {
    let container = DependencyContainer {
      Dependency { () throws -> Looped in
        try Statics.looped.loadIfNeeded()
        return Looped()
      }
      .scope(.singleton)
    }
    try withActive(container) { () throws in
      let error = try injectionError { try DependencyGraph.inject() as Looped }
      #expect(error.summary == "Dependency cycle detected, Type[Looped] -> Type[Looped].")
      let other = try injectionError { try Statics.looped.reload() }
      #expect(other == error)
    }
  }

  @Test func lazyInjectionBreaksTheCycle() throws {
    final class Root: @unchecked Sendable {  // Safe: the property is.
      @Injected var leaf: Leaf
    }
    final class Leaf: Sendable {
      unowned let root: Root
      init(_ root: Root) { self.root = root }
    }
    let container = DependencyContainer {
      Dependency { Root() }.scope(.singleton)
      Dependency { Leaf(try DependencyGraph.inject()) }.scope(.singleton)
    }
    try withActive(container) { () throws in
      let root: Root = try DependencyGraph.inject()
      #expect(root.leaf.root === root)
    }
  }

  @Test func aKeptInstanceIsNoCycle() throws {
    final class Inner: Sendable {}
    final class Outer: Sendable { init(_ one: Inner, _ other: Inner) {} }
    let container = DependencyContainer {
      Dependency { Inner() }.scope(.singleton)
      Dependency { Outer(try DependencyGraph.inject(), try DependencyGraph.inject()) }
    }
    try withActive(container) { let _: Outer = try DependencyGraph.inject() }
  }

  @Test func independentCreationsAtOneTimeAreNoCycle() async throws {
    final class Slow: Sendable {}
    let container = DependencyContainer { Dependency { Slow() }.scope(.instance) }
    try await withActive(container) { () async throws in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<200 { let _: Slow = try DependencyGraph.inject() }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func aTaskOfAFactoryHasAPathOfItsOwn() async throws {
    final class Starter: Sendable {
      let task: Task<Bool, Never>
      init() {
        task = Task { (try? DependencyGraph.inject(byName: "cycle-task") as Starter) != nil }
      }
    }
    let count = Counter()
    struct TooDeep: Error {}
    let container = DependencyContainer {
      Dependency(named: "cycle-task") { () throws -> Starter in
        count.count()
        if count.value > 2 { throw TooDeep() }
        return Starter()
      }
    }
    try await withActive(container) { () async throws in
      let starter: Starter = try DependencyGraph.inject(byName: "cycle-task")
      #expect(await starter.task.value, "a later creation by a task is legitimate")
    }
  }

  @Test func theSwitchTurnsTheDetectionOff() async {
    await #expect(processExitsWith: .success) {
      struct Value: Sendable {}
      let depth = Counter()
      struct Bottom: Error {}
      let container = DependencyContainer {
        Dependency { () throws -> Value in
          depth.count()
          if depth.value == 100 { throw Bottom() }
          return try DependencyGraph.inject()
        }
      }
      DependencyGraph.activate(container) {}
      StitcherConfiguration.runtimeCycleDetectionAvailability = .never
      #expect(StitcherConfiguration.runtimeCycleDetectionAvailability == .never)
      #expect(throws: InjectionError.self) { try DependencyGraph.inject() as Value }
      #expect(depth.value == 100, "it recursed until the factory stopped it")
      StitcherConfiguration.runtimeCycleDetectionAvailability = .always
      let error = try injectionError { try DependencyGraph.inject() as Value }
      #expect(
        error.summary == "Dependency cycle detected, Type[Value] -> Type[Value].")
      #expect(depth.value == 101)
    }
  }
}
