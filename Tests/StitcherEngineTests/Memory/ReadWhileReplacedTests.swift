import StitcherEngine
import StitcherTestSupport
import Testing

/// A value is retained before its read section ends, even if the optimizer moves instructions.
@Suite(.timeLimit(.minutes(20))) struct ReadWhileReplacedTests {
  @Test func aLazyValueThatIsReadIsAlive() {
    let value = LazyValue<Canary?>(.type(Canary.self)) { nil }
    let dead = readsAfterRelease {
      value.set($0)
    } read: {
      (try? value.get())?.isAlive() ?? true
    }
    #expect(dead == 0)
  }

  @Test func anInstanceThatIsResolvedIsAlive() {
    let graph = Graph()
    let registry = EditableRegistry()
    graph.activate(registry)
    defer { graph.deactivateAll() }
    let registration = Registration.type(Canary?.self, scope: .singleton) { nil }
    registry.edit { $0.insert(registration) }
    let dead = readsAfterRelease {
      registry.setInstance($0 as Canary?, of: registration)
    } read: {
      (try? graph.resolve(Canary?.self))??.isAlive() ?? true
    }
    #expect(dead == 0)
  }

  @Test func anInstanceOfAReplacedRegistrationIsAlive() {
    let graph = Graph()
    let registry = EditableRegistry()
    graph.activate(registry)
    defer { graph.deactivateAll() }
    let dead = readsAfterRelease { canary in
      registry.edit {
        $0.removeAll()
        $0.insert(Registration.type(Canary.self, scope: .singleton) { canary })
      }
    } read: {
      (try? graph.resolve(Canary.self))?.isAlive() ?? true
    }
    #expect(dead == 0)
  }
}
