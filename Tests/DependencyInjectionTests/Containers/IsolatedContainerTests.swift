import DependencyInjection
import StitcherTestSupport
import Testing

import class Stitcher.DependencyGraph

/// The shared containers in isolated graphs.
@Suite(.timeLimit(.minutes(10))) struct IsolatedContainerTests {
  /// A stand-in for the graph of the process, which other tests use.
  let process = DependencyGraph.process.isolated(named: "process")

  final class Clock: Sendable {
    let name: String
    init(_ name: String = "") { self.name = name }
  }
  final class Greeter: Sendable {
    let clock: Clock
    init(_ clock: Clock) { self.clock = clock }
  }
  final class Lazy: Sendable {
    let clock = LazyInjected<Clock>()
  }

  @Test func thereIsOneForEachGraph() {
    let shared = Container.shared
    #expect(Container.shared === shared)
    let graph = process.isolated()
    let own = graph.run { Container.shared }
    #expect(own !== shared)
    #expect(graph.run { Container.shared } === own)
    #expect(graph.child().run { Container.shared } === own)
    #expect(process.run { Container.shared } !== own)
    #expect(DependencyGraph.process.child().run { Container.shared } === shared)
    #expect(graph.run { AsyncContainer.shared } !== AsyncContainer.shared)
  }

  @Test func whatIsRegisteredStays() {
    process.run { Container.shared.register { _ in Clock("process") } }
    let graph = process.isolated()
    graph.run {
      Container.shared.register { _ in Clock("isolated") }
      #expect(Container.shared.resolve(type: Clock.self).name == "isolated")
      Container.shared.clean()
      #expect(throws: ResolutionError.self) { try Container.shared.tryResolve(type: Clock.self) }
    }
    process.run { #expect(Container.shared.resolve(type: Clock.self).name == "process") }
  }

  @Test func instancesAndWhatTheyNeedAreItsOwn() {
    process.run {
      Container.shared.register { _ in Clock("process") }
      Container.shared.register { resolver in Greeter(resolver.resolve()) }
      Container.shared.register { (resolver, name: String) in
        Greeter(Clock(name + resolver.resolve(type: Clock.self).name))
      }
    }
    let greeter: Greeter = process.run { Container.shared.resolve() }
    let graph = process.isolated()
    let own: Greeter = graph.run {
      Container.shared.register { _ in Clock("isolated") }
      return Container.shared.resolve()
    }
    #expect(own !== greeter)
    #expect(own.clock.name == "isolated")
    #expect(greeter.clock.name == "process")
    graph.run {
      let greeter = Container.shared.resolve(type: Greeter.self, arguments: "an ")
      #expect(greeter.clock.name == "an isolated")
      #expect(Container.shared.resolve(type: Greeter.self) === own)
    }
    #expect(process.run { Container.shared.resolve(type: Greeter.self) } === greeter)
  }

  @Test func otherContainersAreThemselves() {
    let container = Container()
    container.register { _ in Clock("container") }
    let clock: Clock = container.resolve()
    let graph = process.isolated()
    graph.run { #expect(container.resolve(type: Clock.self) === clock) }
    // A container that is created in the graph has the graph's shared container as its parent.
    graph.run {
      Container.shared.register { _ in Clock("isolated") }
      let session = Container(parent: .shared)
      #expect(session.parent === Container.shared)
      #expect(session.resolve(type: Clock.self).name == "isolated")
    }
  }

  @Test func propertiesKeepTheirGraph() {
    process.run { Container.shared.register { _ in Clock("process") } }
    let graph = process.isolated()
    let lazy = graph.run {
      Container.shared.register { _ in Clock("isolated") }
      return Lazy()
    }
    #expect(process.run { lazy.clock.wrappedValue.name } == "isolated")
    #expect(process.run { Lazy().clock.wrappedValue.name } == "process")
  }

  @Test func factoriesOfAPropertyRunInItsGraph() {
    let graph = process.isolated()
    let lazy = graph.run {
      Container.shared.register(type: String.self) { _ in "isolated" }
      // The factory uses the shared container, not its argument.
      Container.shared.register { _ in Clock(Container.shared.resolve()) }
      return Lazy()
    }
    let worker = Worker { lazy.clock.wrappedValue.name }
    #expect(worker.join() == "isolated")
  }

  @Test func factoriesOfAnAttachedContainerResolveInTheGraph() throws {
    final class Needs: Sendable {
      let clock: Clock
      init(_ clock: Clock) { self.clock = clock }
    }
    let graph = process.isolated()
    try graph.run {
      Container.shared.register { _ in Clock("isolated") }
      Container.shared.register { resolver in Needs(resolver.resolve()) }
      DependencyGraph.attach(Container.shared)
      let needs: Needs = try DependencyGraph.inject()
      #expect(needs.clock.name == "isolated")
      #expect(needs === Container.shared.resolve(type: Needs.self))
    }
    // A nested isolated graph has its own instances, which depend on each other.
    let inner = graph.isolated()
    try inner.run {
      Container.shared.register { _ in Clock("inner") }
      let needs: Needs = try DependencyGraph.inject()
      #expect(needs.clock.name == "inner")
    }
  }

  @Test func asynchronousContainersFollow() async throws {
    let process = process
    await process.run {
      await AsyncContainer.shared.register { _ in Clock("process") }
      await AsyncContainer.shared.register { resolver in
        // Both resolutions use the graph's own container.
        let clock: Clock = await AsyncContainer.shared.resolve()
        let again: Clock = await resolver.resolve()
        #expect(again === clock)
        return Greeter(clock)
      }
    }
    let graph = process.isolated()
    let own: Greeter = await graph.run {
      await AsyncContainer.shared.register { _ in Clock("isolated") }
      return await AsyncContainer.shared.resolve()
    }
    #expect(own.clock.name == "isolated")
    let greeter: Greeter = await process.run { await AsyncContainer.shared.resolve() }
    #expect(greeter.clock.name == "process")
    let again: Greeter = await graph.run { await AsyncContainer.shared.resolve() }
    #expect(again === own)
  }

  @Test func theEndLetsGoOfEverything() async throws {
    let lifetimes = Lifetimes()
    let graph = process.isolated()
    await graph.run {
      Container.shared.register { _ in Tracked(lifetimes) }
      await AsyncContainer.shared.register { _ in Tracked(lifetimes) }
      _ = Container.shared.resolve(type: Tracked.self)
      _ = await AsyncContainer.shared.resolve(type: Tracked.self)
    }
    #expect(lifetimes.living == 2)
    let own = graph.run { Container.shared }
    try await graph.end()
    #expect(lifetimes.living == 0)
    #expect(throws: ResolutionError.self) { try own.tryResolve(type: Tracked.self) }
    graph.run { #expect(Container.shared !== own) }
  }

  @Test func afterTheEndEachResolutionSaysSo() async throws {
    let graph = process.isolated(named: "search")
    process.runNow { Container.shared.register { _ in Clock("process") } }
    await process.run { await AsyncContainer.shared.register { _ in Clock("process") } }
    let (own, child, ownAsync) = graph.runNow {
      (Container.shared, Container(parent: .shared), AsyncContainer.shared)
    }
    try await graph.end()
    own.register { _ in Clock("late") }
    await ownAsync.register { _ in Clock("late") }
    func text(_ container: String) -> String {
      """
      Dependency not registered: Dependency of type \(String(reflecting: Clock.self)) can't be \
      resolved in container DependencyInjection.\(container). The graph 'search' has ended. Request the dependency \
      before the graph ends, or in a graph that ends later.
      """
    }
    let later = graph.runNow { Container.shared }
    for container in [own, child, later] {
      let error = #expect(throws: ResolutionError.self) {
        try container.tryResolve(type: Clock.self)
      }
      #expect(error?.description == text("Container"))
    }
    let laterAsync = graph.runNow { AsyncContainer.shared }
    for container in [ownAsync, laterAsync] {
      let error = await #expect(throws: ResolutionError.self) {
        try await container.tryResolve(type: Clock.self, file: "There.swift", line: 5)
      }
      #expect(
        error?.description == text("AsyncContainer") + "\nResolved at There.swift:5.")
    }
    #expect(process.runNow { Container.shared.resolve(type: Clock.self).name } == "process")
  }

  @Test func aDeallocatedGraphIsNamedAsWell() {
    let own = process.isolated(named: "gone").run { Container.shared }
    let error = #expect(throws: ResolutionError.self) { try own.tryResolve(type: Clock.self) }
    #expect(error?.description.contains("The graph 'gone' has ended.") == true)
  }
}

extension DependencyGraph {
  /// Runs a synchronous operation, even in asynchronous code.
  fileprivate func runNow<Result>(_ operation: () -> Result) -> Result { run(operation) }
}
