import DependencyInjection
import StitcherTestSupport
import Testing

/// Instances that are resolved while they are replaced.
@Suite(.timeLimit(.minutes(20))) struct ReadWhileReplacedTests {
  @Test func anInstanceThatIsResolvedIsAlive() {
    let container = Container()
    let dead = readsAfterRelease { canary in
      container.register { _ in canary }
    } read: {
      container.resolve(type: Canary.self).isAlive()
    }
    #expect(dead == 0)
  }
}
