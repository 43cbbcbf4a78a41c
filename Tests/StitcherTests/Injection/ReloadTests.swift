import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// A property that is read while it is reloaded.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct ReloadTests {
  @Test func aValueThatIsReadIsAlive() throws {
    let next = Box<Canary?>(nil)
    let canary = Injected<Canary?>()
    let container = DependencyContainer {
      Dependency { () throws -> Canary in try #require(next.value) }.scope(.instance)
    }
    try withActive(container) {
      let dead = readsAfterRelease {
        next.value = $0
        try? canary.reload()
      } read: {
        canary.wrappedValue?.isAlive() ?? true
      }
      #expect(dead == 0)
    }
  }
}
