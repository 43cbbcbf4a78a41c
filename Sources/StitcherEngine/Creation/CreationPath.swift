internal import CStitcherThread

/// The registrations whose factories are running on a thread, outermost first.
///
/// The search for a cycle compares the hash of each step. So it takes time in the depth of the
/// path: about half a microsecond for each thousand steps. No code of the program runs during a
/// change of the path, since an `==` may resolve dependencies, too.
package struct CreationPath: ~Copyable {
  /// A step of the path: a running factory, or a graph that was made current.
  ///
  /// The graph is part of the step, since a factory may request its own locator in another graph.
  struct Step: BitwiseCopyable {
    /// The registration with the factory that runs in this step.
    ///
    /// The caller retains it as long as the step is on the path.
    let registration: UnretainedReference<Registration>

    /// The address of the graph that runs the factory, or that was made current.
    ///
    /// The lowest bit is set if the graph was made current and no factory runs.
    let graph: UInt

    /// A hash of the graph and of the registration's first key, to find cycles quickly.
    ///
    /// For a graph that was made current, this is the address of its task.
    let hash: UInt

    /// Creates a step for a factory that the given graph runs.
    @inline(__always)
    init(_ registration: UnretainedReference<Registration>, _ graph: UInt) {
      self.registration = registration
      self.graph = graph
      hash = registration.with { $0.keyHash } ^ graph
    }

    /// Creates a step for a graph that becomes the current graph in a task.
    init(current graph: UInt, task: UInt) {
      registration = UnretainedReference(Registration.nothing)
      self.graph = graph | 1
      hash = task
    }

    /// Whether the step is a running factory, and not a graph that was made current.
    var isCreation: Bool { graph & 1 == 0 }
  }

  fileprivate var steps = Stack<Step>()

  /// The running creations of the thread that have observers, outermost first.
  var watched: [WatchedCreation] = []

  /// The steps of the path with factories that take parameters, outermost first.
  ///
  /// Used to search for cycles. Such a factory is in a cycle only if the path already contains the
  /// same call, with equal arguments. Each step comes with its position on the path.
  fileprivate var stepsWithArguments: [(position: Int, step: Step, arguments: ArgumentValues)] = []

  /// The number of creation locks (``Creation/gate``) that the thread holds.
  ///
  /// Creations without observers count, too.
  var gates = 0

  /// The events that wait until the thread holds no creation lock and runs no observed factory.
  var pendingEvents: [(events: GraphEvents, record: GraphEventRecord)] = []

  /// The evicted instances that the thread is collecting for one teardown batch; `nil` if it
  /// collects none.
  ///
  /// Their lifetimes end together.
  var gathered: GatheredTeardowns?

  /// The number of steps on the creation path.
  var depth: Int { steps.count }

  /// Returns the registrations whose factories the given graph is running on this thread, outermost
  /// first.
  ///
  /// - Parameter graph: The address of the graph that runs the factories, or `nil` for any graph.
  fileprivate func registrations(in graph: UInt?) -> [Registration] {
    (0..<depth).compactMap {
      let step = steps[$0]
      return step.isCreation && step.graph == graph ?? step.graph ? step.registration.object : nil
    }
  }

  /// The locators of the registrations on the path, outermost first.
  var locators: [Locator] { registrations.map(\.locator) }

  /// The registrations on the path, outermost first.
  ///
  /// A decoration that is next to its decorated registration is left out.
  var registrations: [Registration] { registrations(in: nil).withoutDecorations }

  /// Whether any factory is running on this path's thread.
  package var isCreating: Bool { (0..<depth).contains { steps[$0].isCreation } }

  /// The innermost registration on the path whose instance may outlive the requesting graph, or
  /// `nil`.
  var innermostKept: Registration? {
    // The placeholder registration of a current graph is transient.
    (0..<depth).last { steps[$0].registration.with { $0.isKeptBeyondGraph } }
      .map { steps[$0].registration.object }
  }

  /// The graph of the innermost step that determines the current graph; `nil` if there is no such
  /// step.
  ///
  /// Also `nil` if that graph became current in another task: a run loop, or an actor's own
  /// executor, may run the calling task inside the other one.
  var innermostGraph: UnretainedReference<Graph>? {
    var position = depth
    while position > 0 {
      position -= 1
      let step = steps[position]
      if !step.isCreation {
        return step.hash == currentTask ? UnretainedReference(bits: step.graph & ~1) : nil
      }
      // The graphs of some front ends cannot be current.
      let graph = UnretainedReference<Graph>(bits: step.graph)
      if graph.with({ $0.canBeCurrent }) { return graph }
    }
    return nil
  }

  /// The graphs of all steps on the path, innermost first.
  var graphs: [Graph] {
    (0..<depth).reversed().map { UnretainedReference<Graph>(bits: steps[$0].graph & ~1).object }
  }

  /// Adds a step to the path for a graph that becomes the current graph.
  mutating func push(current graph: UInt) { steps.push(Step(current: graph, task: currentTask)) }

  /// Removes all steps from the path of a thread that has ended during a factory.
  mutating func removeAll() {
    steps.removeAll()
    stepsWithArguments = []
    (watched, pendingEvents, gates) = ([], [], 0)
  }

  /// Removes the innermost step from the path.
  @inline(__always)
  mutating func leave() { steps.pop() }

  /// Whether the path may contain a step in which the given graph creates the given registration.
  ///
  /// `true` is not certain, because only hashes are compared.
  @inline(__always)
  func mayContain(_ registration: UnretainedReference<Registration>, graph: UInt) -> Bool {
    let hash = Step(registration, graph).hash
    for position in 0..<depth where steps[position].hash == hash { return true }
    return false
  }
}

extension CreationStep {
  /// Adds a registration without parameters to the creation path of the thread.
  ///
  /// Before that, checks for a cycle and for room on the stack.
  ///
  /// - Throws: A cycle if the graph is creating an instance with this locator already, or an error
  ///   if the stack has no room left. In this case, do not call ``CreationPath/leave()``.
  /// - Complexity: O(*n*) in the depth of the path.
  @inline(__always)
  package func enter(_ registration: UnretainedReference<Registration>) throws {
    if graph.with({ $0.detectsCycles }), mayRepeat(registration) { try check(registration) }
    try enterFirst(registration)
  }

  /// Adds a registration to the thread's creation path, without a search for a cycle.
  ///
  /// Before that, checks for room on the stack. The caller has made sure that the registration is
  /// not on the thread's creation path.
  ///
  /// - Throws: An error if the stack has no room left. In this case, do not call
  ///   ``CreationPath/leave()``.
  @inline(__always)
  func enterFirst(_ registration: UnretainedReference<Registration>) throws {
    if record.isStackFull { try throwStackExhausted(registration) }
    record.path.pointee.steps.push(CreationPath.Step(registration, graph.bits))
  }

  /// Adds a registration that may have parameters to the creation path of the thread.
  ///
  /// Before that, checks for a cycle and for room on the stack.
  ///
  /// The arguments of the first step of a transient registration are not recorded, since most
  /// requests need no copy of them. So such a cycle is found when the registration requests itself
  /// for the second time.
  ///
  /// - Throws: A cycle if the graph is creating the registration with equal arguments already, or
  ///   an error if the stack has no room left. In this case, do not call ``leaveWithArguments()``.
  package func enter(_ registration: UnretainedReference<Registration>, _ arguments: [Any]) throws {
    if arguments.isEmpty { return try enter(registration) }
    let isStored = registration.with { $0.isStored }
    guard graph.with({ $0.detectsCycles }), isStored || mayRepeat(registration) else {
      return try enterFirst(registration)
    }
    let values = ArgumentValues(arguments)
    let new = CreationPath.Step(registration, graph.bits)
    // A comparison may resolve dependencies, and so change the path for a while.
    for old in record.path.pointee.stepsWithArguments where old.step.hash == new.hash {
      let other = old.step.registration.object
      if !registration.with({ other.isRepeated(by: $0) }) || old.arguments != values { continue }
      let locators = record.path.pointee.locators + [registration.with { $0.locator }]
      throw ResolutionFailure(.cycle(isStored ? locators : locators.withoutRepeatedRound))
    }
    let position = record.path.pointee.depth
    try enterFirst(registration)
    record.path.pointee.stepsWithArguments.append((position, new, values))
  }

  /// Removes the innermost registration, which may have parameters, from the thread's creation
  /// path.
  package func leaveWithArguments() {
    let path = record.path
    path.pointee.leave()
    if let last = path.pointee.stepsWithArguments.last, last.position >= path.pointee.depth {
      path.pointee.stepsWithArguments.removeLast()
    }
  }

  /// Throws a cycle error if the graph is creating an instance with the registration's locator
  /// already.
  @inline(never)
  private func check(_ registration: UnretainedReference<Registration>) throws {
    let new = registration.object
    // A comparison may resolve dependencies, and so change the path for a while.
    let running = record.path.pointee.registrations(in: graph.bits)
    guard running.contains(where: { $0.isRepeated(by: new) }) else { return }
    throw ResolutionFailure(.cycle(record.path.pointee.locators + [new.locator]))
  }

  /// Throws the error which says that the thread's stack has no room for another creation.
  @inline(never)
  private func throwStackExhausted(_ registration: UnretainedReference<Registration>) throws {
    let innermost = registration.with { $0.locator }
    throw StackExhausted(
      outermost: record.path.pointee.locators.first ?? innermost, innermost: innermost,
      depth: record.path.pointee.depth + 1)
  }
}

/// The address of the task that is running on the calling thread; zero if there is none.
private var currentTask: UInt { UInt(bitPattern: stitcher_task_current()) }

extension Registration {
  /// Whether a factory of this registration that resolves the other one, with equal arguments,
  /// would run forever.
  fileprivate final func isRepeated(by other: Registration) -> Bool {
    (decorated != nil) == (other.decorated != nil) && takes(other.parameterTypes)
      && locator == other.locator
  }
}

extension [Locator] {
  /// The locators of a cycle. If the path ends with the same cycle twice, it is listed once.
  fileprivate var withoutRepeatedRound: [Locator] {
    guard let end = last, let start = dropLast().lastIndex(of: end) else { return self }
    let round = count - 1 - start
    guard start >= round, self[start - round..<start] == self[start..<count - 1] else {
      return self
    }
    return Array(self[..<(start - round)] + self[start...])
  }
}

extension [Registration] {
  /// The registrations of a path without decorations, if the decorated registration comes next on
  /// the path.
  var withoutDecorations: [Registration] {
    if !contains(where: { $0.decorated != nil }) { return self }
    return indices.compactMap { position in
      let registration = self[position]
      guard registration.decorated != nil, position + 1 < count else { return registration }
      return self[position + 1].locator.matches(registration.locator.key(at: 0))
        ? nil : registration
    }
  }
}
