import StitcherTestSupport
import StitcherTesting
import Testing

import class DependencyInjection.Container
import enum DependencyInjection.DependencyScope
import enum DependencyInjection.ResolutionError
import struct Stitcher.Dependency
import class Stitcher.DependencyContainer
import class Stitcher.DependencyGraph
import struct Stitcher.Injected
import enum Stitcher.InjectionError

/// Containers in Stitcher's graph.
@Suite(.dependencies()) struct AttachmentTests {
  final class Account: Sendable {
    let number: Int
    init(_ number: Int = 0) { self.number = number }
  }
  final class Mail: Sendable {
    let account: Account
    init(_ account: Account) { self.account = account }
  }
  struct Letter { let text: String }
  struct Model {
    @Injected var account: Account
    @Injected var mail: Mail
    @Injected("Hello") var letter: Letter
  }

  @Test func injectedPropertiesFindWhatAContainerHas() throws {
    let container = Container()
    container.register { _ in Account(1) }
    container.register(in: .new) { r in Mail(r.resolve()) }
    container.register { (r, text: String) in
      Letter(text: "\(text), \(r.resolve(type: Account.self).number)")
    }
    DependencyGraph.attach(container)
    defer { DependencyGraph.detach(container) }
    let model = Model()
    #expect(model.account === container.resolve(type: Account.self))
    #expect(model.mail.account === model.account)
    #expect(model.letter.text == "Hello, 1")

    // Changes take effect at once, in the container and in the graph.
    container.register { _ in Account(2) }
    let account: Account = try DependencyGraph.inject()
    #expect(account.number == 2)
    #expect(container.resolve(type: Account.self) === account)
  }

  final class Kept: Sendable {}

  @Test func theGraphKeepsAnAttachedContainerAndDetachingLetsItGo() throws {
    weak var gone: Container?
    do {
      let container = Container()
      container.register { _ in Kept() }
      DependencyGraph.attach(container)
      gone = container
    }
    let kept: Kept = try DependencyGraph.inject()
    let container = try #require(gone)
    #expect(container.resolve(type: Kept.self) === kept)
    DependencyGraph.detach(container)
    #expect(throws: InjectionError.self) { let _: Kept = try DependencyGraph.inject() }
    #expect(container.resolve(type: Kept.self) === kept)
  }

  final class Twice: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test func theFirstOfTwoAttachedContainersCountsAndBothKeepTheirInstances() throws {
    let first = Container()
    let second = Container()
    first.register { _ in Twice(1) }
    second.register { _ in Twice(2) }
    let own = second.resolve(type: Twice.self)
    let other = first.resolve(type: Twice.self)
    DependencyGraph.attach(first)
    DependencyGraph.attach(second)
    let injected: Twice = try DependencyGraph.inject()
    #expect(injected === other)
    DependencyGraph.detach(first)
    let after: Twice = try DependencyGraph.inject()
    #expect(after === own)
    #expect(first.resolve(type: Twice.self) === other)
    #expect(second.resolve(type: Twice.self) === own)
    DependencyGraph.detach(second)
  }

  struct Looped: Sendable {}
  enum Step: Hashable { case value }

  @Test func aCycleThroughStitchersGraphNamesAllOfItsSteps() throws {
    let container = Container()
    container.register { _ in try DependencyGraph.inject(byName: "attachment-step") as Looped }
    let steps = DependencyContainer {
      Dependency(named: "attachment-step") { () throws -> Looped in
        try DependencyGraph.inject(byValue: Step.value)
      }
      Dependency(for: Step.value) { () throws -> Looped in
        try container.tryResolve(type: Looped.self)
      }
    }
    DependencyGraph.activate(steps) {}
    defer { DependencyGraph.deactivate(steps) }
    // The error of the innermost resolution passes through Stitcher's graph.
    let error = #expect(throws: InjectionError.self) {
      try container.tryResolve(type: Looped.self)
    }
    guard case .unknown(let inner as ResolutionError) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    let name = "DependencyInjectionTests.AttachmentTests.Looped"
    #expect(
      inner.localizedDescription
        == "Dependency not registered: Dependency of type \(name) can't be created in container"
        + " DependencyInjection.Container because it needs itself: \(name) -> \"attachment-step\""
        + " -> value -> \(name)")
    container.clean()
  }

  struct Sized: Sendable { let size: Int }

  @Test func anErrorOfStitcherSaysWhichArgumentsAContainerTakes() async {
    await #expect(processExitsWith: .success) {
      let container = Container()
      container.register(
        factory: { (_, size: Int, _: String) in Sized(size: size) }, file: "Here.swift", line: 1)
      DependencyGraph.attach(container)
      let error = #expect(throws: InjectionError.self) {
        let _: Sized = try DependencyGraph.inject(file: "Here.swift", line: 7)
      }
      #expect(
        error?.description == """
          No dependency could be found for Type[Sized].
          Injected at Here.swift:7.
          The parameters are wrong. Passed: (). Registered:
            - Sized for arguments (Swift.Int, Swift.String), parameters (Int, String), registered at Here.swift:1
          Pass parameters of exactly these types, in this order.
          """)
    }
  }

  final class OfParent: Sendable {}

  @Test func aChildBringsOnlyItsOwnRegistrations() throws {
    let parent = Container()
    parent.register { _ in OfParent() }
    let child = Container(parent: parent)
    DependencyGraph.attach(child)
    defer { DependencyGraph.detach(child) }
    #expect(throws: InjectionError.self) { let _: OfParent = try DependencyGraph.inject() }
  }

  /// A change that evicts an instance of a container.
  enum Leaving: CaseIterable, Sendable { case cleaning, registering }

  /// The creator of the instance.
  enum Maker: CaseIterable, Sendable { case container, graph, graphThatIsGone }

  @Test(arguments: Leaving.allCases, Maker.allCases)
  func theEndWaitsForWhatHasJustBeenTakenOut(_ leaving: Leaving, _ maker: Maker) async throws {
    try await expectThatTheEndWaits(leaving, maker) { container, _ in try await container.end() }
  }

  /// An instance that a graph has created is kept by the container that is attached to it.
  @Test(arguments: Leaving.allCases)
  func theEndOfTheGraphWaitsForWhatHasJustBeenTakenOut(_ leaving: Leaving) async throws {
    try await expectThatTheEndWaits(leaving, .graph) { _, graph in try await graph.end() }
  }

  /// Expects that an end waits for the teardown of an instance that was just evicted.
  private func expectThatTheEndWaits(
    _ leaving: Leaving, _ maker: Maker,
    _ close: @escaping @Sendable (Container, DependencyGraph) async throws -> Void
  ) async throws {
    final class File: Sendable {}
    let (container, log) = (Container(), Log<String>())
    container.register(type: File.self, in: .shared) { _ in File() }
      .teardown { _ in log.add("file") }
    let graph = DependencyGraph.process.isolated()
    graph.attach(container)
    switch maker {
    case .container: _ = container.resolve() as File
    case .graph: _ = try graph.inject() as File
    case .graphThatIsGone:
      let other = DependencyGraph.process.isolated()
      other.attach(container)
      _ = try other.inject() as File
    }
    // The graph sends its event when the instance is evicted and not torn down yet.
    let end = Box<Task<[String], any Error>?>(nil)
    let observation = graph.observe { event in
      guard case .changed = event, end.value == nil else { return }
      end.value = Task.immediate {
        try await close(container, graph)
        return log.entries
      }
    }
    switch leaving {
    case .cleaning: container.clean()
    case .registering: container.register(type: File.self, in: .shared) { _ in File() }
    }
    observation.cancel()
    #expect(try await end.value?.value == ["file"])
  }

  /// An isolated graph has a separate shared container, which ends with the graph.
  @Test(arguments: [true, false])
  func theEndOfTheSharedContainerWaitsForThatOfItsGraph(_ isAwaited: Bool) async throws {
    final class File: Sendable {}
    let log = Log<String>()
    let graph = DependencyGraph.process.isolated()
    let container = graph.run { Container.shared }
    container.register(type: File.self, in: .shared) { _ in File() }
      .teardown { _ in log.add("file") }
    _ = container.resolve() as File
    let end = Box<Task<[String], any Error>?>(nil)
    let observation = graph.observe { event in
      guard case .changed = event, end.value == nil else { return }
      end.value = Task.immediate {
        try await container.end()
        return log.entries
      }
    }
    if isAwaited { try await graph.end() } else { graph.endNow() }
    observation.cancel()
    #expect(try await end.value?.value == ["file"])
  }
}
