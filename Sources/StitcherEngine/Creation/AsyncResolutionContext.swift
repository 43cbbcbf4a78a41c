/// What an asynchronous factory hands on when it resolves, so that cycles are found in whatever
/// task it does.
package struct AsyncResolutionContext: Sendable {
  /// The graph that runs the factory.
  package let graph: Graph

  /// What is being created.
  let step: AsyncStep

  /// Creates what the factory of a step is given.
  package init(graph: Graph, step: AsyncStep) { (self.graph, self.step) = (graph, step) }
}

/// One step of the path of what is being created, across tasks.
package final class AsyncStep: @unchecked Sendable {
  // Safe: constants and atomics; the parent is only taken out where nobody else has the step.

  /// The step whose factory runs in the current task, or in the one that started it.
  @TaskLocal package static var current: AsyncStep?

  /// What is being created. Only the innermost step of a path can have a synchronous factory.
  let registration: Registration

  /// The arguments; nil if the factory takes none.
  private let arguments: ArgumentValues?

  /// The graph that does it; only compared.
  let graph: ObjectIdentifier

  /// The graph that was asked, if that is another one.
  private let asked: GraphReference?

  /// The step in whose factory this one began.
  private(set) var parent: AsyncStep?

  /// Whether the parent cannot go on without this one. A task that a factory starts, and may leave
  /// behind, is not on its path.
  let isNeeded: Bool

  /// The innermost creation of a task that cannot go on without this step.
  let creation: Creation?

  /// Whether the step is that creation's own.
  let isCreation: Bool

  /// Whether a creation of a task has led to this step, needing it or not.
  let isInsideCreation: Bool

  /// The creation, if somebody watches it.
  package let frame: CreationFrame?

  /// Which task runs the factory.
  private let task: Int

  /// Whether the factory has ended.
  private let isOver = AtomicBox<Bool>(false)

  /// Whether the current task may have a step: a task-local value costs more to ask for.
  static var mayBeAround: Bool { ProcessWord.asyncSteps.word.load(ordering: .relaxed) != 0 }

  /// Creates a step that the current task is going to run.
  @inline(never)
  package init(
    _ registration: Registration, _ arguments: ArgumentValues? = nil, graph: Graph,
    asked: GraphReference?, requester: Requester, creation: Creation?, frame: CreationFrame? = nil
  ) {
    self.arguments = arguments
    self.asked = asked
    self.frame = frame ?? requester.step?.frame
    self.registration = registration
    self.graph = ObjectIdentifier(graph)
    parent = requester.origin
    isNeeded = requester.step != nil
    self.creation = creation ?? requester.step?.creation
    isCreation = creation != nil
    isInsideCreation = self.creation != nil || requester.origin?.isInsideCreation == true
    task = Self.currentTask
    registration.asynchronous?.stepCount.add(1, ordering: .relaxed)
    ProcessWord.asyncSteps.word.add(1)
  }

  deinit {
    registration.asynchronous?.stepCount.add(-1, ordering: .relaxed)
    ProcessWord.asyncSteps.word.add(-1)
    // One after the other: a long path would fill the stack.
    var last = parent
    parent = nil
    while isKnownUniquelyReferenced(&last) {
      let next = last?.parent
      last?.parent = nil
      last = next
    }
  }

  /// What asynchronous factories are creating that cannot go on without the calling thread. What is
  /// synchronous stands on the thread's own path.
  static var around: AsyncStep? {
    guard mayBeAround, let step = Requester(nil).step else { return nil }
    if step.registration.isAsynchronous { return step }
    return step.isNeeded ? step.parent : nil
  }

  /// The step and its parents, the innermost first. A parent is the factory that began the step.
  fileprivate var lineage: some Sequence<AsyncStep> { sequence(first: self) { $0.parent } }

  /// The step and the steps that cannot go on without it, the innermost first.
  var waitingSteps: some Sequence<AsyncStep> {
    sequence(first: self) { $0.isNeeded ? $0.parent : nil }
  }

  /// The path from the outermost step to this one.
  package var path: [Locator] { registrations.map(\.locator) }

  /// What is being created on the path, outermost first.
  var registrations: [Registration] {
    waitingSteps.map(\.registration).reversed().withoutDecorations
  }

  /// The innermost registration on the path that keeps its instance for longer than a graph that is
  /// asked.
  package var innermostKept: Registration? {
    waitingSteps.first { $0.registration.isKeptBeyondGraph }?.registration
  }

  /// The graphs that were asked for what asynchronous factories, and what they need, are creating
  /// on the calling thread, as far as they create it for another graph; the innermost first.
  static var askedGraphs: [Graph] {
    guard mayBeAround else { return [] }
    return Requester(nil).step?.waitingSteps.compactMap { $0.asked?.object } ?? []
  }

  /// Notes that the factory has ended.
  package func end() { isOver.store(true, ordering: .releasing) }

  /// Whether the factory still runs.
  var isActive: Bool { !isOver.load(ordering: .acquiring) }

  /// Whether the factory cannot go on without the current task: it is the same task, or a child of
  /// that of the creation.
  var needsCurrentTask: Bool {
    task == Self.currentTask || creation?.isOnCurrentTask == true
  }

  /// Whether a graph is creating a registration with equal arguments on the path. Two graphs that
  /// create instances of one place wait for each other, and find that out there.
  ///
  /// - Complexity: O(1) if the registration is on no path at all, else O(*n*) in the length of this
  ///   one.
  package func contains(
    _ registration: Registration, _ arguments: ArgumentValues?, in graph: Graph
  ) -> Bool {
    !isOnNoPath(registration)
      && waitingSteps.contains { $0.isStep(of: registration, arguments, in: graph) }
  }

  /// Returns how many active steps create a registration with equal arguments, in any graph. The
  /// steps of the factories that have started the task count, too.
  package func count(of registration: Registration, _ arguments: ArgumentValues?) -> Int {
    if isOnNoPath(registration) { return 0 }
    return lineage.filter { $0.isActive && $0.isStep(of: registration, arguments, in: nil) }.count
  }

  /// The path, with those of the factories that have started its tasks before it.
  package var pathAcrossTasks: [Locator] { lineage.map(\.registration.locator).reversed() }

  /// Whether a graph is creating a registration with equal arguments in this step.
  private func isStep(
    of registration: Registration, _ arguments: ArgumentValues?, in graph: Graph?
  ) -> Bool {
    if let graph, self.graph != ObjectIdentifier(graph) { return false }
    if self.arguments != arguments { return false }
    if self.registration === registration { return true }
    return registration.decorated != nil && self.registration.decorated != nil
      && self.registration.isEqual(to: registration)
  }

  /// Whether a registration is on no path at all, as is known at little cost: a step of this path
  /// was counted before it could lead here. What is decorated is not: each way to ask for it has a
  /// registration of its own.
  private func isOnNoPath(_ registration: Registration) -> Bool {
    registration.decorated == nil
      && registration.asynchronous?.stepCount.load(ordering: .relaxed) == 0
  }

  /// What tells the current task from others.
  static var currentTask: Int { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }
}

/// Who asks for an instance.
package struct Requester: Sendable {
  /// The step that cannot go on without the answer.
  package let step: AsyncStep?

  /// The step in which the question was asked, if its factory still runs: that one, or one whose
  /// factory has started the current task.
  package let origin: AsyncStep?

  /// Whether this may be inside of a creation that does not need it.
  let isInsider: Bool

  /// Finds out who asks: the step of the context that was handed on, else that of the current task.
  ///
  /// What a factory leaves behind after its end belongs to no step.
  package init(_ context: AsyncResolutionContext?) {
    let given = context?.step ?? AsyncStep.current
    if let given, given.isActive, context != nil || given.needsCurrentTask {
      self.init(in: given)
      return
    }
    let active = given?.lineage.first(where: \.isActive)
    self.init(step: nil, origin: active, isInsider: active?.isInsideCreation == true)
  }

  /// Creates the one who asks in the factory of a step.
  init(in step: AsyncStep) {
    self.init(
      step: step, origin: step, isInsider: step.creation == nil && step.isInsideCreation)
  }

  /// Creates one from all that is known.
  private init(step: AsyncStep?, origin: AsyncStep?, isInsider: Bool) {
    self.step = step
    self.origin = origin
    self.isInsider = isInsider
  }

  /// Whether a creation has led to the question.
  func isInside(_ creation: Creation) -> Bool {
    origin?.lineage.contains { $0.isActive && $0.creation === creation } == true
  }
}

extension AsyncStep {
  /// Whether the current task was started in an asynchronous factory that still runs: what it waits
  /// for, the factory may be waiting for.
  static var isInFactory: Bool {
    mayBeAround && current?.lineage.contains(where: \.isActive) == true
  }
}
