import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Kept instances of factories with parameters: one for each combination of the values.
@Suite(.timeLimit(.minutes(10)), .dependencies()) struct KeptParameterTests {
  final class Store: Sendable {
    let folder: String
    let size: Int
    init(_ folder: String, _ size: Int = 0) { (self.folder, self.size) = (folder, size) }
  }

  protocol Storing: Sendable { var folder: String { get } }

  final class Wrapped: Storing {
    let store: Store
    var folder: String { store.folder }
    init(_ store: Store) { self.store = store }
  }

  /// A parameter that tests refer to weakly, to observe its release.
  final class Owner: Hashable, Sendable {
    static func == (left: Owner, right: Owner) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  final class Owned: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  static let source = ChangeSource()

  @Test(arguments: [
    DependencyScope.singleton, .shared, .scoped, .managed(by: KeptParameterTests.source),
  ])
  func eachCombinationOfValuesHasItsInstance(scope: DependencyScope) async throws {
    let graph = DependencyGraph.current.child {
      Dependency { (folder: String) in Store(folder) }.scope(scope)
      Dependency { (folder: String, size: Int) in Store(folder, size) }.scope(scope)
      Dependency(named: "named") { (folder: String) in Store(folder) }.scope(scope)
      Dependency(for: 7) { (folder: String) in Store(folder) }.scope(scope)
      Dependency { () async in Counter() }.scope(scope)
      Dependency(named: "async") { (size: Int) async in Store("async", size) }.scope(scope)
    }
    let drafts: Store = try graph.inject(parameters: "Drafts")
    let archive: Store = try graph.inject(parameters: "Archive")
    #expect((drafts.folder, archive.folder) == ("Drafts", "Archive"))
    #expect(try drafts === graph.inject(parameters: "Drafts") as Store)
    #expect(try drafts === graph.inject(byType: Store.self, "Drafts") as Store)
    #expect(try await drafts === graph.injectAsync(parameters: "Drafts") as Store)
    #expect(try drafts === graph.inject(byType: [Store].self, parameters: "Drafts")[0])
    #expect(try drafts === graph.inject(parameters: "Drafts") as Store?)
    let large: Store = try graph.inject(parameters: "Drafts", 9)
    #expect(large !== drafts)
    #expect(try large === graph.inject(parameters: "Drafts", 9) as Store)
    #expect(try large !== graph.inject(parameters: "Drafts", 8) as Store)
    let named: Store = try graph.inject(byName: "named", parameters: "Drafts")
    #expect(try named !== graph.inject(byName: "named", parameters: "Archive") as Store)
    #expect(try named === graph.inject(byName: "named", parameters: "Drafts") as Store)
    let valued: Store = try graph.inject(byValue: 7, parameters: "Drafts")
    #expect(try valued !== graph.inject(byValue: 7, parameters: "Archive") as Store)
    #expect(try valued === graph.inject(byValue: 7, parameters: "Drafts") as Store)
    let one: Store = try await graph.injectAsync(byName: "async", parameters: 1)
    #expect(try await one !== graph.injectAsync(byName: "async", parameters: 2) as Store)
    #expect(try await one === graph.injectAsync(byName: "async", parameters: 1) as Store)
  }

  @Test func propertiesGetTheInstancesOfTheirParameters() {
    struct Model {
      @Injected("Drafts") var drafts: Store
      @Injected("Archive") var archive: Store
      @Injected("Drafts") var again: Store
    }
    DependencyGraph.withOverrides {
      Dependency { (folder: String) in Store(folder) }
    } operation: {
      let model = Model()
      #expect((model.drafts.folder, model.archive.folder) == ("Drafts", "Archive"))
      #expect(model.drafts === model.again)
    }
  }

  @Test func aChildHasTheInstancesOfItsParentAndAnIsolatedGraphItsOwn() throws {
    let parent = DependencyGraph.current.child {
      Dependency { (folder: String) in Store(folder) }.scope(.singleton)
    }
    let store: Store = try parent.child().inject(parameters: "a")
    #expect(try store === parent.inject(parameters: "a") as Store)
    #expect(try store !== parent.isolated().inject(parameters: "a") as Store)
  }

  @Test func decoratorsAreAppliedToEachInstanceOnce() throws {
    let count = Counter()
    let graph = DependencyGraph.current.child {
      Dependency { (folder: String) in Wrapped(Store(folder)) as any Storing }.scope(.singleton)
      Decorator((any Storing).self) { inner in
        count.count()
        return Wrapped(Store(inner.folder + "!"))
      }
    }
    for folder in ["a", "b", "a", "b"] {
      let storing: any Storing = try graph.inject(parameters: folder)
      #expect(storing.folder == folder + "!")
    }
    #expect(count.value == 2)
  }

  @Test(arguments: [false, true])
  func requestsOfManyValuesSucceedInTasksToo(isDecorated: Bool) async throws {
    let made = Counter()
    let graph = DependencyGraph.current.child {
      Dependency { (number: Int) in
        made.count()
        return Owned(number)
      }.scope(.singleton)
      Dependency(named: "async") { (number: Int) async in
        made.count()
        return Owned(number)
      }.scope(.singleton)
      if isDecorated {
        Decorator(Owned.self) { Owned($0.number) }
        Decorator(named: "async") { (inner: Owned) in Owned(inner.number) }
      }
    }
    for number in 0..<40 {
      #expect(try await (graph.injectAsync(parameters: number) as Owned).number == number)
      let named: Owned = try await graph.injectAsync(byName: "async", parameters: number)
      #expect(named.number == number)
      let all: [Owned] = try await graph.injectAsync(parameters: 100 + number)
      #expect(all.map(\.number) == [100 + number])
      #expect(try (graph.inject(parameters: 200 + number) as Owned).number == 200 + number)
    }
    #expect(made.value == 160)
  }

  @Test func racingThreadsGetOneInstanceForEachValue() throws {
    let made = Counter()
    let graph = DependencyGraph.current.child {
      Dependency { (number: Int) in
        made.count()
        return Owned(number)
      }.scope(.singleton)
    }
    let found = runBoundThreads(8) { _ in
      (0..<200).map { number -> Owned in try! graph.inject(parameters: number) }
    }
    #expect(made.value == 200)
    for objects in found {
      #expect(zip(objects, found[0]).allSatisfy { $0 === $1 })
      #expect(objects.map(\.number) == Array(0..<200))
    }
  }

  @Test func theParametersOfADeallocatedInstanceAreReleased() throws {
    let source = ChangeSource()
    let container = DependencyContainer {
      Dependency(named: "managed") { (owner: Owner) in Store("") }.scope(.managed(by: source))
      Dependency(named: "singleton") { (owner: Owner) in Store("") }.scope(.singleton)
      Dependency(named: "shared") { (owner: Owner) in Store("") }.scope(.shared)
    }
    let graph = DependencyGraph.current.child()
    graph.activate(container)
    func owners(_ name: String, _ count: Int) throws -> [Weak<Owner>] {
      try (0..<count).map { _ in
        let owner = Owner()
        _ = try graph.inject(byName: name, parameters: owner) as Store
        return Weak(object: owner)
      }
    }
    let managed = try owners("managed", 3)
    #expect(managed.allSatisfy { $0.object != nil })
    source.fire()
    #expect(managed.allSatisfy { $0.object == nil })
    let singletons = try owners("singleton", 3)
    // Released shared instances are removed while others are added.
    let shared = try owners("shared", 1000)
    #expect(shared.count { $0.object != nil } <= 16)
    #expect(singletons.allSatisfy { $0.object != nil })
    graph.deactivate(container)
    #expect(singletons.allSatisfy { $0.object == nil })
    #expect(shared.allSatisfy { $0.object == nil })
  }

  @Test func anInstanceIsCreatedAnewAfterItsLifetime() throws {
    let source = ChangeSource()
    let graph = DependencyGraph.current.child {
      Dependency { (number: Int) in Owned(number) }.scope(.managed(by: source))
    }
    let (one, two) = (
      try graph.inject(parameters: 1) as Owned, try graph.inject(parameters: 2) as Owned
    )
    source.fire()
    #expect(try one !== graph.inject(parameters: 1) as Owned)
    #expect(try two !== graph.inject(parameters: 2) as Owned)
  }

  @Test func eachInstanceIsTornDownInReverseOrder() async throws {
    let log = Record<Int>()
    let graph = DependencyGraph.current.child {
      Dependency { (number: Int) in Owned(number) }.scope(.singleton)
        .teardown { log.append($0.number) }
    }
    for number in [1, 2, 3, 2] { _ = try graph.inject(parameters: number) as Owned }
    try await graph.end()
    #expect(log.elements == [3, 2, 1])
  }

  @Test func aRebuiltContainerKeepsItsInstances() throws {
    let container = DependencyContainer {
      Dependency { (number: Int) in Owned(number) }.scope(.singleton)
    }
    let graph = DependencyGraph.current.child()
    graph.activate(container)
    let one: Owned = try graph.inject(parameters: 1)
    container.rebuild()
    #expect(try one === graph.inject(parameters: 1) as Owned)
  }

  @Test func theDescriptionKnowsLiveInstances() throws {
    let graph = DependencyGraph.current.child {
      Dependency { (number: Int) in Owned(number) }.scope(.singleton)
    }
    // Other tests may have activated containers in the graph of the process.
    let nodes = { graph.description().nodes.filter { $0.place?.file.hasSuffix(#fileID) == true } }
    #expect(nodes().map(\.isLive) == [false])
    let one: Owned = try graph.inject(parameters: 1)
    #expect(nodes().map(\.isLive) == [true])
    withExtendedLifetime(one) {}
  }
}
