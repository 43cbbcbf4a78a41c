import StitcherTestSupport
import SwiftDependencyInjector
import Testing

/// A protocol of the main actor.
private protocol Display: AnyObject {
  var title: String { get }
}

@MainActor private final class Screen: Display {
  nonisolated let title: String
  init(_ title: String = "screen") {
    MainActor.preconditionIsolated()
    self.title = title
  }
  static func instance() -> Screen { Screen("function") }
}

/// A type without isolation.
private final class Paper: Display, Sendable {
  let title = "paper"
}

/// Closures that are isolated to an actor run on that actor only.
@Suite(.timeLimit(.minutes(20))) struct IsolationTests {
  private let context = freshContext()
  private var injector: Injector { Injector.build(context: context) }

  /// Returns the text about a factory of the main actor. The engine finds implementations by their
  /// keys.
  private static func text(_ found: String) -> String {
    """
    'Display' can't be created. The factory of '\(found)' runs on 'MainActor' only, and the request was made elsewhere. Request \
    it on 'MainActor'. If its factory needs nothing of that actor, register the factory without isolation: remove \
    '@MainActor', write '{ @Sendable … in … }', or use a 'nonisolated' function or initializer.
    """
  }

  /// Returns the log lines of an injection on another thread, and whether it found an instance.
  private func elsewhere(
    _ inject: @escaping @Sendable () -> Bool
  ) -> (problems: [String], isFound: Bool) {
    Worker {
      var isFound = false
      let problems = lines { isFound = inject() }.filter { $0.contains("ERROR: CreationFailed") }
      return (problems, isFound)
    }.join()
  }

  @MainActor @Test func aClosureOfTheMainActorRunsThereOnly() {
    let injector = injector
    defer { injector.destroy() }
    injector.register(Display.self) { Screen() }
    let (problems, isFound) = elsewhere { (injector.getSafe() as Display?) != nil }
    #expect(problems == [problem("CreationFailed", Self.text("Display"))])
    #expect(!isFound)
    #expect((injector.get() as Display).title == "screen")
  }

  @MainActor @Test func aSingletonIsMadeThereAndReadAnywhere() {
    let injector = injector
    defer { injector.destroy() }
    injector.register(Display.self) { Screen() }
    #expect(
      !elsewhere { (injector.getSafe(injectionType: .singleton) as Display?) != nil }.isFound)
    let _: Display = injector.get(injectionType: .singleton)
    #expect(elsewhere { (injector.getSafe(injectionType: .singleton) as Display?) != nil }.isFound)
  }

  @MainActor @Test func closuresOfALiteralBelongToTheirActorsOneByOne() {
    let injector = injector
    defer { injector.destroy() }
    injector.register(
      Display.self, defaultDependency: "a",
      implementations: [
        "a": { Screen("a") }, "b": Screen.instance, "c": { @Sendable in Paper() }, "d": { nil },
      ])
    injector.add(Display.self, implementations: ["e": { Screen("e") }])
    injector.addOrRegister(Display.self, implementations: ["f": { Screen("f") }])
    injector.add(Display.self, key: "g") { Screen("g") }
    injector.addOrRegister(Display.self, key: "h") { Screen("h") }
    for key in ["a", "b", "e", "f", "g", "h"] {
      let there = elsewhere { (injector.getSafe(constrainedTo: key) as Display?) != nil }
      let text = Self.text(key == "a" ? "Display" : "Display' with the key '\(key)")
      #expect(there.problems == [problem("CreationFailed", text)])
      #expect(!there.isFound)
      let here: Display? = injector.getSafe(constrainedTo: key)
      #expect(here?.title == (key == "b" ? "function" : key))
    }
    #expect(elsewhere { (injector.getSafe(constrainedTo: "c") as Display?) != nil }.isFound)
  }

  @MainActor @Test func aChangeOfTheDefaultKeyKeepsTheActor() {
    let injector = injector
    defer { injector.destroy() }
    injector.register(
      Display.self, defaultDependency: "a",
      implementations: ["a": { @Sendable in Paper() }, "b": { Screen() }])
    #expect(elsewhere { (injector.getSafe() as Display?) != nil }.isFound)
    let (problems, _) = elsewhere {
      injector.updateDependencyKey(of: Display.self, newKey: "b")
      return true
    }
    #expect(problems.count == 1)
    #expect(!elsewhere { (injector.getSafe() as Display?) != nil }.isFound)
    #expect((injector.get() as Display).title == "screen")
  }

  @Test func aDictionaryThatWasMadeBeforeIsRegistered() {
    let injector = injector
    defer { injector.destroy() }
    let implementations: [String: () -> Display?] = ["b": { Paper() }, "a": { nil }]
    injector.register(Display.self, defaultDependency: "b", implementations: implementations)
    injector.add(Display.self, implementations: implementations)
    injector.addOrRegister(Display.self, implementations: implementations)
    #expect((injector.get() as Display).title == "paper")
  }

  @MainActor @Test func aDictionaryThatIsRegisteredOnTheMainActorBelongsToIt() {
    let injector = injector
    defer { injector.destroy() }
    let one: [String: () -> Display?] = ["a": { Screen("a") }]
    let more: [String: () -> Display?] = ["b": { Screen("b") }, "c": { Paper() }]
    let last: [String: () -> Display?] = ["d": { Screen("d") }]
    injector.register(Display.self, defaultDependency: "a", implementations: one)
    injector.add(Display.self, implementations: more)
    injector.addOrRegister(Display.self, implementations: last)
    for key in ["a", "b", "c", "d"] {
      let there = elsewhere { (injector.getSafe(constrainedTo: key) as Display?) != nil }
      let text = Self.text(key == "a" ? "Display" : "Display' with the key '\(key)")
      #expect(there.problems == [problem("CreationFailed", text)])
      #expect(!there.isFound)
      let here: Display? = injector.getSafe(constrainedTo: key)
      #expect(here?.title == (key == "c" ? "paper" : key))
    }
  }

  @Test func aDictionaryThatIsRegisteredOnAnActorBelongsToIt() async {
    actor Office {
      let injector: Injector
      init(_ injector: Injector) { self.injector = injector }
      func register() {
        let implementations: [String: () -> Display?] = [
          "a": {
            self.assertIsolated()
            return Paper()
          }
        ]
        injector.register(Display.self, defaultDependency: "a", implementations: implementations)
      }
      func title() -> String? { (injector.getSafe() as Display?)?.title }
    }
    let injector = injector
    defer { injector.destroy() }
    let office = Office(injector)
    await office.register()
    #expect((injector.getSafe() as Display?) == nil)
    #expect(await office.title() == "paper")
  }

  @MainActor @Test func aDictionaryOfSendableClosuresIsNotIsolated() {
    let injector = injector
    defer { injector.destroy() }
    let implementations: [String: @Sendable () -> Display?] = ["a": { Paper() }]
    injector.register(Display.self, defaultDependency: "a", implementations: implementations)
    injector.add(Display.self, implementations: implementations)
    injector.addOrRegister(Display.self, implementations: implementations)
    #expect(elsewhere { (injector.getSafe() as Display?) != nil }.isFound)
  }

  @MainActor @Test func aStoredClosureWhoseTypeNamesItsActorKeepsIt() {
    let injector = injector
    defer { injector.destroy() }
    let make: @MainActor () -> Display? = { Screen("stored") }
    injector.register(Display.self, defaultDependency: "a", implementations: ["a": make])
    injector.add(Display.self, key: "b", implementation: make)
    for key in ["a", "b"] {
      #expect(!elsewhere { (injector.getSafe(constrainedTo: key) as Display?) != nil }.isFound)
      #expect((injector.getSafe(constrainedTo: key) as Display?)?.title == "stored")
    }
  }

  @Test func aPropertyStopsTheProgramWithTheSameText() async {
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run { Injector.global.register(Display.self) { Screen() } }
        Worker { let _: Display = Injector.global.get() }.join()
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run { Injector.global.register(Display.self) { Screen() } }
        Worker { _ = Inject<Display>().wrappedValue }.join()
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run { Injector.global.register(Display.self) { Screen() } }
        Worker { _ = Inject<Display>(instantiation: .regular).wrappedValue }.join()
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run { Injector.global.register(Display.self) { Screen() } }
        Worker { _ = ObservedInject<Display>().wrappedValue }.join()
      },
    ]
    for result in results {
      #expect(fatalErrors(in: result?.standardErrorContent) == [Self.text("Display")])
    }
  }
}
