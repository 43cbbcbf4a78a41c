import Stitch
import StitcherTestSupport
import Testing

extension DependencyMap {
  private enum CanaryKey: DependencyKey {
    static var dependency: Canary? { nil }
  }
  fileprivate var canary: Canary? {
    get { resolve(key: CanaryKey.self) }
    set { register(key: CanaryKey.self, dependency: newValue) }
  }
}

/// Somebody who uses a dependency.
private struct User: Sendable {
  @Stitch(\.canary) var canary
}

/// What is read while it is replaced. In the map of the process, which has a way of its own to what
/// is kept: nobody else reads the key.
@Suite(.timeLimit(.minutes(20))) struct ReadWhileReplacedTests {
  @Test func aDependencyThatIsReadIsAlive() {
    let user = User()
    let dead = readsAfterRelease {
      user.canary = $0
    } read: {
      user.canary?.isAlive() ?? true
    }
    #expect(dead == 0)
  }
}
