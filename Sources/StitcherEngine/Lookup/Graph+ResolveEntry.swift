// The caller keeps the slot alive: by a pin, or by its snapshot.
extension Graph {
  /// Resolves what a slot leads to, without parameters.
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

  /// Creates an instance that is not kept, and notifies the watchers of the graph.
  @inline(never)
  private func resolve<Value>(
    _ registration: UnretainedReference<Registration>, _ record: ThreadRecordPointer
  ) throws -> Value {
    // The last watcher may have been removed after the lookup.
    if !isWatched { return try make(registration, record) }
    return try watched(registration, record) { try make(registration, record) }
  }

  /// Creates an instance that is not kept by a factory without parameters.
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

  /// Resolves what a slot leads to, with arguments that are erased.
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

  /// Resolves what a slot leads to, with erased arguments.
  @inline(never)
  private func resolve<Value>(
    _ lookupEntry: UnretainedReference<LookupEntry>, _ key: @autoclosure () -> LookupKey,
    _ arguments: [Any],
    _ types: [any Any.Type], _ record: ThreadRecordPointer
  ) throws -> Value {
    do {
      return try obtainOnly(of: lookupEntry, key(), arguments, types, record)
    } catch is CellHasEnded {}
    while true {
      // A cell has ended, since the graph has changed, so the key is looked up again.
      let found = lookUp(key())
      defer { withExtendedLifetime(found) {} }
      do {
        return try obtainOnly(
          of: UnretainedReference(found.lookupEntry), key(), arguments, types, record)
      } catch is CellHasEnded {}
    }
  }

  /// Returns the instance of the only candidate of a slot that takes arguments of the types.
  private func obtainOnly<Value>(
    of lookupEntry: UnretainedReference<LookupEntry>, _ key: LookupKey, _ arguments: [Any],
    _ types: [any Any.Type],
    _ record: ThreadRecordPointer
  ) throws -> Value {
    try obtainRecorded(try select(lookupEntry, key, types), arguments, record)
  }

  /// Returns the instance of a candidate, and notifies the graph's recorder, if there is one.
  private func obtainRecorded<Value>(
    _ candidate: Candidate, _ arguments: [Any], _ record: ThreadRecordPointer
  ) throws -> Value {
    guard let recorder else { return try obtain(candidate, arguments, record) }
    recorder.tell(candidate, in: self)
    let value: Value = try obtain(candidate, arguments, record)
    recorder.tell(value, of: candidate.registration)
    return value
  }

  /// Returns the only one of what was looked up that takes arguments of the types.
  package func select(
    _ found: RetainedLookup, _ key: LookupKey, _ types: [any Any.Type]
  ) throws -> Candidate {
    try select(UnretainedReference(found.lookupEntry), key, types)
  }

  /// Returns the only one of a slot's candidates that takes arguments of the types.
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

  /// Returns all dependencies of a type that take parameters of the arguments' types, in order of
  /// activation, then of registration; those of farther graphs first.
  ///
  /// - Throws: What the first factory that fails throws.
  /// - Complexity: O(*n*) in the number of dependencies.
  package func resolveAll<Value, each Argument>(
    _ type: Value.Type, arguments: repeat each Argument
  ) throws -> [Value] {
    var boxes: [Any] = []
    for argument in repeat each arguments { boxes.append(argument) }
    let types = typeList(repeat (each Argument).self)
    return try finish(findAll(ObjectIdentifier(type)), type, boxes, types)
  }

  /// Does the second half of a resolution of all dependencies of a type.
  package func finish<Value>(
    _ all: _LookupResults, _ type: Value.Type, _ arguments: [Any] = [], _ types: [any Any.Type] = []
  ) throws -> [Value] {
    defer { all.letGo() }
    if all.found.kind == LookupResult.Kind.lookupEntry {
      do {
        return try resolveAll(all.found.lookupEntry, arguments, types, all.found.record)
      } catch is CellHasEnded {}
    }
    while true {
      let looked = lookUp(.type(type), all: true)
      defer { withExtendedLifetime(looked) {} }
      do {
        return try resolveAll(
          UnretainedReference(looked.lookupEntry), arguments, types, ThreadRecord.current)
      } catch is CellHasEnded {
        // The place of what a decorator decorates has ended: all that is registered now counts.
      }
    }
  }

  /// Resolves all candidates of a slot that take arguments of the types.
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

  /// Returns the instance of a candidate whose place has ended since all were chosen. Where it is
  /// registered once more it has another place; else it is created, and ends at once, as one that
  /// was being created at the end of its place.
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
    let passing = candidate.inPassing
    defer { passing.cell?.endAndDispose() }
    return try obtainRecorded(passing, arguments, record)
  }
}

/// The place of an instance has ended since it was chosen, because the graph has changed.
package struct CellHasEnded: Error {
  /// Says so.
  package init() {}
}
