import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

@Suite(.timeLimit(.minutes(20)), .dependencies()) struct ManagedScopeTests {
  /// The documentation's example of a custom scope.
  final class Principal: ManagedDependencyScopeProviding, Sendable {
    final class Observation: ManagedDependencyScopeReceipt, Sendable {
      private let stored: Box<(@Sendable () -> Void)?>
      init(callback: @escaping @Sendable () -> Void) { stored = Box(callback) }
      var callback: (@Sendable () -> Void)? { stored.value }
      func cancel() { stored.value = nil }
    }

    private let observations = Record<Observation>()

    func onScopeInvalidated(
      perform action: @Sendable @escaping () -> Void
    ) -> any ManagedDependencyScopeReceipt {
      let observation = Observation(callback: action)
      observations.append(observation)
      return observation
    }

    func fire() { for observation in observations.elements { observation.callback?() } }

    var active: Int { observations.elements.count { $0.callback != nil } }
  }

  @Test func theDocumentsCustomScopeEndsALifetime() throws {
    final class Account: Sendable {}
    let principal = Principal()
    let container = DependencyContainer {
      Dependency { Account() }.scope(.managed(principal))
    }
    try withActive(container) { () throws in
      #expect(principal.active == 0, "it is subscribed to when an instance is made")
      let first: Account = try DependencyGraph.inject()
      #expect(try DependencyGraph.inject() as Account === first)
      #expect(principal.active == 1)
      principal.fire()
      #expect(principal.active == 0, "the receipt was cancelled")
      #expect(try DependencyGraph.inject() as Account !== first)
      #expect(principal.active == 1)
    }
    #expect(principal.active == 0, "deactivation cancels the receipt")
  }

  @Test func onlyTheInstancesOfTheScopeAreForgotten() throws {
    final class A: Sendable {}
    final class B: Sendable {}
    let source = ChangeSource()
    let other = ChangeSource()
    let container = DependencyContainer {
      Dependency { A() }.scope(.managed(by: source))
      Dependency { B() }.scope(.managed(by: other))
    }
    try withActive(container) { () throws in
      let a: A = try DependencyGraph.inject()
      let b: B = try DependencyGraph.inject()
      source.fire()
      source.fire()
      #expect(try DependencyGraph.inject() as A !== a)
      #expect(try DependencyGraph.inject() as B === b)
    }
  }

  @Test func theInstanceIsReleasedWhenTheScopeFires() throws {
    final class Handle: Sendable {}
    let source = ChangeSource()
    let container = DependencyContainer {
      Dependency { Handle() }.scope(.managed(by: source))
    }
    try withActive(container) { () throws in
      weak var handle: Handle?
      handle = try DependencyGraph.inject() as Handle
      #expect(handle != nil)
      source.fire()
      #expect(handle == nil)
    }
  }

  @Test func aScopeThatFiresDuringTheCreationIsNotMissed() throws {
    final class Late: Sendable {}
    let source = ChangeSource()
    let made = Counter()
    let container = DependencyContainer {
      Dependency {
        made.count()
        if made.value == 1 { source.fire() }
        return Late()
      }
      .scope(.managed(by: source))
    }
    try withActive(container) { () throws in
      let first: Late = try DependencyGraph.inject()
      let second: Late = try DependencyGraph.inject()
      #expect(first !== second)
      #expect(try DependencyGraph.inject() as Late === second)
      #expect(made.value == 2)
    }
  }

  @Test func aValueIsManagedToo() throws {
    struct Ticket: Equatable { var number: Int }
    let source = ChangeSource()
    let made = Counter()
    let container = DependencyContainer {
      Dependency {
        made.count()
        return Ticket(number: made.value)
      }
      .scope(.managed(by: source))
    }
    try withActive(container) { () throws in
      #expect(try DependencyGraph.inject() as Ticket == Ticket(number: 1))
      #expect(try DependencyGraph.inject() as Ticket == Ticket(number: 1))
      source.fire()
      #expect(try DependencyGraph.inject() as Ticket == Ticket(number: 2))
    }
  }

  @Test func observedStateEndsALifetime() throws {
    final class Mailbox: Sendable {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    let session = Session()
    let container = DependencyContainer {
      Dependency { Mailbox(session.number) }.scope(.managed(by: { session.number }))
    }
    try withActive(container) { () throws in
      let first: Mailbox = try DependencyGraph.inject()
      session.isSignedIn = true
      #expect(try DependencyGraph.inject() as Mailbox === first, "the scope does not read that")
      for number in 1...3 {
        session.number = number
        #expect(try (DependencyGraph.inject() as Mailbox).number == number)
      }
    }
  }

  @Test func stateThatLeadsElsewhereIsFollowedThere() async throws {
    final class Mailbox: Sendable {}
    final class Path: Sendable {
      let session = Session()
      let other = Session()
      let reads = Counter()
    }
    let path = Path()
    let container = DependencyContainer {
      Dependency { Mailbox() }.scope(
        .managed(by: {
          path.reads.count()
          return path.session.isSignedIn ? path.other.number : 0
        }))
    }
    try await withActive(container) { () async throws in
      let first: Mailbox = try DependencyGraph.inject()
      path.session.isSignedIn = true
      #expect(try DependencyGraph.inject() as Mailbox !== first)
      // The first read after the change switches to the other session.
      var number = 0
      var last: Mailbox = try DependencyGraph.inject()
      let before = last
      while last === before {
        number += 1
        path.other.number = number
        await Task.yield()
        last = try DependencyGraph.inject()
      }
      #expect(path.reads.value >= 3)
    }
  }

  @Test func stateIsReadOnceForAllInstancesOfAScope() throws {
    final class A: Sendable {}
    final class B: Sendable {}
    let session = Session()
    let reads = Counter()
    let scope = DependencyScope.managed(by: {
      reads.count()
      return session.number
    })
    let container = DependencyContainer {
      Dependency { A() }.scope(scope)
      Dependency { B() }.scope(scope)
    }
    try withActive(container) { () throws in
      #expect(reads.value == 0)
      let _: A = try DependencyGraph.inject()
      let _: B = try DependencyGraph.inject()
      #expect(reads.value == 1)
    }
  }

  @Test func anElementOfASequenceEndsALifetime() async throws {
    final class Mailbox: Sendable {}
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let container = DependencyContainer {
      Dependency { Mailbox() }.scope(.managed(by: stream))
    }
    try await withActive(container) { () async throws in
      var first: Mailbox? = try DependencyGraph.inject()
      let before = first
      continuation.yield(1)
      while first === before {
        await Task.yield()
        first = try DependencyGraph.inject()
      }
      #expect(before != nil)
    }
  }
}
