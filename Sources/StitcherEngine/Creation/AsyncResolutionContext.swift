/// The context that an asynchronous factory passes to its requests, so that cycles of factories are
/// found across tasks.
package struct AsyncResolutionContext: Sendable {
  /// The graph that runs the factory.
  package let graph: Graph

  /// The step of the factory on the creation path.
  let step: AsyncStep
}

/// The run of one factory, as an element of a creation path that may extend over several tasks.
package final class AsyncStep: @unchecked Sendable {
  // Safe: constants and atomics; the parent is only removed in `deinit`, when no other reference is
  // left.

  /// The innermost step of the current task, which the task may have inherited from the task that
  /// started it.
  @TaskLocal package static var current: AsyncStep?

  /// The registration that is being created.
  ///
  /// Only the innermost step of a path can have a synchronous factory.
  let registration: Registration

  /// The arguments of the factory, or `nil` if the factory takes none.
  private let arguments: ArgumentValues?

  /// The identity of the graph that runs the factory.
  let graph: ObjectIdentifier

  /// The graph that received the request, if another graph runs the factory; otherwise `nil`.
  private let asked: GraphReference?

  /// The step of the enclosing factory, in which this step began.
  private(set) var parent: AsyncStep?

  /// Whether the parent's factory cannot return before this step ends.
  ///
  /// False if the step belongs to an unstructured task, which the factory may leave behind.
  let isNeeded: Bool

  /// The innermost creation in a task that cannot end before this step; `nil` if there is none.
  let creation: Creation?

  /// Whether ``creation`` is the creation that this step runs, and not an enclosing one.
  let isCreation: Bool

  /// Whether the step began, directly or indirectly, in the factory of a kept instance, even if
  /// that factory does not wait for it.
  let isInsideCreation: Bool

  /// The record of the innermost creation that observers will be notified of; `nil` if the graph
  /// has no observers.
  package let frame: CreationFrame?

  /// The identity of the task that runs the factory.
  private let task: Int

  /// Whether the factory has ended.
  private let isOver = AtomicBox<Bool>(false)

  /// Whether any step exists in the process. This check is cheaper than reading a task-local value.
  static var anyExists: Bool { ProcessWord.asyncSteps.word.load(ordering: .relaxed) != 0 }

  /// Creates the step of a factory that the current task is about to run.
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
    // Parents are released in a loop, since the nested releases of a long path would overflow the
    // stack.
    var last = parent
    parent = nil
    while isKnownUniquelyReferenced(&last) {
      let next = last?.parent
      last?.parent = nil
      last = next
    }
  }

  /// The step of the innermost asynchronous factory that cannot return before the calling thread
  /// continues; `nil` if there is none.
  ///
  /// A synchronous step is not returned, since the thread's own path contains its registration.
  static var around: AsyncStep? {
    guard anyExists, let step = Requester(nil).step else { return nil }
    if step.registration.isAsynchronous { return step }
    return step.isNeeded ? step.parent : nil
  }

  /// The step and all enclosing steps, the innermost first, even if their factories do not wait.
  fileprivate var lineage: some Sequence<AsyncStep> { sequence(first: self) { $0.parent } }

  /// The step and the enclosing steps that wait for it, the innermost first.
  var waitingSteps: some Sequence<AsyncStep> {
    sequence(first: self) { $0.isNeeded ? $0.parent : nil }
  }

  /// The locators of ``waitingSteps``, outermost first.
  package var path: [Locator] { registrations.map(\.locator) }

  /// The registrations of ``waitingSteps``, outermost first. A decoration next to its decorated
  /// registration is omitted.
  var registrations: [Registration] {
    waitingSteps.map(\.registration).reversed().withoutDecorations
  }

  /// The innermost registration of ``waitingSteps`` with an instance that may outlive the
  /// requesting graph; `nil` if there is none.
  package var innermostKept: Registration? {
    waitingSteps.first { $0.registration.isKeptBeyondGraph }?.registration
  }

  /// The graphs that received requests on the current path, if other graphs run the factories; the
  /// innermost first.
  static var askedGraphs: [Graph] {
    guard anyExists else { return [] }
    return Requester(nil).step?.waitingSteps.compactMap { $0.asked?.object } ?? []
  }

  /// Marks the factory as ended.
  package func end() { isOver.store(true, ordering: .releasing) }

  /// Whether the factory still runs.
  var isActive: Bool { !isOver.load(ordering: .acquiring) }

  /// Whether the factory cannot return before the current task ends.
  ///
  /// True in the task that runs the factory, and in child tasks of a creation's task.
  var needsCurrentTask: Bool {
    task == Self.currentTask || creation?.isOnCurrentTask == true
  }

  /// Whether a graph is creating a registration with equal arguments in one of ``waitingSteps``.
  ///
  /// If the creations of two graphs wait for each other at one cell, ``WaitGraph`` finds the cycle.
  ///
  /// - Complexity: O(1) if the registration is on no path at all, else O(*n*) in the length of this
  ///   path.
  package func contains(
    _ registration: Registration, _ arguments: ArgumentValues?, in graph: Graph
  ) -> Bool {
    !isOnNoPath(registration)
      && waitingSteps.contains { $0.isStep(of: registration, arguments, in: graph) }
  }

  /// Returns the number of running factories around this step that create a registration with equal
  /// arguments, in any graph.
  ///
  /// Factories that started the current task are counted, even if they do not wait for it.
  package func count(of registration: Registration, _ arguments: ArgumentValues?) -> Int {
    if isOnNoPath(registration) { return 0 }
    return lineage.filter { $0.isActive && $0.isStep(of: registration, arguments, in: nil) }.count
  }

  /// The locators of this step and all enclosing steps, outermost first, including factories that
  /// started the current task.
  package var pathAcrossTasks: [Locator] { lineage.map(\.registration.locator).reversed() }

  /// Whether this step creates a registration with equal arguments.
  ///
  /// - Parameter graph: The graph that has to run the factory, or `nil` for any graph.
  private func isStep(
    of registration: Registration, _ arguments: ArgumentValues?, in graph: Graph?
  ) -> Bool {
    if let graph, self.graph != ObjectIdentifier(graph) { return false }
    if self.arguments != arguments { return false }
    if self.registration === registration { return true }
    return registration.decorated != nil && self.registration.decorated != nil
      && self.registration.isEqual(to: registration)
  }

  /// Whether no factory in the process is creating an instance of a registration. Reads only an
  /// atomic counter.
  ///
  /// False for a decorated registration: each key has its own registration for the same decorated
  /// instance.
  private func isOnNoPath(_ registration: Registration) -> Bool {
    registration.decorated == nil
      && registration.asynchronous?.stepCount.load(ordering: .relaxed) == 0
  }

  /// The identity of the current task, or zero outside of tasks.
  static var currentTask: Int { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }
}

/// The origin of a request: the asynchronous factory that waits for it, or that started the
/// requesting task.
package struct Requester: Sendable {
  /// The step of the asynchronous factory that waits for the request; `nil` if no such factory
  /// waits.
  package let step: AsyncStep?

  /// The innermost running step in which the request began, even if the step's factory does not
  /// wait for the request.
  package let origin: AsyncStep?

  /// Whether the requesting task was started in the factory of a kept instance, and that factory
  /// does not wait for the task.
  ///
  /// Such a task may wait for the very instance that the factory is creating.
  var isInsider: Bool { step?.creation == nil && origin?.isInsideCreation == true }

  /// Creates the requester from the context that a factory has passed, or from the current task.
  ///
  /// A task that has outlived its factory belongs to no step.
  package init(_ context: AsyncResolutionContext?) {
    let given = context?.step ?? AsyncStep.current
    let isAwaited = given.map { $0.isActive && (context != nil || $0.needsCurrentTask) } == true
    step = isAwaited ? given : nil
    origin = isAwaited ? given : given?.lineage.first(where: \.isActive)
  }

  /// Creates the requester for requests that a step's factory makes and waits for.
  init(in step: AsyncStep) { (self.step, origin) = (step, step) }

  /// Whether the request began while the factory of a creation was running, even if the factory
  /// does not wait for the request.
  func isInside(_ creation: Creation) -> Bool {
    origin?.lineage.contains { $0.isActive && $0.creation === creation } == true
  }
}

extension AsyncStep {
  /// Whether the current task was started in an asynchronous factory that still runs.
  ///
  /// The factory may wait for the current task, and so for everything for which the task waits.
  static var isInFactory: Bool {
    anyExists && current?.lineage.contains(where: \.isActive) == true
  }
}
