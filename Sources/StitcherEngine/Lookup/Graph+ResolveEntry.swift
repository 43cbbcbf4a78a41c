// Callers of these methods keep the lookup entry alive, with a pin or a strong reference to its
// snapshot.
extension Graph {
  /// Returns the instance of the registration in a lookup entry that takes no parameters.
  @inline(__always)
  func resolve<Value>(
    _ lookupEntry: UnretainedReference<LookupEntry>, _ key: @autoclosure () -> LookupKey,
    record: ThreadRecordPointer
  ) throws -> Value {
    if let single = lookupEntry.with({ $0.unstored }), single.with({ $0.parameterTypes.isEmpty }) {
      return try make(single, [], UnretainedReference(self), record)
    }
    if let single = lookupEntry.with({ $0.watched }) {
      return try watched(single, record) {
        try make(single, [], UnretainedReference(self), record)
      }
    }
    return try resolve(lookupEntry, key(), [], [], record)
  }

  /// Creates a transient instance: the given graph runs the factory of the given registration.
  @inline(__always)
  func make<Value>(
    _ registration: UnretainedReference<Registration>, _ arguments: [Any],
    _ graph: UnretainedReference<Graph>, _ record: ThreadRecordPointer
  ) throws -> Value {
    let step = CreationStep(graph: graph, record: record)
    if arguments.isEmpty, registration.with({ $0.producedBits }) == typeBits(Value.self) {
      return try step.create(registration)
    }
    return try registration.with { try $0.make(step, arguments, as: Value.self) }
  }

  /// Converts the given arguments to `Any`, and resolves the candidate that takes these arguments.
  @inline(never)
  func resolveBoxed<Value, each Argument>(
    _ lookupEntry: UnretainedReference<LookupEntry>, _ key: @autoclosure () -> LookupKey,
    record: ThreadRecordPointer,
    _ arguments: repeat each Argument
  ) throws -> Value {
    var boxes: [Any] = []
    for argument in repeat each arguments { boxes.append(argument) }
    return try resolve(lookupEntry, key(), boxes, typeList(repeat (each Argument).self), record)
  }

  /// Resolves the lookup entry's candidate that takes the given arguments.
  @inline(never)
  private func resolve<Value>(
    _ lookupEntry: UnretainedReference<LookupEntry>, _ key: @autoclosure () -> LookupKey,
    _ arguments: [Any],
    _ types: [any Any.Type], _ record: ThreadRecordPointer
  ) throws -> Value {
    var entry = lookupEntry
    var found: RetainedLookup?
    while true {
      do {
        // No closure, since a chain of creations needs few frames of the stack.
        defer { withExtendedLifetime(found) {} }
        return try obtainRecorded(try select(entry, key(), types), arguments, record)
      } catch is CellHasEnded {}
      // A cell has ended, since the graph has changed, so the key is looked up again.
      let now = lookUp(key())
      (entry, found) = (UnretainedReference(now.lookupEntry), now)
    }
  }

  /// Returns the instance of a candidate. If the graph has a recorder of injections, notifies the
  /// recorder.
  ///
  /// A candidate is a registration that a lookup has found. Most graphs have no recorder.
  private func obtainRecorded<Value>(
    _ candidate: Candidate, _ arguments: [Any], _ record: ThreadRecordPointer
  ) throws -> Value {
    guard let recorder else { return try obtain(candidate, arguments, record) }
    recorder.tell(candidate, in: self)
    let value: Value = try obtain(candidate, arguments, record)
    recorder.tell(value, of: candidate.registration)
    return value
  }

  /// Returns the only candidate in a lookup entry that takes arguments of the given types.
  ///
  /// A candidate is a registration with its cell and graph.
  ///
  /// - Throws: ``ResolutionFailure``, if no registration, or more than one, takes the arguments.
  func select(
    _ lookupEntry: UnretainedReference<LookupEntry>, _ key: LookupKey, _ types: [any Any.Type]
  ) throws -> Candidate {
    let candidates = lookupEntry.with { $0.candidates }
    if candidates.count == 1, candidates[0].registration.takes(types) { return candidates[0] }
    let matches = candidates.filter { $0.registration.takes(types) }
    if matches.isEmpty {
      throw absence(of: key, candidates, types)
    }
    if matches.count > 1 {
      throw ResolutionFailure(.multiple(key), registrations: matches.map { $0.registration })
    }
    return matches[0]
  }

  /// Returns all dependencies that are registered for the given type and take the given arguments.
  ///
  /// The dependencies of farther graphs come first, then those of nearer ones; within a graph, they
  /// have the order of activation, then of registration.
  ///
  /// - Throws: The error of the first factory that fails.
  /// - Complexity: O(*n*) in the number of dependencies.
  package func resolveAll<Value, each Argument>(
    _ type: Value.Type, arguments: repeat each Argument
  ) throws -> [Value] {
    var boxes: [Any] = []
    for argument in repeat each arguments { boxes.append(argument) }
    let types = typeList(repeat (each Argument).self)
    return try finish(findAll(ObjectIdentifier(type)), type, boxes, types)
  }

  /// Returns the instances of all registrations for a type, given the result of a search in the
  /// lookup table.
  package func finish<Value>(
    _ all: _LookupResults, _ type: Value.Type, _ arguments: [Any] = [], _ types: [any Any.Type] = []
  ) throws -> [Value] {
    defer { all.letGo() }
    if all.found.kind == LookupResult.Kind.lookupEntry {
      let candidates = all.found.lookupEntry.with { $0.candidates }
      do { return try resolveAll(candidates, arguments, types) } catch is CellHasEnded {}
    }
    while true {
      let looked = lookUp(.type(type), all: true)
      defer { withExtendedLifetime(looked) {} }
      do { return try resolveAll(looked.candidates, arguments, types) } catch is CellHasEnded {}
    }
  }

  /// Returns the instances of all candidates that take the given arguments.
  private func resolveAll<Value>(
    _ candidates: [Candidate], _ arguments: [Any], _ types: [any Any.Type]
  ) throws -> [Value] {
    let record = ThreadRecord.current
    if candidates.isEmpty { try checkHasNotEnded() }
    return try candidates.filter { $0.registration.takes(types) }.map { candidate in
      do { return try obtainRecorded(candidate, arguments, record) } catch is CellHasEnded {}
      let (renewed, temporary, found) = try renew(candidate, Value.self)
      defer { withExtendedLifetime(found) { temporary?.endAndDispose() } }
      return try obtainRecorded(renewed, arguments, record)
    }
  }

  /// Looks up a candidate's registration again, because the candidate's cell has ended.
  ///
  /// The graph has changed during the resolution of all dependencies of a type. If an equal
  /// registration is still active, the lookup finds its new cell. Otherwise the instance is created
  /// in a temporary cell, and evicted at once.
  ///
  /// - Returns: The new candidate, the temporary cell, which the caller has to end, and the lookup,
  ///   which the caller has to retain.
  /// - Throws: ``ResolutionFailure`` if the graph has ended.
  func renew(
    _ old: Candidate, _ type: any Any.Type
  ) throws -> (candidate: Candidate, temporary: Cell?, found: RetainedLookup) {
    let found = lookUp(.type(type), all: true)
    let again = found.candidates.first { new in
      // Each lookup of a decorated dependency may create its own registration object. So equal
      // registrations are the same, too.
      new.creator.bits == old.creator.bits
        && (new.registration === old.registration
          || new.registration.isDecoration && new.registration.isEqual(to: old.registration))
    }
    if let again { return (again, nil, found) }
    try checkHasNotEnded()
    let cell = Cell(for: old.registration, isOwn: true)
    let temporary = Candidate(
      registration: old.registration, cell: cell, creator: old.creator, distance: old.distance)
    return (temporary, cell, found)
  }
}

/// The error which says that a cell has ended between its lookup and its use.
///
/// The graph has changed meanwhile.
package struct CellHasEnded: Error {}
