import StitcherTestSupport
import SwiftDependencyInjector
import Testing

/// Default keys and singletons.
@Suite(.timeLimit(.minutes(20))) struct KeyTests {
  let context = freshContext()
  let lifetimes = Lifetimes()
  var injector: Injector { .build(context: context) }

  private func register() {
    let lifetimes = lifetimes
    injector.register(
      Repository.self, defaultDependency: "a",
      implementations: ["a": { Source("a", lifetimes) }, "b": { Source("b", lifetimes) }])
  }

  private func singleton(_ key: String? = nil) -> Repository? {
    injector.getSafe(injectionType: .singleton, constrainedTo: key)
  }

  private let notFound = "NotAbstrationFound"
  private var notFoundMessage: String {
    "No registered abstraction found with the identifier 'Repository' in context with identifier"
      + " \(context.description)."
  }

  @Test func aNewKeyIsUsedFromThenOn() {
    register()
    let logged = lines { injector.updateDependencyKey(of: Repository.self, newKey: "b") }
    #expect(
      logged == [
        info("The key 'b' was saved successfully for the new injections of 'Repository'"),
        info("New implementation of 'Repository' was published succesfully to all subscribers"),
      ])
    #expect((injector.get() as Repository).source == "b")
    #expect(injector.getCurrentKey(of: Repository.self) == "b")
  }

  @Test func theSameKeyChangesNothing() {
    register()
    let logged = lines { injector.updateDependencyKey(of: Repository.self, newKey: "a") }
    #expect(
      logged == [
        problem(
          "EqualDependecyKeyOnUpdate",
          "The dependency key 'a' for 'Repository' abstraction is already stored. Try to set a new"
            + " one to make real changes to the injected implementations.")
      ])
    #expect(lifetimes.inits == 0)
  }

  @Test func aKeyWithoutImplementationIsSavedAndNotPublished() {
    register()
    let logged = lines { injector.updateDependencyKey(of: Repository.self, newKey: "x") }
    #expect(
      logged == [
        info("The key 'x' was saved successfully for the new injections of 'Repository'"),
        problem(
          "NoImplementationFoundForPublish",
          "No registered implementation found for 'Repository' abstraction. Publish could not be"
            + " completed."),
      ])
    #expect(injector.getCurrentKey(of: Repository.self) == "x")
    #expect(injector.getSafe() as Repository? == nil)
    injector.updateDependencyKey(of: Repository.self, newKey: "b")
    #expect((injector.get() as Repository).source == "b")
  }

  @Test func anUnknownAbstractionIsLogged() {
    injector.clear()
    let logged = lines {
      injector.updateDependencyKey(of: Repository.self, newKey: "b")
      injector.resetSingleton(of: Repository.self)
    }
    #expect(logged == [problem(notFound, notFoundMessage), problem(notFound, notFoundMessage)])
  }

  @Test func aSingletonIsOneForEachKeyHoweverItIsAskedFor() {
    register()
    let a = singleton()
    #expect(singleton("a") === a)
    injector.updateDependencyKey(of: Repository.self, newKey: "b")
    let b = singleton()
    #expect(b !== a)
    #expect(singleton("b") === b)
    #expect(singleton("a") === a, "it is kept")
    injector.updateDependencyKey(of: Repository.self, newKey: "a")
    #expect(singleton() === a)
  }

  @Test func aSingletonIsOneForEachContext() {
    register()
    let other = Injector.build(context: freshContext())
    other.register(Repository.self) { Source("other") }
    #expect(other.getSafe(injectionType: .singleton) as Repository? !== singleton())
    other.destroy()
  }

  @Test func aResetSingletonIsMadeAgain() {
    register()
    let a = singleton("a")
    let b = singleton("b")
    let logged = lines { injector.resetSingleton(of: Repository.self, key: "a") }
    #expect(
      logged == [
        info(
          "All singletons instances with key 'a' removed successfully for implementations of"
            + " 'Repository'")
      ])
    #expect(singleton("a") !== a)
    #expect(singleton("b") === b)
    #expect(
      lines { injector.resetSingleton(of: Repository.self) } == [
        info("All singletons instances removed successfully for implementations of 'Repository'")
      ])
    #expect(singleton("b") !== b)
    #expect(lines { injector.resetSingleton(of: Repository.self, key: "x") }.count == 1)
  }

  @Test func aSingletonThatIsNilIsAskedForAgain() {
    let count = Counter()
    injector.register(Repository.self) { count.increment() == 0 ? nil : Source("late") }
    #expect(singleton() == nil)
    #expect(singleton()?.source == "late")
    #expect(singleton()?.source == "late")
    #expect(count.value == 2)
  }

  @Test func aSingletonIsMadeOnceHoweverManyThreadsAsk() {
    for _ in 0..<1000 {
      let injector = Injector.build(context: freshContext())
      let count = Counter()
      injector.register(Repository.self) {
        count.increment()
        return Source()
      }
      let instances = runThreads(4) { thread -> ObjectIdentifier? in
        let repository: Repository? = injector.getSafe(
          injectionType: .singleton, constrainedTo: thread % 2 == 0 ? nil : "")
        return repository.map { ObjectIdentifier($0) }
      }
      #expect(Set(instances).count == 1)
      #expect(count.value == 1)
      injector.destroy()
    }
  }

  @Test func implementationsThatNeedEachOtherAreNilAndLogged() {
    let injector = injector
    injector.register(Int.self) { (injector.getSafe() as UInt?).map { Int($0) } }
    injector.register(UInt.self) { (injector.getSafe() as Int?).map { UInt($0) } }
    let logged = lines { #expect(injector.getSafe() as Int? == nil) }
    #expect(
      logged.first
        == problem(
          "CircularDependency",
          "'Int' can't be created because it needs itself: Int -> UInt -> Int. Make one of the"
            + " properties on the path lazy, and read it after the creation."))
  }
}
