import Stitcher
import StitcherTestSupport
import StitcherTesting
import Synchronization
import Testing

private protocol Store: AnyObject, Sendable {}

private final class FileStore: Store {}

/// A decorator's result.
private final class Wrapping: Store {
  let inner: any Store

  init(_ inner: any Store) { self.inner = inner }
}

private struct Failure: Error {}

/// Decorators, while threads and tasks inject the decorated dependency.
@Suite(.dependencies()) struct DecoratorRaceTests {
  /// The kind of the decorator: synchronous or asynchronous, failing at first or not.
  enum Manner: CaseIterable {
    case atOnce, throwsFirst, awaits, awaitsAndThrowsFirst

    var isAsynchronous: Bool { self == .awaits || self == .awaitsAndThrowsFirst }
    var throwsFirst: Bool { self == .throwsFirst || self == .awaitsAndThrowsFirst }
  }

  /// The counters of one round.
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
        return Wrapping(store)
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
    for _ in 0..<bounded(fewerInDebug(2_500), sanitized: 100) {
      let world = World(manner, .singleton)
      let found = Record<ObjectIdentifier>()
      let failed = Counter()
      @Sendable func note(_ inject: () async throws -> any Store) async {
        do {
          let store = try await inject()
          if store is Wrapping { found.append(ObjectIdentifier(store)) }
          #expect(store is Wrapping)
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
      let kept = try #require(store as? Wrapping)
      // A task that waited for the failed creation has failed with it.
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
      Decorator((any Store).self) { inner in Wrapping(inner) }
    }
    let base: any Store = try graph.inject()
    let isOver = Atomic(false)
    let faults = Counter()
    @Sendable func isRight(_ store: any Store) -> Bool {
      let inner = (store as? Wrapping)?.inner ?? store
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
      for _ in 0..<bounded(fewerInDebug(10_000), sanitized: 200) {
        graph.activate(decorator)
        let decorated: any Store = try graph.inject()
        try #require(decorated is Wrapping && isRight(decorated))
        graph.deactivate(decorator)
        let plain: any Store = try graph.inject()
        try #require(plain is FileStore && isRight(plain))
      }
    }
    #expect(faults.value == 0)
  }

  /// A way to replace the container of the decorated dependency.
  enum Replacement: CaseIterable { case rebuilt, activatedAnew }

  /// A lookup repeats if its decorated instance is evicted meanwhile.
  ///
  /// Callers get an instance of the new container, or the error that nothing is registered.
  @Test(arguments: Replacement.allCases, [false, true])
  func whatIsDecoratedIsReplacedWhileOthersInject(
    _ replacement: Replacement, isAsynchronous: Bool
  ) async throws {
    let builds = Counter()
    let container = DependencyContainer {
      // Each build uses another scope, so that the instance is evicted.
      let scope: DependencyScope = builds.value % 2 == 0 ? .singleton : .shared
      let _ = builds.count()
      Dependency { FileStore() }.conforms(to: (any Store).self).scope(scope)
      Dependency(named: "other") { FileStore() }.scope(scope)
      Dependency { (number: Int) in Numbered(number) }.scope(scope)
    }
    let graph = DependencyGraph.current.isolated {
      if isAsynchronous {
        Decorator((any Store).self) { inner in
          await Task.yield()
          return Wrapping(inner)
        }
      } else {
        Decorator((any Store).self) { inner in Wrapping(inner) }
      }
      Decorator(named: "other") { (inner: FileStore) in inner }
      Decorator(Numbered.self) { inner in Numbered(inner.number + 1) }
    }
    try await graph.activateAsync(container)
    let child = graph.child { Decorator((any Store).self) { inner in Wrapping(inner) } }
    let ends = Counter()
    let faults = Record<String>()
    let base = FileStore()
    @Sendable func note(_ inject: () async throws -> Bool) async {
      do { if try await !inject() { faults.append("Another instance.") } } catch {
        let isMissing =
          if case InjectionError.missingDependency = error { true } else { false }
        if replacement == .rebuilt || !isMissing { faults.append("\(error)") }
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { ends.count() }
      for graph in [graph, child] {
        group.addTask {
          while ends.value == 0 {
            await note { try await graph.injectAsync() as any Store is Wrapping }
            await note { try await graph.injectAsync() as [any Store] is [Wrapping] }
            await note { try await graph.injectAsync(parameters: 7) as Numbered == Numbered(8) }
            if isAsynchronous { continue }
            await note { try graph.injectNow() as any Store is Wrapping }
            await note { try graph.injectNow() as (any Store)? is Wrapping? }
            await note { try graph.injectAllNow().allSatisfy { $0 is Wrapping } }
            await note { try graph.injectNow(named: "other") as FileStore !== base }
            await note { try graph.injectNow(7) as Numbered == Numbered(8) }
          }
        }
      }
      for _ in 0..<bounded(fewerInDebug(12_000), sanitized: 100) {
        switch replacement {
        case .rebuilt: container.rebuild()
        case .activatedAnew:
          graph.deactivate(container)
          try await graph.activateAsync(container)
        }
      }
    }
    #expect(Set(faults.elements) == [])
  }
}

/// An object with a number.
private final class Numbered: Sendable, Equatable {
  let number: Int

  init(_ number: Int) { self.number = number }

  static func == (left: Numbered, right: Numbered) -> Bool { left.number == right.number }
}

// In asynchronous functions, Swift would choose the asynchronous overloads.
extension DependencyGraph {
  fileprivate func injectNow<Value>() throws -> Value { try inject() }
  fileprivate func injectNow<Value>(_ number: Int) throws -> Value {
    try inject(parameters: number)
  }
  fileprivate func injectNow<Value>(named name: String) throws -> Value {
    try inject(byName: name)
  }
  fileprivate func injectAllNow() throws -> [any Store] { try inject() }
}
