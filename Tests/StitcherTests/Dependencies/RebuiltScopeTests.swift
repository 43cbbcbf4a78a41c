import Observation
import Stitcher
import Testing

@Suite(.timeLimit(.minutes(20))) struct RebuiltScopeTests {
  // Safe: one task changes it; the graph only reads it.
  @Observable final class Settings: @unchecked Sendable {
    var theme = 0
    var user = 0
  }

  final class Mailbox: Sendable {}
  final class OtherMailbox: Sendable {}
  final class Extra: Sendable {}

  @Test func anInstanceThatOutlivesARebuildStillEndsWithTheStateOfItsScope() async throws {
    let settings = Settings()
    let container = DependencyContainer {
      Dependency { Mailbox() }.scope(.managed(by: { settings.user }))
      if settings.theme > 0 { Extra() }
    }
    try await withActive(container) {
      let first: Mailbox = try DependencyGraph.inject()
      await afterChange(
        { settings.theme = 1 }, until: { (try? DependencyGraph.inject() as Extra) != nil })
      #expect(try DependencyGraph.inject() as Mailbox === first)
      settings.user = 1
      #expect(try DependencyGraph.inject() as Mailbox !== first)
    }
  }

  @Test func anInstanceThatOutlivesARebuildStillEndsWithTheStreamOfItsScope() async throws {
    final class StreamMailbox: Sendable {}
    final class StreamExtra: Sendable {}
    let settings = Settings()
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let container = DependencyContainer {
      Dependency { StreamMailbox() }.scope(.managed(by: stream))
      if settings.theme > 0 { StreamExtra() }
    }
    try await withActive(container) {
      let first: StreamMailbox = try DependencyGraph.inject()
      await afterChange(
        { settings.theme = 1 }, until: { (try? DependencyGraph.inject() as StreamExtra) != nil })
      #expect(try DependencyGraph.inject() as StreamMailbox === first)
      continuation.yield(1)
      await eventually { (try? DependencyGraph.inject() as StreamMailbox) !== first }
    }
  }

  @Test func aStreamEndsTheLifetimeOfMoreThanOneInstance() async throws {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let container = DependencyContainer {
      Dependency { OtherMailbox() }.scope(.managed(by: stream))
    }
    try await withActive(container) {
      for round in 1...3 {
        let mailbox: OtherMailbox = try DependencyGraph.inject()
        continuation.yield(round)
        await eventually { (try? DependencyGraph.inject() as OtherMailbox) !== mailbox }
      }
    }
  }
}
