import StitcherEngine
import StitcherTestSupport
import Testing

/// The contexts that contextual factories receive.
@Suite(.timeLimit(.minutes(20))) struct FactoryContextTests {
  private let lifetimes = Lifetimes()
  private let kept = Kept()

  /// Registers a number with a factory that stores its context.
  private func keeping(_ locator: Locator) -> TypedRegistration<Int, Void> {
    asking(locator: locator, scope: .instance) { [kept] asker in
      kept.askers.change { $0.append(asker) }
      return 1
    }
  }

  @Test func isRetainedByAFactoryThatKeepsIt() throws {
    let graph = Graph()
    graph.activate(DeclaredRegistry(contents: [keeping(.type(Int.self))]))
    var asker: Requester? = Requester(graph, lifetimes)
    for _ in 0..<3 { _ = try graph.resolve(Int.self) }
    asker = nil
    _ = asker
    #expect(lifetimes.deinits == 0)
    #expect(kept.askers.change { $0.allSatisfy { $0.graph === graph } })
    kept.askers.change { $0.removeLast(2) }
    #expect(lifetimes.deinits == 0)
    kept.askers.change { $0.removeAll() }
    #expect(lifetimes.deinits == 1)
  }

  @Test func isNotReleasedByAFactoryThatForgetsIt() throws {
    let graph = Graph()
    graph.activate(
      DeclaredRegistry(contents: [
        asking(locator: .type(Int.self), scope: .instance) {
          _ in 1
        },
        asking(
          locator: .name("sum"), scope: .instance
        ) { (asker: any Asking, number: Int) in number + (asker.graph === graph ? 1 : 0) },
        asking(locator: .name("fails"), scope: .instance) {
          _ in throw Broken()
        },
      ]))
    let asker = Requester(graph, lifetimes)
    for _ in 0..<10 {
      _ = try graph.resolve(Int.self)
      #expect(try graph.resolve(name: "sum", as: Int.self, arguments: 2) == 3)
      #expect(throws: Broken.self) { try graph.resolve(name: "fails", as: Int.self) }
    }
    #expect(lifetimes.deinits == 0)
    withExtendedLifetime(asker) {}
  }

  @Test func isOfTheClassThatItsOwnerIs() throws {
    final class Special: Requester, @unchecked Sendable {}  // Safe: as its superclass.
    let graph = Graph()
    graph.activate(
      DeclaredRegistry(contents: [
        asking(locator: .type(Bool.self), scope: .instance) {
          $0 is Special && type(of: $0) == Special.self
        }
      ]))
    let asker = Special(graph)
    #expect(try graph.resolve(Bool.self))
    withExtendedLifetime(asker) {}
  }

  /// The contexts that factories have received.
  private final class Kept: Sendable {
    let askers = Box<[any Asking]>([])
  }

  /// The error that a factory throws.
  private struct Broken: Error {}
}
