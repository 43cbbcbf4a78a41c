internal import CStitcherThread

/// The registrations that a thread is creating, outermost first.
///
/// The path is searched up to a fixed depth. Deeper steps are counted by hash, so a step costs the
/// same at any depth. No code of the program runs during a change of the path, since an `==` may
/// resolve dependencies, too.
package struct CreationPath: ~Copyable {
  /// The number of outermost steps that are searched for a cycle one by one.
  ///
  /// Deeper steps are only counted by their hash.
  private static let searched = 48

  /// A step of the path: a running factory, or a graph that was made current.
  ///
  /// The graph is part of the step, since a factory may request its own locator in another graph.
  struct Step: BitwiseCopyable {
    /// The registration whose factory runs.
    ///
    /// The caller retains it as long as the step is on the path.
    let registration: UnretainedReference<Registration>

    /// The address of the step's graph.
    ///
    /// The lowest bit is set if the graph was made current and no factory runs.
    let graph: UInt

    /// The hash of the graph and of the locator's first key.
    ///
    /// For a graph that was made current, this is the address of its task.
    let hash: UInt

    /// Creates the step of a factory that a graph runs.
    @inline(__always)
    init(_ registration: UnretainedReference<Registration>, _ graph: UInt) {
      self.registration = registration
      self.graph = graph
      hash = registration.with { $0.keyHash } ^ graph
    }

    /// Creates the step of a graph that is made current in a task.
    init(current graph: UInt, task: UInt) {
      registration = UnretainedReference(Registration.nothing)
      self.graph = graph | 1
      hash = task
    }

    /// Whether the step is a running factory, and not a graph that was made current.
    var isCreation: Bool { graph & 1 == 0 }

    var locator: Locator { registration.with { $0.locator } }
  }

  private var steps = Stack<Step>()

  /// The creations with observers on this thread, outermost first.
  var watched: [WatchedCreation] = []

  /// The steps of registrations with parameters, outermost first, to search for cycles.
  fileprivate var stepsWithArguments: [StepWithArguments] = []

  /// A step of a registration with parameters, together with its arguments.
  ///
  /// A cycle is a repeated request with equal arguments.
  fileprivate struct StepWithArguments {
    /// The position of the step on the path.
    let position: Int

    /// The hash of the step.
    let hash: UInt

    let arguments: ArgumentValues
  }

  /// The number of creation locks (``Creation/gate``) that the thread holds.
  ///
  /// Creations without observers count, too.
  var gates = 0

  /// The events to deliver when the thread holds no creation lock and runs no factory with
  /// observers.
  var pendingEvents: [(events: GraphEvents, record: GraphEventRecord)] = []

  /// The evicted instances that this thread collects for one teardown batch.
  ///
  /// Their lifetimes end together.
  var gathered: GatheredTeardowns?

  /// The number of steps on the path.
  var depth: Int { steps.count }

  /// The number of deep steps by their hash.
  ///
  /// Deep steps are those that are not searched one by one.
  private var deepHashes: [UInt: Int] = [:]

  /// The positions of the running factories on the path.
  private var creations: [Int] { (0..<depth).filter { steps[$0].isCreation } }

  /// The locators of the registrations on the path, outermost first.
  var locators: [Locator] { registrations.map(\.locator) }

  /// The registrations on the path, outermost first.
  ///
  /// A decoration that is next to its decorated registration is left out.
  var registrations: [Registration] {
    creations.map { steps[$0].registration.object }.withoutDecorations
  }

  /// The locator of the outermost running factory; `nil` if no factory runs.
  fileprivate var outermost: Locator? { creations.first.map { steps[$0].locator } }

  /// Whether a factory is running on the thread.
  package var isCreating: Bool { (0..<depth).contains { steps[$0].isCreation } }

  /// The innermost registration whose instance may outlive the requesting graph; `nil` if none.
  ///
  /// The registration is on the path.
  var innermostKept: Registration? {
    // The placeholder registration of a current graph is transient.
    (0..<depth).last { steps[$0].registration.with { $0.isKeptBeyondGraph } }
      .map { steps[$0].registration.object }
  }

  /// Whether the path contains a registration whose instance may outlive the requesting graph.
  var hasKept: Bool {
    (0..<depth).contains { steps[$0].registration.with { $0.isKeptBeyondGraph } }
  }

  /// The innermost graph on the path that may be the current graph; `nil` if there is none.
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

  /// The graph that runs the innermost factory; `nil` if no factory runs.
  @inline(__always)
  var creator: UnretainedReference<Graph>? {
    depth > 0 ? UnretainedReference(bits: steps[depth - 1].graph & ~1) : nil
  }

  /// The graphs on the path, innermost first.
  var graphs: [Graph] {
    (0..<depth).reversed().map { UnretainedReference<Graph>(bits: steps[$0].graph & ~1).object }
  }

  /// Adds a step for a graph that becomes current.
  mutating func push(current graph: UInt) { steps.push(Step(current: graph, task: currentTask)) }

  /// Removes the innermost step, which must be a graph that was made current.
  mutating func popCurrent() { _ = steps.pop() }

  /// Returns the locators on the path in the given graph, except for registrations with
  /// parameters.
  ///
  /// The result contains either only decorations or only other registrations.
  fileprivate func locators(in graph: UInt, ofDecorations: Bool) -> [Locator] {
    (0..<depth).filter { position in
      steps[position].graph == graph
        && steps[position].registration.with {
          ($0.decorated != nil) == ofDecorations && $0.parameterTypes.isEmpty
        }
    }.map { steps[$0].locator }
  }

  /// Returns the recorded steps with the same hashes of registration and arguments as a new step.
  fileprivate func stepsWithArguments(
    like registration: UnretainedReference<Registration>, graph: UInt, _ arguments: ArgumentValues
  ) -> [(registration: Registration, arguments: ArgumentValues)] {
    let hash = Step(registration, graph).hash
    return stepsWithArguments.filter { $0.hash == hash && $0.arguments.hash == arguments.hash }.map
    {
      (steps[$0.position].registration.object, $0.arguments)
    }
  }

  /// Adds a registration to the path, before its factory runs.
  ///
  /// - Complexity: O(1) on average.
  @inline(__always)
  fileprivate mutating func push(_ registration: UnretainedReference<Registration>, graph: UInt) {
    let step = Step(registration, graph)
    if depth >= Self.searched { deepHashes[step.hash, default: 0] += 1 }
    steps.push(step)
  }

  /// Removes all steps. Called when a thread has ended in the middle of factories.
  mutating func removeAll() {
    steps.removeAll()
    deepHashes = [:]
    stepsWithArguments = []
    (watched, pendingEvents, gates) = ([], [], 0)
  }

  /// Removes the innermost step, after its factory has returned.
  @inline(__always)
  mutating func leave() {
    let step = steps.pop()
    if depth >= Self.searched { leaveDeep(step.hash) }
  }

  /// Whether the given registration may be on the path.
  ///
  /// `true` is not certain, because only hashes are compared.
  @inline(__always)
  func mayContain(_ registration: UnretainedReference<Registration>, graph: UInt) -> Bool {
    let hash = Step(registration, graph).hash
    for position in 0..<min(depth, Self.searched) where steps[position].hash == hash {
      return true
    }
    return depth > Self.searched && deepHashes[hash] != nil
  }

  /// Decrements the number of deep steps with the given hash, after the removal of a step.
  @inline(never)
  private mutating func leaveDeep(_ hash: UInt) {
    let count = deepHashes[hash, default: 0]
    deepHashes[hash] = count > 1 ? count - 1 : nil
  }
}

extension ThreadRecordPointer {
  /// Adds a registration without parameters to the thread's path, before its factory runs.
  ///
  /// - Throws: A cycle if `isChecking` is `true` and the graph is creating an instance with this
  ///   locator already, or an error if the stack has no room left.
  /// - Complexity: O(1) on average.
  @inline(__always)
  func enter(
    _ registration: UnretainedReference<Registration>, graph: UInt, isChecking: Bool
  ) throws {
    if isChecking, path.pointee.mayContain(registration, graph: graph) {
      try check(registration, graph: graph)
    }
    if isStackFull { try throwStackExhausted(registration) }
    path.pointee.push(registration, graph: graph)
  }

  /// Adds a registration with parameters to the thread's path, before its factory runs.
  ///
  /// The arguments of the first step of a transient registration are not recorded, since most
  /// requests need no copy of them. So such a cycle is found when the registration requests itself
  /// for the second time.
  ///
  /// - Throws: A cycle if `isChecking` is `true` and the graph is creating the registration with
  ///   equal arguments already, or an error if the stack has no room left.
  @inline(never)
  func enter(
    _ registration: UnretainedReference<Registration>, graph: UInt, isChecking: Bool,
    _ arguments: [Any]
  ) throws {
    guard isChecking,
      registration.with({ $0.isStored }) || path.pointee.mayContain(registration, graph: graph)
    else { return try enter(registration, graph: graph, isChecking: false) }
    let values = ArgumentValues(arguments)
    // A comparison may resolve dependencies, and so change the path for a while.
    for step in path.pointee.stepsWithArguments(like: registration, graph: graph, values)
    where registration.with({ step.registration.isRepeated(by: $0) })
      && step.arguments == values
    {
      let locators = path.pointee.locators + [registration.with { $0.locator }]
      let isExact = registration.with { $0.isStored }
      throw ResolutionFailure(
        .cycle(isExact ? locators : locators.withoutRepeatedRound), registrations: [])
    }
    if isStackFull { try throwStackExhausted(registration) }
    path.pointee.stepsWithArguments.append(
      CreationPath.StepWithArguments(
        position: path.pointee.depth, hash: CreationPath.Step(registration, graph).hash,
        arguments: values))
    path.pointee.push(registration, graph: graph)
  }

  /// Removes the innermost registration from the path.
  ///
  /// The registration may take parameters.
  func leaveWithArguments() {
    path.pointee.leave()
    if let last = path.pointee.stepsWithArguments.last, last.position >= path.pointee.depth {
      path.pointee.stepsWithArguments.removeLast()
    }
  }

  /// Throws a cycle error if the given registration's locator is on the path already.
  @inline(never)
  private func check(_ registration: UnretainedReference<Registration>, graph: UInt) throws {
    let locator = registration.with { $0.locator }
    // A comparison may resolve dependencies, and so change the path for a while.
    let isDecoration = registration.with { $0.decorated != nil }
    let candidates = path.pointee.locators(in: graph, ofDecorations: isDecoration)
    guard candidates.contains(locator) else { return }
    throw ResolutionFailure(.cycle(path.pointee.locators + [locator]), registrations: [])
  }
}

extension ThreadRecordPointer {
  /// Whether the path certainly contains no instance that outlives a scoped dependency.
  ///
  /// If `false`, a detailed check is needed.
  @inline(__always)
  var mayRequestScoped: Bool { !AsyncStep.anyExists && !path.pointee.hasKept }

  /// Throws the error for a stack that has no room for another creation.
  @inline(never)
  private func throwStackExhausted(_ registration: UnretainedReference<Registration>) throws {
    let innermost = registration.with { $0.locator }
    throw StackExhausted(
      outermost: path.pointee.outermost ?? innermost, innermost: innermost,
      depth: path.pointee.depth + 1)
  }
}

/// The address of the task that runs on the calling thread; zero if there is none.
private var currentTask: UInt { UInt(bitPattern: stitcher_task_current()) }

extension Registration {
  /// Whether a request for another registration would repeat this creation.
  ///
  /// The arguments of both requests are equal.
  fileprivate final func isRepeated(by other: Registration) -> Bool {
    (decorated != nil) == (other.decorated != nil) && hasSameParameters(as: other)
      && locator == other.locator
  }
}

extension [Locator] {
  /// The locators of a cycle, without a second round through the same locators.
  ///
  /// If the locators end with the same round twice, the second round is left out.
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
  /// The path without the decorations that are next to their decorated registrations.
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
