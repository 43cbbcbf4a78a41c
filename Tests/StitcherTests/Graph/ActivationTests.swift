import Stitcher
import StitcherTesting
import Testing

@Suite(.dependencies()) struct ActivationTests {
  @Test func activationIsVisibleWhenItReturnsAndCompletesOnce() throws {
    struct Item {}
    let container = DependencyContainer { Item() }
    let done = Counter()
    DependencyGraph.activate(container) {
      done.count()
      #expect((try? DependencyGraph.inject() as Item) != nil, "it is active by then")
    }
    #expect(done.value == 1)
    #expect(try DependencyGraph.inject() as Item? != nil)
    DependencyGraph.activate(container) { done.count() }
    #expect(done.value == 2)
    DependencyGraph.deactivate(container)
    #expect(try DependencyGraph.inject() as Item? == nil)
  }

  @Test func theGraphKeepsAnActiveContainer() async {
    struct Item {}
    let reference = activatedContainer { Item() }
    #expect(reference.container != nil)
    if let container = reference.container { DependencyGraph.deactivate(container) }
    // Another thread may be using an earlier snapshot of the graph.
    await eventually { reference.container == nil }
  }

  /// Activates a container and returns a weak reference to it.
  private func activatedContainer(
    @DependencyRegistrarBuilder _ dependencies: @escaping @Sendable () -> DependenciesRegistrar
  ) -> WeakContainer {
    let container = DependencyContainer(dependencies: dependencies)
    DependencyGraph.activate(container)
    return WeakContainer(container: container)
  }

  /// A weak reference to a container.
  private struct WeakContainer {
    weak var container: DependencyContainer?
  }

  @Test func asynchronousActivationReturnsWhenEagerInstancesAreThere() async {
    let made = Counter()
    let container = DependencyContainer {
      Dependency(named: "async-eager") {
        made.count()
        return Thing()
      }
      .scope(.singleton).eagerness(.eager)
    }
    await DependencyGraph.activate(container)
    #expect(made.value == 1)
    DependencyGraph.deactivate(container)
  }

  @Test func activationsAtOneTimeAllComplete() async {
    let container = DependencyContainer { Dependency(named: "at-one-time") { Thing() } }
    await withTaskGroup(of: Void.self) { group in
      for round in 0..<20 {
        group.addTask {
          if round.isMultiple(of: 3) {
            DependencyGraph.deactivate(container)
          } else {
            await DependencyGraph.activate(container)
          }
        }
      }
    }
    DependencyGraph.deactivate(container)
    #expect((try? DependencyGraph.inject(byName: "at-one-time") as Thing) == nil)
  }

  @Test func validationSeesEachRegistrationOnce() throws {
    struct Item {}
    protocol Service {}
    enum Key { case one }
    let container = DependencyContainer {
      Dependency { Item() }.conforms(to: (any Service).self).scope(.singleton).eagerness(.eager)
      Dependency(named: "validated") { 1 }
      Dependency(for: Key.one) { 1 }
    }
    let same = DependencyContainer { Dependency(named: "validated") { 1 } }
    struct Invalid: Error {}
    try withActive(container) { () throws in
      DependencyGraph.activate(same)
      defer { DependencyGraph.deactivate(same) }
      DependencyGraph.validate { projection in
        #expect(!projection.isEmpty)
        #expect(projection.count == projection.registrations.count)
        #expect(projection.matches { $0.isLocatedBy(name: "validated") }.count == 1)
        #expect(projection.matches { $0.isLocatedBy(value: Key.one) }.count == 1)
        projection.withMatches {
          $0.isLocatedBy(type: (any Service).self)
        } perform: { matches in
          #expect(matches.count == 1)
          #expect(matches.first?.isLocatedBy(type: Item.self) == true)
          #expect(matches.first?.isLocatedBy(name: "Item") == false)
          #expect(matches.first?.scope == .singleton)
          #expect(matches.first?.eagerness == .eager)
          #expect(matches.first?.locator == .type(Item.self, (any Service).self))
        }
        projection.withMatches {
          $0.isLocatedBy(name: "nobody")
        } perform: {
          #expect($0.isEmpty)
        }
        projection.withFirstMatch {
          $0.isLocatedBy(name: "validated")
        } perform: {
          #expect($0?.locator == .name("validated"))
        }
        projection.withFirstMatch {
          $0.isLocatedBy(name: "nobody")
        } perform: {
          #expect($0 == nil)
        }
      }
      #expect(throws: Invalid.self) { try DependencyGraph.validate { _ in throw Invalid() } }
    }
  }

  @Test func whatIsValidatedFollowsFromTheStateAsItIs() throws {
    struct Item {}
    let session = Session()
    let container = DependencyContainer { if session.isSignedIn { Item() } }
    func count() -> Int {
      var count = 0
      DependencyGraph.validate { projection in
        count = projection.matches { $0.isLocatedBy(type: Item.self) }.count
      }
      return count
    }
    try withActive(container) { () throws in
      for isSignedIn in [true, false, true] {
        session.isSignedIn = isSignedIn
        #expect(count() == (isSignedIn ? 1 : 0))
      }
    }
  }

  @Test func aWrapperKeepsItsContainerActive() throws {
    struct One {}
    struct Two {}
    final class Owner {
      @Dependencies var container = DependencyContainer { One() }
      @Dependencies var other = .empty
    }
    var owner: Owner? = Owner()
    #expect(try DependencyGraph.inject() as One? != nil)
    owner?.container = DependencyContainer { Two() }
    #expect(try DependencyGraph.inject() as One? == nil)
    #expect(try DependencyGraph.inject() as Two? != nil)
    owner = nil
    #expect(try DependencyGraph.inject() as Two? == nil)
  }

  @Test func copiesOfAWrapperShareTheContainer() throws {
    struct One {}
    struct Two {}
    var copy: Dependencies?
    do {
      var original = Dependencies(wrappedValue: DependencyContainer { One() })
      copy = original
      original.wrappedValue = DependencyContainer { Two() }
      #expect(copy?.wrappedValue === original.wrappedValue)
    }
    #expect(try DependencyGraph.inject() as Two? != nil)
    copy = nil
    #expect(try DependencyGraph.inject() as Two? == nil)
  }

  @Test func settingWaitsForTheActivation() async throws {
    let made = Counter()
    func eager(_ name: String) -> DependencyContainer {
      DependencyContainer {
        Dependency(named: name) {
          made.count()
          return Thing()
        }
        .scope(.singleton).eagerness(.eager)
      }
    }
    let wrapper = Dependencies()
    await wrapper.setContainer(eager("set-eager"))
    #expect(made.value == 1)
    let completed = Counter()
    wrapper.setContainer(eager("set-other")) { completed.count() }
    #expect(made.value == 2)
    #expect(completed.value == 1)
    withExtendedLifetime(wrapper) {}
  }

  @Test func aContainerThatWasReplacedBeforeItsActivationIsNotActive() throws {
    struct Overtaken {}
    struct Last {}
    final class Owner: Sendable {
      let onEnd: @Sendable () -> Void
      init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
      deinit { onEnd() }
    }
    let last = DependencyContainer { Last() }
    let wrapper = Dependencies()
    let old = DependencyContainer {
      Dependency { Owner { wrapper.setContainer(last) {} } }.scope(.singleton)
    }
    wrapper.setContainer(old) {}
    _ = try DependencyGraph.inject() as Owner
    // The replacement of the container deallocates the owner; its `deinit` sets another container.
    wrapper.setContainer(DependencyContainer { Overtaken() }) {}
    #expect(wrapper.wrappedValue === last)
    #expect(try DependencyGraph.inject() as Last? != nil)
    #expect(try DependencyGraph.inject() as Overtaken? == nil)
  }

  @Test func ofContainersThatAreSetAtOneTimeOneIsActive() async throws {
    struct One {}
    struct Two {}
    for _ in 0..<1_000 {
      let one = DependencyContainer { One() }
      let two = DependencyContainer { Two() }
      let wrapper = Dependencies()
      await withTaskGroup(of: Void.self) { group in
        for container in [one, two] { group.addTask { wrapper.setContainer(container) {} } }
      }
      #expect((try DependencyGraph.inject() as One? != nil) == (wrapper.wrappedValue === one))
      #expect((try DependencyGraph.inject() as Two? != nil) == (wrapper.wrappedValue === two))
    }
  }
}
