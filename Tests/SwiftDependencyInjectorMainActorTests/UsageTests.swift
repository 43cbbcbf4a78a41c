import SwiftDependencyInjector
import Testing

// The library in a module whose declarations belong to the main actor by default.

protocol Greeter {
  func greet() -> String
}

class Polite: Greeter {
  func greet() -> String { "Good day" }
}

class Screen {
  @Injectable(context: .custom(name: "main actor")) var greeter: Greeter?
  @ObservedInject(context: .custom(name: "main actor")) var observed: Greeter
}

@Suite struct UsageTests {
  @Test func classesOfTheMainActorAreRegisteredAndInjected() {
    let injector = Injector.build(context: .custom(name: "main actor"))
    defer { injector.destroy() }
    injector.register(Greeter.self) { Polite() }
    let screen = Screen()
    #expect(screen.greeter?.greet() == "Good day")
    #expect(screen.observed.greet() == "Good day")
  }
}
