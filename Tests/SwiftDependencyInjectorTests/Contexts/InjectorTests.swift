import Stitcher
import StitcherTestSupport
import StitcherTesting
import SwiftDependencyInjector
import Testing

/// Injectors, their contexts, and contexts that are attached to graphs.
@Suite(.timeLimit(.minutes(20))) struct InjectorTests {
  let context = freshContext()
  var injector: SwiftDependencyInjector.Injector { .build(context: context) }

  private func exists(_ context: InjectionContext) -> Bool { Contexts.existing.contains(context) }

  @Test func aContextExistsFromItsFirstUseOnUntilItIsDestroyed() {
    #expect(!exists(context))
    injector.destroy()
    injector.turnOnLogger()
    #expect(!exists(context))
    let uses: [(Injector) -> Void] = [
      { $0.register(Int.self) { 1 } }, { $0.add(Int.self, key: "") { 1 } },
      { $0.updateDependencyKey(of: Int.self, newKey: "k") }, { $0.resetSingleton(of: Int.self) },
      { $0.remove(Int.self) }, { $0.clear() }, { _ = $0.getCurrentKey(of: Int.self) },
      { _ = $0.getSafe() as Int? },
    ]
    for use in uses {
      let logged = lines { use(injector) }
      #expect(
        logged.first == info("New context registered successfully -> \(context.description)"))
      #expect(exists(context))
      #expect(
        lines { injector.destroy() } == [
          info("Context with identifier \(context.id) removed successfully")
        ])
      #expect(!exists(context))
    }
  }

  @Test func injectorsOfOneContextShareTheirContents() {
    injector.register(Int.self) { 1 }
    #expect(SwiftDependencyInjector.Injector.build(context: context).get() as Int == 1)
    injector.destroy()
    #expect(SwiftDependencyInjector.Injector.build(context: context).getSafe() as Int? == nil)
    injector.register(Int.self) { 2 }
    #expect(injector.get() as Int == 2)
  }

  @Test func contextsOfOneNameAndDifferentKindsAreTwo() {
    let tests = Injector.build(context: .tests(name: context.id))
    tests.register(Int.self) { 1 }
    injector.register(Int.self) { 2 }
    #expect(tests.get() as Int == 1)
    #expect(injector.get() as Int == 2)
    tests.destroy()
  }

  @Test func whatIsDestroyedIsReleasedOutsideLocks() {
    let injector = injector
    let found = Log<Int?>()
    final class Last: Sendable {
      let action: @Sendable () -> Void
      init(_ action: @escaping @Sendable () -> Void) { self.action = action }
      deinit { action() }
    }
    injector.register(Int.self) { 3 }
    injector.register(Last.self) { Last { found.add(injector.getSafe()) } }
    let _: Last? = injector.getSafe(injectionType: .singleton)
    injector.resetSingleton(of: Last.self)
    let _: Last? = injector.getSafe(injectionType: .singleton)
    injector.destroy()
    #expect(found.entries == [3, nil])
  }

  @Test func problemsOfLookupsAreLoggedOnce() {
    injector.clear()
    let line = #line + 2
    let logged = lines {
      let _: Repository? = injector.getSafe()
    }
    #expect(
      logged == [
        problem(
          "NotAbstrationFound",
          "No registered abstraction found with the identifier 'Repository' in context with"
            + " identifier \(context.description)."),
        problem(
          "NoImplementationFoundOnInjection",
          "Not implementation found for 'Repository' injection. File: \(#fileID) \(line)"),
      ])
    injector.register(Repository.self) { nil }
    for key in [nil, "x"] {
      let logged = lines { let _: Repository? = injector.getSafe(constrainedTo: key) }
      #expect(
        logged.first
          == problem(
            "ImplementationsCouldNotBeCasted",
            "Something happened when trying to cast 'Repository'. Please make sure of register"
              + " dependencies that successfully implement the 'Repository' protocol and make sure"
              + " to add a valid dependency key."))
      #expect(logged.count == 2)
    }
  }

  @Test func aForcedInjectionStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let _: Repository = Injector.build(context: .custom(name: "X")).get()
    }
    #expect(
      fatalErrors(in: result?.standardErrorContent) == [
        "No implementation found for abstraction of type Repository in context with identifier"
          + " custom:X. Use getSafe instead if a you want to achieve an optional dependency"
          + " injection."
      ])
  }

  @Test(.dependencies())
  func stitchersGraphFindsTheDefaultImplementationOfWhatIsAttached() throws {
    struct Attached: Sendable { let number: Int }
    final class Holder { @Injected var attached: Attached }
    let injector = injector
    injector.register(
      Attached.self, defaultDependency: "a",
      implementations: ["a": { Attached(number: 1) }, "b": { Attached(number: 2) }])
    DependencyGraph.attach(injector)
    defer { DependencyGraph.detach(injector) }
    #expect(Holder().attached.number == 1)
    injector.updateDependencyKey(of: Attached.self, newKey: "b")
    #expect(try (DependencyGraph.inject() as Attached).number == 2)
    injector.remove(Attached.self)
    #expect(throws: InjectionError.self) { try DependencyGraph.inject() as Attached }
  }

  @Test func threadsUseAnInjectorAtOnce() {
    let injector = injector
    let count = runThreads(4) { thread in
      var count = 0
      for round in 0..<300 {
        switch (thread + round) % 6 {
        case 0: injector.register(Int.self, key: "a") { round }
        case 1: injector.addOrRegister(Int.self, key: "b") { -round }
        case 2: injector.updateDependencyKey(of: Int.self, newKey: round % 2 == 0 ? "a" : "b")
        case 3: injector.remove(Int.self)
        case 4: injector.resetSingleton(of: Int.self)
        default: injector.destroy()
        }
        if injector.getSafe(injectionType: .singleton) as Int? != nil { count += 1 }
      }
      return count
    }
    #expect(count.count == 4)
    injector.destroy()
    injector.register(Int.self) { 7 }
    #expect(injector.get() as Int == 7)
  }
}
