// Callers of these methods keep the lookup entry alive, with a pin or a strong reference to its
// snapshot.
extension Graph {
  /// Returns the instance of the only registration in a lookup entry, without arguments.
  @inline(__always)
  func resolve<Value>(
    _ lookupEntry: UnretainedReference<LookupEntry>, _ key: @autoclosure () -> LookupKey,
    record: ThreadRecordPointer
  ) throws -> Value {
    if let single = lookupEntry.with({ $0.unstored }), single.with({ $0.parameterTypes.isEmpty }) {
      return try make(single, record)
    }
    if let watched = lookupEntry.with({ $0.watched }) { return try resolve(watched, record) }
    return try resolve(lookupEntry, key(), [], [], record)
  }

  /// Creates a transient instance, and notifies the graph's observers of creations.
  @inline(never)
  private func resolve<Value>(
    _ registration: UnretainedReference<Registration>, _ record: ThreadRecordPointer
  ) throws -> Value {
    // The last observer may have been removed after the lookup.
    if !isWatched { return try make(registration, record) }
    return try watched(registration, record) { try make(registration, record) }
  }

  /// Creates a transient instance with a factory without parameters.
  @inline(__always)
  private func make<Value>(
    _ registration: UnretainedReference<Registration>, _ record: ThreadRecordPointer
  ) throws -> Value {
    let step = CreationStep(graph: UnretainedReference(self), record: record)
    if registration.with({ $0.producedBits }) == typeBits(Value.self) {
      return try step.create(registration)
    }
    return try registration.with { try $0.make(step, [], as: Value.self) }
  }

  /// Returns the instance of a lookup entry's registration that takes the given arguments.
  ///
  /// Converts the arguments to `Any` first.
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

  /// Returns the instance of a lookup entry's registration that takes the given arguments.
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

  /// Returns the instance of a candidate, and notifies the graph's recorder of injections.
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

  /// Returns the only candidate of a lookup entry whose parameters have the given types.
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

  /// Returns all dependencies of the given type with parameters that match the arguments.
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

  /// Completes an injection of all dependencies of a type, after the search in the lookup table.
  package func finish<Value>(
    _ all: _LookupResults, _ type: Value.Type, _ arguments: [Any] = [], _ types: [any Any.Type] = []
  ) throws -> [Value] {
    defer { all.letGo() }
    var entry =
      all.found.kind == LookupResult.Kind.lookupEntry ? all.found.lookupEntry : nil
    var looked: RetainedLookup?
    while true {
      if let entry {
        do {
          defer { withExtendedLifetime(looked) {} }
          return try resolveAll(entry, arguments, types, ThreadRecord.current)
        } catch is CellHasEnded {}
      }
      let now = lookUp(.type(type), all: true)
      (entry, looked) = (UnretainedReference(now.lookupEntry), now)
    }
  }

  /// Returns the instances of all registrations in a lookup entry whose parameters match the
  /// arguments.
  private func resolveAll<Value>(
    _ lookupEntry: UnretainedReference<LookupEntry>, _ arguments: [Any], _ types: [any Any.Type],
    _ record: ThreadRecordPointer
  ) throws -> [Value] {
    let candidates = lookupEntry.with { $0.candidates }
    if candidates.isEmpty { try checkHasNotEnded() }
    var values: [Value] = []
    values.reserveCapacity(candidates.count)
    for candidate in candidates where candidate.registration.takes(types) {
      do { values.append(try obtainRecorded(candidate, arguments, record)) } catch is CellHasEnded {
        values.append(try obtainAnew(candidate, arguments, record))
      }
    }
    return values
  }

  /// Looks up a registration again and returns its instance, after its cell has ended.
  ///
  /// The graph has changed during the resolution of all dependencies. If an equal registration is
  /// still active, the lookup finds its new cell. Otherwise an instance is created in a temporary
  /// cell, and evicted at once.
  private func obtainAnew<Value>(
    _ candidate: Candidate, _ arguments: [Any], _ record: ThreadRecordPointer
  ) throws -> Value {
    let now = lookUp(.type(Value.self), all: true)
    defer { withExtendedLifetime(now) {} }
    do {
      if let again = now.lookupEntry.candidates.first(where: { $0.isSame(as: candidate) }) {
        return try obtainRecorded(again, arguments, record)
      }
    } catch is CellHasEnded {}
    let temporary = candidate.withTemporaryCell
    defer { temporary.cell?.endAndDispose() }
    return try obtainRecorded(temporary, arguments, record)
  }
}

/// The error for a cell that has ended between a lookup and the use of the cell.
///
/// The graph has changed meanwhile.
package struct CellHasEnded: Error {
  /// Creates the error.
  package init() {}
}
