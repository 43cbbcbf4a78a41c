internal import Synchronization

/// What an asynchronous factory hands on when it resolves, so that cycles are found in whatever
/// task it does.
package struct AsyncResolutionContext: Sendable {
  /// The graph that runs the factory.
  package let graph: Graph

  /// What is being created.
  let step: AsyncStep
}

/// One step of the path of what is being created, across tasks.
final class AsyncStep: @unchecked Sendable {
  // Safe: constants and atomics; the parent is only taken out where nobody else has the step.

  /// The step whose factory runs in the current task, or in the one that started it.
  @TaskLocal static var current: AsyncStep?

  /// What is being created.
  let registration: AsyncRegistration

  /// The graph that does it; only compared.
  let graph: ObjectIdentifier

  /// The step that needs this one.
  private(set) var parent: AsyncStep?

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
    registration.stepCount.add(1, ordering: .relaxed)
  }

  deinit {
    registration.stepCount.subtract(1, ordering: .relaxed)
    // One after the other: a long path would fill the stack.
    var last = parent
    parent = nil
    while isKnownUniquelyReferenced(&last) {
      let next = last?.parent
      last?.parent = nil
      last = next
    }
  }

  /// The step that a resolution belongs to: that of the context which it was handed, else that of
  /// the current task.
  ///
  /// What a factory leaves behind after its end, and tasks that it has started but does not have to
  /// wait for, belong to none.
  static func asking(_ context: AsyncResolutionContext?) -> AsyncStep? {
    if let context { return context.step.isActive ? context.step : nil }
    guard let current, current.isActive, current.task == currentTask else { return nil }
    return current
  }

  /// The path from the outermost step to this one.
  var path: [Locator] {
    var path: [Locator] = []
    var step: AsyncStep? = self
    while let current = step {
      path.append(current.registration.locator)
      step = current.parent
    }
    return path.reversed()
  }

  /// Notes that the factory has ended.
  func end() { isOver.store(true, ordering: .releasing) }

  /// Whether a graph is creating a registration on the path; any graph, if the registration keeps
  /// its instance.
  ///
  /// - Complexity: O(1) if the registration is on no path at all, else O(*n*) in the length of this
  ///   one.
  func contains(_ registration: AsyncRegistration, in graph: Graph) -> Bool {
    // A step of this path was counted before it could lead here.
    if registration.stepCount.load(ordering: .relaxed) == 0 { return false }
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
