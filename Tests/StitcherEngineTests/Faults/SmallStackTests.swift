import StitcherEngine
import StitcherTestSupport
import Testing

/// Chains of creations on stacks that are as small as those of some systems' threads.
@Suite(.timeLimit(.minutes(20))) struct SmallStackTests {
  /// Creates a graph in which each type of a chain needs the next one, and resolves the first type.
  /// The factories resolve from this graph, or from a child of it.
  private static func chainOfTypes(
    _ length: Int, scope: Scope, inChild: Bool = false
  ) -> (Graph, @Sendable () -> Int?) {
    let graph = Graph()
    let asked = inChild ? Graph(parent: graph) : graph
    var set = RegistrationSet()
    Chain(length: length, scope: scope, graph: asked).add(Start.self, 0, to: &set)
    graph.activate(DeclaredRegistry(contents: set))
    return (graph, { try? asked.resolve(Link<Start>.self).number })
  }

  /// The type at which the chain starts.
  private enum Start {}

  /// A link of the chain, of a unique type.
  private final class Link<Mark>: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
  }

  /// The registrations of a chain.
  private struct Chain {
    let length: Int
    let scope: Scope
    let graph: Graph

    /// Adds the link of a type, and all later links.
    func add<Mark>(_ mark: Mark.Type, _ number: Int, to set: inout RegistrationSet) {
      let isLast = number == length - 1
      let graph = graph
      set.insert(
        .type(Link<Mark>.self, scope: scope) {
          Link<Mark>(isLast ? 1 : try graph.resolve(Link<Link<Mark>>.self).number + 1)
        })
      if !isLast { add(Link<Mark>.self, number + 1, to: &set) }
    }
  }

  @Test(arguments: [false, true], [64, 128])
  func aLongChainIsAnErrorOnASmallStack(isKept: Bool, kibibytes: Int) async {
    await #expect(processExitsWith: .success) { [isKept, kibibytes] in
      let scope = isKept ? Scope.singleton : .instance
      let graph = StackTests.chain(47, scope: scope)
      let long = StackTests.chain(1000, scope: scope)
      for _ in 0..<3 {
        runThreadToItsEnd(stackSize: smallStack(kibibytes)) {
          let outcome = failure { try graph.resolve(name: "0", as: Int.self) }
          guard case .other(let text) = outcome else {
            precondition(outcome == .none)
            return
          }
          precondition(text.wholeMatch(of: StackTests.exhaustion) != nil, text)
        }
        runThreadToItsEnd(stackSize: smallStack(kibibytes)) {
          let text = StackTests.text { try long.resolve(name: "0", as: Int.self) }
          precondition(text.wholeMatch(of: StackTests.exhaustion) != nil, text)
        }
        // A short chain still succeeds.
        runThreadToItsEnd(stackSize: smallStack(kibibytes)) {
          precondition((try? long.resolve(name: "996", as: Int.self)) == 4)
        }
      }
      graph.deactivateAll()
      long.deactivateAll()
    }
  }

  @Test(arguments: [false, true])
  func aLongChainOfTypesIsAnErrorOnASmallStack(isKept: Bool) async {
    await #expect(processExitsWith: .success) { [isKept] in
      let (graph, resolve) = SmallStackTests.chainOfTypes(
        47, scope: isKept ? .singleton : .instance)
      for _ in 0..<3 {
        // Success and failure are both right, depending on the size of the frames; a crash is not.
        runThreadToItsEnd(stackSize: smallStack(64)) { _ = resolve() }
      }
      runThreadToItsEnd { precondition(resolve() == 47) }
      graph.deactivateAll()
    }
  }

  @Test(arguments: 0..<3) func aLongChainOfTypesIsAnErrorOnASmallStackInAChild(
    number: Int
  ) async {
    await #expect(processExitsWith: .success) { [number] in
      let scope = [Scope.instance, .singleton, .scoped][number]
      let (graph, resolve) = SmallStackTests.chainOfTypes(47, scope: scope, inChild: true)
      for _ in 0..<3 { runThreadToItsEnd(stackSize: smallStack(64)) { _ = resolve() } }
      runThreadToItsEnd { precondition(resolve() == 47) }
      graph.deactivateAll()
    }
  }
}
