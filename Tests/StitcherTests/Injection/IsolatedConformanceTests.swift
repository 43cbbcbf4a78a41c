import Foundation
import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Types that conform to a protocol on the main actor only.
@Suite(.timeLimit(.minutes(10)), .dependencies()) struct IsolatedConformanceTests {
  protocol Greeter { func hello() -> String }

  @MainActor final class Screen: @MainActor Greeter, Sendable {
    func hello() -> String {
      MainActor.preconditionIsolated()
      return "hi"
    }
  }

  /// Any thread may create a model, but only the main actor may use its conformance.
  final class Model: Sendable, @MainActor Greeter {
    @MainActor func hello() -> String { "hello" }
  }

  /// A conformance without isolation.
  final class Free: Sendable, Greeter { func hello() -> String { "free" } }

  /// Returns the text of the error that an injection throws off the main actor.
  static func error(
    _ inject: @escaping @Sendable () throws -> Void
  ) async -> String {
    await Task {
      do {
        try inject()
        return "none"
      } catch { return "\(error)" }
    }.value
  }

  static func makeContainer() -> DependencyContainer {
    DependencyContainer {
      Dependency { Model() }.conforms(to: (any Greeter).self).scope(.singleton)
      Dependency(named: "fresh") { Model() }.scope(.instance)
      Dependency(for: 7) { Model() }.scope(.shared)
    }
  }

  static let line = #line - 6

  @Test func theMainActorInjectsAndOthersGetAnError() async throws {
    try await withActive(Self.makeContainer()) { () async throws in
      try await MainActor.run {
        for _ in 0..<3 {
          let one: any Greeter = try DependencyGraph.inject()
          let fresh: any Greeter = try DependencyGraph.inject(byName: "fresh")
          let shared: any Greeter = try DependencyGraph.inject(byValue: 7)
          let all: [any Greeter] = try DependencyGraph.inject()
          let optional: (any Greeter)? = try DependencyGraph.inject()
          let greetings = ([one, fresh, shared] + all).map { $0.hello() }
          #expect(greetings == ["hello", "hello", "hello", "hello"])
          #expect(optional?.hello() == "hello")
        }
      }
      let line = #line + 1
      let text = await Self.error { _ = try DependencyGraph.inject() as any Greeter }
      #expect(
        text == """
          Mismatched dependency type, expected 'Greeter' instead of 'Model'.
          Injected at \(#fileID):\(line).
          'Model' conforms to 'Greeter' only on an actor, such as the main actor: the conformance is isolated, and the request was made elsewhere. Make the request on that actor, or declare the conformance 'nonisolated'.
          Registered as:
            - Model, Greeter, parameters (), registered at \(#fileID):\(Self.line)
          """)
      for text in [
        await Self.error { _ = try DependencyGraph.inject(byName: "fresh") as any Greeter },
        await Self.error { _ = try DependencyGraph.inject(byValue: 7) as any Greeter },
        await Self.error { _ = try DependencyGraph.inject() as [any Greeter] },
        await Self.error { _ = try DependencyGraph.inject() as (any Greeter)? },
      ] {
        #expect(text.contains("the conformance is isolated"), "\(text)")
        #expect(!text.contains("Make 'Model' conform"), "\(text)")
      }
    }
  }

  @Test func whatIsMadeAnewIsCastAnewAfterTheMainActor() async throws {
    let container = DependencyContainer {
      Dependency { Model() }.conforms(to: (any Greeter).self).scope(.instance)
    }
    try await withActive(container) { () async throws in
      try await MainActor.run {
        for _ in 0..<3 {
          let greeter: any Greeter = try DependencyGraph.inject()
          #expect(greeter.hello() == "hello")
        }
      }
      let text = await Self.error { _ = try DependencyGraph.inject() as any Greeter }
      #expect(text.contains("the conformance is isolated"), "\(text)")
    }
  }

  @MainActor static func makeExistential() -> DependencyContainer {
    DependencyContainer { @MainActor in
      Dependency { @MainActor in Screen() as any Greeter }.scope(.singleton)
    }
  }

  @Test func anExistentialThatTheFactoryMakesIsCastAnew() async throws {
    let container = await Self.makeExistential()
    try await withActive(container) { () async throws in
      try await MainActor.run {
        for _ in 0..<3 {
          let greeter: any Greeter = try DependencyGraph.inject()
          #expect(greeter.hello() == "hi")
        }
      }
      let text = await Self.error { _ = try DependencyGraph.inject() as any Greeter }
      #expect(text.contains("'Screen' conforms to 'Greeter' only on an actor"), "\(text)")
    }
  }

  @Test func aPropertyKeepsOneInstanceAndChecksEachRead() async throws {
    struct Holder: @unchecked Sendable {
      // Safe: each read checks the executor.
      let greeter = Injected<any Greeter>()
    }
    let container = DependencyContainer {
      Dependency { Model() }.conforms(to: (any Greeter).self).scope(.instance)
    }
    try await withActive(container) { () async throws in
      let holder = Holder()
      let first = await MainActor.run { ObjectIdentifier(holder.greeter.wrappedValue as! Model) }
      await MainActor.run {
        #expect(ObjectIdentifier(holder.greeter.wrappedValue as! Model) == first)
      }
      let text = await Self.error { _ = try holder.greeter.loadedValue() }
      #expect(text.contains("the conformance is isolated"), "\(text)")
      try await MainActor.run {
        try holder.greeter.reload()
        #expect(holder.greeter.wrappedValue.hello() == "hello")
      }
    }
  }

  @MainActor static func makeScreens() -> DependencyContainer {
    DependencyContainer { @MainActor in
      Dependency { @MainActor in Screen() }.conforms(to: (any Greeter).self)
        .scope(.singleton)
      Dependency(named: "fresh") { @MainActor in Screen() }.scope(.instance)
    }
  }

  @Test func injectAsyncCastsWhereTheResultIsUsed() async throws {
    let container = await Self.makeScreens()
    try await withActive(container) { () async throws in
      try await Self.greetOnMainActor()
      for _ in 0..<2 {
        await #expect(throws: InjectionError.self) {
          _ = try await DependencyGraph.injectAsync() as any Greeter & Sendable
        }
        await #expect(throws: InjectionError.self) {
          _ = try await DependencyGraph.injectAsync(byName: "fresh") as any Greeter & Sendable
        }
        await #expect(throws: InjectionError.self) {
          _ = try await DependencyGraph.injectAsync() as [any Greeter & Sendable]
        }
      }
    }
  }

  @MainActor static func greetOnMainActor() async throws {
    for _ in 0..<2 {
      let one: any Greeter & Sendable = try await DependencyGraph.injectAsync()
      #expect(one.hello() == "hi")
      let fresh: any Greeter & Sendable = try await DependencyGraph.injectAsync(byName: "fresh")
      #expect(fresh.hello() == "hi")
      let all: [any Greeter & Sendable] = try await DependencyGraph.injectAsync()
      #expect(all.map { $0.hello() } == ["hi"])
    }
  }

  @Test func aConformanceThatHoldsEverywhereIsFoundEverywhere() throws {
    let container = DependencyContainer {
      Dependency { Free() }.conforms(to: (any Greeter).self).scope(.singleton)
    }
    try withActive(container) { () throws in
      for _ in 0..<3 {
        let greeter: any Greeter = try DependencyGraph.inject()
        #expect(greeter.hello() == "free")
      }
    }
  }

  @Test func verificationFindsTheTypeRelated() throws {
    let graph = DependencyGraph.process.isolated {
      Dependency { Model() }.conforms(to: (any Greeter).self).scope(.singleton)
    }
    _ = try graph.verify()
  }

  /// A conditional conformance, with the isolation of the wrapped type's conformance.
  final class Wrapper<Inner: Sendable>: Sendable {
    let inner: Inner
    init(_ inner: Inner) { self.inner = inner }
  }

  @Test func verificationFindsATypeRelatedThatConformsUnderACondition() async throws {
    let graph = DependencyGraph.process.isolated {
      Dependency { Wrapper(Model()) }.conforms(to: (any Greeter).self).scope(.singleton)
    }
    _ = try graph.verify()
    let text = await Self.error { _ = try graph.inject() as any Greeter }
    #expect(text.contains("the conformance is isolated"), "\(text)")
    try await MainActor.run { () throws in
      let greeter: any Greeter = try graph.inject()
      #expect(greeter.hello() == "hello")
    }
  }

  @Test func propertiesCheckWhatOptionalsAndCollectionsContain() async throws {
    struct Holder: @unchecked Sendable {
      // Safe: each read checks the executor.
      let optional = Injected<(any Greeter)?>()
      let all = Injected<[any Greeter]>()
      let named = Injected<[String: any Greeter]>()
    }
    let graph = await MainActor.run { Self.makeComposites() }
    let holder = graph.run { Holder() }
    await MainActor.run {
      for _ in 0..<2 {
        #expect(holder.optional.wrappedValue?.hello() == "hello")
        #expect(holder.all.wrappedValue.map { $0.hello() } == ["hello"])
        #expect(holder.named.wrappedValue["a"]?.hello() == "hi")
      }
    }
    for text in [
      await Self.error { _ = try holder.optional.loadedValue() },
      await Self.error { _ = try holder.all.loadedValue() },
      await Self.error { _ = try holder.named.loadedValue() },
    ] {
      #expect(text.contains("the conformance is isolated"), "\(text)")
    }
  }

  @MainActor static func makeComposites() -> DependencyGraph {
    DependencyGraph.process.isolated {
      Dependency { Model() }.conforms(to: (any Greeter).self).scope(.singleton)
      Dependency { @MainActor in ["a": Screen() as any Greeter] }.scope(.singleton)
      Dependency(named: "list") { @MainActor in [Screen() as any Greeter & Sendable] }
        .scope(.singleton)
    }
  }

  @Test func keptCollectionsAreCheckedAtEachRequest() async throws {
    let graph = await MainActor.run { Self.makeComposites() }
    try await Self.greetList(in: graph)
    for text in [
      await Self.error { _ = try graph.inject() as [String: any Greeter] },
      await Self.error { _ = try graph.inject(byName: "list") as [any Greeter & Sendable] },
    ] {
      #expect(text.contains("the conformance is isolated"), "\(text)")
    }
    await #expect(throws: InjectionError.self) {
      _ = try await graph.injectAsync(byName: "list") as [any Greeter & Sendable]
    }
  }

  @MainActor static func makeList() throws -> DependencyGraph {
    let graph = DependencyGraph.process.isolated {
      Dependency { @MainActor in [Screen() as any Greeter & Sendable] }.scope(.singleton)
      Dependency { @MainActor () async -> any Greeter & Sendable in Screen() }
        .named("fresh").scope(.instance)
    }
    #expect(try (graph.inject() as [any Greeter & Sendable])[0].hello() == "hi")
    return graph
  }

  @Test func tasksGetAnErrorForCollectionsAndNewInstances() async throws {
    let graph = try await Self.makeList()
    for _ in 0..<2 {
      await #expect(throws: InjectionError.self) {
        _ = try await graph.injectAsync() as [any Greeter & Sendable]
      }
      await #expect(throws: InjectionError.self) {
        _ = try await graph.injectAsync(byName: "fresh") as any Greeter & Sendable
      }
    }
    try await Self.greetNew(in: graph)
  }

  @MainActor static func greetNew(in graph: DependencyGraph) async throws {
    let list: [any Greeter & Sendable] = try await graph.injectAsync()
    #expect(list[0].hello() == "hi")
    let fresh: any Greeter & Sendable = try await graph.injectAsync(byName: "fresh")
    #expect(fresh.hello() == "hi")
  }

  @Test func aTeardownOfAnActorGetsTheInstanceThere() async throws {
    let closed = Counter()
    let graph = await MainActor.run {
      DependencyGraph.process.isolated {
        Dependency { @MainActor in Screen() as any Greeter }.scope(.singleton)
          .teardown { @MainActor greeter in
            #expect(greeter.hello() == "hi")
            closed.count()
          }
        Dependency { @MainActor in [Screen() as any Greeter] }.named("all").scope(.singleton)
          .teardown { @MainActor greeters in
            #expect(greeters.map { $0.hello() } == ["hi"])
            closed.count()
          }
      }
    }
    try await MainActor.run {
      _ = try graph.inject() as any Greeter
      _ = try graph.inject(byName: "all") as [any Greeter]
    }
    try await graph.end()
    #expect(closed.value == 2)
  }

  @Test func aTeardownElsewhereFailsWithTheReason() async throws {
    let graph = await MainActor.run {
      DependencyGraph.process.isolated {
        Dependency { @MainActor in Screen() as any Greeter }.scope(.singleton)
          .teardown { _ in Issue.record("called off the actor") }
      }
    }
    try await MainActor.run { _ = try graph.inject() as any Greeter }
    let error = await #expect(throws: TeardownError.self) { try await graph.end() }
    #expect(
      error?.description == """
        A teardown has failed; everything else is closed.
          Type[Greeter] (\(#fileID):\(#line - 6)): 'Screen' conforms to 'Greeter' only on an actor, such as the main actor: the conformance is isolated, and the teardown runs elsewhere. Write it on that actor, as in '{ @MainActor instance in … }', or declare the conformance 'nonisolated'.
        """)
  }

  @Test func aDecoratorOfAnActorGetsTheInstanceThere() async throws {
    let graph = await MainActor.run {
      DependencyGraph.process.isolated {
        Dependency { @MainActor in Screen() as any Greeter & Sendable }.scope(.singleton)
        Decorator { @MainActor (greeter: any Greeter & Sendable) async in
          #expect(greeter.hello() == "hi")
          return greeter
        }
      }
    }
    try await Self.greetDecorated(in: graph)
  }

  @MainActor static func greetDecorated(in graph: DependencyGraph) async throws {
    let greeter: any Greeter & Sendable = try await graph.injectAsync()
    #expect(greeter.hello() == "hi")
  }

  @MainActor static func greetList(in graph: DependencyGraph) async throws {
    for _ in 0..<2 {
      #expect(try (graph.inject() as [String: any Greeter])["a"]?.hello() == "hi")
      let list: [any Greeter & Sendable] = try graph.inject(byName: "list")
      #expect(list.map { $0.hello() } == ["hi"])
      let awaited: [any Greeter & Sendable] = try await graph.injectAsync(byName: "list")
      #expect(awaited.map { $0.hello() } == ["hi"])
    }
  }

  @Test func aWeakPropertyChecksEachRead() async throws {
    struct Holder: @unchecked Sendable {
      // Safe: each read checks the executor.
      let greeter = WeakInjected<any Greeter>()
    }
    let line = #line - 2
    let graph = DependencyGraph.process.isolated {
      Dependency { Model() }.conforms(to: (any Greeter).self).scope(.singleton)
    }
    let holder = graph.run { Holder() }
    await MainActor.run { #expect(holder.greeter.wrappedValue?.hello() == "hello") }
    let text = await Self.error { _ = try holder.greeter.loadedValue() }
    #expect(
      text == """
        Mismatched dependency type, expected 'Greeter' instead of 'Model'.
        Injected at \(#fileID):\(line).
        'Model' conforms to 'Greeter' only on an actor, such as the main actor: the conformance is isolated, and the request was made elsewhere. Make the request on that actor, or declare the conformance 'nonisolated'.
        Registered as:
          - Model, Greeter, parameters (), registered at \(#fileID):\(line + 4)
        """)
    await MainActor.run { #expect(holder.greeter.wrappedValue?.hello() == "hello") }
  }

  @Test func aReadOfAWeakPropertyElsewhereStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Holder: @unchecked Sendable {
        // Safe: each read checks the executor.
        let greeter = WeakInjected<any Greeter>()
      }
      let graph = DependencyGraph.process.isolated {
        Dependency { Model() }.conforms(to: (any Greeter).self).scope(.singleton)
      }
      let holder = graph.run { Holder() }
      await MainActor.run { precondition(holder.greeter.wrappedValue != nil) }
      Worker { _ = holder.greeter.wrappedValue }.join()
    }
    let text = fatalErrors(in: result?.standardErrorContent).first ?? ""
    let reason = "Mismatched dependency type, expected 'Greeter' instead of 'Model'."
    #expect(text.contains(reason), "\(text)")
  }
}

extension IsolatedConformanceTests.Wrapper: IsolatedConformanceTests.Greeter
where Inner: IsolatedConformanceTests.Greeter {
  func hello() -> String { inner.hello() }
}
