import StitcherEngine
import StitcherTestSupport
import Testing

/// Very many instances that hold each other are released at once.
@Suite(.timeLimit(.minutes(20))) struct ReleaseTests {
  /// An object that holds the next one of a chain.
  private final class Node: Sendable {
    let life: Tracked
    let next: (any Sendable)?
    init(_ lifetimes: Lifetimes, next: (any Sendable)?) {
      life = Tracked(lifetimes)
      self.next = next
    }
  }

  /// The order in which a chain is registered.
  enum Order: CaseIterable { case outermostFirst, innermostFirst }

  /// The operations that release the instances.
  enum End: CaseIterable { case deactivation, removal, forgetting }

  #if DEBUG
    static let length = bounded(10_000, sanitized: 2000)
  #else
    static let length = bounded(50_000, sanitized: 2000)
  #endif

  @Test(arguments: Order.allCases, End.allCases)
  func aLongChainIsReleasedOnASmallStack(_ order: Order, _ end: End) throws {
    let count = Self.length
    let lifetimes = Lifetimes()
    let graph = Graph()
    let numbers = Array(0..<count)
    let registrations = (order == .outermostFirst ? numbers : numbers.reversed()).map { number in
      Registration.value(number, scope: .singleton) {
        Node(
          lifetimes,
          next: number + 1 < count ? try graph.resolve(value: number + 1, as: Node.self) : nil)
      }
    }
    let registry = EditableRegistry()
    registry.edit { edit in for registration in registrations { edit.insert(registration) } }
    graph.activate(registry)
    for number in numbers.reversed() { _ = try graph.resolve(value: number, as: Node.self) }
    #expect(lifetimes.living == count)
    Worker(stackSize: 128 << 10) {
      switch end {
      case .deactivation: graph.deactivateAll()
      case .removal: registry.edit { $0.removeAll() }
      case .forgetting:
        var pendingTeardowns = PendingTeardowns()
        registry.forgetInstances(&pendingTeardowns)
        pendingTeardowns.start()
      }
    }.join()
    #expect(lifetimes.living == 0)
    graph.deactivateAll()
    registry.edit { $0.removeAll() }
  }

  @Test func whatOthersHoldStays() throws {
    let lifetimes = Lifetimes()
    let graph = Graph()
    var set = RegistrationSet()
    for number in 0..<3000 {
      set.insert(
        .value(number, scope: number % 2 == 0 ? .singleton : .shared) {
          Tracked(lifetimes, number: number)
        })
    }
    graph.activate(DeclaredRegistry(contents: set))
    let held = try (0..<3000).map { try graph.resolve(value: $0, as: Tracked.self) }
    graph.deactivateAll()
    #expect(lifetimes.living == 3000)
    #expect(held.map(\.number) == Array(0..<3000))
  }
}
