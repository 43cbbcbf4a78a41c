import DependencyInjection
import StitcherTestSupport
import Testing

/// Containers with parents.
@Suite struct HierarchyTests {
  struct Clock: Sendable { let name: String }
  struct Greeter { let clock: Clock }

  @Test func aChildFallsBackToItsParents() {
    let grandparent = Container()
    let parent = Container(parent: grandparent)
    let child = Container(parent: parent)
    #expect(child.parent === parent)
    #expect(parent.parent === grandparent)
    #expect(grandparent.parent == nil)
    grandparent.register(dependency: Clock(name: "grandparent"))
    #expect(child.resolve(type: Clock.self).name == "grandparent")
    parent.register(dependency: Clock(name: "parent"))
    #expect(child.resolve(type: Clock.self).name == "parent")
    child.register(dependency: Clock(name: "child"))
    #expect(child.resolve(type: Clock.self).name == "child")
    #expect(parent.resolve(type: Clock.self).name == "parent")
    #expect(grandparent.resolve(type: Clock.self).name == "grandparent")
    child.clean()
    #expect(child.resolve(type: Clock.self).name == "parent")
    parent.clean()
    #expect(child.resolve(type: Clock.self).name == "grandparent")
    grandparent.clean()
    #expect(throws: ResolutionError.self) { try child.tryResolve(type: Clock.self) }
  }

  @Test func aContainerWithoutAParentMayBeMadeExplicitly() {
    let container = Container(parent: nil)
    container.register(dependency: 1)
    #expect(container.resolve(type: Int.self) == 1)
    #expect(container.parent == nil)
  }

  @Test func aParentKnowsNothingOfItsChildren() {
    let parent = Container()
    let child = Container(parent: parent)
    child.register(dependency: 1)
    #expect(throws: ResolutionError.self) { try parent.tryResolve(type: Int.self) }
    #expect(throws: ResolutionError.self) {
      try Container(parent: parent).tryResolve(type: Int.self)
    }
  }

  @Test func eachContainerHasTheSharedInstancesOfItsRegistrations() {
    let lifetimes = Lifetimes()
    let parent = Container()
    parent.register { _ in Tracked(lifetimes) }
    let one = Container(parent: parent)
    let other = Container(parent: parent)
    let shared: Tracked = one.resolve()
    #expect(other.resolve(type: Tracked.self) === shared)
    #expect(parent.resolve(type: Tracked.self) === shared)
    one.register { _ in Tracked(lifetimes) }
    #expect(one.resolve(type: Tracked.self) !== shared)
    #expect(one.resolve(type: Tracked.self) === one.resolve(type: Tracked.self))
    #expect(other.resolve(type: Tracked.self) === shared)
    #expect(lifetimes.inits == 2)
  }

  @Test func releasingAndCleaningAChildLeavesTheParentAlone() {
    let lifetimes = Lifetimes()
    let parent = Container()
    parent.register { _ in Tracked(lifetimes) }
    let child = Container(parent: parent)
    child.register { _ in OtherTracked(lifetimes) }
    let kept: Tracked = child.resolve()
    _ = child.resolve(type: OtherTracked.self)
    child.releaseSharedInstances()
    #expect(lifetimes.living == 1)
    child.clean()
    #expect(child.resolve(type: Tracked.self) === kept)
    parent.releaseSharedInstances()
    #expect(child.resolve(type: Tracked.self) !== kept)
  }

  @Test func theEndOfAChildReleasesOnlyItsOwnInstances() {
    let lifetimes = Lifetimes()
    let parent = Container()
    parent.register { _ in Tracked(lifetimes) }
    do {
      let child = Container(parent: parent)
      child.register { _ in OtherTracked(lifetimes) }
      _ = child.resolve(type: Tracked.self)
      _ = child.resolve(type: OtherTracked.self)
      #expect(lifetimes.living == 2)
    }
    #expect(lifetimes.living == 1)
    _ = parent.resolve(type: Tracked.self)
    #expect(lifetimes.inits == 2)
  }

  @Test func aChildKeepsItsParentAlive() {
    let lifetimes = Lifetimes()
    weak var gone: Container?
    do {
      var parent: Container? = Container()
      gone = parent
      parent?.register { _ in Tracked(lifetimes) }
      let child = Container(parent: parent)
      parent = nil
      #expect(gone != nil)
      _ = child.resolve(type: Tracked.self)
    }
    #expect(gone == nil)
    #expect(lifetimes.living == 0)
  }

  @Test func aSharedFactoryResolvesWhereItIsRegistered() {
    let parent = Container()
    parent.register(dependency: Clock(name: "parent"))
    parent.register { r in Greeter(clock: r.resolve()) }
    let child = Container(parent: parent)
    child.register(dependency: Clock(name: "child"))
    #expect(child.resolve(type: Greeter.self).clock.name == "parent")
    #expect(parent.resolve(type: Greeter.self).clock.name == "parent")
  }

  @Test func aNewInstanceIsMadeWithWhatTheContainerThatWasAskedHas() {
    let parent = Container()
    parent.register(dependency: Clock(name: "parent"))
    parent.register(in: .new) { r in Greeter(clock: r.resolve()) }
    parent.register { r, name in
      Greeter(clock: Clock(name: name + r.resolve(type: Clock.self).name))
    }
    parent.register(in: .new) { r in ObjectIdentifier(r as! Container) }
    let child = Container(parent: parent)
    child.register(dependency: Clock(name: "child"))
    #expect(child.resolve(type: Greeter.self).clock.name == "child")
    #expect(parent.resolve(type: Greeter.self).clock.name == "parent")
    #expect(child.resolve(type: Greeter.self, argument: "my ").clock.name == "my child")
    #expect(parent.resolve(type: Greeter.self, argument: "my ").clock.name == "my parent")
    #expect(child.resolve(type: ObjectIdentifier.self) == ObjectIdentifier(child))
    #expect(parent.resolve(type: ObjectIdentifier.self) == ObjectIdentifier(parent))
  }

  @Test func aNewInstanceInsideOfASharedOneBelongsToItsContainer() {
    struct Page { let greeter: Greeter }
    let parent = Container()
    parent.register(dependency: Clock(name: "parent"))
    parent.register(in: .new) { r in Greeter(clock: r.resolve()) }
    parent.register { r in Page(greeter: r.resolve()) }
    let child = Container(parent: parent)
    child.register(dependency: Clock(name: "child"))
    #expect(child.resolve(type: Page.self).greeter.clock.name == "parent")
    #expect(child.resolve(type: Greeter.self).clock.name == "child")
  }

  @Test func aChildOverridesByTypeAndArguments() {
    let parent = Container()
    parent.register { _ in "parent" }
    parent.register { (_, number: Int) in "parent \(number)" }
    let child = Container(parent: parent)
    child.register { (_, number: Int) in "child \(number)" }
    child.register { (_, flag: Bool) in "child \(flag)" }
    #expect(child.resolve(type: String.self) == "parent")
    #expect(child.resolve(type: String.self, argument: 1) == "child 1")
    #expect(child.resolve(type: String.self, argument: true) == "child true")
    #expect(parent.resolve(type: String.self, argument: 1) == "parent 1")
    #expect(throws: ResolutionError.self) {
      try parent.tryResolve(type: String.self, argument: true)
    }
  }

  @Test func aChildThatMakesNewWhereTheParentSharesOverridesIt() {
    let lifetimes = Lifetimes()
    let parent = Container()
    parent.register { _ in Tracked(lifetimes) }
    let child = Container(parent: parent)
    child.register(in: .new) { _ in Tracked(lifetimes) }
    #expect(child.resolve(type: Tracked.self) !== child.resolve(type: Tracked.self))
    #expect(parent.resolve(type: Tracked.self) === parent.resolve(type: Tracked.self))
  }

  @Test func errorsNameTheContainerThatWasAskedAndTheNearestRegistration() throws {
    final class Session: Container, @unchecked Sendable {
      // Safe: it has no state of its own.
    }
    let parent = Container()
    parent.register { (_, _: String) in 1 }
    let child = Session(parent: parent)
    let missing = #expect(throws: ResolutionError.self) {
      try child.tryResolve(type: Bool.self)
    }
    #expect(
      missing?.localizedDescription.hasSuffix("in container \(String(reflecting: Session.self))")
        == true)
    let fromParent = #expect(throws: ResolutionError.self) {
      try child.tryResolve(type: Int.self)
    }
    #expect(
      fromParent?.localizedDescription
        == "Unmatching argument type: Registration of type Swift.Int(Swift.String)"
        + " doesn't accept arguments of type Swift.Int")
    child.register { (_, _: Bool) in 2 }
    let own = #expect(throws: ResolutionError.self) { try child.tryResolve(type: Int.self) }
    #expect(
      own?.localizedDescription
        == "Unmatching argument type: Registration of type Swift.Int(Swift.Bool)"
        + " doesn't accept arguments of type Swift.Int")
  }

  @Test func changesOfAParentAreSeenByChildrenAtOnce() {
    let parent = Container()
    let children = (0..<3).map { _ in Container(parent: parent) }
    for number in 0..<100 {
      parent.register(dependency: number)
      for child in children { #expect(child.resolve(type: Int.self) == number) }
    }
  }

  @Test func childrenComeAndGoWhileOthersResolve() {
    let lifetimes = Lifetimes()
    let parent = Container()
    parent.register { _ in Tracked(lifetimes) }
    let shared: Tracked = parent.resolve()
    let results = runThreads(4) { thread in
      (0..<500).allSatisfy { round in
        let child = Container(parent: parent)
        child.register(dependency: round)
        return child.resolve(type: Tracked.self) === shared
          && child.resolve(type: Int.self) == round
      }
    }
    #expect(results.allSatisfy { $0 })
    #expect(lifetimes.inits == 1)
  }
}
