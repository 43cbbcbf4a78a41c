import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

// Safe: neither has any state.
private class Store: @unchecked Sendable {}
// Safe: see above.
private final class SampleStore: Store, @unchecked Sendable {}
private final class Service: Sendable {
  let store: Store

  init() throws { store = try DependencyGraph.inject() }
}
private final class Draft: Sendable {}

/// Returns a container of a kept instance.
private func draftContainer() -> DependencyContainer {
  DependencyContainer { Dependency { Draft() }.scope(.singleton) }
}

/// The graphs that views pass to their subviews.
@MainActor @Suite(.timeLimit(.minutes(20)), .dependencies()) struct ViewGraphTests {
  /// A stand-in for the graph of the process.
  private let application = DependencyGraph.process.isolated(named: "application") {
    Dependency { Store() }.scope(.singleton)
    Dependency { try Service() }.scope(.singleton)
  }

  /// The graph of the enclosing views, without other registrations.
  private var outer: ViewGraph { ViewGraph(application) }

  @Test func viewsSeeTheirContainerAndTheApplication() throws {
    let use = ViewGraphUse()
    let graph = use.graph(with: draftContainer(), in: outer).graph
    let draft: Draft = try graph.inject()
    #expect(try graph.inject(byType: Draft.self) === draft)
    #expect(try graph.inject(byType: Store.self) === application.inject(byType: Store.self))
    let outside: Draft? = try application.inject()
    #expect(outside == nil)
  }

  @Test func anInnerContainerHidesAnOuterOne() throws {
    let use = ViewGraphUse()
    let inner = ViewGraphUse()
    let first = use.graph(with: DependencyContainer { Dependency(named: "n") { 1 } }, in: outer)
    let second = inner.graph(with: DependencyContainer { Dependency(named: "n") { 2 } }, in: first)
    #expect(try first.graph.inject(byName: "n") == 1)
    #expect(try second.graph.inject(byName: "n") == 2)
  }

  @Test func itIsTheSameWheneverTheViewIsDrawn() {
    let use = ViewGraphUse()
    let container = draftContainer()
    let graph = use.graph(with: container, in: outer)
    #expect(use.graph(with: container, in: outer) === graph)
    #expect(use.viewGraph === graph)
  }

  @Test func viewsOfOneContainerShareAGraphWithinOne() {
    let uses = [ViewGraphUse(), ViewGraphUse(), ViewGraphUse()]
    let container = draftContainer()
    let graph = uses[0].graph(with: container, in: outer)
    #expect(uses[1].graph(with: container, in: outer) === graph)
    let other = ViewGraph(application.child())
    #expect(uses[2].graph(with: container, in: other) !== graph)
  }

  @Test func anotherContainerOrAnotherGraphTakesItsPlace() throws {
    let use = ViewGraphUse()
    let container = draftContainer()
    let first = use.graph(with: container, in: outer)
    let second = use.graph(with: DependencyContainer {}, in: outer)
    #expect(try second.graph.inject(byType: Draft?.self) == nil)
    let third = use.graph(with: container, in: ViewGraph(application.child()))
    #expect(third !== first && third !== second)
  }

  @Test func aContainerIsBuiltOnceAlsoWhereTheGraphAroundChanges() throws {
    let made = Counter()
    let use = ViewGraphUse()
    var graphs: [ViewGraph] = []
    for outer in [outer, ViewGraph(application.child())] {
      for _ in 1...2 {
        graphs.append(
          use.graph(
            building: {
              made.count()
              return draftContainer()
            }, in: outer))
      }
    }
    #expect(made.value == 1)
    #expect(graphs[0] === graphs[1] && graphs[2] === graphs[3] && graphs[1] !== graphs[2])
  }

  @Test func theLastViewTakesTheGraphWithIt() async throws {
    let container = draftContainer()
    var uses = [ViewGraphUse(), ViewGraphUse()]
    weak var draft: Draft?
    do {
      for use in uses { draft = try use.graph(with: container, in: outer).graph.inject() }
    }
    uses.removeFirst()
    #expect(draft != nil)
    uses.removeFirst()
    await eventually { draft == nil }
  }

  @Test func graphsThatHaveGoneAreForgotten() throws {
    let container = draftContainer()
    var gone: [Draft] = []
    for _ in 1...100 {
      let graph = ViewGraphUse().graph(with: container, in: ViewGraph(application.child())).graph
      gone.append(try graph.inject())
    }
    #expect(Set(gone.map { ObjectIdentifier($0) }).count == 100)
  }

  @Test func withoutAGraphAroundItIsBuiltOnTheCurrentOne() throws {
    let use = application.run { ViewGraphUse() }
    let graph = use.graph(with: draftContainer(), in: nil).graph
    #expect(graph.parent === application)
  }

  @Test func aGraphIsHandedOn() {
    let use = ViewGraphUse()
    let graph = use.graph(application)
    #expect(graph.graph === application)
    #expect(use.graph(application) === graph)
    #expect(use.graph(application.child()) !== graph)
  }

  @Test func whatIsEagerMayDrawViews() {
    let use = ViewGraphUse()
    let inner = ViewGraphUse()
    let outer = outer
    let seen = Record<Bool>()
    let box = Box<DependencyContainer?>(nil)
    let container = DependencyContainer {
      Dependency { @MainActor in
        let graph = box.value.map { inner.graph(with: $0, in: outer) }
        seen.append(graph != nil)
        return Draft()
      }
      .scope(.singleton).eagerness(.eager)
    }
    box.value = container
    let graph = use.graph(with: container, in: outer)
    #expect(seen.elements == [true])
    #expect(inner.viewGraph === graph)
    box.value = nil
  }
}

/// The overrides of two previews.
@MainActor @Suite(.timeLimit(.minutes(20)), .dependencies()) struct PreviewGraphTests {
  /// A stand-in for the graph of the process.
  private let application = DependencyGraph.process.isolated(named: "application") {
    Dependency { Store() }.scope(.singleton)
    Dependency { try Service() }.scope(.singleton)
  }

  /// A container that overrides the store.
  private func container(_ store: Store) -> DependencyContainer {
    DependencyContainer { Dependency { store }.conforms(to: Store.self) }
  }

  @Test func twoPreviewsWithAnOverrideEachDoNotSeeEachOthers() throws {
    let stores = [SampleStore(), SampleStore()]
    let uses = [ViewGraphUse(), ViewGraphUse()]
    for (use, store) in zip(uses, stores) {
      _ = use.graph(previewing: container(store), of: application)
    }
    for (use, store) in zip(uses, stores) {
      let graph = try #require(use.viewGraph?.graph)
      #expect(try graph.inject(byType: Store.self) === store)
      #expect(try graph.inject(byType: Service.self).store === store, "what is kept is made anew")
    }
    let service: Service = try application.inject()
    #expect(!stores.contains { $0 === service.store }, "the application's is what it was")
  }

  @Test func previewsInParallelDoNotSeeEachOthers() async {
    let application = application
    let wrong = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...100 {
        group.addTask {
          let store = SampleStore()
          let container = DependencyContainer { Dependency { store }.conforms(to: Store.self) }
          let preview = ViewGraph(previewing: container, of: application)
          for _ in 1...20 {
            let service: Service? = try? preview.graph.inject()
            let current = preview.graph.run { try? DependencyGraph.inject() as Store }
            if service?.store !== store || current !== store { wrong.count() }
            await Task.yield()
          }
        }
      }
    }
    #expect(wrong.value == 0)
  }

  @Test func previewsOfOneContainerShareNothing() throws {
    let container = draftContainer()
    let uses = [ViewGraphUse(), ViewGraphUse()]
    let drafts: [Draft] = try uses.map {
      try $0.graph(previewing: container, of: application).graph.inject()
    }
    #expect(drafts[0] !== drafts[1])
    let again: Draft = try uses[0].graph(previewing: container, of: application).graph.inject()
    #expect(again === drafts[0], "however often it is drawn")
  }

  @Test func theViewsOfAPreviewAreBuiltOnIt() throws {
    let store = SampleStore()
    let preview = ViewGraphUse()
    let view = ViewGraphUse()
    let outer = preview.graph(previewing: container(store), of: application)
    let graph = view.graph(with: draftContainer(), in: outer).graph
    #expect(try graph.inject(byType: Service.self).store === store)
  }

  @Test func itGoesWithThePreview() async throws {
    weak var draft: Draft?
    do {
      let use = ViewGraphUse()
      draft = try use.graph(previewing: draftContainer(), of: application).graph.inject()
      #expect(draft != nil)
      withExtendedLifetime(use) {}
    }
    // A running change of the process's graph holds the graph for a moment.
    await eventually { draft == nil }
  }
}
