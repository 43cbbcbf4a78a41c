import StitcherEngine
import StitcherTestSupport
import Testing

private final class Inner: Sendable {}

private final class Outer: Sendable {
  let inner: Inner
  private let onDeinit: @Sendable () -> Void

  init(_ inner: Inner, onDeinit: @escaping @Sendable () -> Void = {}) {
    self.inner = inner
    self.onDeinit = onDeinit
  }

  deinit { onDeinit() }
}

/// A source whose observed state is never read.
private final class UnreadSource: LifetimeSource {
  private let onDeinit: @Sendable () -> Void

  init(onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }

  func onLifetimeEnd(_ action: @escaping @Sendable () -> Void) -> Cancellation { Cancellation {} }

  func follows() -> Bool { false }

  deinit { onDeinit() }
}

/// Instances that share a lifetime and depend on each other: none is kept with an ended one.
@Suite(.timeLimit(.minutes(20))) struct ManagedGroupTests {
  /// Creates a graph in which the factory of the outer instance resolves the inner instance.
  private func graph(
    _ lifetime: Lifetime, whileOuterIsMade: @escaping @Sendable () -> Void = {},
    onDeinit: @escaping @Sendable () -> Void = {}
  ) -> Graph {
    let graph = Graph()
    graph.activate(
      DeclaredRegistry(contents: [
        .type(Inner.self, scope: .managed(lifetime)) { Inner() },
        .type(Outer.self, scope: .managed(lifetime)) { [unowned graph] in
          let outer = Outer(try graph.resolve(Inner.self), onDeinit: onDeinit)
          whileOuterIsMade()
          return outer
        },
      ]))
    return graph
  }

  /// Whether the kept outer instance refers to the kept inner instance.
  private func isConsistent(_ graph: Graph) throws -> Bool {
    try graph.resolve(Outer.self).inner === graph.resolve(Inner.self)
  }

  /// A `deinit` under the lock of the graph would wait for that lock forever.
  @Test func theEndOfAGraphReleasesAnUnreadSourceOutsideItsLock() throws {
    let graph = Graph()
    let registrationCounts = Box<[Int]>([])
    do {
      let source = UnreadSource { [unowned graph] in
        registrationCounts.change { $0.append(graph.registrations.count) }
      }
      let registry = DeclaredRegistry(contents: [
        .type(Inner.self, scope: .managed(source)) { Inner() }
      ])
      graph.activate(registry)
      _ = try graph.resolve(Inner.self)
      graph.deactivate(registry)
    }
    #expect(registrationCounts.value.isEmpty, "the graph retains the source that was not read")
    graph.end()
    #expect(registrationCounts.value == [0])
  }

  @Test func anInstanceThatAnotherThreadMakesDuringTheEndIsMadeFromANewOne() throws {
    let lifetime = Lifetime()
    let graph = graph(lifetime)
    defer { graph.deactivateAll() }
    let old = try graph.resolve(Outer.self)
    let made = Box<[Outer]>([])
    // The outer instance is the first to be released.
    lifetime.onCancel.value = {
      guard let outer = Worker({ try? graph.resolve(Outer.self) }).join() else { return }
      made.change { $0.append(outer) }
    }
    lifetime.end()
    lifetime.onCancel.value = nil
    #expect(made.value.count == 2)
    #expect(made.value.allSatisfy { $0.inner !== old.inner })
    #expect(try isConsistent(graph))
    #expect(try graph.resolve(Outer.self) === made.value[0], "the end does not end it as well")
  }

  @Test func anInstanceThatADeinitMakesDuringTheEndIsMadeFromANewOne() throws {
    let lifetime = Lifetime()
    let resolve = Box<(@Sendable () -> Outer?)?>(nil)
    let made = Box<Outer?>(nil)
    defer { made.value = nil }
    let graph = graph(
      lifetime, onDeinit: { if let resolve = resolve.take() { made.value = resolve() } })
    defer { graph.deactivateAll() }
    let old = try graph.resolve(Outer.self).inner
    resolve.value = { try? graph.resolve(Outer.self) }
    lifetime.end()
    #expect(try #require(made.value).inner !== old)
    #expect(try isConsistent(graph))
    #expect(try graph.resolve(Outer.self) === made.value, "the end does not end it as well")
  }

  @Test func anInstanceThatIsBeingMadeFromAnEndedOneIsNotKept() throws {
    let lifetime = Lifetime()
    let hasInner = Gate()
    let mayEnd = Gate()
    let isCreated = Box(false)
    let graph = graph(
      lifetime,
      whileOuterIsMade: {
        if isCreated.value { return }
        isCreated.value = true
        hasInner.open()
        mayEnd.wait()
      })
    defer { graph.deactivateAll() }
    let creator = Worker { try? graph.resolve(Outer.self) }
    hasInner.wait()
    lifetime.end()
    let inner = try graph.resolve(Inner.self)
    mayEnd.open()
    #expect(try #require(creator.join()).inner !== inner)
    #expect(try graph.resolve(Outer.self).inner === inner)
    #expect(lifetime.subscriberCount == 2)
  }

  @Test func theInstancesOfAllGraphsEndTogether() throws {
    let lifetime = Lifetime()
    let parent = Graph([.type(Inner.self, scope: .managed(lifetime)) { Inner() }])
    let child = Graph(parent: parent)
    child.activate(
      DeclaredRegistry(contents: [
        .type(Outer.self, scope: .managed(lifetime)) { [unowned child] in
          Outer(try child.resolve(Inner.self))
        }
      ]))
    defer {
      child.deactivateAll()
      parent.deactivateAll()
    }
    _ = try child.resolve(Outer.self)
    lifetime.onCancel.value = { _ = Worker { try? child.resolve(Outer.self) }.join() }
    lifetime.end()
    lifetime.onCancel.value = nil
    #expect(try child.resolve(Outer.self).inner === parent.resolve(Inner.self))
  }

  @Test func theSourceIsReleasedWithItsLastInstance() throws {
    var lifetime: Lifetime? = Lifetime()
    let reference = Weak(object: lifetime)
    let graph = Graph([.type(Inner.self, scope: .managed(try #require(lifetime))) { Inner() }])
    lifetime = nil
    _ = try graph.resolve(Inner.self)
    reference.object?.end()
    _ = try graph.resolve(Inner.self)
    #expect(reference.object?.subscriberCount == 1)
    graph.deactivateAll()
    #expect(reference.object == nil)
  }
}
