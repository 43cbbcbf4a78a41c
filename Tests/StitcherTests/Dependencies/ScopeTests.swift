import Stitcher
import StitcherTesting
import Testing

@Suite(.dependencies()) struct ScopeTests {
  final class Thing: Sendable {}
  struct Value: Equatable {
    let thing: Thing
    init(_ thing: Thing = Thing()) { self.thing = thing }
    static func == (one: Value, other: Value) -> Bool { one.thing === other.thing }
  }
  protocol Service: AnyObject, Sendable {}
  final class Implementation: Service, Sendable {}
  actor Worker {}
  struct Key: Hashable {
    var type: ObjectIdentifier
    var scope: DependencyScope
  }

  @Test func theScopeFollowsTheStaticType() {
    #expect(DependencyScope.automatic(for: Thing.self) == .shared)
    #expect(DependencyScope.automatic(for: Worker.self) == .shared)
    #expect(DependencyScope.automatic(for: Value.self) == .instance)
    #expect(DependencyScope.automatic(for: Int?.self) == .instance)
    #expect(DependencyScope.automatic(for: (any Service).self) == .instance)
  }

  /// Returns whether two injections return the same object: while the first is held, and after its
  /// release.
  private func identity<Object>(
    _ scope: DependencyScope, of type: Object.Type, _ make: @escaping @Sendable () -> Object
  ) throws -> (whileHeld: Bool, sinceReleased: Bool) {
    let made = Counter()
    let key = Key(type: ObjectIdentifier(type), scope: scope)
    let container = DependencyContainer {
      Dependency(for: key) {
        made.count()
        return make()
      }
      .scope(scope)
    }
    return try withActive(container) { () throws in
      do {
        let first: Object = try DependencyGraph.inject(byValue: key)
        let second: Object = try DependencyGraph.inject(byValue: key)
        withExtendedLifetime((first, second)) {}
      }
      let whileHeld = made.value == 1
      let before = made.value
      let _: Object = try DependencyGraph.inject(byValue: key)
      return (whileHeld, made.value == before)
    }
  }

  @Test func instancesAreNewEachTime() throws {
    #expect(try identity(.instance, of: Thing.self) { Thing() } == (false, false))
    #expect(try identity(.instance, of: Value.self) { Value() } == (false, false))
    #expect(try identity(.instance, of: (any Service).self) { Implementation() } == (false, false))
    #expect(try identity(.instance, of: Worker.self) { Worker() } == (false, false))
  }

  @Test func sharedObjectsLiveAsLongAsTheyAreRetained() throws {
    #expect(try identity(.shared, of: Thing.self) { Thing() } == (true, false))
    #expect(try identity(.shared, of: (any Service).self) { Implementation() } == (true, false))
    #expect(try identity(.shared, of: Worker.self) { Worker() } == (true, false))
  }

  @Test func sharedValuesAreNewEachTime() throws {
    #expect(try identity(.shared, of: Value.self) { Value() } == (false, false))
  }

  @Test func singletonsAreKept() throws {
    #expect(try identity(.singleton, of: Thing.self) { Thing() } == (true, true))
    #expect(try identity(.singleton, of: Value.self) { Value() } == (true, true))
    #expect(try identity(.singleton, of: (any Service).self) { Implementation() } == (true, true))
    #expect(try identity(.singleton, of: Worker.self) { Worker() } == (true, true))
  }

  @Test func managedInstancesAreKept() throws {
    let source = ChangeSource()
    #expect(try identity(.managed(by: source), of: Thing.self) { Thing() } == (true, true))
    #expect(try identity(.managed(by: source), of: Value.self) { Value() } == (true, true))
  }

  @Test func anObjectWhoseMirrorHidesItIsShared() throws {
    final class Hidden: CustomReflectable, Sendable {
      var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
    }
    try withActive(DependencyContainer { Dependency { Hidden() }.scope(.shared) }) { () throws in
      let first: Hidden = try DependencyGraph.inject()
      #expect(try DependencyGraph.inject() as Hidden === first)
    }
  }

  @Test func aSharedObjectIsNotKeptAlive() throws {
    final class Released: Sendable {
      let counter: Counter
      init(_ counter: Counter) { self.counter = counter }
      deinit { counter.count() }
    }
    let released = Counter()
    try withActive(DependencyContainer { Released(released) }) { () throws in
      do {
        let object: Released = try DependencyGraph.inject()
        withExtendedLifetime(object) { DependencyGraph.releaseUnusedStorage() }
        #expect(released.value == 0)
      }
      #expect(released.value == 1)
      DependencyGraph.releaseUnusedStorage()
      let _: Released = try DependencyGraph.inject()
    }
    #expect(released.value == 2)
  }

  @Test func cleaningAffectsNoLivingInstance() throws {
    final class Shared: Sendable {}
    final class Single: Sendable {}
    let container = DependencyContainer {
      Shared()
      Dependency { Single() }.scope(.singleton)
    }
    try withActive(container) { () throws in
      let shared: Shared = try DependencyGraph.inject()
      let single = ObjectIdentifier(try DependencyGraph.inject() as Single)
      DependencyGraph.releaseUnusedStorage()
      #expect(try DependencyGraph.inject() as Shared === shared)
      #expect(ObjectIdentifier(try DependencyGraph.inject() as Single) == single)
    }
  }

  @Test func oneInstanceIsReachedByAllOfItsTypes() throws {
    protocol Base: AnyObject, Sendable {}
    final class Single: Base, Sendable {}
    let container = DependencyContainer {
      Dependency { Single() }.conforms(to: (any Base).self).scope(.shared)
    }
    try withActive(container) { () throws in
      let base: any Base = try DependencyGraph.inject()
      let single: Single = try DependencyGraph.inject()
      #expect(base === single)
    }
  }

  @Test func deactivationReleasesWhatWasKept() throws {
    final class Single: Sendable {}
    let container = DependencyContainer { Dependency { Single() }.scope(.singleton) }
    weak var kept: Single?
    try withActive(container) { () throws in
      kept = try DependencyGraph.inject() as Single
      #expect(kept != nil)
    }
    #expect(kept == nil)
  }

  @Test func anInstanceSurvivesWhileAnotherContainerHasTheRegistration() throws {
    final class Single: Sendable {}
    let first = DependencyContainer { Dependency { Single() }.scope(.singleton) }
    let second = DependencyContainer { Dependency { Single() }.scope(.singleton) }
    DependencyGraph.activate(first)
    try withActive(second) { () throws in
      weak var kept: Single?
      kept = try DependencyGraph.inject() as Single
      DependencyGraph.deactivate(first)
      let again: Single = try DependencyGraph.inject()
      #expect(again === kept)
    }
  }
}
