extension Graph {
  /// Returns the only dependency of a type that takes parameters of the arguments' types.
  ///
  /// What an asynchronous factory makes and the scope keeps is created once, in a task of its own,
  /// however many tasks ask; that is cancelled when all who wait are. Everything else is created in
  /// the calling task.
  ///
  /// - Parameter context: What the asking factory was given; nil outside of one.
  /// - Throws: ``ResolutionFailure``, what a factory throws, or that the calling task is cancelled.
  /// - Complexity: O(1). A live instance is read without a lock and without suspension.
  package nonisolated(nonsending) func resolve<Value: Sendable, each Argument: Sendable>(
    _ type: Value.Type, arguments: repeat each Argument, in context: AsyncResolutionContext?
  ) async throws -> Value {
    let found = find(ObjectIdentifier(type))
    // Not by way of an optional: code that is not specialized pays for each one.
    if found.isLive {
      let value = found.take(as: Value.self)
      if isEmpty(repeat (each Argument).self) { return value }
    } else {
      found.unpin()
    }
    return try await lookUpAndResolve(.type(type), repeat each arguments, in: context)
  }

  /// Returns the only dependency of a type, or nil if there is none.
  ///
  /// - Throws: ``ResolutionFailure`` but for a missing registration of the type itself, or what a
  ///   factory throws.
  package nonisolated(nonsending) func resolveIfPresent<Value: Sendable, each Argument: Sendable>(
    _ type: Value.Type, arguments: repeat each Argument, in context: AsyncResolutionContext?
  ) async throws -> Value? {
    do {
      return try await resolve(type, arguments: repeat each arguments, in: context)
    } catch {
      if isMissing(type, error) { return nil }
      throw error
    }
  }

  /// Returns the only dependency of a name that takes parameters of the arguments' types.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1) on average. A live instance is read without a lock and without suspension.
  package nonisolated(nonsending) func resolve<Value: Sendable, each Argument: Sendable>(
    name: String, as type: Value.Type, arguments: repeat each Argument,
    in context: AsyncResolutionContext?
  ) async throws -> Value {
    let found: Value? = live(find(name, as: ObjectIdentifier(type)))
    if let found, isEmpty(repeat (each Argument).self) { return found }
    return try await lookUpAndResolve(.name(name), repeat each arguments, in: context)
  }

  /// Returns the only dependency of a value that takes parameters of the arguments' types.
  ///
  /// The value's `hash(into:)` and `==` run outside every lock.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1) on average. A live instance is read without a lock and without suspension.
  package nonisolated(nonsending) func resolve<
    Value: Sendable, Key: Hashable, each Argument: Sendable
  >(
    value: Key, as type: Value.Type, arguments: repeat each Argument,
    in context: AsyncResolutionContext?
  ) async throws -> Value {
    let found: Value? = live(find(value: value))
    if let found, isEmpty(repeat (each Argument).self) { return found }
    return try await lookUpAndResolve(
      .value(TypedValueKey(value)), repeat each arguments, in: context)
  }

  /// Returns all dependencies of a type that take parameters of the arguments' types, in order of
  /// activation, then of registration; those of farther graphs first.
  ///
  /// - Throws: What the first factory that fails throws.
  /// - Complexity: O(*n*) in the number of dependencies.
  package nonisolated(nonsending) func resolveAll<Value: Sendable, each Argument: Sendable>(
    _ type: Value.Type, arguments: repeat each Argument, in context: AsyncResolutionContext?
  ) async throws -> [Value] {
    try await resolveAll(type, as: type, _ArgumentList(repeat each arguments), in: context)
  }

  /// Returns all dependencies of a type, which may not be known when the code is compiled.
  ///
  /// - Throws: What the first factory that fails throws.
  package nonisolated(nonsending) func resolveAll<Value: Sendable>(
    _ type: any Any.Type, as value: Value.Type, _ arguments: _ArgumentList,
    in context: AsyncResolutionContext?
  ) async throws -> [Value] {
    let looked = lookUpAll(.type(type))
    defer { withExtendedLifetime(looked) {} }
    if looked.candidates.isEmpty { try checkHasNotEnded() }
    let (boxes, types) = (arguments.boxes, arguments.types)
    let asker = Asker(context)
    var values: [Value] = []
    for candidate in looked.candidates where candidate.registration.takes(types) {
      recorder?.tell(candidate, in: self)
      var value: Value? = try await obtainHere(candidate, boxes, asker, keeping: looked.snapshot)
      if case nil = value {
        // Its place has ended since all were chosen. Where it is registered once more it has
        // another one; else it is created, and ends at once.
        let now = lookUpAll(.type(type))
        if let again = now.candidates.first(where: { $0.isSame(as: candidate) }) {
          value = try await obtainHere(again, boxes, asker, keeping: now.snapshot)
        }
      }
      if case nil = value {
        let passing = candidate.inPassing
        defer { passing.cell?.endAndDispose() }
        value = try await obtainHere(passing, boxes, asker, keeping: looked.snapshot)
      }
      // The cell of a decorated instance has ended, so all registrations are looked up again.
      guard let value else {
        return try await resolveAll(type, as: Value.self, arguments, in: context)
      }
      values.append(value)
      if let recorder { recorder.tell(values[values.count - 1], of: candidate.registration) }
    }
    return values
  }

  /// Looks a key up, and resolves what it leads to.
  private nonisolated(nonsending) func lookUpAndResolve<Value: Sendable, each Argument: Sendable>(
    _ key: LookupKey, _ arguments: repeat each Argument,
    in context: AsyncResolutionContext?
  ) async throws -> Value {
    let asker = Asker(context)
    while true {
      let looked = lookUp(key)
      let candidate = try select(looked, key, typeList(repeat (each Argument).self))
      let registration = candidate.registration
      recorder?.tell(candidate, in: self)
      // The registrations, and the containers that they need, live as long as the snapshot.
      defer { withExtendedLifetime(looked) {} }
      if candidate.cell == nil, registration.isAsynchronous, registration.decorated == nil,
        registration.producedType == Value.self
      {
        // The types of the parameters and of the result were compared.
        let registration = Borrowed(registration).cast(to: AsyncRegistration.self).object
        let typed = Borrowed<AnyObject>(registration.factory)
          .cast(to: TypedAsyncProducer<Value, (repeat each Argument)>.self).object
        let step = AsyncCreationStep(
          candidate, askedIn: self, asker, _ArgumentList(repeat each arguments).boxes)
        try step.enter(registration)
        let value = try await step.run(registration, for: nil) { context in
          try await typed.factory(context, (repeat each arguments))
        }
        try checkIsUsableHere(value)
        step.tell(value)
        recorder?.tell(value, of: registration)
        return value
      }
      let value: Value? = try await obtainHere(
        candidate, _ArgumentList(repeat each arguments).boxes, asker, keeping: looked.snapshot)
      if let value {
        recorder?.tell(value, of: registration)
        return value
      }
      // The place has ended, since the graph has changed: what the key leads to now counts.
    }
  }

  /// Returns the only dependency of a key that takes such arguments.
  ///
  /// - Throws: ``ResolutionFailure``, what a factory throws, or that the calling task is cancelled.
  package nonisolated(nonsending) func resolve<Value: Sendable>(
    _ key: LookupKey, as type: Value.Type, _ arguments: _ArgumentList
  ) async throws -> Value {
    let asker = Asker(nil)
    var known = kept(key)
    while true {
      let looked = known ?? lookUp(key)
      known = nil
      let candidate = try select(looked, key, arguments.types)
      recorder?.tell(candidate, in: self)
      // The registrations, and the containers that they need, live as long as the snapshot.
      defer { withExtendedLifetime(looked) {} }
      if let (registration, producer) = candidate.freshTask(of: Value.self),
        arguments.boxes.isEmpty
      {
        let step = AsyncCreationStep(candidate, askedIn: self, asker, [])
        try step.enter(registration)
        let value = try await step.run(registration, for: nil) { context in
          try await producer.factory(context, ())
        }
        try checkIsUsableHere(value)
        step.tell(value)
        recorder?.tell(value, of: registration)
        return value
      }
      let value: Value? = try await obtainHere(
        candidate, arguments.boxes, asker, keeping: looked.snapshot)
      if let value {
        recorder?.tell(value, of: candidate.registration)
        return value
      }
      // The place has ended, since the graph has changed: what the key leads to now counts.
    }
  }

  /// Returns the instance of a candidate as a type, which is cast on the caller's executor: the
  /// type's conformance may be isolated to it.
  private nonisolated(nonsending) func obtainHere<Value: Sendable>(
    _ candidate: Candidate, _ arguments: [any Sendable], _ asker: Asker, keeping kept: Snapshot
  ) async throws -> Value? {
    let erased: (any Sendable)? = try await obtain(candidate, arguments, asker, keeping: kept)
    guard let erased else { return nil }
    return .some(try castHere(erased))
  }

  /// Returns the instance of a candidate as a type: the live one, or a new one; nil if its place
  /// has ended.
  func obtain<Value: Sendable>(
    _ candidate: Candidate, _ arguments: [any Sendable], _ asker: Asker, keeping kept: Snapshot
  ) async throws -> Value? {
    let registration = candidate.registration
    let step = AsyncCreationStep(candidate, askedIn: self, asker, arguments)
    guard let cell = candidate.cell else {
      try step.enter(registration)
      return try await step.make(registration, arguments, as: Value.self)
    }
    if registration.scope.isScoped {
      if let holder = asker.step?.innermostKept {
        throw ResolutionFailure(
          .captive(registration.locator, of: holder.locator),
          registrations: [registration, holder])
      }
      try checkHasScope(for: registration)
    }
    guard let cell = cell.place(for: arguments, of: registration) else { return nil }
    while true {
      if let value: Value = try cell.read(record: ThreadRecord.current) { return value }
      try step.enter(registration)
      let outcome =
        if let registration = registration.asynchronous {
          await step.join(cell, registration, arguments, keeping: kept)
        } else {
          try await step.joinSynchronously(cell, registration, arguments)
        }
      switch outcome {
      case .instance(let instance): return .some(try instance.newValue())
      case .failure(let error):
        if error is PlaceEnded { return nil }
        throw error
      case .cancelled: throw CancellationError()
      case .ended: return nil
      case .again: continue
      }
    }
  }

  /// Returns the live instance that was found, if it was.
  private func live<Value>(_ found: Found) -> Value? {
    if found.isLive { return found.take(as: Value.self) }
    defer { found.unpin() }
    return found.live(ObjectIdentifier(Value.self)).map { $0.take(as: Value.self) }
  }
}

/// The arguments of a request, erased; public only for inlining.
///
/// Asynchronous functions that hand packs on to each other stop the program if a pack is put
/// together in between, as the compiler of Swift 6.3 makes them.
public struct _ArgumentList: Sendable {
  /// The arguments.
  let boxes: [any Sendable]

  /// Their types.
  package let types: [any Any.Type]

  /// Erases arguments.
  @inline(never)
  public init<each Argument: Sendable>(_ arguments: repeat each Argument) {
    var boxes: [any Sendable] = []
    for argument in repeat each arguments { boxes.append(argument) }
    self.boxes = boxes
    types = typeList(repeat (each Argument).self)
  }
}

extension Candidate {
  /// The registration and its factory, if a task makes an instance of exactly that type anew each
  /// time, with no decoration around it.
  fileprivate func freshTask<Value: Sendable>(
    of type: Value.Type
  ) -> (AsyncRegistration, TypedAsyncProducer<Value, Void>)? {
    guard cell == nil, registration.isAsynchronous, registration.decorated == nil,
      registration.producedType == type, registration.parameterTypes.isEmpty
    else { return nil }
    // The types were compared.
    let registration = Borrowed(registration).cast(to: AsyncRegistration.self).object
    let factory = Borrowed<AnyObject>(registration.factory)
    return (registration, factory.cast(to: TypedAsyncProducer<Value, Void>.self).object)
  }
}
