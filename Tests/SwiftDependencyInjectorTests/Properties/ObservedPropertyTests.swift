import StitcherTestSupport
import SwiftDependencyInjector
import Testing

/// `@ObservedInjectable` and `@ObservedInject`.
@Suite(.timeLimit(.minutes(20))) struct ObservedPropertyTests {
  let context = freshContext()
  let count = Counter()
  let lifetimes = Lifetimes()
  var injector: Injector { .build(context: context) }

  private func register() {
    let (count, lifetimes) = (count, lifetimes)
    injector.register(
      Repository.self, defaultDependency: "a",
      implementations: [
        "a": { Source("a", lifetimes) },
        "b": {
          count.increment()
          return Source("b", lifetimes)
        }, "nil": { nil },
      ])
  }

  private func property() -> ObservedInjectable<Repository> { ObservedInjectable(context: context) }

  @Test func everyPropertyGetsAnInstanceOfItsOwnWhenItIsCreated() {
    register()
    let one = property()
    let other = ObservedInject<Repository>(context: context)
    #expect(lifetimes.inits == 2)
    #expect(one.wrappedValue !== other.wrappedValue)
    #expect(one.wrappedValue === one.wrappedValue)
    #expect(lifetimes.inits == 2)
  }

  @Test func aNewKeyIsPublishedToAllAtOnceAsOneInstance() {
    register()
    let one = property()
    let other = ObservedInject<Repository>(context: context)
    injector.updateDependencyKey(of: Repository.self, newKey: "b")
    #expect(one.wrappedValue?.source == "b")
    #expect(one.wrappedValue === other.wrappedValue)
    #expect(count.value == 1)
    #expect(lifetimes.living == 1, "what was held is released")
    let late = property()
    #expect(late.wrappedValue !== one.wrappedValue)
  }

  @Test func aPublicationIsLogged() {
    register()
    var held: ObservedInjectable<Repository>?
    let created = lines { held = ObservedInjectable("Module/Place.swift", 3, context: context) }
    let start = "New implementation of 'Repository'"
    let first =
      "::: DEPENDENCY INJECTOR -> \(start) with a not nil value received on subscriber:"
      + " Place:Repository:"
    #expect(created.count == 2)
    #expect(created[0].hasPrefix(first))
    let id = String(created[0].dropFirst(first.count))
    #expect(
      id.wholeMatch(of: /[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}/) != nil)
    #expect(
      created[1]
        == info("\(start) was published succesfully to subscriber with id: Place:Repository:\(id)"))
    let published = lines { injector.updateDependencyKey(of: Repository.self, newKey: "b") }
    #expect(
      published.dropFirst() == [
        info("\(start) with a not nil value received on subscriber: Place:Repository:\(id)"),
        info("\(start) was published succesfully to all subscribers"),
      ])
    #expect(held?.wrappedValue?.source == "b")
  }

  @Test(arguments: ["nil", "unknown"])
  func aKeyWithoutInstanceChangesNothing(key: String) {
    register()
    let property = property()
    let before = property.wrappedValue
    injector.updateDependencyKey(of: Repository.self, newKey: key)
    #expect(property.wrappedValue === before)
    injector.updateDependencyKey(of: Repository.self, newKey: "b")
    #expect(property.wrappedValue?.source == "b")
  }

  @Test func aPropertyHealsAtTheFirstReadAfterTheRegistration() {
    injector.clear()
    let logged = lines {
      let property = ObservedInjectable<Repository>("Module/Place.swift", 3, context: context)
      #expect(property.wrappedValue == nil)
      register()
      injector.updateDependencyKey(of: Repository.self, newKey: "nil")
      injector.updateDependencyKey(of: Repository.self, newKey: "a")
      #expect(property.wrappedValue?.source == "a")
      injector.updateDependencyKey(of: Repository.self, newKey: "b")
      #expect(property.wrappedValue?.source == "b")
    }
    let publisher = problem(
      "NoPublisherFounded",
      "Unable to create a reactive publisher for 'Repository' abstraction. Trying to inject a default"
        + " implementation.")
    let abstraction = problem(
      "NotAbstrationFound",
      "No registered abstraction found with the identifier 'Repository' in context with identifier"
        + " \(context.description).")
    let injection = problem(
      "NoImplementationFoundOnInjection",
      "Not implementation found for 'Repository' injection. File: Module/Place.swift 3")
    #expect(
      logged.prefix(5) == [publisher, abstraction, publisher, abstraction, injection])
  }

  @Test func aDestroyedContextLetsGoOfAllItsInstances() {
    let early = property()
    let copy = early
    #expect(early.wrappedValue == nil)
    register()
    #expect(early.wrappedValue?.source == "a")
    injector.updateDependencyKey(of: Repository.self, newKey: "b")
    _ = injector.get(injectionType: .singleton) as Repository
    let other = ObservedInject<Repository>(context: context)
    #expect(lifetimes.living == 3)
    injector.destroy()
    #expect(lifetimes.living == 0)
    register()
    #expect(early.wrappedValue?.source == "a", "the default key of what was registered again")
    #expect(copy.wrappedValue === early.wrappedValue)
    #expect(other.wrappedValue.source == "a")
    injector.updateDependencyKey(of: Repository.self, newKey: "b")
    #expect(early.wrappedValue?.source == "b" && early.wrappedValue === other.wrappedValue)
    #expect(lifetimes.living == 1)
  }

  @Test func whatIsPublishedWhileTheContextIsDestroyedIsNotHeld() {
    let (injector, lifetimes) = (injector, lifetimes)
    injector.register(
      Repository.self, defaultDependency: "a",
      implementations: [
        "a": { Source("a", lifetimes) },
        "b": {
          injector.destroy()
          return Source("b", lifetimes)
        },
      ])
    let property = property()
    injector.updateDependencyKey(of: Repository.self, newKey: "b")
    #expect(lifetimes.living == 0)
    #expect(property.wrappedValue == nil)
  }

  @Test func onlyAKeyChangePublishesAndObserversOutliveWhatIsRegistered() {
    register()
    let property = property()
    let held = property.wrappedValue
    let changes: [(Injector) -> Void] = [
      { $0.add(Repository.self, key: "a") { Source("new") } },
      { $0.resetSingleton(of: Repository.self) }, { $0.remove(Repository.self) },
      { $0.register(Repository.self, key: "a") { Source("again") } }, { $0.clear() },
    ]
    for change in changes {
      change(injector)
      #expect(property.wrappedValue === held)
    }
    register()
    #expect(property.wrappedValue === held)
    injector.updateDependencyKey(of: Repository.self, newKey: "b")
    #expect(property.wrappedValue?.source == "b")
  }

  @Test func aSubscriptionDoesNotKeepAPropertyAlive() {
    register()
    do { _ = property() }
    #expect(lifetimes.living == 0)
    injector.updateDependencyKey(of: Repository.self, newKey: "b")
    #expect(lifetimes.living == 0)
  }

  @Test func otherContextsAreNotNotifiedOfAChange() {
    register()
    let property = property()
    let other = Injector.build(context: freshContext())
    other.register(
      Repository.self, defaultDependency: "x",
      implementations: ["x": { Source("x") }, "y": { Source("y") }])
    other.updateDependencyKey(of: Repository.self, newKey: "y")
    #expect(property.wrappedValue?.source == "a")
    other.destroy()
  }

  @Test func anImplementationMayChangeTheKeyWhileItIsMade() {
    let injector = injector
    injector.register(
      Repository.self, defaultDependency: "a",
      implementations: [
        "a": { Source("a") },
        "b": {
          injector.updateDependencyKey(of: Repository.self, newKey: "c")
          return Source("b")
        }, "c": { Source("c") },
      ])
    let property = property()
    injector.updateDependencyKey(of: Repository.self, newKey: "b")
    #expect(injector.getCurrentKey(of: Repository.self) == "c")
    #expect(property.wrappedValue?.source == "c", "the last key counts")
  }

  /// A thread publishes the implementation of a key after the property has moved to the next key,
  /// which had no implementation then.
  @Test func anImplementationThatIsPublishedLateIsDropped() {
    let (injector, property) = (injector, property())
    let (hasBegun, mayEnd) = (Gate(), Gate())
    injector.register(
      Repository.self, defaultDependency: "a",
      implementations: [
        "a": { Source("a") },
        "b": {
          hasBegun.open()
          mayEnd.wait()
          return Source("b")
        },
      ])
    let worker = Worker { injector.updateDependencyKey(of: Repository.self, newKey: "b") }
    hasBegun.wait()
    injector.updateDependencyKey(of: Repository.self, newKey: "c")
    injector.add(Repository.self, key: "c") { Source("c") }
    mayEnd.open()
    worker.join()
    #expect(property.wrappedValue?.source == "c")
  }

  @Test func allObserversEndOnTheLastKeyWhateverThreadsDo() {
    let keys = ["a", "b", "c", "d"]
    for _ in 0..<200 {
      let context = freshContext()
      let injector = Injector.build(context: context)
      injector.register(
        Repository.self, defaultDependency: "a",
        implementations: Dictionary(
          uniqueKeysWithValues: keys.map { key in (key, { Source(key) }) }))
      let properties = runThreads(4) { thread -> [ObservedInjectable<any Repository>] in
        if thread == 0 { return (0..<5).map { _ in ObservedInjectable(context: context) } }
        for round in 0..<5 {
          injector.updateDependencyKey(of: Repository.self, newKey: keys[(thread + round) % 4])
        }
        return []
      }
      let last = injector.getCurrentKey(of: Repository.self)
      for property in properties[0] { #expect(property.wrappedValue?.source == last) }
      injector.destroy()
    }
  }

  @Test func racingFirstReadsGetOneInstance() {
    for _ in 0..<200 {
      let context = freshContext()
      let property = ObservedInjectable<any Repository>(context: context)
      let made = Counter()
      Injector.build(context: context).register(Repository.self) {
        made.increment()
        return Source()
      }
      let instances = runThreads(3) { _ in property.wrappedValue.map { ObjectIdentifier($0) } }
      #expect(Set(instances).count == 1 && instances[0] != nil)
      #expect(made.value == 1)
      Injector.build(context: context).destroy()
    }
  }

  @Test func aForcedReadOfNothingStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ObservedInject<Repository>(context: .custom(name: "X")).wrappedValue
    }
    #expect(
      fatalErrors(in: result?.standardErrorContent) == [
        "No implementation found for abstraction of type Repository in context with identifier"
          + " custom:X. Use @ObservedInjectable instead if a you want to achieve an optional"
          + " dependency injection."
      ])
  }
}
