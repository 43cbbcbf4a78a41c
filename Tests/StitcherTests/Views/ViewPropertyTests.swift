import Observation
import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// A library with an asynchronous factory.
private final class Library: Sendable {
  let title: String
  init(title: String = "Library") { self.title = title }

  static func open() async -> Library {
    await Task.yield()
    return Library()
  }
}

/// The error of a library that cannot be opened.
private struct Closed: Error {}

/// Properties of views with values that are created asynchronously.
@MainActor @Suite(.timeLimit(.minutes(20)), .dependencies()) struct ViewPropertyTests {
  private let graph = DependencyGraph.process.isolated(named: "view") {
    Dependency { await Library.open() }.scope(.singleton)
    Dependency(named: "fresh") { await Library.open() }.scope(.instance)
    Dependency(for: 7) { await Library.open() }.scope(.singleton)
  }

  /// Returns the state that a view keeps for a property in the graph.
  private func property<Value>(
    _ injected: Injected<Value>, _ request: ViewRequest, placeholder: (() -> Value)? = nil
  ) -> ViewProperty<Value> {
    ViewInjection(injected, request, placeholder: placeholder).property(in: graph)
  }

  @Test func anOptionalIsNilUntilItIsLoaded() async throws {
    let library = property(Injected<Library?>(), .type)
    #expect(library.value == nil)
    let redraws = Box(0)
    withObservationTracking {
      _ = library.value
    } onChange: {
      redraws.change { $0 += 1 }
    }
    try await library.load()
    #expect(redraws.value == 1)
    let alive: Library = try graph.inject()
    #expect(library.value === alive)
  }

  @Test func aPlaceholderIsShownUntilTheValueIsLoaded() async throws {
    var made = 0
    let library = property(Injected<Library>(), .type) {
      made += 1
      return Library(title: "Placeholder")
    }
    #expect(made == 0)
    #expect(library.value.title == "Placeholder")
    #expect(library.value === library.value)
    #expect(made == 1)
    try await library.load()
    #expect(library.value.title == "Library")
    #expect(made == 1)
  }

  @Test func aPlaceholderGoesBeforeNil() {
    let library = property(Injected<Library?>(), .type) { Library(title: "Placeholder") }
    #expect(library.value?.title == "Placeholder")
  }

  @Test func whatIsAliveIsShownAtOnce() async throws {
    let alive: Library = try await graph.injectAsync()
    let library = property(Injected<Library>(), .type) {
      Issue.record("nothing stands for it")
      return Library()
    }
    #expect(library.value === alive)
    try await library.load()
    #expect(library.value === alive)
  }

  @Test func whatComesToLifeElsewhereIsShownAtTheNextRead() async throws {
    let library = property(Injected<Library?>(), .type)
    #expect(library.value == nil)
    let alive: Library = try await graph.injectAsync()
    #expect(library.value === alive)
  }

  @Test func namesValuesAndCollectionsAreLoaded() async throws {
    let named = property(Injected<Library?>(name: "fresh"), .name("fresh"))
    let valued = property(Injected<Library?>(value: 7), .value(7))
    let all = property(Injected<[Library]>(), .type)
    #expect(named.value == nil && valued.value == nil && all.value.isEmpty)
    try await named.load()
    try await valued.load()
    try await all.load()
    #expect(try valued.value === graph.inject(byValue: 7))
    #expect(
      try all.value.map(ObjectIdentifier.init) == [ObjectIdentifier(graph.inject() as Library)])
    // Only the view keeps this instance.
    let fresh = try #require(named.value)
    #expect(named.value === fresh)
    try await named.load()
    #expect(named.value === fresh)
  }

  @Test func whatIsSynchronousIsLoadedOnce() async throws {
    let made = Counter()
    let graph = DependencyGraph.process.isolated {
      Dependency { () throws -> Library in
        made.count()
        return Library()
      }.scope(.instance)
    }
    let library = ViewInjection(Injected<Library>(), .type).property(in: graph)
    try await library.load()
    let loaded = library.value
    try await library.load()
    #expect(library.value === loaded)
    #expect(made.value == 1)

    let read = ViewInjection(Injected<Library>(), .type).property(in: graph)
    let first = read.value
    try await read.load()
    #expect(read.value === first)
    #expect(made.value == 2)
  }

  @Test func aFailureIsThrownAndTheNextLoadTriesAgain() async throws {
    let isOpen = Box(false)
    let graph = DependencyGraph.process.isolated {
      Dependency {
        await Task.yield()
        if !isOpen.value { throw Closed() }
        return Library()
      }.scope(.singleton)
    }
    let library = ViewInjection(Injected<Library?>(), .type).property(in: graph)
    await #expect(throws: InjectionError.self) { try await library.load() }
    #expect(library.value == nil)
    isOpen.value = true
    try await library.load()
    #expect(library.value != nil)
  }

  @Test func aMissingOptionalStaysNil() async throws {
    let absent = property(Injected<String?>(), .type)
    try await absent.load()
    #expect(absent.value == nil)
    let missing = property(Injected<String>(), .type) { "Placeholder" }
    let error = await #expect(throws: InjectionError.self) { try await missing.load() }
    #expect(error == .missingDependency(.type("String")))
  }

  @Test func aCancelledLoadThrowsAndShowsNothing() async {
    let library = property(Injected<Library?>(), .type)
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) { try await library.load() }
    }.value
    #expect(library.value == nil)
  }

  @Test func withoutAGraphItLoadsWhereTheViewWasMade() async throws {
    let kept = graph.run { ViewInjection(Injected<Library?>(), .type) }
    let library = kept.property(in: nil)
    try await library.load()
    #expect(try library.value === graph.inject(byType: Library.self))
  }

  @Test func afterTheEndOfItsGraphItThrows() async throws {
    let closed = Counter()
    var graph: DependencyGraph? = DependencyGraph.process.isolated(named: "gone") {
      Dependency { Library() }.scope(.singleton).teardown { _ in closed.count() }
    }
    let kept = graph?.run { ViewInjection(Injected<Library?>(), .type) }
    _ = try graph?.inject(byType: Library.self)
    graph = nil
    // Another test may be changing the graph of the process, which holds this graph meanwhile.
    await eventually { closed.value == 1 }
    let library = try #require(kept?.property(in: nil))
    await #expect(throws: InjectionError.graphEnded("gone")) { try await library.load() }
  }

  @Test func whatIsNotKnownIsInjectedSynchronously() async throws {
    let graph = DependencyGraph.process.isolated {
      Dependency(named: "list") { (number: Int) in [number] }
      Dependency(named: "later") { (number: Int) async in [number] }
    }
    let list = ViewInjection(Injected<[Int]>(name: "list", 3)).property(in: graph)
    try await list.load()
    #expect(list.value == [3])
    let later = ViewInjection(Injected<[Int]>(name: "later", 3)).property(in: graph)
    #expect(later.value.isEmpty)
    let error = await #expect(throws: InjectionError.self) { try await later.load() }
    #expect(error?.description.contains("is asynchronous") == true, "\(error as Any)")
  }

  @Test func withoutAPlaceholderAReadStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let graph = DependencyGraph.process.isolated { Dependency { await Library.open() } }
      _ = ViewInjection(Injected<Library>(), .type).property(in: graph).value
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("The factory of Type[Library] is asynchronous"), "\(output)")
  }

  @Test func whatIsMissingHasNoPlaceholder() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let graph = DependencyGraph.process.isolated()
      let missing = ViewInjection(Injected<Library>(), .type, placeholder: { Library() })
      _ = missing.property(in: graph).value
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("No dependency could be found for Type[Library]"), "\(output)")
  }
}
