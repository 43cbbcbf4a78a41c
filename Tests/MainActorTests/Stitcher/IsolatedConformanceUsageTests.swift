import Stitcher
import StitcherTesting
import Testing

nonisolated protocol ScreenGreeting { func hello() -> String }

final class GreetingScreen: @MainActor ScreenGreeting {
  @Injected var cache: Cache
  func hello() -> String { "hi" }
}

final class GreetingModel {
  @Injected var greeting: any ScreenGreeting
  @WeakInjected var screen: GreetingScreen?
  init() {}
}

/// Conformances that are isolated to the main actor.
@Suite(.dependencies { Dependency { Cache() } }) struct IsolatedConformanceUsageTests {
  @Test func theyAreFoundOnTheMainActor() async throws {
    let container = DependencyContainer {
      Dependency { GreetingScreen() }.conforms(to: { $0 as any ScreenGreeting }).scope(.singleton)
    }
    await DependencyGraph.activate(container)
    let model = GreetingModel()
    #expect(model.greeting.hello() == "hi")
    #expect(model.greeting as AnyObject === model.screen)
    let graph = DependencyGraph.current
    let text = await Task.detached { () -> String in
      do {
        _ = try graph.inject() as any ScreenGreeting
        return "none"
      } catch { return "\(error)" }
    }.value
    #expect(text.contains("the conformance is isolated"), "\(text)")
    DependencyGraph.deactivate(container)
  }
}
