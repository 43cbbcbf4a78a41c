/// The context that an asynchronous factory gets, and passes to the requests that it makes.
///
/// It makes cycles of factories detectable across tasks.
package struct AsyncResolutionContext: Sendable {
  /// The graph that runs the factory.
  package let graph: Graph

  /// The step of the creation path that represents the running factory.
  let step: AsyncStep
}

/// A step of a creation path across tasks: one run of a factory for an asynchronous request.
///
/// `Graph.run` runs an asynchronous factory, and `Graph.runSynchronously` a synchronous one.
package final class AsyncStep: @unchecked Sendable {
  // Safe: constants and atomics. `begin(_:_:)` writes its properties before the factory runs, and
  // other tasks see the step only after that. The parent is only removed in `deinit`, when no other
  // reference is left.

  /// The step of the innermost factory that is running in the current task; `nil` if there is none.
  ///
  /// A task inherits the step of the task that started it.
  @TaskLocal package static var current: AsyncStep?

  /// The registration with the factory that runs in this step.
  ///
  /// Only the innermost step of a path can have a synchronous factory.
  let registration: Registration

  /// The arguments with which the factory is called; `nil` if the factory takes no parameters.
  private let arguments: ArgumentValues?

  /// The identity of the graph that runs the factory.
  let graph: ObjectIdentifier

  /// The graph that received the request, if another graph runs the factory; otherwise `nil`.
  private let asked: GraphReference?

  /// The step of the factory that started this step, directly or in a task; `nil` if there is none.
  private(set) var parent: AsyncStep?

  /// Whether the factory that started this step waits for the end of the step.
  ///
  /// False if the step belongs to an unstructured task, which the factory may leave behind.
  let isNeeded: Bool

  /// Whether the observers are notified of the creation.
  ///
  /// They are not notified of the transient instance that a decorator wraps.
  let isReported: Bool

  /// The innermost creation that waits for the end of this step; `nil` if there is none.
  ///
  /// Only creations in tasks count, including the creation that this step runs.
  private(set) var creation: Creation?

  /// Whether this step, and not an enclosing one, runs ``creation``.
  ///
  /// If `false`, an enclosing step runs it.
  private(set) var isCreation = false

  /// The innermost running creation that observers watch; `nil` if the graph has no observers.
  package private(set) var frame: CreationFrame?

  /// A number that identifies the task that runs the factory; zero before the factory runs.
  fileprivate var task = 0

  /// Whether the factory of this step has ended.
  private let isOver = AtomicBox<Bool>(false)

  /// Whether at least one ``AsyncStep`` exists in the process.
  ///
  /// This check is cheaper than reading a task-local value.
  static var anyExists: Bool { ProcessWord.asyncSteps.word.load(ordering: .relaxed) != 0 }

  /// The depth at which nested runs of the same transient factory count as a cycle.
  ///
  /// A transient factory may request its own registration in unstructured tasks or in new graphs.
  /// Such a cycle cannot be recognized in another way.
  private static let recursionLimit = 64

  /// Creates a step for a request that is about to run a factory.
  ///
  /// - Parameters:
  ///   - registration: The registration with the factory.
  ///   - graph: The graph that runs the factory.
  ///   - arguments: The arguments with which the factory is called.
  ///   - asked: The graph that received the request.
  /// - Throws: A cycle error if an enclosing factory is creating the same registration with equal
  ///   arguments.
  @inline(never)
  init(
    _ registration: Registration, in graph: Graph, for requester: Requester,
    _ arguments: [any Sendable], askedIn asked: Graph? = nil, isReported: Bool = true
  ) throws {
    let arguments = arguments.isEmpty ? nil : ArgumentValues(arguments)
    if let step = requester.step, step.contains(registration, arguments, in: graph) {
      throw ResolutionFailure(.cycle(step.path + [registration.locator]))
    }
    // A factory may create a new graph at each level and request itself there.
    if let origin = requester.origin,
      origin.count(of: registration, arguments) >= Self.recursionLimit
    {
      throw ResolutionFailure(.cycle(origin.pathAcrossTasks + [registration.locator]))
    }
    (self.registration, self.arguments, self.isReported) = (registration, arguments, isReported)
    self.asked = asked.flatMap { $0.canBeCurrent && $0 !== graph ? $0.reference : nil }
    (self.graph, isNeeded) = (ObjectIdentifier(graph), requester.step != nil)
    (creation, frame) = (requester.step?.creation, requester.step?.frame)
    parent = requester.origin
    registration.asynchronous?.stepCount.add(1, ordering: .relaxed)
    ProcessWord.asyncSteps.word.add(1)
  }

  /// Records that the current task runs the factory of this step from now on.
  ///
  /// - Parameters:
  ///   - creation: The creation that the step runs; `nil` if the instance is transient.
  ///   - frame: The observers' record of the creation; `nil` if the observers are not notified of
  ///     the creation, or if the graph has none.
  func begin(_ creation: Creation? = nil, _ frame: CreationFrame? = nil) {
    task = Self.currentTask
    if let frame { self.frame = frame }
    if let creation { (self.creation, isCreation) = (creation, true) }
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

  /// The step of the innermost asynchronous factory that waits for the calling thread, or `nil`.
  ///
  /// A synchronous step is not returned, since the thread's own path contains its registration.
  static var around: AsyncStep? {
    guard anyExists, let step = Requester(nil).step else { return nil }
    if step.registration.isAsynchronous { return step }
    return step.isNeeded ? step.parent : nil
  }

  /// The code that has requested this step's instance: the factory of the enclosing step, or code
  /// outside every factory.
  var requester: Requester { Requester(step: isNeeded ? parent : nil, origin: parent) }

  /// This step and all its enclosing steps, innermost first.
  ///
  /// Steps whose factories do not wait are included.
  fileprivate var lineage: some Sequence<AsyncStep> { sequence(first: self) { $0.parent } }

  /// This step and the enclosing steps that wait for it to end, innermost first.
  var waitingSteps: some Sequence<AsyncStep> {
    sequence(first: self) { $0.isNeeded ? $0.parent : nil }
  }

  /// The locators of the registrations in ``waitingSteps``, outermost first.
  package var path: [Locator] { registrations.map(\.locator) }

  /// The registrations whose factories run in ``waitingSteps``, outermost first.
  ///
  /// A decoration that is next to its decorated registration is left out.
  var registrations: [Registration] {
    waitingSteps.map(\.registration).reversed().withoutDecorations
  }

  /// The innermost registration in ``waitingSteps`` whose instance may outlive the requesting
  /// graph, or `nil`.
  package var innermostKept: Registration? {
    waitingSteps.first { $0.registration.isKeptBeyondGraph }?.registration
  }

  /// The requesting graphs of the asynchronous factories that enclose the current task, innermost
  /// first.
  ///
  /// A graph that also runs the requested factory is left out.
  static var askedGraphs: [Graph] {
    guard anyExists else { return [] }
    return Requester(nil).step?.waitingSteps.compactMap { $0.asked?.object } ?? []
  }

  /// Whether the current task was started by an asynchronous factory that still runs.
  ///
  /// The factory may wait for the current task, and so for everything for which the task waits.
  static var isInFactory: Bool {
    anyExists && current?.lineage.contains(where: \.isActive) == true
  }

  /// Marks the factory of this step as ended.
  package func end() { isOver.store(true, ordering: .releasing) }

  /// Whether the factory of this step is still running.
  var isActive: Bool { !isOver.load(ordering: .acquiring) }

  /// Whether a step in ``waitingSteps`` creates the given registration's instance with the given
  /// arguments and graph.
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

  /// Returns how many running steps create the given registration's instance with the given
  /// arguments.
  ///
  /// Steps in all graphs count.
  ///
  /// Factories that started the current task are counted, even if they do not wait for it.
  package func count(of registration: Registration, _ arguments: ArgumentValues?) -> Int {
    if isOnNoPath(registration) { return 0 }
    return lineage.filter { $0.isActive && $0.isStep(of: registration, arguments, in: nil) }.count
  }

  /// The locators of the registrations of this step and of all enclosing steps, outermost first.
  ///
  /// Factories that started the current task are included.
  package var pathAcrossTasks: [Locator] { lineage.map(\.registration.locator).reversed() }

  /// Whether this step runs the given registration's factory with the given arguments.
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

  /// Whether certainly no task in the process is running the given registration's factory.
  ///
  /// Reads only an atomic counter.
  ///
  /// False for a decorated registration: each key has its own registration for the same decorated
  /// instance.
  private func isOnNoPath(_ registration: Registration) -> Bool {
    registration.decorated == nil
      && registration.asynchronous?.stepCount.load(ordering: .relaxed) == 0
  }

  /// A number that identifies the current task, or zero outside of tasks.
  static var currentTask: Int { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }
}

/// The asynchronous factory from which a request comes: directly, or from a task that it started.
package struct Requester: Sendable {
  /// The step with the asynchronous factory that waits for the requested instance; `nil` if no
  /// factory waits.
  package let step: AsyncStep?

  /// The innermost step around the request whose factory is still running; `nil` if there is none.
  ///
  /// The step counts even if its factory does not wait for the request.
  package let origin: AsyncStep?

  /// Creates the requester of a request, from a factory's context or from the current task.
  ///
  /// A task that has outlived its factory belongs to no step.
  package init(_ context: AsyncResolutionContext?) {
    let given = context?.step ?? AsyncStep.current
    // Without a context, the factory waits for the request in the task that runs the factory, and
    // in child tasks of a creation's task.
    let isAwaited =
      given?.isActive == true
      && (context != nil || given?.task == AsyncStep.currentTask
        || given?.creation?.isOnCurrentTask == true)
    step = isAwaited ? given : nil
    origin = isAwaited ? given : given?.lineage.first(where: \.isActive)
  }

  /// Creates a requester from the factory that waits and the innermost running factory around it.
  init(step: AsyncStep?, origin: AsyncStep?) { (self.step, self.origin) = (step, origin) }

  /// Creates the requester of a request that the given step's factory makes and waits for.
  init(in step: AsyncStep) { (self.step, origin) = (step, step) }

  /// Whether the request began while the given creation's factory was running.
  ///
  /// The creation's factory need not wait for the request.
  func isInside(_ creation: Creation) -> Bool {
    origin?.lineage.contains { $0.isActive && $0.creation === creation } == true
  }
}
