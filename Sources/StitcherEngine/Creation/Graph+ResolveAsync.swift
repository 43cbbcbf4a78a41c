extension Graph {
  /// Returns the only dependency that is registered for the given type and takes the given
  /// arguments.
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

  /// Returns all dependencies that are registered for the given type, which may be known only at
  /// run time.
  ///
  /// They are in order of activation, then of registration. Dependencies of farther graphs come
  /// first.
  ///
  /// - Throws: The error of the first factory that fails.
  package nonisolated(nonsending) func resolveAll<Value: Sendable>(
    _ type: any Any.Type, as value: Value.Type, _ arguments: _ArgumentList,
    in context: AsyncResolutionContext?
  ) async throws -> [Value] {
    let requester = Requester(context)
    while true {
      let looked = lookUp(.type(type), all: true)
      if looked.candidates.isEmpty { try checkHasNotEnded() }
      do {
        var values: [Value] = []
        for candidate in looked.candidates where candidate.registration.takes(arguments.types) {
          do {
            values.append(try await obtainHere(candidate, arguments, requester, keeping: looked))
          } catch is CellHasEnded {
            let (renewed, temporary, found) = try renew(candidate, type)
            defer { temporary?.endAndDispose() }
            values.append(try await obtainHere(renewed, arguments, requester, keeping: found))
          }
        }
        return values
      } catch is CellHasEnded {
        // The cell of a decorated instance has ended, so all registrations are looked up again.
      }
    }
  }

  /// Returns the only dependency that is registered for the given key and takes the given
  /// arguments.
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
      let looked = known.take() ?? lookUp(key)
      let candidate = try select(UnretainedReference(looked.lookupEntry), key, arguments.types)
      do {
        // Not an optional, since its metadata would be looked up at each call.
        return try await obtainHere(candidate, arguments, requester, keeping: looked)
      } catch is CellHasEnded {}  // The graph has changed, so the key is looked up again.
    }
  }

  /// Returns the instance of a candidate. If the graph has a recorder of injections, notifies the
  /// recorder.
  ///
  /// The cast to the requested type runs on the caller's executor, since the type's conformance may
  /// be isolated to the caller's actor.
  ///
  /// - Parameter looked: The lookup, whose snapshot retains the registrations, and the containers
  ///   that they use.
  /// - Throws: ``CellHasEnded`` if the graph has changed, or the error of the request.
  private nonisolated(nonsending) func obtainHere<Value: Sendable>(
    _ candidate: Candidate, _ arguments: _ArgumentList, _ requester: Requester,
    keeping looked: RetainedLookup
  ) async throws -> Value {
    recorder?.tell(candidate, in: self)
    defer { withExtendedLifetime(looked) {} }
    let value: Value = try castHere(
      try await obtain(candidate, arguments.boxes, requester, keeping: looked.snapshot))
    recorder?.tell(value, of: candidate.registration)
    return value
  }

  /// Returns the instance of a candidate. If there is no live instance, creates one first.
  ///
  /// - Throws: ``CellHasEnded`` if the graph has changed, or the error of the request.
  nonisolated(nonsending) func obtain(
    _ candidate: Candidate, _ arguments: [any Sendable], _ requester: Requester,
    keeping kept: Snapshot
  ) async throws -> any Sendable {
    let registration = candidate.registration
    let cell = try cell(of: candidate, arguments, for: requester.step?.innermostKept)
    let isLocking = candidate.creator.with { !$0.hasReaders }
    while true {
      let live: (any Sendable)? = try cell?.read(record: ThreadRecord.current, locking: isLocking)
      if let live { return live }
      let creator = candidate.creator.object
      let step = try AsyncStep(
        registration, in: creator, for: requester, arguments, askedIn: self)
      guard let cell else { return try await creator.make(step, arguments) }
      let outcome =
        if let registration = registration.asynchronous {
          await creator.join(cell, step, registration, arguments, keeping: kept)
        } else {
          try await creator.joinSynchronously(cell, step, arguments)
        }
      switch outcome {
      case .instance(let instance): return instance.newSendableValue
      case .failure(let error): throw error
      case .again, .wait: continue
      }
    }
  }
}

/// The arguments of a request as a type-erased list.
///
/// This type is public only for inlining.
///
/// It works around a fault of the Swift 6.3 compiler: the program stops if an asynchronous function
/// builds a parameter pack and passes it to another asynchronous function.
public struct _ArgumentList: Sendable {
  /// The arguments of the request, with their types erased.
  let boxes: [any Sendable]

  /// The types of the arguments, in order.
  package let types: [any Any.Type]

  /// Creates a type-erased list of the given arguments.
  @inline(never)
  public init<each Argument: Sendable>(_ arguments: repeat each Argument) {
    var boxes: [any Sendable] = []
    for argument in repeat each arguments { boxes.append(argument) }
    self.boxes = boxes
    types = typeList(repeat (each Argument).self)
  }
}
