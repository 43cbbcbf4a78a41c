import StitcherEngine
import StitcherTestSupport
import Synchronization
import Testing

/// Chains of creations that are longer than a stack.
@Suite(.timeLimit(.minutes(20))) struct StackTests {
  /// Creates a graph in which the dependency named `n` needs the dependency named `n + 1`.
  static func chain(_ length: Int, scope: Scope = .instance) -> Graph {
    let graph = Graph()
    var set = RegistrationSet()
    for number in 0..<length {
      set.insert(
        .name("\(number)", scope: scope) {
          number == length - 1
            ? 1 : try graph.resolve(name: "\(number + 1)", as: Int.self) + 1
        })
    }
    graph.activate(DeclaredRegistry(contents: set))
    return graph
  }

  /// The expected text of the error.
  static var exhaustion: Regex<Substring> {
    #/The stack of this thread is full: creating '(?:0|endless)' has led to '(?:\d+|endless)' through \d+ nested creations\. If the chain is endless, break it by injecting a dependency lazily, when it is used\. If it is finite, create '(?:0|endless)' on a thread with a larger stack\./#
  }

  /// Returns the text of the error that a closure throws.
  static func text(_ body: () throws -> Int) -> String {
    if case .other(let text) = failure(of: body) { text } else { "none of ours" }
  }

  @Test(arguments: [Scope.instance, .singleton])
  func aChainOfAHundredThousandIsAnErrorOnAnOrdinaryThread(_ scope: Scope) throws {
    let graph = Self.chain(100_000, scope: scope)
    defer { graph.deactivateAll() }
    let text = Worker(stackSize: 4 << 20) {
      Self.text { try graph.resolve(name: "0", as: Int.self) }
    }.join()
    #expect(text.wholeMatch(of: Self.exhaustion) != nil, "\(text)")
    // The failed attempt leaves no path behind, and a dependency near the end of the chain can be
    // created.
    #expect(try graph.resolve(name: "99900", as: Int.self) == 100)
  }

  @Test func aChainOfTwentyThousandIsMadeOnALargeStack() {
    let length = bounded(20_000, sanitized: 2000)
    let graph = Self.chain(length)
    defer { graph.deactivateAll() }
    let result = Worker(stackSize: deepStackSize << 8) {
      try? graph.resolve(name: "0", as: Int.self)
    }.join()
    #expect(result == length)
  }

  @Test func theStackIsThatOfTheThreadNotOfAnEarlierOne() async {
    // In a separate process, so that each thread reuses the record of the previous one.
    await #expect(processExitsWith: .success) {
      let graph = StackTests.chain(100_000)
      for _ in 0..<3 {
        for stackSize in [deepStackSize, 512 << 10, 4 * deepStackSize, 1 << 20] {
          runThreadToItsEnd(stackSize: stackSize) {
            let isLarge = stackSize >= deepStackSize
            let result = try? graph.resolve(name: "98500", as: Int.self)
            #expect(!isLarge || result == 1500)
            if isLarge { return }
            let text = StackTests.text { try graph.resolve(name: "0", as: Int.self) }
            #expect(text.wholeMatch(of: StackTests.exhaustion) != nil, "\(text)")
          }
        }
      }
      graph.deactivateAll()
    }
  }

  @Test func aThreadHasTheLimitOfItsOwnStack() {
    let graph = Self.chain(200)
    defer { graph.deactivateAll() }
    // The records of ended threads are reused by threads with stacks at other addresses.
    for round in 0..<40 {
      let results = runThreads(8, stackSize: round.isMultiple(of: 2) ? 8 << 20 : 4 << 20) { _ in
        try? graph.resolve(name: "0", as: Int.self)
      }
      #expect(results == Array(repeating: 200, count: 8))
    }
  }

  @Test func aCycleThatIsNotLookedForIsAnError() {
    let graph = Graph()
    graph.detectsCycles = false
    defer { graph.deactivateAll() }
    var set = RegistrationSet()
    set.insert(.name("endless") { try graph.resolve(name: "endless", as: Int.self) })
    graph.activate(DeclaredRegistry(contents: set))
    let text = Worker {
      Self.text { try graph.resolve(name: "endless", as: Int.self) }
    }.join()
    #expect(text.wholeMatch(of: Self.exhaustion) != nil, "\(text)")
  }
}
