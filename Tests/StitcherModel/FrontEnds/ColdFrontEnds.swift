import DependencyInjection
import Stitch
import StitcherTestSupport
import SwiftDependencyInjector

/// The default of a key that nobody has read yet.
struct ColdStitch<Mark>: ColdDependency, DependencyLifecycleScope {
  /// A key that only this round has.
  private struct Key: DependencyKey {
    /// What the round counts with.
    static var dependency: ColdObject? { currentLifetimes.value.map { ColdObject($0) } }
  }

  /// Prepares the key.
  init(_ lifetimes: Lifetimes) { currentLifetimes.value = lifetimes }

  /// Resolves the key.
  func ask() throws -> ColdObject {
    guard let object = resolve(key: Key.self) else { throw NothingFound() }
    return object
  }

  /// Whether the map keeps the instance.
  var isKept: Bool { true }

  /// Registers nothing in the place of the instance.
  func end() -> [String] {
    register(key: Key.self, dependency: nil)
    currentLifetimes.value = nil
    return []
  }
}

/// What counts the defaults of the current round's key.
private let currentLifetimes = Box<Lifetimes?>(nil)

/// Thrown where there is no instance.
private struct NothingFound: Error {}

/// An implementation in a context, drawn as a singleton.
struct ColdInjector: ColdDependency {
  /// The injector.
  private let injector = Injector.build(context: .custom(name: "Cold"))

  /// Registers the implementation.
  init(_ lifetimes: Lifetimes) {
    injector.turnOffLogger(forced: true)
    injector.register(ColdObject.self) { ColdObject(lifetimes) }
  }

  /// Draws the singleton.
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
  /// The container.
  private let container = Container()

  /// Registers the dependency.
  init(_ lifetimes: Lifetimes) {
    container.register(type: ColdObject.self, in: .shared) { _ in ColdObject(lifetimes) }
  }

  /// Resolves the type.
  func ask() throws -> ColdObject { try container.tryResolve(type: ColdObject.self) }

  /// Whether the container keeps the instance.
  var isKept: Bool { true }

  /// Empties the container.
  func end() -> [String] {
    container.clean()
    return []
  }
}

/// Has tasks ask an asynchronous container; returns what was wrong in the round.
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

/// Has tasks ask at one moment; returns what they got.
func askAtOnce(
  tasks: Int, _ ask: @escaping @Sendable () async -> ColdObject?
) async -> [ColdObject?] {
  let gate = AsyncGate()
  // Put down, not returned: what a task returns lives as long as the task, which ends a little
  // after it is waited for.
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
