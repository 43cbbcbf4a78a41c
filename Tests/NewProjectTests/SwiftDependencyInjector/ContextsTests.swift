import StitcherTesting
import SwiftDependencyInjector
import Testing

// Contexts in a new project.

private nonisolated protocol Greeter {
  func greet() -> String
}

private final class Polite: Greeter {
  func greet() -> String { "Good day" }
}

nonisolated protocol Hours: Sendable {
  var hour: Int { get }
}

nonisolated final class Noon: Hours, InjectableDependency {
  let hour = 12
}

#if Macros
  @InjectableDependency(of: Hours.self) nonisolated struct Evening: Hours {
    let hour = 18
  }

  @DependenciesInjector(Evening.self) nonisolated struct Setup {}

  @InjectedConstructor(Hours.self) final class Lamp {
    var isLit: Bool { hours.hour > 17 }
  }
#endif

private final class Screen {
  @Injectable(context: .custom(name: "new project")) var greeter: (any Greeter)?
  @Inject(context: .custom(name: "new project")) var required: any Greeter
  @ObservedInject(context: .custom(name: "new project")) var observed: any Greeter
}

@Suite(.dependencies()) struct ContextsTests {
  @Test func contextsInject() {
    let injector = Injector.build(context: .custom(name: "new project"))
    injector.register((any Greeter).self) { Polite() }
    injector.register((any Hours).self, implementation: Noon.instance)
    let screen = Screen()
    #expect(screen.greeter?.greet() == "Good day")
    #expect(screen.required.greet() == "Good day")
    #expect(screen.observed.greet() == "Good day")
    #expect((injector.get() as any Hours).hour == 12)
  }

  #if Macros
    @Test func macrosRegisterAndInject() {
      Setup().startInjection()
      #expect(Lamp().isLit)
    }
  #endif
}
