import StitcherTestSupport
import SwiftDependencyInjector
import Testing

/// The effects of `register`, `add` and `addOrRegister`, in contexts that merge and in those that
/// do not.
@Suite(.timeLimit(.minutes(20))) struct RegistrationTests {
  let context = freshContext()
  var injector: Injector { .build(context: context) }
  var merging: Injector { .build(context: context, mergesRegistrations: true) }

  private func sources(_ keys: String...) -> [String: () -> (any Repository)?] {
    Dictionary(uniqueKeysWithValues: keys.map { key in (key, { Source(key) }) })
  }

  private func current(_ key: String? = nil) -> String? {
    let repository: Repository? = injector.getSafe(constrainedTo: key)
    return repository?.source
  }

  @Test func anAbstractionIsRegisteredWithItsDefaultKey() {
    let logged = lines {
      injector.register(
        Repository.self, defaultDependency: "b", implementations: sources("a", "b"))
    }
    #expect(
      logged == [
        info("New context registered successfully -> \(context.description)"),
        info(
          "'Repository' abstraction registered succesfully with 2 injectable implementations"),
      ])
    #expect(current() == "b")
    #expect(current("a") == "a")
    #expect(injector.getCurrentKey(of: Repository.self) == "b")
  }

  @Test func theSingleFormHasTheEmptyKey() {
    injector.register(Repository.self) { Source("only") }
    #expect(injector.getCurrentKey(of: Repository.self) == "")
    #expect(current() == "only")
    #expect(current("") == "only")
  }

  @Test func aSecondRegistrationIsIgnoredAndLogged() {
    injector.register(Repository.self, key: "a") { Source("a") }
    let logged = lines {
      injector.register(
        Repository.self, defaultDependency: "b", implementations: sources("a", "b"))
      injector.register(Repository.self, key: "a") { Source("other") }
    }
    let expected = problem(
      "AbstractionAlreadyRegistered",
      "'Repository' it's already registered in container of context with identifier"
        + " \(context.description). The previously registered implementations can't be override,"
        + " please make sure of register every abstraction just once.")
    #expect(logged == [expected, expected])
    #expect(current() == "a")
    #expect(current("b") == nil)
  }

  @Test func addingToWhatIsNotRegisteredIsIgnoredAndLogged() {
    let logged = lines {
      injector.add(Repository.self, key: "a") { Source("a") }
      injector.add(Repository.self, implementations: sources("a"))
    }
    let expected = problem(
      "AbstractionNotFoundForUpdate",
      "'Repository' couldn't be found to update its values. Please make sure of register the"
        + " abstraction into the container before trying to update its implementations.")
    #expect(logged.dropFirst() == [expected, expected])
    #expect(injector.getCurrentKey(of: Repository.self) == nil)
  }

  @Test func addingMergesAndKeepsTheDefaultKey() {
    injector.register(Repository.self, key: "a") { Source("a") }
    let logged = lines {
      injector.add(Repository.self, key: "b") { Source("b") }
      injector.add(Repository.self, implementations: ["b": { Source("new") }, "c": { nil }])
    }
    #expect(
      logged == [
        info(
          "'Repository' abstraction updated succesfully with 1 injectable implementations."
            + " 2 Implementations registered in total"),
        info(
          "'Repository' abstraction updated succesfully with 2 injectable implementations."
            + " 3 Implementations registered in total"),
      ])
    #expect(current() == "a")
    #expect(current("b") == "new")
    #expect(current("c") == nil)
  }

  @Test func aReplacedKeyLosesItsSingletonAndOthersKeepTheirs() {
    let lifetimes = Lifetimes()
    injector.register(
      Repository.self, defaultDependency: "a",
      implementations: ["a": { Source("a", lifetimes) }, "b": { Source("b", lifetimes) }])
    func singleton(_ key: String) -> Repository? {
      injector.getSafe(injectionType: .singleton, constrainedTo: key)
    }
    let kept = singleton("a")
    _ = singleton("b")
    injector.add(Repository.self, key: "b") { Source("new", lifetimes) }
    #expect(lifetimes.living == 1)
    #expect(singleton("a") === kept)
    #expect(singleton("b")?.source == "new")
  }

  @Test func whereRegistrationsMergeTheNewcomersDefaultKeyIsAdopted() {
    merging.register(Repository.self, key: "a") { Source("a") }
    merging.register(
      Repository.self, defaultDependency: "b", implementations: sources("b", "c"))
    #expect(merging.getCurrentKey(of: Repository.self) == "b")
    #expect(current() == "b")
    #expect(current("a") == "a")
    merging.register(Repository.self, key: "b") { Source("new") }
    #expect(current() == "new")
  }

  @Test func whereRegistrationsMergeAddingRegisters() {
    merging.add(Repository.self, key: "z") { Source("z") }
    #expect(merging.getCurrentKey(of: Repository.self) == "z")
    merging.remove(Repository.self)
    merging.add(Repository.self, implementations: sources("c", "b"))
    #expect(merging.getCurrentKey(of: Repository.self) == "b", "the smallest key")
  }

  @Test func contextsOfTestsMerge() {
    let tests = Injector.build(context: .tests(name: "Merged \(context.id)"))
    defer { tests.destroy() }
    tests.register(Repository.self) { Source("one") }
    tests.register(Repository.self, key: "k") { Source("two") }
    #expect(tests.getCurrentKey(of: Repository.self) == "k")
  }

  @Test func addOrRegisterDoesWhicheverIsNeeded() {
    injector.addOrRegister(Repository.self, key: "a") { Source("a") }
    injector.addOrRegister(Repository.self, key: "b") { Source("b") }
    #expect(injector.getCurrentKey(of: Repository.self) == "a")
    #expect(current("b") == "b")
    injector.remove(Repository.self)
    injector.addOrRegister(Repository.self, implementations: sources("d", "c"))
    #expect(injector.getCurrentKey(of: Repository.self) == "c")
  }

  @Test func theDefaultKeyIsNotChecked() {
    injector.register(Repository.self, defaultDependency: "x", implementations: sources("a"))
    #expect(injector.getCurrentKey(of: Repository.self) == "x")
    #expect(current() == nil)
    injector.add(Repository.self, key: "x") { Source("x") }
    #expect(current() == "x")
  }

  @Test func removingAndClearingReleaseSingletonsAndForgetTheKeys() {
    for clears in [false, true] {
      let lifetimes = Lifetimes()
      injector.register(Repository.self) { Source("a", lifetimes) }
      let _: Repository? = injector.getSafe(injectionType: .singleton)
      #expect(lifetimes.living == 1)
      let logged = lines { clears ? injector.clear() : injector.remove(Repository.self) }
      #expect(
        logged == [
          info(
            clears
              ? "All registered abstractions and implementations were removed successfully from"
                + " container"
              : "All registered implementations of 'Repository' abstraction were removed"
                + " successfully from container")
        ])
      #expect(lifetimes.living == 0)
      #expect(injector.getCurrentKey(of: Repository.self) == nil)
    }
  }

  @Test func valuesAndClassesAndOptionalsAreAbstractionsToo() {
    injector.register(Int.self) { 5 }
    injector.register(String?.self) { .some(.some("text")) }
    injector.register(Source.self, implementation: Source.instance)
    #expect(injector.get() as Int == 5)
    #expect(injector.get() as String? == "text")
    #expect((injector.get() as Source).source == "default")
  }

  @Test func typesOfOneNameAreDifferentAbstractions() {
    enum One { struct Thing { let number: Int } }
    enum Other { struct Thing { let number: Int } }
    injector.register(One.Thing.self) { One.Thing(number: 1) }
    injector.register(Other.Thing.self) { Other.Thing(number: 2) }
    #expect((injector.get() as One.Thing).number == 1)
    #expect((injector.get() as Other.Thing).number == 2)
  }
}
