import Foundation
import StitcherEngine
import StitcherTestSupport
import Testing

/// An ended thread holds none of the objects that it has used.
@Suite(.timeLimit(.minutes(20))) struct ThreadEndTests {
  /// Creates a registry with a registration of each kind; the factories capture an object.
  private static func registry(_ captured: Tracked, _ made: Lifetimes) -> DeclaredRegistry {
    DeclaredRegistry(contents: [
      .type(Tracked.self, scope: .singleton) { Tracked(made, number: captured.number) },
      .name("shared", scope: .shared) { Tracked(made, number: captured.number) },
      .value(7) { OtherTracked(made, number: captured.number) },
      .type(Int.self) { (number: Int) in number + captured.number },
    ])
  }

  /// Resolves in every way, often enough to fill all caches of the thread.
  @Sendable private static func use(_ graph: Graph) -> Bool {
    (0..<3).allSatisfy { _ in
      (try? graph.resolve(Tracked.self)) != nil
        && (try? graph.resolve(name: "shared", as: Tracked.self)) != nil
        && (try? graph.resolve(value: 7, as: OtherTracked.self)) != nil
        && (try? graph.resolve(Int.self, arguments: 1)) == 1
        && (try? graph.resolveAll(Tracked.self))?.count == 1
        && (try? graph.resolve(name: "missing", as: Int.self)) == nil
    }
  }

  @Test func whatIsDeactivatedAfterTheThreadsEndIsReleased() {
    let captured = Lifetimes()
    let made = Lifetimes()
    weak var goneGraph: Graph?
    weak var goneRegistry: (any Registry)?
    do {
      let graph = Graph()
      let registry = Self.registry(Tracked(captured), made)
      goneGraph = graph
      goneRegistry = registry
      graph.activate(registry)
      for _ in 0..<20 { runThreadToItsEnd { #expect(Self.use(graph)) } }
      #expect(made.living == 1, "the singleton")
      graph.deactivate(registry)
      #expect(made.living == 0)
    }
    #expect(captured.living == 0)
    #expect(goneGraph == nil)
    #expect(goneRegistry == nil)
  }

  @Test func whatIsDeactivatedBeforeTheThreadsEndIsReleased() {
    let captured = Lifetimes()
    let made = Lifetimes()
    let isWarm = Gate()
    let mayEnd = Gate()
    let graph = Box<Graph?>(Graph())
    let registry = Box<DeclaredRegistry?>(Self.registry(Tracked(captured), made))
    graph.value?.activate(registry.value!)
    let thread = Worker {
      runThreadToItsEnd {
        #expect(Self.use(graph.value!))
        isWarm.open()
        mayEnd.wait()
      }
    }
    isWarm.wait()
    graph.value?.deactivate(registry.value!)
    #expect(made.living == 0, "an idle thread holds nothing back")
    let (weakGraph, weakRegistry) = (Weak(object: graph.value), Weak(object: registry.value))
    graph.value = nil
    registry.value = nil
    #expect(captured.living == 0)
    #expect(weakGraph.object == nil && weakRegistry.object == nil)
    mayEnd.open()
    thread.join()
  }

  #if os(Linux)
    @Test(.disabled(if: hasAddressSanitizer, "The frames that `pthread_exit` leaves behind leak."))
    func whatAThreadLeavesInAFactoryHoldsUpNoEvents() async {
      await #expect(processExitsWith: .success) {
        let left = Graph()
        left.activate(
          DeclaredRegistry(contents: [
            .type(Int.self, scope: .singleton) {
              pthread_exit(nil)
            }
          ]))
        runThreadToItsEnd { _ = try? left.resolve(Int.self) }
        // The next thread reuses the record of the ended thread.
        let told = Counter()
        let graph = Graph()
        let watch = graph.watch { if case .created = $0.kind { told.increment() } }
        graph.activate(DeclaredRegistry(contents: [.type(Int.self, scope: .singleton) { 1 }]))
        runThreadToItsEnd { _ = try? graph.resolve(Int.self) }
        precondition(told.value == 1, "It is told at once.")
        withExtendedLifetime(watch) {}
      }
    }
  #endif

  @Test func whatAThreadChangesInItsLastMomentIsReleased() {
    let captured = Lifetimes()
    let made = Lifetimes()
    for _ in 0..<100 {
      let graph = Graph()
      let registry = Box<DeclaredRegistry?>(Self.registry(Tracked(captured), made))
      graph.activate(registry.value!)
      runThreadToItsEnd {
        #expect(Self.use(graph))
        graph.deactivate(registry.value!)
        registry.value = nil
      }
      #expect(made.living == 0 && captured.living == 0)
    }
  }
}
