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

/// A type with a property that reads a key.
private struct User: Sendable {
  @Stitch(\.canary) var canary
}

/// A dependency that is read while it is replaced. The test uses the map of the process, which has
/// a separate lookup path; no other test uses its key.
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
