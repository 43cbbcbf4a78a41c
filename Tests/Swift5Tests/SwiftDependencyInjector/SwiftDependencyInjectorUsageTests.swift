import SwiftDependencyInjectorMacros
import Testing

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

@Suite struct SwiftDependencyInjectorUsageTests {
  @Test func propertiesAreInjectedAndFollowTheKey() {
    let injector = Injector.build(context: .custom(name: "swift5"))
    defer { injector.destroy() }
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
}
