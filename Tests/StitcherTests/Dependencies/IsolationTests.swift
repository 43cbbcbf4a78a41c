import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// A type of the main actor.
@MainActor private final class Screen {
  let number: Int
  init(number: Int = 0) {
    MainActor.preconditionIsolated()
    self.number = number
  }
}

/// Another type of the main actor.
@MainActor private final class Panel {}

/// Factories that are isolated to an actor run on that actor only.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct IsolationTests {
  /// Returns the part of an error that names a factory of the main actor.
  private static func text(_ line: Int) -> String {
    "'Type[Screen]' of 'MainActor', registered at StitcherTests/IsolationTests.swift:\(line)"
  }

  /// Returns the text of the error that an injection on another thread throws.
  private func textElsewhere<Value>(_ inject: @escaping @Sendable () throws -> Value) -> String? {
    boundWorker {
      do {
        _ = try inject()
        return nil
      } catch InjectionError.isolatedDependency(let isolated) {
        #expect(isolated.remedy.hasPrefix("Request it on 'MainActor'."))
        return "'\(isolated.dependency)' of '\(isolated.actor)', registered at \(isolated.place)"
      } catch { return "\(error)" }
    }.join()
  }

  @MainActor @Test func aFactoryOfTheMainActorRunsThereOnly() async throws {
    let line = #line
    let container = DependencyContainer {
      Dependency { @MainActor in Screen() }
      Dependency { @MainActor (number: Int) in Screen(number: number) }
      Dependency { @MainActor (number: Int, factor: Int) throws in Screen(number: number * factor) }
        .named("product")
    }
    await DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    #expect(textElsewhere { try DependencyGraph.inject() as Screen } == Self.text(line + 2))
    #expect(
      textElsewhere { try DependencyGraph.inject(parameters: 2) as Screen } == Self.text(line + 3))
    #expect(textElsewhere { try DependencyGraph.inject() as Screen? } == Self.text(line + 2))
    #expect(try (DependencyGraph.inject() as Screen).number == 0)
    #expect(try (DependencyGraph.inject(parameters: 2) as Screen).number == 2)
    let product: Screen = try DependencyGraph.inject(byName: "product", parameters: 2, 3)
    #expect(product.number == 6)
  }

  @MainActor @Test func aFactoryIsFreeUnlessItSaysOtherwise() async throws {
    let container = DependencyContainer {
      Dependency { [7] }
      Dependency { (number: Int) in [number] }
      Dependency { (number: Int, text: String) throws in [number, text.count] }.named("pair")
    }
    await DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    #expect(textElsewhere { try DependencyGraph.inject() as [Int] } == nil)
    #expect(textElsewhere { try DependencyGraph.inject(parameters: 1) as [Int] } == nil)
    #expect(
      textElsewhere { try DependencyGraph.inject(byName: "pair", parameters: 1, "ab") as [Int] }
        == nil)
  }

  @MainActor @Test func theErrorSaysWhatToDo() async throws {
    let container = DependencyContainer {
      Dependency(file: "Screens.swift", line: 1) { @MainActor in Panel() }
    }
    await DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    let text = boundWorker {
      #expect(throws: InjectionError.self) {
        try DependencyGraph.inject(file: "Screens.swift", line: 2) as Panel
      }?.description
    }.join()
    #expect(
      text == """
        The factory of Type[Panel] runs on MainActor only, and the injection does not.
        Recovery: Request it on 'MainActor'. If its factory needs nothing of that actor, register the factory without isolation: remove '@MainActor', write '{ @Sendable … in … }', or use a 'nonisolated' function or initializer.
        Injected at Screens.swift:2.
          - Type[Panel], registered at Screens.swift:1
        """)
  }
}
