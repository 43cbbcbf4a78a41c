import Foundation
import StitcherEngine
import StitcherTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ReadSectionTests {
  @Test func keepsWhatItMaySeeUntilItEnds() async {
    // In a separate process: such a long section delays the memory that other tests release.
    await #expect(processExitsWith: .success) {
      let lifetimes = Lifetimes()
      let captured = Lifetimes()
      let graph = Graph()
      let registry = Box<DeclaredRegistry?>(
        DeclaredRegistry(contents: [
          .type(Tracked.self, scope: .singleton) { [held = Tracked(captured)] in
            Tracked(lifetimes, number: held.number)
          }
        ]))
      graph.activate(registry.value!)
      _ = try? graph.resolve(Tracked.self)
      let isReading = Gate()
      let writer = Worker {
        isReading.wait()
        let own = registry.take()!
        graph.deactivate(own)
      }
      let section = ReadSection.begin()
      isReading.open()
      // The writer has unpublished the snapshot and waits for the section to end.
      while !graph.registrations.isEmpty { Thread.yieldToOthers() }
      for _ in 0..<1000 { Thread.yieldToOthers() }
      let wasAlive = lifetimes.living == 1 && captured.living == 1
      section.end()
      writer.join()
      precondition(wasAlive)
      precondition(lifetimes.living == 0)
      precondition(captured.living == 0)
      precondition(Reclamation.pinnedSnapshotCount == 0)
    }
  }
}
