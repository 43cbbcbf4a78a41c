import Stitcher
import StitcherTesting
import Testing

@Suite(.timeLimit(.minutes(20)), .dependencies()) struct RebuiltScopeTests {
  final class Mailbox: Sendable {}
  final class OtherMailbox: Sendable {}
  final class Extra: Sendable {}

  @Test func anInstanceThatOutlivesARebuildStillEndsWithTheStateOfItsScope() throws {
    let session = Session()
    let container = DependencyContainer {
      Dependency { Mailbox() }.scope(.managed(by: { session.number }))
      if session.isSignedIn { Extra() }
    }
    try withActive(container) { () throws in
      let first: Mailbox = try DependencyGraph.inject()
      session.isSignedIn = true
      #expect(try DependencyGraph.inject() as Extra? != nil)
      #expect(try DependencyGraph.inject() as Mailbox === first)
      session.number = 1
      #expect(try DependencyGraph.inject() as Mailbox !== first)
    }
  }

  @Test func anInstanceThatOutlivesARebuildStillEndsWithTheStreamOfItsScope() async throws {
    final class StreamMailbox: Sendable {}
    final class StreamExtra: Sendable {}
    let session = Session()
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let container = DependencyContainer {
      Dependency { StreamMailbox() }.scope(.managed(by: stream))
      if session.isSignedIn { StreamExtra() }
    }
    try await withActive(container) {
      let first: StreamMailbox = try DependencyGraph.inject()
      session.isSignedIn = true
      #expect(try DependencyGraph.inject() as StreamExtra? != nil)
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
