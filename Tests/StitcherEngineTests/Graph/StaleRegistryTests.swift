import StitcherEngine
import StitcherTestSupport
import Synchronization
import Testing

/// Lookups rebuild stale registries, and only settling sends the events.
@Suite(.timeLimit(.minutes(20))) struct StaleRegistryTests {
  /// A registry with contents that a closure computes.
  private final class Source: Sendable {
    private let make: @Sendable () -> RegistrationSet
    private let builds = Atomic<UInt64>(0)
    private let changes = Counter()
    private let mayBuild = Atomic<Bool>(true)
    let reference = WeakBox<Source>()
    let registry: DeclaredRegistry

    init(_ make: @escaping @Sendable () -> RegistrationSet) {
      self.make = make
      registry = DeclaredRegistry(
        contents: make(), updatedBy: { [reference] in reference.object?.build(&$0) })
      reference.refer(to: self)
    }

    var buildCount: UInt64 { builds.load(ordering: .relaxed) }

    func change() {
      changes.increment()
      registry.markStale()
    }

    func allow(_ mayBuild: Bool) { self.mayBuild.store(mayBuild, ordering: .relaxed) }

    func build(_ updates: inout RegistryUpdates) {
      guard mayBuild.load(ordering: .relaxed) else {
        updates.isIncomplete = true
        return
      }
      let number = builds.wrappingAdd(1, ordering: .relaxed).newValue
      let seen = changes.value
      updates.add(registry, make(), build: number, sendsEvent: true) { [registry, changes] in
        guard changes.value == seen else { return }
        registry.markFresh()
        if changes.value != seen { registry.markStale() }
      }
    }
  }

  /// Returns a registration of an eager instance, which is created when the graph sends its event.
  private static func eager(
    _ name: String, _ make: @escaping @Sendable () -> Void
  ) -> Registration {
    ParameterlessRegistration(
      .init(
        locator: .name(name), scope: .singleton, isEager: true,
        location: SourceLocation(file: #fileID, line: #line)), make)
  }

  /// Counts the events of a graph while a closure runs.
  private func counting(_ graph: Graph, _ body: () throws -> Void) rethrows -> Int {
    let events = Counter()
    let listening = graph.changes.subscribe { events.increment() }
    defer { listening.cancel() }
    try body()
    return events.value
  }

  @Test func isBuiltOnceForAllRequestsAndReportedOnce() throws {
    let number = Counter()
    let source = Source { [.type(Int.self) { [value = number.value] in value }] }
    let graph = Graph()
    let child = Graph(parent: graph)
    graph.activate(source.registry)
    #expect(try child.resolve(Int.self) == 0)
    let events = try counting(graph) { () throws in
      number.increment()
      source.change()
      #expect(try child.resolve(Int.self) == 1)
      #expect(try graph.resolve(Int.self) == 1)
      #expect(source.buildCount == 1)
      graph.tell()
      graph.tell()
    }
    #expect(events == 1)
  }

  @Test func whatIsEditedStandsBeforeWhatIsBuilt() throws {
    let number = Counter()
    let source = Source { [.type(Int.self) { [value = number.value] in value }] }
    let other = Source { [.name("twice") { [value = number.value] in 2 * value }] }
    let graph = Graph()
    graph.activate(EditableRegistry())
    graph.activate(source.registry)
    graph.activate(EditableRegistry())
    graph.activate(other.registry)
    for round in 1...3 {
      number.increment()
      source.change()
      other.change()
      #expect(try graph.resolve(Int.self) == round)
      #expect(try graph.resolve(name: "twice", as: Int.self) == 2 * round)
    }
    #expect(source.buildCount == other.buildCount)
  }

  @Test func whatMayNotBeBuiltStaysAsItWasUntilItMay() throws {
    let number = Counter()
    let source = Source { [.type(Int.self) { [value = number.value] in value }] }
    let graph = Graph()
    graph.activate(source.registry)
    source.allow(false)
    number.increment()
    source.change()
    #expect(try graph.resolve(Int.self) == 0)
    source.allow(true)
    #expect(try graph.resolve(Int.self) == 1)
  }

  @Test func aStaleContainerIsBuiltForTheNextRequest() throws {
    let number = Counter()
    let source = Source { [.type(Int.self) { [value = number.value] in value }] }
    number.increment()
    source.change()
    let graph = Graph()
    graph.activate(source.registry)
    #expect(try graph.resolve(Int.self) == 1)
  }

  @Test func aChildThatIsCreatedWhileItsParentIsStaleSeesTheState() throws {
    let number = Counter()
    let source = Source { [.type(Int.self) { [value = number.value] in value }] }
    let graph = Graph()
    graph.activate(source.registry)
    #expect(try graph.resolve(Int.self) == 0)
    for round in 1...3 {
      number.increment()
      source.change()
      #expect(try Graph(parent: Graph(parent: graph)).resolve(Int.self) == round)
    }
    number.increment()
    source.change()
    #expect(Graph(parent: graph).registrations.count == 1)
    #expect(source.buildCount == 4)
  }

  @Test func mergedRegistriesChangeWithTheirParts() throws {
    let number = Counter()
    let source = Source { [.type(Int.self) { [value = number.value] in value }] }
    let fixed = DeclaredRegistry(contents: [.type(String.self) { "fixed" }])
    let inner = DeclaredRegistry(merging: [source.registry, fixed, source.registry])
    let merged = DeclaredRegistry(merging: [inner, fixed])
    let graph = Graph()
    graph.activate(merged)
    for round in 1...20 {
      number.increment()
      // An update that read the state before the change is installed after one that read it
      // afterwards.
      var early = RegistryUpdates()
      if round.isMultiple(of: 2) { source.build(&early) }
      number.increment()
      source.change()
      #expect(try graph.resolve(Int.self) == number.value)
      early.install()
      #expect(try graph.resolve(Int.self) == number.value)
      #expect(try graph.resolve(String.self) == "fixed")
      #expect(merged.contents.registrations.count == 2)
    }
    #expect(counting(graph) { graph.tell() } == 1)
  }

  @Test func mergedOnesAreNeverOlderThanTheirParts() throws {
    let numbers = [Counter(), Counter()]
    let sources = numbers.enumerated().map { place, number in
      Source { [.value(place) { [value = number.value] in value }] }
    }
    let merged = DeclaredRegistry(merging: sources.map(\.registry))
    let graph = Graph()
    graph.activate(merged)
    for _ in 0..<200 {
      let seen = runThreads(4) { thread in
        let place = thread % 2
        let least = numbers[place].increment() + 1
        sources[place].change()
        return (least, try! graph.resolve(value: place, as: Int.self))
      }
      for (least, value) in seen { #expect(value >= least) }
      for place in 0...1 {
        #expect(try graph.resolve(value: place, as: Int.self) == numbers[place].value)
      }
    }
  }

  @Test func eagerInstancesComeInOrderOfActivation() throws {
    let made = Log<Int>()
    let isOn = Counter()
    let sources = (0..<3).map { number in
      Source {
        guard isOn.value > 0 else { return [] }
        return [Self.eager("\(number)") { made.add(number) }]
      }
    }
    let graph = Graph()
    for source in sources { graph.activate(source.registry) }
    isOn.increment()
    // The sources are built separately, the last one first.
    for source in sources.reversed() {
      source.change()
      var updates = RegistryUpdates()
      source.build(&updates)
      updates.install()
    }
    graph.tell()
    #expect(made.entries == [0, 1, 2])
  }

  @Test func whatIsAddedIsCreatedOnceInEachGraph() {
    let made = Log<String>()
    let isOn = Box(false)
    let source = Source {
      let stays = Self.eager("stays") { made.add("stays") }
      return isOn.value ? [stays, Self.eager("comes") { made.add("comes") }] : [stays]
    }
    let graphs = [Graph(), Graph()]
    let inactive = Graph()
    for graph in graphs + [inactive] { graph.activate(source.registry) }
    inactive.deactivate(source.registry)
    isOn.value = true
    source.change()
    for graph in graphs + [inactive] {
      graph.refreshStaleRegistries()
      graph.tell()
    }
    #expect(made.entries == ["comes", "comes"])
  }

  @Test func releasedInstancesAreNeitherReportedNorRetained() {
    let lifetimes = Lifetimes()
    let isOn = Box(false)
    let source = Source {
      guard isOn.value else { return [] }
      let captured = Tracked(lifetimes)
      return [.type(Tracked.self, scope: .singleton, isEager: true) { captured }]
    }
    for remove in [
      { $0.deactivate($1) }, { graph, _ in graph.deactivateAll() }, { graph, _ in graph.end() },
      { $0.replace($1, by: DeclaredRegistry()) },
    ] as [(Graph, DeclaredRegistry) -> Void] {
      let graph = Graph()
      graph.activate(source.registry)
      isOn.value = true
      source.change()
      graph.refreshStaleRegistries()
      #expect(lifetimes.living == 1)
      remove(graph, source.registry)
      isOn.value = false
      source.change()
      var updates = RegistryUpdates()
      source.build(&updates)
      updates.install()
      #expect(lifetimes.living == 0, "nobody holds what a registration captured")
      #expect(counting(graph) { graph.tell() } == 0)
    }
  }
}
