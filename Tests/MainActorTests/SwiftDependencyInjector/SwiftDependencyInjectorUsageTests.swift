import StitcherTesting
import SwiftDependencyInjector
import Testing

// The library in a module that is isolated to the main actor by default.

private protocol Greeter {
  func greet() -> String
}

private class Polite: Greeter {
  func greet() -> String { "Good day" }
}

nonisolated protocol Clock: Sendable {
  var hour: Int { get }
}

nonisolated final class Noon: Clock, InjectableDependency {
  let hour = 12
}

#if Macros
  @InjectableDependency(of: Clock.self) nonisolated struct Evening: Clock {
    let hour = 18
  }

  @DependenciesInjector(Evening.self) nonisolated struct Setup {}

  @InjectedConstructor(Clock.self) final class Lamp {
    func isLit() -> Bool { clock.hour > 17 }
  }
#endif

private class Screen {
  @Injectable(context: .custom(name: "main actor")) var greeter: Greeter?
  @ObservedInject(context: .custom(name: "main actor")) var observed: Greeter
}

@Suite(.dependencies()) struct SwiftDependencyInjectorUsageTests {
  @Test func classesOfTheMainActorAreRegisteredAndInjected() {
    let injector = Injector.build(context: .custom(name: "main actor"))
    injector.register(Greeter.self) { Polite() }
    let screen = Screen()
    #expect(screen.greeter?.greet() == "Good day")
    #expect(screen.observed.greet() == "Good day")
  }

  @Test func nonisolatedTypesAreRegisteredByTheirFunction() {
    let injector = Injector.build(context: .custom(name: "main actor, nonisolated"))
    injector.register(Clock.self, implementation: Noon.instance)
    let clock: Clock = injector.get()
    #expect(clock.hour == 12)
  }

  #if Macros
    @Test func theMacrosTakeNonisolatedTypes() {
      Setup().startInjection()
      #expect(Lamp().isLit())
    }
  #endif
}
