extension Graph {
  /// Returns the only dependency of the given type with parameters that match the arguments.
  ///
  /// If the factory is asynchronous and the scope keeps the instance, the instance is created once,
  /// in its own task, for all tasks that wait for it. If all of them are cancelled, that task is
  /// cancelled, too. Every other instance is created in the calling task.
  ///
  /// - Parameter context: The context of the factory that makes the request, or `nil` outside of a
  ///   factory.
  /// - Throws: ``ResolutionFailure``, the error of a factory, or `CancellationError` if the calling
  ///   task is cancelled.
  /// - Complexity: O(1). A live instance is read without a lock and without suspension.
  package nonisolated(nonsending) func resolve<Value: Sendable, each Argument: Sendable>(
    _ type: Value.Type, arguments: repeat each Argument, in context: AsyncResolutionContext?
  ) async throws -> Value {
    let found = find(ObjectIdentifier(type))
    // An optional would cost time in code that is not specialized.
    if found.isLive {
      let value = found.take(as: Value.self)
      if isEmpty(repeat (each Argument).self) { return value }
    } else {
      found.unpin()
    }
    return try await resolve(
      .type(type), as: type, _ArgumentList(repeat each arguments), in: context)
  }

  /// Returns the only dependency of the given type; `nil` if none is registered.
  ///
  /// - Throws: The error of a factory, or ``ResolutionFailure``, except for a missing registration
  ///   of the type itself.
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

  /// Returns all dependencies of the given type with parameters that match the arguments.
  ///
  /// They are in order of activation, then of registration. Dependencies of farther graphs come
  /// first.
  ///
  /// - Throws: The error of the first factory that fails.
  /// - Complexity: O(*n*) in the number of dependencies.
  package nonisolated(nonsending) func resolveAll<Value: Sendable, each Argument: Sendable>(
    _ type: Value.Type, arguments: repeat each Argument, in context: AsyncResolutionContext?
  ) async throws -> [Value] {
    try await resolveAll(type, as: type, _ArgumentList(repeat each arguments), in: context)
  }

  /// Returns all dependencies of the given type, which may be known only at run time.
  ///
  /// - Throws: The error of the first factory that fails.
  package nonisolated(nonsending) func resolveAll<Value: Sendable>(
    _ type: any Any.Type, as value: Value.Type, _ arguments: _ArgumentList,
    in context: AsyncResolutionContext?
  ) async throws -> [Value] {
    let looked = lookUp(.type(type), all: true)
    defer { withExtendedLifetime(looked) {} }
    if looked.candidates.isEmpty { try checkHasNotEnded() }
    let (boxes, types) = (arguments.boxes, arguments.types)
    let requester = Requester(context)
    var values: [Value] = []
    for candidate in looked.candidates where candidate.registration.takes(types) {
      recorder?.tell(candidate, in: self)
      var value: Value? = try await obtainHere(
        candidate, boxes, requester, keeping: looked.snapshot)
      if case nil = value {
        // The cell has ended since the lookup. An equal registration of the changed graph has a new
        // cell.
        let now = lookUp(.type(type), all: true)
        if let again = now.candidates.first(where: { $0.isSame(as: candidate) }) {
          value = try await obtainHere(again, boxes, requester, keeping: now.snapshot)
        }
      }
      if case nil = value {
        let passing = candidate.withTemporaryCell
        defer { passing.cell?.endAndDispose() }
        value = try await obtainHere(passing, boxes, requester, keeping: looked.snapshot)
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

  /// Returns the only dependency of the given key with parameters that match the arguments.
  ///
  /// - Parameter context: The context of the factory that makes the request, or `nil` outside of a
  ///   factory.
  /// - Throws: ``ResolutionFailure``, the error of a factory, or `CancellationError` if the calling
  ///   task is cancelled.
  package nonisolated(nonsending) func resolve<Value: Sendable>(
    _ key: LookupKey, as type: Value.Type, _ arguments: _ArgumentList,
    in context: AsyncResolutionContext? = nil
  ) async throws -> Value {
    let requester = Requester(context)
    var known = kept(key)
    while true {
      let looked = known ?? lookUp(key)
      known = nil
      let candidate = try select(
        UnretainedReference(looked.lookupEntry), key, arguments.types)
      recorder?.tell(candidate, in: self)
      // The snapshot retains the registrations, and the containers that they use.
      defer { withExtendedLifetime(looked) {} }
      let value: Value? = try await obtainHere(
        candidate, arguments.boxes, requester, keeping: looked.snapshot)
      if let value {
        recorder?.tell(value, of: candidate.registration)
        return value
      }
      // The graph has changed and the cell has ended, so the key is looked up again.
    }
  }

  /// Returns the instance of a candidate.
  ///
  /// The cast to the requested type runs on the caller's executor.
  ///
  /// The cast is done there since the type's conformance may be isolated to the caller's actor.
  private nonisolated(nonsending) func obtainHere<Value: Sendable>(
    _ candidate: Candidate, _ arguments: [any Sendable], _ requester: Requester,
    keeping kept: Snapshot
  ) async throws -> Value? {
    let erased: (any Sendable)? = try await obtain(candidate, arguments, requester, keeping: kept)
    guard let erased else { return nil }
    return .some(try castHere(erased))
  }

  /// Returns the live instance of a candidate, or creates one.
  ///
  /// Returns `nil` if the cell has ended, because the graph has changed.
  func obtain<Value: Sendable>(
    _ candidate: Candidate, _ arguments: [any Sendable], _ requester: Requester,
    keeping kept: Snapshot
  ) async throws -> Value? {
    let registration = candidate.registration
    let step = AsyncCreationStep(
      graph: candidate.creator.object, requester: requester, arguments, askedIn: self)
    guard let cell = candidate.cell else {
      try step.enter(registration)
      return try await step.make(registration, arguments, as: Value.self)
    }
    if registration.scope.isScoped {
      if let holder = requester.step?.innermostKept {
        throw ResolutionFailure(
          .captive(registration.locator, of: holder.locator),
          registrations: [registration, holder])
      }
      try checkHasScope(for: registration)
    }
    guard let cell = cell.place(for: arguments, of: registration) else { return nil }
    let isLocking = candidate.creator.with { !$0.hasReaders }
    while true {
      let live: Value? = try cell.read(record: ThreadRecord.current, locking: isLocking)
      if let live { return live }
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
        if error is CellHasEnded { return nil }
        throw error
      case .cancelled: throw CancellationError()
      case .ended: return nil
      case .again, .wait: continue
      }
    }
  }
}

/// The arguments of a request, with their types erased.
///
/// This type is public only for inlining.
///
/// It works around a fault of the Swift 6.3 compiler: the program stops if an asynchronous function
/// builds a parameter pack and passes it to another asynchronous function.
public struct _ArgumentList: Sendable {
  /// The arguments.
  let boxes: [any Sendable]

  /// The types of the arguments.
  package let types: [any Any.Type]

  /// Stores arguments with their types erased.
  @inline(never)
  public init<each Argument: Sendable>(_ arguments: repeat each Argument) {
    var boxes: [any Sendable] = []
    for argument in repeat each arguments { boxes.append(argument) }
    self.boxes = boxes
    types = typeList(repeat (each Argument).self)
  }
}
