import StitcherTestSupport
import SwiftDependencyInjector
import Testing

/// Instances that are read while they are replaced.
@Suite(.timeLimit(.minutes(20))) struct ReadWhileReplacedTests {
  @Test func aSingletonThatIsResolvedIsAlive() {
    let injector = Injector.build(context: freshContext())
    let next = Box<Canary?>(nil)
    injector.register(Canary.self, defaultDependency: "a", implementations: ["a": { next.value }])
    let dead = readsAfterRelease {
      next.value = $0
      injector.resetSingleton(of: Canary.self)
    } read: {
      let canary: Canary? = injector.getSafe(injectionType: .singleton)
      return canary?.isAlive() ?? true
    }
    #expect(dead == 0)
  }
}
