internal import Synchronization

extension Graph {
  /// Returns the only dependency of a type that takes parameters of the arguments' types, from an
  /// asynchronous factory.
  ///
  /// What is kept is created once, in a task of its own, however many tasks ask; that is cancelled
  /// when all who wait are. Everything else is created in the calling task.
  ///
  /// - Parameter context: What the asking factory was given; nil outside of one.
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1). A live instance is read without a lock and without suspension.
  package func resolve<Value: Sendable, each Argument: Sendable>(
    _ type: Value.Type, arguments: repeat each Argument, in context: AsyncResolutionContext?
  ) async throws -> Value {
    let found = find(ObjectIdentifier(type))
    let hasArguments = hasElements(repeat (each Argument).self)
    switch found.kind {
    case Found.Kind.copy:
      let value = found.address.assumingMemoryBound(to: Value.self).pointee
      found.end()
      if !hasArguments { return value }
    case Found.Kind.move:
      let value = found.address.assumingMemoryBound(to: Value.self).move()
      found.end()
      if !hasArguments { return value }
    default: found.unpin()
    }
    while true {
      let looked = lookUp(.type(type), .type)
      let candidate = try select(
        looked.slot.candidates, .type(type), typeList(repeat (each Argument).self))
      precondition(
        candidate.registration.isAsynchronous, "A synchronous factory is resolved synchronously.")
      let registration = unsafeDowncast(candidate.registration, to: AsyncRegistration.self)
      let asking = AsyncStep.asking(context)
      if let cell = candidate.cell {
        let value: Value? = try await candidate.graph.obtain(registration, cell, asking: asking)
        if let value { return value }
        // The place has ended, since the graph has changed: what the key leads to now counts.
        continue
      }
      try check(registration, asking)
      let step = AsyncStep(registration, graph: self, parent: asking, creation: nil)
      defer { step.end() }
      let own = AsyncResolutionContext(graph: self, step: step)
      guard registration.producedType == Value.self else {
        var boxes: [any Sendable] = []
        for argument in repeat each arguments { boxes.append(argument) }
        let any = try await AsyncStep.$current.withValue(step) { [boxes] in
          UncheckedBox(try await registration.makeAny(boxes, in: own))
        }
        return try cast(any.value)
      }
      // The types of the parameters and of the result were compared.
      let typed = unsafeDowncast(
        registration, to: AsyncTypedRegistration<Value, repeat each Argument>.self)
      return try await AsyncStep.$current.withValue(step) {
        try await typed.factory(own, repeat each arguments)
      }
    }
  }

  /// Whether a pack has elements.
  private func hasElements<each Argument>(_ types: repeat (each Argument).Type) -> Bool {
    for _ in repeat each types { return true }
    return false
  }

  /// Throws if a registration is being created on the path.
  private func check(_ registration: AsyncRegistration, _ asking: AsyncStep?) throws {
    guard let asking, asking.contains(registration, in: self) else { return }
    throw ResolutionFailure(.cycle(asking.path + [registration.locator]), registrations: [])
  }

  /// Returns the instance of a place: the live one, or a new one; nil if the place has ended.
  private func obtain<Value: Sendable>(
    _ registration: AsyncRegistration, _ cell: Cell, asking: AsyncStep?
  ) async throws -> Value? {
    while true {
      if let value: Value = try cell.read(record: ThreadRecord.current) { return value }
      try check(registration, asking)
      switch join(cell, registration, asking) {
      case .creation(let creation):
        if let instance = try await AsyncWaitGraph.wait(for: creation, asking: asking) {
          return .some(try convert(instance, to: Value.self))
        }
      case .live: continue
      case .ended: return nil
      }
    }
  }

  /// What comes of joining a cell.
  private enum Joined {
    /// A creation to wait for.
    case creation(AsyncCreation)
    /// The instance is there.
    case live
    /// The place has ended.
    case ended
  }

  /// Joins the creation that is under way, or starts one.
  private func join(
    _ cell: Cell, _ registration: AsyncRegistration, _ asking: AsyncStep?
  ) -> Joined {
    let creation = AsyncCreation(registration, in: cell)
    return creation.task.withLock { task in
      switch cell.enter(creation) {
      case .live: return .live
      case .ended: return .ended
      case .wait(let other): return .creation(unsafeDowncast(other, to: AsyncCreation.self))
      case .create:
        task = Task { await self.run(creation, asking) }
        return .creation(creation)
      }
    }
  }

  /// Runs the factory and publishes the result, unless the registration went or the creation was
  /// given up meanwhile.
  private func run(_ creation: AsyncCreation, _ asking: AsyncStep?) async {
    let registration = unsafeDowncast(creation.registration, to: AsyncRegistration.self)
    let step = AsyncStep(registration, graph: self, parent: asking, creation: creation)
    let subscription = creation.cell.subscribe(
      to: registration.scope, generation: creation.generation)
    do {
      let context = AsyncResolutionContext(graph: self, step: step)
      let instance = try await AsyncStep.$current.withValue(step) {
        try await registration.makeInstance(in: context)
      }
      step.end()
      let kept = instance.kept(by: registration.scope)
      creation.cell.finish(creation, with: kept, subscription: subscription).dispose()
      creation.end(with: .success(instance))
    } catch {
      step.end()
      creation.cell.finish(creation, with: nil, subscription: subscription).dispose()
      creation.end(with: .failure(error))
    }
  }
}
