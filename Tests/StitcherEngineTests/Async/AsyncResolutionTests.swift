import StitcherEngine
import StitcherTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct AsyncResolutionTests {
  let registry = EditableRegistry()
  let graph = Graph()

  init() { graph.activate(registry) }

  private func register(_ registrations: Registration...) {
    registry.edit { edit in for registration in registrations { edit.insert(registration) } }
  }

  @Test func argumentsChooseTheFactory() async throws {
    register(
      .async(String.self, scope: .instance) { _ in "none" },
      .async(String.self, scope: .instance) { (_, number: Int) in "\(number)" },
      .async(String.self, scope: .instance) { (_, a: Int, b: Bool, c: String, d: Int) in
        "\(a) \(b) \(c) \(d)"
      })
    #expect(try await graph.resolve(String.self, in: nil) == "none")
    #expect(try await graph.resolve(String.self, arguments: 5, in: nil) == "5")
    #expect(
      try await graph.resolve(String.self, arguments: 1, true, "c", 2, in: nil) == "1 true c 2")
    #expect(
      await failure { try await graph.resolve(String.self, arguments: true, in: nil) }
        == .missing(.type(String.self)))
  }

  @Test func argumentsAreNotMistakenForALiveInstance() async throws {
    register(
      .async(Engine.self) { _ in Engine() },
      .async(Engine.self, scope: .instance) { (_, _: Int) in Engine() })
    let one = try await graph.resolve(Engine.self, in: nil)
    #expect(try await graph.resolve(Engine.self, arguments: 1, in: nil) !== one)
    #expect(try await graph.resolve(Engine.self, in: nil) === one)
  }

  @Test func aFactoryWithArgumentsIsFoundByOtherTypes() async throws {
    registry.edit {
      $0.insert(
        AsyncRegistration(
          locator: Locator.types([Int.self, (any Sendable).self]), scope: .instance,
          location: SourceLocation(file: "", line: 0),
          factory: { (_, tens: Int, ones: UInt8) in tens * 10 + Int(ones) }))
    }
    let found = try await graph.resolve((any Sendable).self, arguments: 4, 2 as UInt8, in: nil)
    #expect(found as? Int == 42)
  }

  @Test(arguments: [Scope.singleton, .shared])
  func aLiveInstanceIsNoAnswerToArguments(_ scope: Scope) async throws {
    register(.async(Engine.self, scope: scope) { _ in Engine() })
    let one = try await graph.resolve(Engine.self, in: nil)
    #expect(
      await failure { try await graph.resolve(Engine.self, arguments: 1, in: nil) }
        == .missing(.type(Engine.self)))
    #expect(try await graph.resolve(Engine.self, in: nil) === one)
  }

  @Test func whatIsMissingIsThrown() async {
    #expect(
      await failure { try await graph.resolve(Int.self, in: nil) } == .missing(.type(Int.self)))
  }

  @Test func whatIsNotKeptIsMadeInTheCallersTask() async throws {
    enum Caller { @TaskLocal static var name = "" }
    register(
      .async(String.self, scope: .instance) { _ in
        try Task.checkCancellation()
        return Caller.name
      })
    let graph = graph
    let name = try await Caller.$name.withValue("me") {
      try await graph.resolve(String.self, in: nil)
    }
    #expect(name == "me")
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await graph.resolve(String.self, in: nil)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func aWeaklyCachedInstanceLivesAsLongAsItIsRetained() async throws {
    let lifetimes = Lifetimes()
    register(.async(Tracked.self, scope: .shared) { _ in Tracked(lifetimes) })
    do {
      let one = try await graph.resolve(Tracked.self, in: nil)
      #expect(try await graph.resolve(Tracked.self, in: nil) === one)
    }
    await eventually { lifetimes.living == 0 }
    _ = try await graph.resolve(Tracked.self, in: nil)
    #expect(lifetimes.inits == 2)
  }

  @Test func aDeactivatedRegistrationKeepsNothing() async throws {
    let lifetimes = Lifetimes()
    let hasBegun = AsyncGate()
    let mayEnd = AsyncGate()
    register(
      .async(Tracked.self) { _ in
        hasBegun.open()
        await mayEnd.wait()
        return Tracked(lifetimes)
      })
    let graph = graph
    let task = Task { try await graph.resolve(Tracked.self, in: nil).number }
    await hasBegun.wait()
    graph.deactivate(registry)
    mayEnd.open()
    #expect(try await task.value == 0)
    await eventually { lifetimes.living == 0 }
    #expect(lifetimes.inits == 1)
  }
}
