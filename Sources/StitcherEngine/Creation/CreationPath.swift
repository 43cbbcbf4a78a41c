internal import CStitcherThread

/// What a thread is creating, outermost first.
///
/// Up to a depth the path is searched; what lies deeper is counted by its hash, so that a step
/// costs the same at any depth. No foreign code runs while the path is being changed: the `==` of a
/// value may resolve, too.
package struct CreationPath: ~Copyable {
  /// The depth up to which the path is searched.
  private static let searched = 48

  /// One step: a locator is created once at a time in one graph, but its factory may ask another
  /// graph for it.
  private struct Step: BitwiseCopyable {
    /// What is being created; alive as long as it is on the path.
    let registration: UnretainedReference<Registration>

    /// The graph, as bits. The lowest bit says that nothing is created: the graph is only current.
    let graph: UInt

    /// What tells most steps from others: the hash of the locator's first key, and the graph. Where
    /// a graph is only current, the address of the task, or zero.
    let hash: UInt

    /// Notes what a graph creates.
    @inline(__always)
    init(_ registration: UnretainedReference<Registration>, _ graph: UInt) {
      self.registration = registration
      self.graph = graph
      hash = registration.with { $0.keyHash } ^ graph
    }

    /// Notes a graph that is current in a task.
    init(current graph: UInt, task: UInt) {
      registration = UnretainedReference(Registration.nothing)
      self.graph = graph | 1
      hash = task
    }

    /// Whether something is created.
    var isCreation: Bool { graph & 1 == 0 }

    /// The locator.
    var locator: Locator { registration.with { $0.locator } }
  }

  /// The steps.
  private var steps = Stack<Step>()

  /// What the thread is creating that is watched, outermost first.
  var watched: [WatchedCreation] = []

  /// The arguments of the steps whose registration was on the path before, with their positions,
  /// outermost first.
  fileprivate var repeated: [RepeatedStep] = []

  /// A step whose registration takes parameters and was on the path before.
  fileprivate struct RepeatedStep {
    /// The position on the path.
    let position: Int

    /// The step's hash.
    let hash: UInt

    /// The arguments.
    let arguments: ArgumentValues
  }

  /// How many gates of creations the thread holds, of graphs that nobody watches, too.
  var gates = 0

  /// What has happened, and is told of when the thread holds no gate, and is in no watched factory,
  /// any more.
  var untold: [(events: GraphEvents, kind: GraphEventRecord.Kind)] = []

  /// The instances of the lifetimes that end now, if they are collected.
  var gathered: GatheredTeardowns?

  /// The number of steps.
  var depth: Int { steps.count }

  /// How often the hash of a step lies deeper than is searched.
  private var deepHashes: [UInt: Int] = [:]

  /// The positions of what is created.
  private var creations: [Int] { (0..<depth).filter { steps[$0].isCreation } }

  /// The locators of the path, outermost first.
  var locators: [Locator] { registrations.map(\.locator) }

  /// The registrations of the path, outermost first. What is decorated stands for its decoration,
  /// too.
  var registrations: [Registration] {
    creations.map { steps[$0].registration.object }.withoutDecorations
  }

  /// The locator of the outermost step.
  fileprivate var outermost: Locator? { creations.first.map { steps[$0].locator } }

  /// Whether a factory is running.
  package var isCreating: Bool { (0..<depth).contains { steps[$0].isCreation } }

  /// The innermost registration on the path that keeps its instance for longer than a graph that is
  /// asked.
  var innermostKept: Registration? {
    // The registration that stands for a current graph is not kept.
    (0..<depth).last { steps[$0].registration.with { $0.isKeptBeyondGraph } }
      .map { steps[$0].registration.object }
  }

  /// Whether there is such a registration.
  var hasKept: Bool {
    (0..<depth).contains { steps[$0].registration.with { $0.isKeptBeyondGraph } }
  }

  /// The innermost graph on the path that can be current; nil if there is none, or if what runs
  /// there belongs to another task: a run loop, or an actor's own executor, may run it further in.
  var innermostGraph: UnretainedReference<Graph>? {
    var position = depth
    while position > 0 {
      position -= 1
      let step = steps[position]
      if !step.isCreation {
        return step.hash == currentTask ? UnretainedReference(bits: step.graph & ~1) : nil
      }
      // The graphs of some front ends are never current.
      let graph = UnretainedReference<Graph>(bits: step.graph)
      if graph.with({ $0.canBeCurrent }) { return graph }
    }
    return nil
  }

  /// The graph that runs the innermost factory.
  @inline(__always)
  var creator: UnretainedReference<Graph>? {
    depth > 0 ? UnretainedReference(bits: steps[depth - 1].graph & ~1) : nil
  }

  /// The graphs on the path, innermost first.
  var graphs: [Graph] {
    (0..<depth).reversed().map { UnretainedReference<Graph>(bits: steps[$0].graph & ~1).object }
  }

  /// Adds a graph that is current from now on.
  mutating func push(current graph: UInt) { steps.push(Step(current: graph, task: currentTask)) }

  /// Takes the innermost step off the path, which is a graph that was current.
  mutating func popCurrent() { _ = steps.pop() }

  /// The locators of the steps in a graph that take no parameters, and that are decorations or are
  /// not.
  fileprivate func locators(in graph: UInt, ofDecorations: Bool) -> [Locator] {
    (0..<depth).filter { position in
      steps[position].graph == graph
        && steps[position].registration.with {
          ($0.decorated != nil) == ofDecorations && $0.parameterTypes.isEmpty
        }
    }.map { steps[$0].locator }
  }

  /// The repeated steps that a registration with the same hash of its arguments may equal, each
  /// with its registration.
  fileprivate func repeated(
    like registration: UnretainedReference<Registration>, graph: UInt, _ arguments: ArgumentValues
  ) -> [(registration: Registration, arguments: ArgumentValues)] {
    let hash = Step(registration, graph).hash
    return repeated.filter { $0.hash == hash && $0.arguments.hash == arguments.hash }.map {
      (steps[$0.position].registration.object, $0.arguments)
    }
  }

  /// Adds a registration that is going to be created.
  ///
  /// - Complexity: O(1) on average.
  @inline(__always)
  fileprivate mutating func push(_ registration: UnretainedReference<Registration>, graph: UInt) {
    let step = Step(registration, graph)
    if depth >= Self.searched { deepHashes[step.hash, default: 0] += 1 }
    steps.push(step)
  }

  /// Forgets all steps, of a thread that has ended without leaving them.
  mutating func removeAll() {
    steps.removeAll()
    deepHashes = [:]
    repeated = []
    (watched, untold, gates) = ([], [], 0)
  }

  /// Takes the innermost registration off the path.
  @inline(__always)
  mutating func leave() {
    let step = steps.pop()
    if depth >= Self.searched { leaveDeep(step.hash) }
  }

  /// Adds the arguments of the registration that is added next.
  fileprivate mutating func note(
    _ arguments: ArgumentValues, of registration: UnretainedReference<Registration>, graph: UInt
  ) {
    repeated.append(
      RepeatedStep(
        position: depth, hash: Step(registration, graph).hash, arguments: arguments))
  }

  /// Removes the arguments of the step that was just left, if they were added.
  @inline(never)
  fileprivate mutating func leaveRepeated() {
    if let last = repeated.last, last.position >= depth { repeated.removeLast() }
  }

  /// Whether a registration's locator may be on the path; the locators are not compared yet.
  @inline(__always)
  func mayContain(_ registration: UnretainedReference<Registration>, graph: UInt) -> Bool {
    let hash = Step(registration, graph).hash
    for position in 0..<min(depth, Self.searched) where steps[position].hash == hash {
      return true
    }
    return depth > Self.searched && deepHashes[hash] != nil
  }

  /// Forgets the hash of a step that was just left.
  @inline(never)
  private mutating func leaveDeep(_ hash: UInt) {
    let count = deepHashes[hash, default: 0]
    deepHashes[hash] = count > 1 ? count - 1 : nil
  }
}

extension ThreadRecordPointer {
  /// Puts a registration that a graph is going to create on the thread's path.
  ///
  /// - Throws: A cycle if its locator is on the path of the graph already and `isChecking` is true;
  ///   that the stack is full, before it is.
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

  /// Puts a registration that takes parameters, and that a graph is going to create, on the
  /// thread's path.
  ///
  /// The arguments of the first step of a registration that is not kept are not known, since most
  /// requests need no copy of them. So such a cycle is found when the registration needs itself for
  /// the second time.
  ///
  /// - Throws: A cycle if the registration is on the path of the graph with equal arguments and
  ///   `isChecking` is true; that the stack is full, before it is.
  @inline(never)
  func enter(
    _ registration: UnretainedReference<Registration>, graph: UInt, isChecking: Bool,
    _ arguments: [Any]
  ) throws {
    guard isChecking,
      registration.with({ $0.isStored }) || path.pointee.mayContain(registration, graph: graph)
    else { return try enter(registration, graph: graph, isChecking: false) }
    let values = ArgumentValues(arguments)
    // The comparisons may resolve, and so change the path for a while.
    for step in path.pointee.repeated(like: registration, graph: graph, values)
    where registration.with({ step.registration.isRepeated(by: $0) })
      && step.arguments == values
    {
      let locators = path.pointee.locators + [registration.with { $0.locator }]
      let isExact = registration.with { $0.isStored }
      throw ResolutionFailure(
        .cycle(isExact ? locators : locators.withoutRepeatedRound), registrations: [])
    }
    if isStackFull { try throwStackExhausted(registration) }
    path.pointee.note(values, of: registration, graph: graph)
    path.pointee.push(registration, graph: graph)
  }

  /// Takes the innermost registration, which takes parameters, off the path.
  func leaveWithArguments() {
    path.pointee.leave()
    if !path.pointee.repeated.isEmpty { path.pointee.leaveRepeated() }
  }

  /// Throws if a registration's locator is on the path.
  @inline(never)
  private func check(_ registration: UnretainedReference<Registration>, graph: UInt) throws {
    let locator = registration.with { $0.locator }
    // The comparison may resolve, and so change the path for a while.
    let isDecoration = registration.with { $0.decorated != nil }
    let candidates = path.pointee.locators(in: graph, ofDecorations: isDecoration)
    guard candidates.contains(locator) else { return }
    throw ResolutionFailure(.cycle(path.pointee.locators + [locator]), registrations: [])
  }
}

extension ThreadRecordPointer {
  /// Whether nothing that is being created would hold what is scoped for longer than its graph, as
  /// is known at little cost.
  @inline(__always)
  var mayAskForScoped: Bool { !AsyncStep.mayBeAround && !path.pointee.hasKept }

  /// Throws that the stack has no room for another creation.
  @inline(never)
  private func throwStackExhausted(_ registration: UnretainedReference<Registration>) throws {
    let innermost = registration.with { $0.locator }
    throw StackExhausted(
      outermost: path.pointee.outermost ?? innermost, innermost: innermost,
      depth: path.pointee.depth + 1)
  }
}

/// The address of the task that runs on the calling thread, or zero.
private var currentTask: UInt { UInt(bitPattern: stitcher_task_current()) }

extension Registration {
  /// Whether another registration with equal arguments is the same creation: its locator, the
  /// parameters and whether it is a decoration are the same.
  fileprivate final func isRepeated(by other: Registration) -> Bool {
    (decorated != nil) == (other.decorated != nil) && hasSameParameters(as: other)
      && locator == other.locator
  }
}

extension [Locator] {
  /// The path of a cycle without the last but one round, if the last round equals it.
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
  /// The registrations of a path, without decorations that are followed by what they decorate.
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
