import StitcherTesting
import SwiftDependencyInjectorMacros
import Testing

import class Stitcher.DependencyGraph

// The library as programs in Swift 5 mode use it.

private protocol Clock {
  func hour() -> Int
}

private class Noon: Clock, InjectableDependency {
  required init() {}
  func hour() -> Int { 12 }
}

private class Midnight: Clock, InjectableDependency {
  required init() {}
  func hour() -> Int { 0 }
}

private class Bell {
  @Injectable(context: .custom(name: "swift5")) var clock: Clock?
  @Inject(injection: .singleton, context: .custom(name: "swift5")) var one: Clock
  @ObservedInjectable(context: .custom(name: "swift5")) var observed: Clock?
}

@Suite(.dependencies()) struct SwiftDependencyInjectorUsageTests {
  @Test func propertiesAreInjectedAndFollowTheKey() {
    let injector = Injector.build(context: .custom(name: "swift5"))
    injector.register(
      Clock.self, defaultDependency: "noon",
      implementations: ["noon": Noon.instance, "midnight": Midnight.instance])
    let bell = Bell()
    #expect(bell.clock?.hour() == 12)
    injector.updateDependencyKey(of: Clock.self, newKey: "midnight")
    #expect(bell.clock?.hour() == 12)
    #expect(bell.one.hour() == 0)
    #expect(bell.observed?.hour() == 0)
  }
  @MainActor @Test func anImplementationThatIsWrittenOnAnActorIsMadeThereOnly() async {
    @MainActor class Screen {}
    let injector = Injector.build(context: .custom(name: "isolation, Swift 5"))
    injector.register(Screen.self) { Screen() }
    let isMissing = DependencyGraph.current.bound { (injector.getSafe() as Screen?) == nil }
    #expect(await Task.detached { isMissing() }.value)
    #expect((injector.getSafe() as Screen?) != nil)
  }

  @MainActor @Test func aDictionaryThatIsRegisteredOnAnActorBelongsToIt() async {
    @MainActor class Screen {}
    final class Note: Sendable {}
    let injector = Injector.build(context: .custom(name: "isolation, dictionaries, Swift 5"))
    let screens: [String: () -> Screen?] = ["a": { Screen() }]
    let notes: [String: @Sendable () -> Note?] = ["a": { Note() }]
    injector.register(Screen.self, defaultDependency: "a", implementations: screens)
    injector.register(Note.self, defaultDependency: "a", implementations: notes)
    let isMissing = DependencyGraph.current.bound { (injector.getSafe() as Screen?) == nil }
    let isThere = DependencyGraph.current.bound { (injector.getSafe() as Note?) != nil }
    #expect(await Task.detached { isMissing() }.value)
    #expect(await Task.detached { isThere() }.value)
    #expect((injector.getSafe() as Screen?) != nil)
  }

  #if Macros
    @Test func whatMacrosGenerateInjects() {
      Injector.global.register(Chime.self) { Gong() }
      #expect(Tower(name: "East").text == "East: dong")
    }
  #endif
}

#if Macros
  private protocol Chime { var sound: String { get } }

  private struct Gong: Chime { var sound: String { "dong" } }

  @InjectedConstructor(Chime.self)
  private final class Tower {
    @InitParameter let name: String
    var text: String { "\(name): \(chime.sound)" }
  }
#endif
