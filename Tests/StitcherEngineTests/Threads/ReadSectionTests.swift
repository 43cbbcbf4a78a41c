import StitcherEngine
import StitcherTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReadSectionTests {
  @Test func keepsWhatItMaySeeUntilItEnds() throws {
    let lifetimes = Lifetimes()
    let captured = Lifetimes()
    let graph = Graph()
    defer { graph.deactivateAll() }
    let registry = Box<FixedRegistry?>(
      FixedRegistry(contents: [
        .type(Tracked.self, scope: .singleton) { [held = Tracked(captured)] in
          Tracked(lifetimes, number: held.number)
        }
      ]))
    graph.activate(registry.value!)
    _ = try graph.resolve(Tracked.self)
    let isReading = Gate()
    let writer = Worker {
      isReading.wait()
      let own = registry.take()!
      graph.deactivate(own)
    }
    let record = ThreadRecord.current
    record.beginReading()
    isReading.open()
    // The writer has unpublished the registry, and waits for this thread before it releases.
    while !graph.registrations.isEmpty {}
    let wasAlive = (0..<200_000).allSatisfy { _ in lifetimes.living == 1 && captured.living == 1 }
    record.endReading()
    writer.join()
    #expect(wasAlive)
    #expect(lifetimes.living == 0)
    #expect(captured.living == 0)
  }
}
