internal import Synchronization

extension Graph {
  /// Returns the only dependency of a type that takes parameters of the arguments' types, from an asynchronous factory.
  ///
  /// What is kept is created once, in a task of its own, however many tasks ask; that is cancelled when all who wait
  /// are. Everything else is created in the calling task.
  ///
  /// - Parameter context: What the asking factory was given; nil outside of one.
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1). A live instance is read without a lock and without suspension.
  package func resolve<Value: Sendable, each Argument: Sendable>(
    _ type: Value.Type, arguments: repeat each Argument, in context: AsyncCreationContext?
  ) async throws -> Value {
    let access = access(ObjectIdentifier(type))
    let hasArguments = hasElements(repeat (each Argument).self)
    switch access.kind {
    case Access.Kind.copy:
      let value = access.address.assumingMemoryBound(to: Value.self).pointee
      access.end()
      if !hasArguments { return value }
    case Access.Kind.move:
      let value = access.address.assumingMemoryBound(to: Value.self).move()
      access.end()
      if !hasArguments { return value }
    default: break
    }
    let registration = try registration(
      access, .type(type), repeat (each Argument).self)
    let asking = AsyncStep.asking(context)
    if registration.isStored {
      return try await obtain(registration, asking: asking)
    }
    try check(registration, asking)
    let step = AsyncStep(registration, graph: self, parent: asking, creation: nil)
    defer { step.end() }
    let own = AsyncCreationContext(graph: self, step: step)
    guard registration.producedType == Value.self else {
      var boxes: [any Sendable] = []
      for argument in repeat each arguments { boxes.append(argument) }
      let any = try await AsyncStep.$current.withValue(step) { [boxes] in
        UncheckedTransfer(value: try await registration.makeAny(boxes, in: own))
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

  /// Whether a pack has elements.
  private func hasElements<each Argument>(_ types: repeat (each Argument).Type) -> Bool {
    for _ in repeat each types { return true }
    return false
  }

  /// Returns the only registration that takes the arguments, after an access, whose pin ends here.
  private func registration<each Argument>(
    _ access: Access, _ key: LookupKey, _ types: repeat (each Argument).Type
  ) throws -> AsyncRegistration {
    let candidates: [Registration]
    switch access.kind {
    case Access.Kind.slot, Access.Kind.slot | Access.Kind.pinned:
      candidates = Unmanaged<Slot>.fromOpaque(access.address)._withUnsafeGuaranteedRef {
        $0.candidates
      }
      access.unpin()
    case Access.Kind.copy, Access.Kind.move:
      // A read section that has ended already.
      candidates = snapshot.candidates(for: key)
    default:
      access.unpin()
      candidates = lookUp(key, isRemembered: access.kind == Access.Kind.uncertain)
    }
    let match = try select(candidates, key, repeat each types)
    precondition(match.isAsynchronous, "A synchronous factory is resolved synchronously.")
    return unsafeDowncast(match, to: AsyncRegistration.self)
  }

  /// Throws if a registration is being created on the path.
  private func check(_ registration: AsyncRegistration, _ asking: AsyncStep?) throws {
    guard let asking, asking.contains(registration, in: self) else { return }
    throw ResolutionFailure(.cycle(asking.path + [registration.locator]), registrations: [])
  }

  /// Returns the instance of a registration that keeps it: the live one, or a new one.
  private func obtain<Value: Sendable>(
    _ registration: AsyncRegistration, asking: AsyncStep?
  ) async throws -> Value {
    var closed: Cell?
    while true {
      // The cell is another one if another registration has taken it over meanwhile.
      if let cell = registration.cell(), cell !== closed {
        if let value: Value = try read(cell, record: ThreadRecord.current) { return value }
        try check(registration, asking)
        switch join(cell, registration, asking) {
        case .creation(let creation):
          if let instance = try await AsyncWaitGraph.wait(for: creation, asking: asking) {
            return try convert(instance)
          }
        case .live: continue
        case .closed: closed = cell
        }
      } else if resumeIfActive(registration) {
        closed = nil
      } else {
        // The registration is not in use any more: nothing is kept.
        try check(registration, asking)
        let step = AsyncStep(registration, graph: self, parent: asking, creation: nil)
        defer { step.end() }
        let own = AsyncCreationContext(graph: self, step: step)
        return try convert(
          try await AsyncStep.$current.withValue(step) {
            try await registration.makeInstance(in: own)
          })
      }
    }
  }

  /// What comes of joining a cell.
  private enum Joined {
    /// A creation to wait for.
    case creation(AsyncCreation)
    /// The instance is there.
    case live
    /// The cell keeps nothing.
    case closed
  }

  /// Joins the creation that is under way, or starts one.
  private func join(
    _ cell: Cell, _ registration: AsyncRegistration, _ asking: AsyncStep?
  ) -> Joined {
    let creation = AsyncCreation(registration, in: cell)
    return creation.task.withLock { task in
      switch cell.enter(creation) {
      case .live: return .live
      case .closed: return .closed
      case .wait(let other): return .creation(unsafeDowncast(other, to: AsyncCreation.self))
      case .create:
        task = Task { await self.run(creation, asking) }
        return .creation(creation)
      }
    }
  }

  /// Runs the factory and publishes the result, unless the registration went or the creation was given up meanwhile.
  private func run(_ creation: AsyncCreation, _ asking: AsyncStep?) async {
    let registration = unsafeDowncast(creation.registration, to: AsyncRegistration.self)
    let step = AsyncStep(registration, graph: self, parent: asking, creation: creation)
    let subscription = subscribe(
      creation.cell, generation: creation.generation, scope: registration.scope)
    do {
      let context = AsyncCreationContext(graph: self, step: step)
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

/// Carries a value out of a closure that demands `Sendable`, in one task.
private struct UncheckedTransfer<Value>: @unchecked Sendable {
  // Safe: the value stays in the task that made it.

  /// The value.
  let value: Value
}
