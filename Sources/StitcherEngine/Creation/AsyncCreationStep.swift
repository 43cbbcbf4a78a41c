/// A step of an asynchronous request: the run of one factory, which may be synchronous or
/// asynchronous.
///
/// This is an object, so that copies for closures cost little.
final class AsyncCreationStep: Sendable {
  /// The graph that runs the factory in this step.
  let graph: Graph

  let requester: Requester

  /// The graph that received the request, if another graph runs the factory; otherwise `nil`.
  ///
  /// Error messages name this graph.
  let asked: GraphReference?

  /// The arguments with which the factory is called; `nil` if the factory takes no parameters.
  let arguments: ArgumentValues?

  /// Whether the instantiation hook and the observers are notified of the creation.
  ///
  /// They are not notified of the transient instance that a decorator wraps.
  let isReported: Bool

  /// The depth at which nested runs of the same transient factory count as a cycle.
  ///
  /// A transient factory may request its own registration in unstructured tasks or in new graphs.
  /// Such a cycle cannot be recognized in another way.
  private static let recursionLimit = 64

  /// Creates a step that runs a factory for a request.
  ///
  /// - Parameter asked: The graph that received the request, if another graph runs the factory.
  init(
    graph: Graph, requester: Requester, _ arguments: [any Sendable], askedIn asked: Graph? = nil,
    isReported: Bool = true
  ) {
    (self.graph, self.requester, self.isReported) = (graph, requester, isReported)
    self.arguments = arguments.isEmpty ? nil : ArgumentValues(arguments)
    self.asked = asked.flatMap { $0.canBeCurrent && $0 !== graph ? $0.reference : nil }
  }

  /// Throws a cycle error if an enclosing factory is creating the same registration with equal
  /// arguments.
  func enter(_ registration: Registration) throws {
    let locator = registration.locator
    if let step = requester.step, step.contains(registration, arguments, in: graph) {
      throw ResolutionFailure(.cycle(step.path + [locator]))
    }
    // A factory may create a new graph at each level and request itself there.
    if let origin = requester.origin,
      origin.count(of: registration, arguments) >= Self.recursionLimit
    {
      throw ResolutionFailure(.cycle(origin.pathAcrossTasks + [locator]))
    }
  }

  /// Runs an asynchronous registration's factory in the current task, as a step of the creation
  /// path.
  ///
  /// Meanwhile, the factory's registration is on the creation path.
  ///
  /// - Parameter creation: The creation that runs in the task, or `nil` if the instance is
  ///   transient.
  /// - Throws: The error of the factory.
  func run<Product: Sendable>(
    _ registration: AsyncRegistration, for creation: Creation?,
    _ factory: (AsyncResolutionContext) async throws -> Product
  ) async throws -> Product {
    let frame =
      isReported && graph.isWatched ? CreationFrame(registration, in: requester.step?.frame) : nil
    creation?.frame = frame
    let step = AsyncStep(registration, in: self, creation: creation, frame: frame)
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

  /// Notifies the graph's observers that a creation has ended.
  ///
  /// Lookups already find the instance, if its scope keeps it.
  func tell(_ frame: CreationFrame?, _ error: (any Error)?) {
    guard let frame, !(error is CellHasEnded) else { return }
    var record = frame.end()
    record.error = error
    // A request of a watcher is not part of the creation.
    AsyncStep.$current.withValue(nil) { graph.events.notify(record) }
  }

  /// The graph that becomes the current graph while the factory runs; `nil` if the current graph
  /// stays.
  ///
  /// If the step's graph cannot be current, the isolated graph that owns it is used. A graph
  /// without a parent is the default of a task without a current graph, so it is not entered there.
  private var graphToEnter: Graph? {
    guard graph.canBeCurrent else { return graph.host?.graphToEnter }
    guard let current = CurrentGraph.ofTask else { return graph.parent != nil ? graph : nil }
    return current !== graph ? graph : nil
  }

  /// Runs a synchronous factory on the actor to which the factory is isolated.
  ///
  /// If the factory is isolated to no actor, it runs in the current task.
  ///
  /// If the caller is cancelled before the actor is free, this throws at once.
  func runSynchronously(
    _ registration: Registration, _ body: @escaping @Sendable (CreationStep) throws -> any Sendable
  ) async throws -> any Sendable {
    guard let actor = registration.isolation else {
      return try await runSynchronously(registration, on: nil, nil, body)
    }
    return try await withTurn { try await self.runSynchronously(registration, on: actor, $0, body) }
  }

  /// Runs a synchronous factory on the given actor, or on the current executor if the actor is
  /// `nil`.
  private func runSynchronously(
    _ registration: Registration, on isolation: isolated (any Actor)?,
    _ begin: (@Sendable () throws -> Void)?,
    _ body: @Sendable (CreationStep) throws -> any Sendable
  ) async throws -> any Sendable {
    let step = AsyncStep(registration, in: self)
    defer { step.end() }
    return try AsyncStep.$current.withValue(step) {
      try begin?()
      return try body(CreationStep(graph: UnretainedReference(graph), record: ThreadRecord.current))
    }
  }

  /// Creates a transient instance with the factory of the given registration.
  ///
  /// The requester casts the instance, since a conformance may be isolated to the requester's
  /// actor. The caller has compared the types of the arguments.
  func make(
    _ registration: Registration, _ arguments: [any Sendable]
  ) async throws -> any Sendable {
    if let registration = registration.asynchronous {
      let (instance, isReported) = try await registration.makeInstance(self, arguments, for: nil)
      if !isReported, let any = instance.anyValue { graph.callHook(any) }
      return instance.newSendableValue
    }
    return try await runSynchronously(registration) { [isReported] step in
      let graph = step.graph.object
      func make() throws -> any Sendable {
        try registration.make(step, arguments, as: (any Sendable).self)
      }
      guard isReported, graph.isWatched else { return try make() }
      return try graph.watched(UnretainedReference(registration), step.record, make)
    }
  }
}
