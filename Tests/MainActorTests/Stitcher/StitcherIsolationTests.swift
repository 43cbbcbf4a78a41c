import Stitcher
import StitcherTesting
import Testing

// All declarations here are isolated to the main actor, according to the target's settings.

private final class Screen {
  let title: String
  init(title: String = "") {
    MainActor.preconditionIsolated()
    self.title = title
  }
}

private nonisolated final class Note: Sendable {
  let text: String
  init(text: String = "") { self.text = text }
}

/// Returns the text of the error that an injection off the main actor throws, or `nil` if it
/// succeeds.
@concurrent private func failureElsewhere<Value>(
  _ inject: @Sendable () throws -> Value
) async -> String? {
  do {
    _ = try inject()
    return nil
  } catch InjectionError.isolatedDependency(let isolated) {
    return "\(isolated.dependency) of \(isolated.actor)"
  } catch { return "\(error)" }
}

@Suite(.dependencies()) struct StitcherIsolationTests {
  @Test func aFactoryThatSaysSoRunsOnTheMainActorOnly() async throws {
    let container = DependencyContainer {
      Dependency { @MainActor in Screen() }
      Dependency { @MainActor (title: String) in Screen(title: title) }
      Dependency { @MainActor (title: String, number: Int) throws in
        Screen(title: "\(title) \(number)")
      }
      .named("numbered screen")
      Dependency { @MainActor in Screen(title: "eager") }
        .named("eager screen").scope(.singleton).eagerness(.eager)
    }
    await DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    #expect(
      await failureElsewhere { _ = try DependencyGraph.inject() as Screen }
        == "Type[Screen] of MainActor")
    #expect(
      await failureElsewhere { _ = try DependencyGraph.inject(parameters: "a") as Screen }
        == "Type[Screen] of MainActor")
    #expect(
      await failureElsewhere {
        _ = try DependencyGraph.inject(byName: "numbered screen", parameters: "a", 1) as Screen
      } == "Name[numbered screen] of MainActor")
    // The activation has created the instance.
    #expect(
      await failureElsewhere { _ = try DependencyGraph.inject(byName: "eager screen") as Screen }
        == nil)
    #expect(try (DependencyGraph.inject() as Screen).title == "")
    #expect(try (DependencyGraph.inject(parameters: "a") as Screen).title == "a")
    let numbered: Screen = try DependencyGraph.inject(byName: "numbered screen", parameters: "a", 1)
    #expect(numbered.title == "a 1")
  }

  @Test func aPlainFactoryIsFree() async throws {
    let container = DependencyContainer {
      Dependency { Note() }
      Dependency { (text: String) in Note(text: text) }
      Dependency { (text: String, number: Int) throws in Note(text: "\(text) \(number)") }
        .named("numbered note")
    }
    await DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    #expect(await failureElsewhere { _ = try DependencyGraph.inject() as Note } == nil)
    #expect(
      await failureElsewhere { _ = try DependencyGraph.inject(parameters: "a") as Note } == nil)
    #expect(
      await failureElsewhere {
        _ = try DependencyGraph.inject(byName: "numbered note", parameters: "a", 1) as Note
      } == nil)
  }
}
