import DependencyInjection
import JobQueue
import Testing

@Suite struct JobQueueTests {
  let container = AsyncContainer()

  init() async { await JobQueueModule.registerDependencies(in: container) }

  @Test func jobsRunInContainersOfTheirOwn() async throws {
    let queue = try await container.tryResolve(type: JobQueue.self)
    let outcomes = await queue.run([
      Job(number: 1, task: .greet(name: "Ada")), Job(number: 2, task: .sum([1, 2])),
      Job(number: 3, task: .greet(name: "Grace")),
    ])
    #expect(try outcomes.map { try $0.result.get() } == ["Hello, Ada!", "3", "Hello, Grace!"])
    #expect(
      outcomes.map(\.journal) == [["greeting Ada"], ["adding 2 numbers"], ["greeting Grace"]])
  }

  @Test func aJobThatFailsLeavesTheOthersAlone() async throws {
    let queue = try await container.tryResolve(type: JobQueue.self)
    let outcomes = await queue.run([
      Job(number: 1, task: .sum([])), Job(number: 2, task: .sum([5])),
    ])
    #expect(throws: JobError.nothingToSum) { try outcomes[0].result.get() }
    #expect(try outcomes[1].result.get() == "5")
    #expect(outcomes[0].journal == ["adding 0 numbers"])
  }

  @Test func aTestReplacesWhatIsLoaded() async throws {
    let changed = AsyncContainer(parent: container)
    // The shared services of the parent are created from the parent's registrations, so they would
    // not use the child's phrases. For that reason, the child registers all services again. A test
    // of `AsyncContainer.shared` would use an isolated graph instead.
    await JobQueueModule.registerDependencies(in: changed)
    await changed.register { _ in Phrases(greeting: "Ahoy") }
    let queue = try await changed.tryResolve(type: JobQueue.self)
    let outcomes = await queue.run([Job(number: 1, task: .greet(name: "Ada"))])
    #expect(try outcomes[0].result.get() == "Ahoy, Ada!")
    let original = try await container.tryResolve(type: Services.self)
    #expect(original.settings.width == 2)
  }

  @Test func anErrorWhileLoadingReachesTheCallerAndIsNotKept() async throws {
    struct Offline: Error {}
    await container.register(type: Settings.self) { _ in throw Offline() }
    await #expect(throws: Offline.self) { try await container.tryResolve(type: JobQueue.self) }
    await container.register { _ in Settings(width: 1) }
    let queue = try await container.tryResolve(type: JobQueue.self)
    #expect(queue.services.settings.width == 1)
  }

  @Test func aScopeHasItsOwnJournal() throws {
    let handlers = Handlers(phrases: Phrases(greeting: "Hi"))
    let one = handlers.scope()
    let other = handlers.scope()
    _ = try one.handler(of: .greet(name: "Ada")).run()
    #expect(one.resolve(type: Journal.self).lines == ["greeting Ada"])
    #expect(other.resolve(type: Journal.self).lines == [])
  }
}
