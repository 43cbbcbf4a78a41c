internal import Synchronization

/// What an asynchronous factory hands on when it resolves, so that cycles are found in whatever task it does.
package struct AsyncCreationContext: Sendable {
  /// The graph that runs the factory.
  package let graph: Graph

  /// What is being created.
  let step: AsyncStep
}

/// One step of the path of what is being created, across tasks.
final class AsyncStep: Sendable {
  /// The step whose factory runs in the current task, or in the one that started it.
  @TaskLocal static var current: AsyncStep?

  /// What is being created.
  let registration: AsyncRegistration

  /// The graph that does it; only compared.
  let graph: ObjectIdentifier

  /// The step that needs this one.
  let parent: AsyncStep?

  /// The innermost creation that others may wait for: this step's own or that of a parent.
  let creation: AsyncCreation?

  /// Which task runs the factory.
  private let task: Int

  /// Whether the factory has ended.
  private let isOver = Atomic<Bool>(false)

  /// Creates a step that the current task is going to run.
  init(
    _ registration: AsyncRegistration, graph: Graph, parent: AsyncStep?, creation: AsyncCreation?
  ) {
    self.registration = registration
    self.graph = ObjectIdentifier(graph)
    self.parent = parent
    self.creation = creation ?? parent?.creation
    task = Self.currentTask
  }

  /// The step that a resolution belongs to: that of the context which it was handed, else that of the current task.
  ///
  /// What a factory leaves behind after its end, and tasks that it has started but does not have to wait for, belong to none.
  static func asking(_ context: AsyncCreationContext?) -> AsyncStep? {
    if let context { return context.step.isActive ? context.step : nil }
    guard let current, current.isActive, current.task == currentTask else { return nil }
    return current
  }

  /// The path from the outermost step to this one.
  var path: [Locator] { (parent?.path ?? []) + [registration.locator] }

  /// Notes that the factory has ended.
  func end() { isOver.store(true, ordering: .releasing) }

  /// Whether a graph is creating a registration on the path; any graph, if the registration keeps its instance.
  func contains(_ registration: Registration, in graph: Graph) -> Bool {
    var step: AsyncStep? = self
    while let current = step {
      if current.registration === registration,
        registration.isStored || current.graph == ObjectIdentifier(graph)
      {
        return true
      }
      step = current.parent
    }
    return false
  }

  /// Whether the factory still runs.
  private var isActive: Bool { !isOver.load(ordering: .acquiring) }

  /// What tells the current task from others.
  private static var currentTask: Int { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }
}
