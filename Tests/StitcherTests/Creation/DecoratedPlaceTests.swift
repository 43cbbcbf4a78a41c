import Stitcher
import StitcherTesting
import Testing

private final class Store: Sendable {
  let inner: Store?

  init(around inner: Store? = nil) { self.inner = inner }
}

/// The cells of decorated instances depend on the inner instance.
@Suite(.dependencies()) struct DecoratedPlaceTests {
  /// A child activates a container of its parent: it gets its own instance, and the decorated
  /// instance around the parent's one is evicted.
  @Test func whatIsDeclaredNearerIsDecoratedAnew() throws {
    let container = DependencyContainer { Dependency { Store() }.scope(.singleton) }
    let parent = DependencyGraph.current.isolated { container }
    let child = parent.child { Decorator(Store.self) { Store(around: $0) } }
    let kept: Store = try parent.inject()
    weak let decorated: Store? = try child.inject()
    #expect(decorated?.inner === kept)
    child.activate(container)
    #expect(decorated == nil)
    let own: Store = try child.inject()
    #expect(own.inner != nil && own.inner !== kept)
    child.deactivate(container)
    #expect(try (child.inject() as Store).inner === kept)
  }
}
