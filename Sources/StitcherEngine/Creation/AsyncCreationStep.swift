/// The one step in which an asynchronous factory runs, for every shape of request.
///
/// As with ``CreationStep``, it is entered (path, cycle), runs, and is left; then the graph's hook
/// is told. The path is handed on from task to task, so it needs no stack.
struct AsyncCreationStep: Sendable {
  /// The graph that runs the factory.
  let graph: Graph

  /// Who needs the instance.
  let requester: Requester

  /// The graph that was asked, if that is another one, for errors.
  var asked: GraphReference?

  /// The arguments; nil if the factory takes none.
  let arguments: ArgumentValues?

  /// Whether those who watch are told; not of what is made, and not kept, to be decorated.
  var isReported = true

  /// How often a factory may ask for its own instance in tasks that may or may not be its children,
  /// or in other graphs, within each other: where nothing is kept, that cannot be told.
  private static let recursionLimit = 64

  /// Starts a step in a graph.
  init(graph: Graph, requester: Requester, _ arguments: [any Sendable], isReported: Bool = true) {
    (self.graph, self.requester, self.isReported) = (graph, requester, isReported)
    self.arguments = arguments.isEmpty ? nil : ArgumentValues(arguments)
  }

  /// Starts the step of a candidate that was found in a graph.
  init(
    _ candidate: Candidate, askedIn asked: Graph, _ requester: Requester,
    _ arguments: [any Sendable]
  ) {
    self.init(graph: candidate.creator.object, requester: requester, arguments)
    if asked.canBeCurrent, graph !== asked { self.asked = asked.reference }
  }

  /// Throws if the registration is being created with equal arguments on the path.
  func enter(_ registration: Registration) throws {
    let locator = registration.locator
    if let step = requester.step, step.contains(registration, arguments, in: graph) {
      throw ResolutionFailure(.cycle(step.path + [locator]), registrations: [])
    }
    // The factory may make one graph after the other, and ask each.
    if let origin = requester.origin,
      origin.count(of: registration, arguments) >= Self.recursionLimit
    {
      throw ResolutionFailure(.cycle(origin.pathAcrossTasks + [locator]), registrations: [])
    }
  }

  /// Runs a factory in the current task with its registration on the path.
  ///
  /// - Parameter creation: The creation that the task belongs to, if the instance is kept.
  /// - Throws: What the factory throws.
  func run<Product: Sendable>(
    _ registration: AsyncRegistration, for creation: Creation?,
    _ factory: (AsyncResolutionContext) async throws -> Product
  ) async throws -> Product {
    let frame =
      isReported && graph.isWatched ? CreationFrame(registration, in: requester.step?.frame) : nil
    creation?.frame = frame
    let step = AsyncStep(
      registration, arguments, graph: graph, asked: asked, requester: requester, creation: creation,
      frame: frame)
    defer { step.end() }
    do {
      let product = try await AsyncStep.$current.withValue(step) {
        let context = AsyncResolutionContext(graph: graph, step: step)
        guard let graphToEnter else { return try await factory(context) }
        return try await CurrentGraph.run(in: graphToEnter) { try await factory(context) }
      }
      if creation == nil { tell(frame, nil) }
      return product
    } catch {
      if creation == nil { tell(frame, error) }
      throw error
    }
  }

  /// Tells those who watch that a creation has ended, which can be found by now if it is kept.
  func tell(_ frame: CreationFrame?, _ error: (any Error)?) {
    guard let frame, !(error is CellHasEnded) else { return }
    let record = frame.end()
    // What a listener injects is no part of the creation.
    AsyncStep.$current.withValue(nil) {
      graph.tell(error.map { .failed(record, $0) } ?? .created(record))
    }
  }

  /// The graph that has to be made current for the factory: this one or its host. One without a
  /// parent is, where no other one is.
  private var graphToEnter: Graph? {
    guard graph.canBeCurrent else { return graph.host?.becoming }
    guard let current = CurrentGraph.ofTask else { return graph.parent != nil ? graph : nil }
    return current !== graph ? graph : nil
  }

  /// Runs the step of a synchronous factory: in the current task, or on the actor of the factory. A
  /// caller that is cancelled before the actor is free throws at once.
  func runSynchronously<Result: Sendable>(
    _ registration: Registration, _ body: @escaping @Sendable (CreationStep) throws -> Result
  ) async throws -> Result {
    guard let actor = registration.isolation else {
      return try await runSynchronously(registration, on: nil, body)
    }
    return try await withTurn { turn in
      try await runSynchronously(registration, on: actor) { step in
        try turn.begin()
        return try body(step)
      }
    }
  }

  /// Runs the step of a synchronous factory on an actor, or on no one in particular.
  private func runSynchronously<Result: Sendable>(
    _ registration: Registration, on isolation: isolated (any Actor)?,
    _ body: @Sendable (CreationStep) throws -> Result
  ) async throws -> Result {
    let step = AsyncStep(
      registration, arguments, graph: graph, asked: asked, requester: requester, creation: nil)
    defer { step.end() }
    return try AsyncStep.$current.withValue(step) {
      try body(CreationStep(graph: UnretainedReference(graph), record: ThreadRecord.current))
    }
  }

  /// Runs a factory with erased arguments, whose types were compared; the result is not kept.
  func make<Value: Sendable>(
    _ registration: Registration, _ arguments: [any Sendable], as type: Value.Type
  ) async throws -> Value {
    if let registration = registration.asynchronous {
      return try await registration.factory.make(of: registration, self, arguments, as: type)
    }
    if registration.isolation == nil { return try await makeSynchronously(registration, arguments) }
    // The conformance may be isolated to the caller's actor, so the cast is done here.
    return try cast(try await makeSynchronously(registration, arguments) as any Sendable)
  }

  /// Runs a synchronous factory on its actor, with erased arguments.
  private func makeSynchronously<Value: Sendable>(
    _ registration: Registration, _ arguments: [any Sendable]
  ) async throws -> Value {
    try await runSynchronously(registration) { step in
      let graph = step.graph.object
      guard isReported, graph.isWatched else {
        return try registration.make(step, arguments, as: Value.self)
      }
      return try graph.watched(UnretainedReference(registration), step.record) {
        try registration.make(step, arguments, as: Value.self)
      }
    }
  }

  /// Tells of a new instance, after the step and after the instance can be found.
  func tell<Product>(_ product: Product) {
    graph.tellHook(product)
  }
}
