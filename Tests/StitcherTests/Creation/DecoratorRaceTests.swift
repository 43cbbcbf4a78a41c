import Stitcher
import StitcherTestSupport
import StitcherTesting
import Synchronization
import Testing

private protocol Store: AnyObject, Sendable {}

private final class FileStore: Store {}

/// Something around a store.
private final class Around: Store {
  let inner: any Store

  init(_ inner: any Store) { self.inner = inner }
}

private struct Failure: Error {}

/// Decorators, while threads and tasks ask for what is decorated.
@Suite(.dependencies()) struct DecoratorRaceTests {
  /// What decorators do before they put something around a store.
  enum Manner: CaseIterable {
    case atOnce, throwsFirst, awaits, awaitsAndThrowsFirst

    var isAsynchronous: Bool { self == .awaits || self == .awaitsAndThrowsFirst }
    var throwsFirst: Bool { self == .throwsFirst || self == .awaitsAndThrowsFirst }
  }

  /// What a graph of one round has made.
  private final class World: Sendable {
    let decorated = Counter()
    let closed = Record<ObjectIdentifier>()
    let graph: DependencyGraph

    init(_ manner: Manner, _ scope: DependencyScope) {
      let graph = DependencyGraph.current.isolated()
      self.graph = graph
      let (decorated, closed) = (decorated, closed)
      @Sendable func decorate(_ store: any Store) throws -> any Store {
        decorated.count()
        if manner.throwsFirst, decorated.value == 1 { throw Failure() }
        return Around(store)
      }
      graph.activate(
        DependencyContainer {
          Dependency { FileStore() }.conforms(to: (any Store).self).scope(scope)
            .teardown { closed.append(ObjectIdentifier($0)) }
          if manner.isAsynchronous {
            Decorator((any Store).self) { inner in
              await Task.yield()
              return try decorate(inner)
            }
          } else {
            Decorator((any Store).self) { try decorate($0) }
          }
        })
    }
  }

  @Test(arguments: Manner.allCases) func whatIsKeptIsDecoratedOnce(_ manner: Manner) async throws {
    for _ in 0..<bounded(raceRounds(2_500), sanitized: 100) {
      let world = World(manner, .singleton)
      let found = Record<ObjectIdentifier>()
      let failed = Counter()
      @Sendable func note(_ inject: () async throws -> any Store) async {
        do {
          let store = try await inject()
          if store is Around { found.append(ObjectIdentifier(store)) }
          #expect(store is Around)
        } catch { failed.count() }
      }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask { await note { try await world.graph.injectAsync() as any Store } }
        }
        if !manner.isAsynchronous {
          group.addTask { await note { try world.graph.inject() as any Store } }
        }
      }
      let store = try await world.graph.injectAsync() as any Store
      let kept = try #require(store as? Around)
      // Who waited for the one that failed has failed with it.
      try #require(manner.throwsFirst || failed.value == 0)
      try #require(found.elements.allSatisfy { $0 == ObjectIdentifier(kept) })
      try #require(world.decorated.value == (manner.throwsFirst ? 2 : 1))
      try await world.graph.end()
      try #require(world.closed.elements == [ObjectIdentifier(kept.inner)])
    }
  }

  @Test(arguments: [true, false])
  func theyComeAndGoWhileThreadsInject(isKept: Bool) throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { FileStore() }.conforms(to: (any Store).self).scope(
        isKept ? .singleton : .instance)
    }
    let decorator = DependencyContainer {
      Decorator((any Store).self) { inner in Around(inner) }
    }
    let base: any Store = try graph.inject()
    let isOver = Atomic(false)
    let faults = Counter()
    @Sendable func isRight(_ store: any Store) -> Bool {
      let inner = (store as? Around)?.inner ?? store
      return isKept ? inner === base : inner is FileStore
    }
    let workers = (0..<2).map { _ in
      Worker {
        while !isOver.load(ordering: .relaxed) {
          if let store = try? graph.inject() as any Store, isRight(store) { continue }
          faults.count()
        }
      }
    }
    do {
      defer {
        isOver.store(true, ordering: .relaxed)
        for worker in workers { worker.join() }
      }
      for _ in 0..<bounded(raceRounds(10_000), sanitized: 200) {
        graph.activate(decorator)
        let decorated: any Store = try graph.inject()
        try #require(decorated is Around && isRight(decorated))
        graph.deactivate(decorator)
        let plain: any Store = try graph.inject()
        try #require(plain is FileStore && isRight(plain))
      }
    }
    #expect(faults.value == 0)
  }
}
