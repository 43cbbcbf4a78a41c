import Stitcher
import StitcherTesting
import Testing

/// Objects that are still in use when a program ends: the address sanitizer must not report them as
/// leaks.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct ProgramEndTests {
  @Test func anEndedLifetimeIsNoLeak() async {
    await #expect(processExitsWith: .success) {
      let source = ChangeSource()
      await DependencyGraph.activate(
        DependencyContainer { Dependency { Thing() }.scope(.managed(by: source)) })
      _ = try DependencyGraph.inject() as Thing
      source.fire()
    }
  }

  @Test func anActiveContainerIsNoLeak() async {
    await #expect(processExitsWith: .success) {
      let session = Session()
      let container = DependencyContainer { if session.isSignedIn { Thing() } }
      await DependencyGraph.activate(DependencyContainer(merging: [container]))
      var events = DependencyGraph.graphChangedPublisher.values.makeAsyncIterator()
      session.isSignedIn = true
      _ = await events.next()
      _ = try DependencyGraph.inject() as Thing
    }
  }

  @Test func aTrackedStateIsNoLeak() async {
    await #expect(processExitsWith: .success) {
      let session = Session()
      let container = DependencyContainer { Thing() }.invalidated(tracking: { session.number })
      await DependencyGraph.activate(container)
      var events = DependencyGraph.graphChangedPublisher.values.makeAsyncIterator()
      session.number = 1
      _ = await events.next()
    }
  }
}
