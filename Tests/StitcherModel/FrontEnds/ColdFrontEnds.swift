import DependencyInjection
import Stitch
import StitcherTestSupport
import SwiftDependencyInjector

/// The default value of a Stitch key that was not read before.
struct ColdStitch<Mark>: ColdDependency, DependencyLifecycleScope {
  /// A key of this round alone.
  private struct Key: DependencyKey {
    /// Creates the instance, counted by the lifetimes of the current round.
    static var dependency: ColdObject? { currentLifetimes.value.map { ColdObject($0) } }
  }

  init(_ lifetimes: Lifetimes) { currentLifetimes.value = lifetimes }

  func ask() throws -> ColdObject {
    guard let object = resolve(key: Key.self) else { throw NothingFound() }
    return object
  }

  /// Whether the map keeps the instance.
  var isKept: Bool { true }

  /// Registers `nil` in place of the instance.
  func end() -> [String] {
    register(key: Key.self, dependency: nil)
    currentLifetimes.value = nil
    return []
  }
}

/// The counter of the default values of the current round.
private let currentLifetimes = Box<Lifetimes?>(nil)

/// Thrown if no instance is found.
private struct NothingFound: Error {}

/// An implementation in a context of an injector, resolved as a singleton.
struct ColdInjector: ColdDependency {
  private let injector = Injector.build(context: .custom(name: "Cold"))

  init(_ lifetimes: Lifetimes) {
    injector.turnOffLogger(forced: true)
    injector.register(ColdObject.self) { ColdObject(lifetimes) }
  }

  /// Resolves the singleton.
  func ask() throws -> ColdObject {
    guard let object: ColdObject = injector.getSafe(injectionType: .singleton) else {
      throw NothingFound()
    }
    return object
  }

  /// Whether the context keeps the instance.
  var isKept: Bool { true }

  /// Destroys the context.
  func end() -> [String] {
    injector.destroy()
    return []
  }
}

/// A shared registration in a container.
struct ColdContainer: ColdDependency {
  private let container = Container()

  init(_ lifetimes: Lifetimes) {
    container.register(type: ColdObject.self, in: .shared) { _ in ColdObject(lifetimes) }
  }

  func ask() throws -> ColdObject { try container.tryResolve(type: ColdObject.self) }

  /// Whether the container keeps the instance.
  var isKept: Bool { true }

  /// Empties the container.
  func end() -> [String] {
    container.clean()
    return []
  }
}

/// Resolves in several tasks from an asynchronous container; returns descriptions of errors.
func coldAsyncRound(tasks: Int) async -> [String] {
  let lifetimes = Lifetimes()
  let container = AsyncContainer()
  await container.register(type: ColdObject.self, in: .shared) { _ in
    await Task.yield()
    return ColdObject(lifetimes)
  }
  var outcome = ColdOutcome(lifetimes, isKept: true)
  outcome.instances = await askAtOnce(tasks: tasks) {
    try? await container.tryResolve(type: ColdObject.self)
  }
  outcome.compare()
  await container.clean()
  outcome.compareAfterEnd()
  return outcome.differences
}

/// Resolves in several tasks at the same moment; returns the instances.
func askAtOnce(
  tasks: Int, _ ask: @escaping @Sendable () async -> ColdObject?
) async -> [ColdObject?] {
  let gate = AsyncGate()
  // The box, not the task, holds the results: a task's result lives until the task is deallocated,
  // slightly after the await.
  let found = Box<[ColdObject?]>([])
  await withTaskGroup { group in
    for _ in 0..<tasks {
      group.addTask {
        await gate.wait()
        let instance = await ask()
        found.change { $0.append(instance) }
      }
    }
    gate.open()
  }
  return found.change { found in
    defer { found = [] }
    return found
  }
}
