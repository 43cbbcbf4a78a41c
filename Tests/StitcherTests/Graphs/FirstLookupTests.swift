import Observation
import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// The first lookups of a child graph, which build no snapshot, find the same as later lookups.
@Suite(.timeLimit(.minutes(10)), .dependencies()) struct FirstLookupTests {
  /// A stand-in for the graph of the process, which other tests use.
  let parent = DependencyGraph.process.isolated(named: "parent")

  struct Text: Sendable, Hashable { let value: String }

  /// A type that no scenario registers.
  struct Unregistered: Sendable {}

  /// The number of lookups after which a graph has built a snapshot and published its table.
  static let many = 40

  /// Makes a graph publish its lookup table, which the first lookups of its children search.
  static func publishTable(of graph: DependencyGraph) {
    for _ in 0..<many {
      #expect(throws: (any Error).self) { try graph.inject() as Unregistered }
    }
  }

  /// Returns a container that decorates texts as soon as the model's label is "second".
  static func container(decoratingIn model: Model) -> DependencyContainer {
    DependencyContainer {
      if model.label == "second" {
        Decorator(Text.self) { Text(value: $0.value + "!") }
      }
    }
  }

  /// Injects an instance of the inferred type, which may be an optional.
  static func instance<Instance: Sendable>(from graph: DependencyGraph) throws -> Instance {
    try graph.inject()
  }

  /// Makes a request in a new graph, then repeats it after the graph has built its snapshot.
  ///
  /// - Parameter make: Makes a new graph.
  /// - Returns: The result of the first request, followed by the results of the repetitions.
  func results<Result: Sendable & Hashable>(
    of make: () throws -> DependencyGraph, to request: (DependencyGraph) throws -> Result
  ) rethrows -> [Result] {
    Self.publishTable(of: parent)
    let graph = try make()
    let first = try request(graph)
    for _ in 0..<Self.many {
      #expect(throws: (any Error).self) { try graph.inject() as Unregistered }
    }
    return [first, try request(graph)] + (try (0..<Self.many).map { _ in try request(graph) })
  }

  /// Returns the text of the error that a request throws.
  func error(_ request: () throws -> Text) -> String {
    do { return "no error: \(try request())" } catch { return "\(error)" }
  }

  @Test func anOwnRegistrationIsFound() throws {
    parent.activate(
      DependencyContainer {
        Text(value: "parent")
        Dependency { 1 }
      })
    let found = try results(
      of: { parent.child { Text(value: "own") } },
      to: { graph in
        let (text, number): (Text, Int) = (try graph.inject(), try graph.inject())
        return "\(text.value) \(number)"
      })
    #expect(Set(found) == ["own 1"])
  }

  @Test func aDecoratorOfTheParentIsApplied() throws {
    let decorator = DependencyContainer { Decorator(Text.self) { Text(value: $0.value + "!") } }
    parent.activate(decorator)
    Self.publishTable(of: parent)
    for scope in [DependencyScope.instance, .singleton] {
      let graph = parent.child { Dependency { Text(value: "own") }.scope(scope) }
      for _ in 0..<Self.many { #expect(try graph.inject(byType: Text.self).value == "own!") }
    }
  }

  @Test func aDecoratorThatComesLaterIsApplied() throws {
    for scope in [DependencyScope.instance, .singleton] {
      Self.publishTable(of: parent)
      let graph = parent.child { Dependency { Text(value: "own") }.scope(scope) }
      #expect(try graph.inject(byType: Text.self).value == "own")
      let decorator = DependencyContainer { Decorator(Text.self) { Text(value: $0.value + "!") } }
      parent.activate(decorator)
      #expect(try graph.inject(byType: Text.self).value == "own!")
      parent.deactivate(decorator)
      #expect(try graph.inject(byType: Text.self).value == "own")
    }
  }

  @Test func aDecoratorThatDependsOnStateIsApplied() throws {
    let model = Model()
    parent.activate(Self.container(decoratingIn: model))
    Self.publishTable(of: parent)
    let graph = parent.child { Text(value: "own") }
    #expect(try graph.inject(byType: Text.self).value == "own")
    model.label = "second"
    #expect(try graph.inject(byType: Text.self).value == "own!")
  }

  /// Another thread rebuilds the container during the change, with the former state.
  @Test func aChangeThatIsReadTooEarlyIsApplied() throws {
    for _ in 0..<20 {
      let (parent, model) = (DependencyGraph.process.isolated(named: "parent"), Model())
      parent.activate(Self.container(decoratingIn: model))
      Self.publishTable(of: parent)
      let graph = parent.child { Text(value: "own") }
      withObservationTracking {
        _ = model.label
      } onChange: {
        let _: Void = boundWorker { Self.publishTable(of: parent) }.join()
      }
      model.label = "second"
      #expect(try graph.inject(byType: Text.self).value == "own!")
    }
  }

  @Test func aDecoratorOfTheGraphItselfIsApplied() throws {
    let found = try results(
      of: {
        parent.child {
          Text(value: "own")
          Decorator(Text.self) { Text(value: $0.value + "!") }
        }
      }, to: { try $0.inject(byType: Text.self).value })
    #expect(Set(found) == ["own!"])
  }

  @Test func theParametersDecide() throws {
    parent.activate(DependencyContainer { Text(value: "parent") })
    let found = try results(
      of: {
        parent.child { Dependency { (number: Int) in Text(value: "own \(number)") } }
      },
      to: { graph in
        [
          try graph.inject(byType: Text.self).value,
          try graph.inject(byType: Text.self, parameters: 3).value,
        ]
      })
    #expect(Set(found) == [["parent", "own 3"]])
  }

  @Test func twoRegistrationsAreAmbiguous() {
    let found = results(
      of: {
        parent.child {
          Dependency { Text(value: "one") }.id(1)
          Dependency { Text(value: "two") }.id(2)
        }
      }, to: { graph in error { try graph.inject() } })
    #expect(Set(found).count == 1)
    #expect(found[0].hasPrefix("Multiple dependencies found for Type[Text]."), "\(found[0])")
  }

  @Test(arguments: [true, false])
  func anOptionalBesideItsTypeIsAmbiguous(ownIsOptional: Bool) {
    let optional = DependencyContainer { Dependency { Optional(Text(value: "optional")) } }
    let plain = DependencyContainer { Text(value: "plain") }
    parent.activate(ownIsOptional ? plain : optional)
    let found = results(
      of: {
        ownIsOptional
          ? parent.child { Dependency { Optional(Text(value: "optional")) } }
          : parent.child { Text(value: "plain") }
      }, to: { graph in error { try Self.instance(from: graph) as Text? ?? Text(value: "none") } })
    #expect(Set(found).count == 1, "\(found)")
    #expect(!found[0].hasPrefix("no error"), "\(found[0])")
  }

  @Test func anAsynchronousFactoryNeedsAwait() {
    let found = results(
      of: {
        parent.child { Dependency { () async in Text(value: "later") } }
      }, to: { graph in error { try graph.inject() } })
    #expect(Set(found).count == 1)
    #expect(found[0].contains("await"), "\(found[0])")
  }

  @Test func theEndOfTheParentIsAnError() async throws {
    Self.publishTable(of: parent)
    let middle = parent.child()
    for _ in 0..<Self.many { #expect(throws: (any Error).self) { try middle.inject() as Text } }
    let graph = middle.child { Text(value: "own") }
    #expect(try graph.inject(byType: Text.self).value == "own")
    try await middle.end()
    let (first, other) = (error { try graph.inject() }, error { try graph.inject() })
    #expect(first == other)
    #expect(first.contains("ended"), "\(first)")
  }

  @Test func whatIsKeptIsReleasedWithItsRegistration() throws {
    Self.publishTable(of: parent)
    let lifetimes = Lifetimes()
    let graph = parent.child { Dependency { Tracked(lifetimes) }.scope(.singleton) }
    #expect(try graph.inject(byType: Tracked.self) === graph.inject() as Tracked)
    #expect(lifetimes.living == 1)
    graph.deactivateAll()
    #expect(lifetimes.living == 0)
    #expect(throws: (any Error).self) { try graph.inject() as Tracked }
  }

  /// The graph stores an instance of its own, and then a scoped instance of the parent's
  /// registration. The parent's change must still release the scoped instance.
  @Test func whatIsScopedFollowsTheParentAlsoBesideOwnInstances() throws {
    let lifetimes = Lifetimes()
    let container = DependencyContainer { Dependency { Tracked(lifetimes) }.scope(.scoped) }
    parent.activate(container)
    Self.publishTable(of: parent)
    let graph = parent.child { Dependency { OtherTracked(lifetimes) }.scope(.singleton) }
    _ = try graph.inject() as OtherTracked
    _ = try graph.inject() as Tracked
    #expect(lifetimes.living == 2)
    parent.deactivate(container)
    #expect(lifetimes.living == 1)
  }

  @Test func threadsGetOneInstance() async throws {
    let lifetimes = Lifetimes()
    Self.publishTable(of: parent)
    for _ in 0..<200 {
      let graph = parent.child { Dependency { Tracked(lifetimes) }.scope(.singleton) }
      let ids = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<6 { _ = try graph.inject() as Tracked }
            return ObjectIdentifier(try graph.inject() as Tracked)
          }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(ids.count == 1)
    }
    #expect(lifetimes.inits == 200)
  }

  /// If an injection from the process's graph fails, the error names a child graph that has the
  /// registration.
  @Test func anErrorNamesTheGraph() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(DependencyContainer { Dependency { 1 } })
      // The parent has a table of lookups.
      #expect(try DependencyGraph.inject() as Int == 1)
      let request = DependencyGraph.process.child(named: "request") { Text(value: "own") }
      #expect(try request.inject(byType: Text.self).value == "own")
      let error = try injectionError { try DependencyGraph.inject() as Text }
      #expect(error.description.contains("a child graph ('request') registers Text."))
      withExtendedLifetime(request) {}
    }
  }

  /// A lifetime depends on state of an actor. The first lookup on the actor reads the state.
  @Test func aLifetimeOfTheMainActorIsFollowed() async throws {
    Self.publishTable(of: parent)
    for _ in 0..<100 {
      let session = await MainSession()
      let graph = parent.child {
        Dependency { Service() }.scope(.managed(by: { @MainActor in session.number }))
      }
      let first = try graph.inject() as Service
      try await MainActor.run {
        session.number = 1
        let second = try graph.inject() as Service
        session.number = 2
        #expect(try graph.inject() as Service !== second)
      }
      withExtendedLifetime(first) {}
    }
  }

  final class Service: Sendable {}

  @MainActor @Observable final class MainSession {
    var number = 0
  }

  /// A container is rebuilt on other threads while a graph with its registrations is created.
  @Test func directRegistrationsAreNeverLost() async throws {
    let model = Model()
    let container = DependencyContainer {
      Text(value: model.label)
      Dependency { Service() }.scope(.singleton).eagerness(.eager).id(model.label)
    }
    Self.publishTable(of: parent)
    let isDone = Box(false)
    async let changes: Void = {
      var number = 0
      while !isDone.value {
        number += 1
        model.label = "\(number)"
        await Task.yield()
      }
    }()
    for _ in 0..<2_000 {
      let graph = parent.child {
        container
        Text(value: "own")
      }
      #expect(try graph.inject(byType: Text.self).value == "own")
      await Task.yield()
    }
    isDone.value = true
    await changes
  }
}
