extension Graph {
  /// Runs an asynchronous registration's factory in the current task, as a step of the creation
  /// path.
  ///
  /// Meanwhile, the factory's registration is on the creation path.
  ///
  /// - Parameter creation: The creation that runs in the task, or `nil` if the instance is
  ///   transient.
  /// - Throws: The error of the factory.
  nonisolated(nonsending) func run<Product: Sendable>(
    _ step: AsyncStep, for creation: Creation?,
    _ factory: nonisolated(nonsending) (AsyncResolutionContext) async throws -> Product
  ) async throws -> Product {
    let frame =
      step.isReported && isWatched ? CreationFrame(step.registration, in: step.frame) : nil
    creation?.frame = frame
    step.begin(creation, frame)
    defer { step.end() }
    do {
      let product = try await AsyncStep.$current.withValue(step) {
        let context = AsyncResolutionContext(graph: self, step: step)
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

  /// Notifies this graph's observers that a creation has ended.
  ///
  /// Lookups already find the instance, if its scope keeps it.
  func tell(_ frame: CreationFrame?, _ error: (any Error)?) {
    guard let frame, !(error is CellHasEnded) else { return }
    var record = frame.end()
    record.error = error
    // A request of a watcher is not part of the creation.
    AsyncStep.$current.withValue(nil) { events.notify(record) }
  }

  /// The graph that becomes the current graph while a factory of this graph runs; `nil` if the
  /// current graph stays.
  ///
  /// If this graph cannot be current, the isolated graph that owns it is used. A graph without a
  /// parent is the default of a task without a current graph, so it is not entered there.
  private var graphToEnter: Graph? {
    guard canBeCurrent else { return host?.graphToEnter }
    guard let current = CurrentGraph.ofTask else { return parent != nil ? self : nil }
    return current !== self ? self : nil
  }

  /// Runs the synchronous factory of a step on the actor to which the factory is isolated.
  ///
  /// If the factory is isolated to no actor, it runs in the current task.
  ///
  /// If the caller is cancelled before the actor is free, this throws at once.
  func runSynchronously(
    _ step: AsyncStep, _ body: @escaping @Sendable (CreationStep) throws -> any Sendable
  ) async throws -> any Sendable {
    guard let actor = step.registration.isolation else {
      return try await runSynchronously(step, on: nil, nil, body)
    }
    return try await withTurn { try await self.runSynchronously(step, on: actor, $0, body) }
  }

  /// Runs a synchronous factory on the given actor, or on the current executor if the actor is
  /// `nil`.
  private func runSynchronously(
    _ step: AsyncStep, on isolation: isolated (any Actor)?,
    _ begin: (@Sendable () throws -> Void)?,
    _ body: @Sendable (CreationStep) throws -> any Sendable
  ) async throws -> any Sendable {
    step.begin()
    defer { step.end() }
    return try AsyncStep.$current.withValue(step) {
      try begin?()
      return try body(CreationStep(graph: UnretainedReference(self), record: ThreadRecord.current))
    }
  }

  /// Creates a transient instance with the factory of a step.
  ///
  /// The requester casts the instance, since a conformance may be isolated to the requester's
  /// actor. The caller has compared the types of the arguments.
  nonisolated(nonsending) func make(
    _ step: AsyncStep, _ arguments: [any Sendable]
  ) async throws -> any Sendable {
    if let registration = step.registration.asynchronous {
      switch try await registration.makeInstance(self, step, arguments, for: nil) {
      case .value(let value):
        callHook(value)
        return value
      case .instance(let instance, let needsHook):
        if needsHook, let any = instance.anyValue { callHook(any) }
        return instance.newSendableValue
      }
    }
    let (registration, isReported) = (step.registration, step.isReported)
    return try await runSynchronously(step) { step in
      let graph = step.graph.object
      func make() throws -> any Sendable {
        try registration.make(step, arguments, as: (any Sendable).self)
      }
      guard isReported, graph.isWatched else { return try make() }
      return try graph.watched(UnretainedReference(registration), step.record, make)
    }
  }
}
