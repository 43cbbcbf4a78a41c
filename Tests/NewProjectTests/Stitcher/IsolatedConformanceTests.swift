import Stitcher
import StitcherTesting
import Testing

// Conformances that the compiler isolates to the main actor, since the class is isolated to it and
// the protocol is not isolated.

private nonisolated protocol Greeter {
  func greet() -> String
}

private final class Screen: Greeter {
  private var count = 0

  func greet() -> String {
    count += 1
    return "Hello \(count)"
  }
}

private struct Banner: Greeter {
  func greet() -> String { "Welcome" }
}

private class Widget: Greeter {
  init() {}
  func greet() -> String { "widget" }
}

private final class Button: Widget {
  override func greet() -> String { "button" }
}

@Suite(.dependencies()) struct IsolatedConformanceTests {
  @Test func aTypeIsFoundByItsIsolatedConformance() throws {
    let graph = DependencyGraph.current.child { @MainActor in
      Dependency { @MainActor in Screen() }
        .conforms(to: (any Greeter).self)
        .scope(.singleton)
    }
    let greeter: any Greeter = try graph.inject()
    #expect(greeter.greet() == "Hello 1")
    #expect(try graph.inject(byType: (any Greeter).self).greet() == "Hello 2")
    #expect(try (graph.inject() as Screen).greet() == "Hello 3")
  }

  @Test func aConversionIsWrittenInAClosureOfTheMainActor() throws {
    let graph = DependencyGraph.current.child { @MainActor in
      Dependency { @MainActor in Banner() }.conforms(to: { $0 as any Greeter })
    }
    #expect(try graph.inject(byType: (any Greeter).self).greet() == "Welcome")
  }

  @Test func aDependencyIsCreatedWithItsConformance() throws {
    let graph = DependencyGraph.current.child { @MainActor in
      Dependency(conformingTo: (any Greeter).self) { @MainActor in Screen() }
    }
    #expect(try graph.inject(byType: (any Greeter).self).greet() == "Hello 1")
  }

  @Test func collectionsOptionalsAndSubclasses() throws {
    let graph = DependencyGraph.current.child { @MainActor in
      Dependency { @MainActor in Button() }
        .inherits(from: Widget.self).conforms(to: (any Greeter).self)
    }
    #expect(try graph.inject(byType: Widget.self).greet() == "button")
    let greeter: (any Greeter)? = try graph.inject()
    #expect(greeter?.greet() == "button")
    let all: [any Greeter] = try graph.inject()
    #expect(all.map { $0.greet() } == ["button"])
  }

  @Test func theActivationFindsNoFault() async throws {
    let container = DependencyContainer { @MainActor in
      Dependency { @MainActor in Screen() }.conforms(to: (any Greeter).self)
    }
    try await DependencyGraph.activateAsync(container)
    defer { DependencyGraph.deactivate(container) }
    let greeter: any Greeter = try DependencyGraph.inject()
    #expect(greeter.greet() == "Hello 1")
  }
}
