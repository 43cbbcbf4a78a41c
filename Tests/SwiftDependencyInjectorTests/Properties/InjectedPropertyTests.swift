import StitcherTestSupport
import SwiftDependencyInjector
import Testing

/// `@Injectable` and `@Inject`.
@Suite(.timeLimit(.minutes(20))) struct InjectedPropertyTests {
  let context = freshContext()
  let count = Counter()
  var injector: Injector { .build(context: context) }

  private func register() {
    let count = count
    injector.register(
      Repository.self, defaultDependency: "a",
      implementations: [
        "a": {
          count.increment()
          return Source("a")
        }, "b": { Source("b") },
      ])
  }

  struct Holder {
    @Injectable var lazy: Repository?
    @Injectable var eager: Repository?
    @Inject var forced: Repository

    init(_ context: InjectionContext, _ injection: InjectionType = .regular, key: String? = nil) {
      _lazy = Injectable(injection: injection, context: context, constrainedTo: key)
      _eager = Injectable(
        injection: injection, instantiation: .regular, context: context, constrainedTo: key)
      _forced = Inject(injection: injection, context: context, constrainedTo: key)
    }
  }

  @Test func aLazyPropertyResolvesAtItsFirstReadOnceAndKeepsIt() {
    register()
    let property = Injectable<Repository>(context: context)
    #expect(count.value == 0)
    let one = property.wrappedValue
    #expect(one != nil && property.wrappedValue === one)
    let copy = property
    #expect(copy.wrappedValue === one, "copies share it")
    #expect(count.value == 1)
    injector.updateDependencyKey(of: Repository.self, newKey: "b")
    #expect(property.wrappedValue === one, "a later key does not matter")
    injector.destroy()
    #expect(property.wrappedValue === one)
  }

  @Test func anEagerPropertyResolvesWhenItIsCreatedAndNeverAgain() {
    let logged = lines {
      let property = Injectable<Repository>(
        instantiation: .regular, "Module/Place.swift", 7, context: context)
      register()
      #expect(property.wrappedValue == nil)
    }
    let failure = problem(
      "NoImplementationFoundOnInjection",
      "Not implementation found for 'Repository' injection. File: Module/Place.swift 7")
    #expect(logged.filter { $0 == failure }.count == 2, "at the creation and at the read")
    #expect(count.value == 0)
    #expect(Holder(context).eager != nil)
    #expect(count.value == 1)
  }

  @Test func aLazyPropertyTriesAgainWhileThereIsNothing() {
    let holder = Holder(context)
    #expect(holder.lazy == nil)
    register()
    #expect(holder.lazy?.source == "a")
    #expect(holder.forced.source == "a")
  }

  @Test func creatingALazyPropertyIsLogged() {
    injector.clear()
    let logged = lines { _ = Inject<Repository>("Module/Some+File.swift", 12, context: context) }
    #expect(
      logged == [
        info(
          "Repository injected as 'lazy' in Some+File.swift at line 12 is waiting to first call to"
            + " be instantiate")
      ])
  }

  @Test func theKeyIsTheGivenOneOrTheDefaultAtTheMomentOfResolving() {
    register()
    let holder = Holder(context, key: "b")
    let free = Holder(context)
    injector.updateDependencyKey(of: Repository.self, newKey: "b")
    #expect(holder.lazy?.source == "b")
    #expect(free.eager?.source == "a")
    #expect(free.lazy?.source == "b")
  }

  @Test func singletonsAreSharedBetweenProperties() {
    register()
    let one = Holder(context, .singleton)
    let other = Holder(context, .singleton)
    #expect(one.lazy === other.eager)
    #expect(one.forced === other.lazy)
    #expect(Holder(context).lazy !== one.lazy)
    #expect(count.value == 2 + 1)
  }

  @Test func aFirstReadByManyThreadsResolvesOnce() {
    for _ in 0..<500 {
      let context = freshContext()
      let injector = Injector.build(context: context)
      let made = Counter()
      injector.register(Repository.self) {
        made.increment()
        return Source()
      }
      let property = Injectable<any Repository>(context: context)
      let instances = runThreads(3) { _ in property.wrappedValue.map { ObjectIdentifier($0) } }
      #expect(Set(instances).count == 1)
      #expect(made.value == 1)
      injector.destroy()
    }
  }

  @Test func whatAPropertyHoldsIsReleasedWithIt() {
    let lifetimes = Lifetimes()
    injector.register(Repository.self) { Source("a", lifetimes) }
    do {
      let holder = Holder(context)
      _ = (holder.lazy, holder.eager, holder.forced)
      #expect(lifetimes.living == 3)
    }
    #expect(lifetimes.living == 0)
  }

  @Test func aForcedReadOfNothingStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let holder = InjectedPropertyTests.Holder(.custom(name: "X"))
      _ = holder.forced
    }
    #expect(
      fatalErrors(in: result?.standardErrorContent) == [
        "No implementation found for abstraction of type Repository in context with identifier"
          + " custom:X. Use @Injectable instead if a you want to achieve an optional dependency"
          + " injection."
      ])
  }

  // MARK: Contexts of tests

  @Test func aContextOfTestsIsFoundByTheFileOfTheProperty() {
    let name = "Subject \(context.id)"
    let file = "Module/\(name).swift"
    let before = Injectable<String>(file, 1)
    let tests = Injector.build(context: .tests(name: name))
    #expect(Injectable<String>(file, 1).wrappedValue == nil, "it does not exist yet")
    tests.register(String.self) { "mock" }
    let property = Injectable<String>(file, 1)
    #expect(property.wrappedValue == "mock")
    #expect(Inject<String>(file, 1).wrappedValue == "mock")
    #expect(ObservedInjectable<String>(file, 1).wrappedValue == "mock")
    #expect(before.wrappedValue == nil, "the choice was made when it was created")
    #expect(Injectable<String>("Module/Other.swift", 1).wrappedValue == nil)
    #expect(Injectable<String>(file, 1, context: context).wrappedValue == nil)
    #expect((Injector.global.getSafe(file, 1) as String?) == "mock")
    #expect((Injector.global.getSafe(file, 1, injectionType: .singleton) as String?) == "mock")
    #expect(Injectable<Int8>(file, 1).wrappedValue == nil, "there is no fall back")
    let late = Injectable<String>(file, 1)
    tests.destroy()
    #expect(late.wrappedValue == nil, "it meets the fresh context")
    #expect(property.wrappedValue == "mock")
  }
}
