// The caller keeps the slot alive: by a pin, or by its snapshot.
extension Graph {
  /// Resolves what a slot leads to, without parameters.
  @inline(__always)
  func resolve<Value>(
    _ slot: Unmanaged<Slot>, _ key: @autoclosure () -> LookupKey, record: ThreadRecordPointer
  ) throws -> Value {
    if let single = slot._withUnsafeGuaranteedRef({ $0.unstored }),
      single._withUnsafeGuaranteedRef({ $0.parameterTypes.isEmpty })
    {
      if single._withUnsafeGuaranteedRef({ $0.producedBits }) == typeBits(Value.self) {
        return try create(single, record: record)
      }
      return try single._withUnsafeGuaranteedRef {
        try $0.make(
          CreationStep(graph: self, record: record), [], as: Value.self,
          slot._withUnsafeGuaranteedRef { $0.conversion })
      }
    }
    return try resolveStored(slot, key(), record: record)
  }

  /// Resolves what a slot leads to, with arguments.
  func resolve<Value, each Argument>(
    _ slot: Unmanaged<Slot>, _ key: @autoclosure () -> LookupKey,
    arguments: repeat each Argument, record: ThreadRecordPointer
  ) throws -> Value {
    // Of several that take other parameters, the one that is meant needs no boxes, either.
    if let registration = slot._withUnsafeGuaranteedRef({
      $0.unstored(producing: typeBits(Value.self), repeat (each Argument).self)
    }) {
      let step = CreationStep(graph: self, record: record)
      let context = try step.enter(registration)
      let value: Value
      do {
        defer { step.leave() }
        // The types of the parameters and of the result were compared.
        value =
          registration._withUnsafeGuaranteedRef({ $0.isContextual })
          ? try unsafeDowncast(
            registration.takeUnretainedValue(),
            to: ContextualRegistration<Value, repeat each Argument>.self
          ).factory(context, repeat each arguments)
          : try unsafeDowncast(
            registration.takeUnretainedValue(),
            to: TypedRegistration<Value, repeat each Argument>.self
          ).factory(repeat each arguments)
      }
      registration._withUnsafeGuaranteedRef { step.tell(value, of: $0) }
      return value
    }
    var boxes: [Any] = []
    for argument in repeat each arguments { boxes.append(argument) }
    return try resolveStored(slot, key(), boxes, typeList(repeat (each Argument).self), record)
  }

  /// Resolves what a slot leads to, without parameters.
  @inline(never)
  private func resolveStored<Value>(
    _ slot: Unmanaged<Slot>, _ key: @autoclosure () -> LookupKey, record: ThreadRecordPointer
  ) throws -> Value {
    try resolveStored(slot, key(), [], [], record)
  }

  /// Resolves what a slot leads to, with erased arguments.
  @inline(never)
  private func resolveStored<Value>(
    _ slot: Unmanaged<Slot>, _ key: @autoclosure () -> LookupKey, _ arguments: [Any],
    _ types: [any Any.Type], _ record: ThreadRecordPointer
  ) throws -> Value {
    let isOnly = slot._withUnsafeGuaranteedRef { slot in
      slot.candidates.count == 1 && slot.candidates[0].registration.takes(types)
    }
    var found: LookedUp?
    while true {
      let slot = found.map { Unmanaged.passUnretained($0.slot) } ?? slot
      let candidates = slot._withUnsafeGuaranteedRef { $0.candidates }
      let match = try isOnly && found == nil ? candidates[0] : select(candidates, key(), types)
      let value: Value? = try obtain(
        match, arguments, record, slot._withUnsafeGuaranteedRef { $0.conversion })
      if let value { return value }
      // The place has ended, since the graph has changed: what the key leads to now counts.
      found = lookUp(key(), slot._withUnsafeGuaranteedRef { $0.kind })
    }
  }

  /// Returns the only one of the candidates that takes arguments of the types.
  func select(
    _ candidates: [Candidate], _ key: LookupKey, _ types: [any Any.Type]
  ) throws -> Candidate {
    let matches = candidates.filter { $0.registration.takes(types) }
    if matches.isEmpty {
      if withState({ $0.hasEnded }) { throw ResolutionFailure(.ended, registrations: []) }
      throw ResolutionFailure(.missing(key), registrations: candidates.map { $0.registration })
    }
    if matches.count > 1 {
      throw ResolutionFailure(.multiple(key), registrations: matches.map { $0.registration })
    }
    return matches[0]
  }

  /// Returns all dependencies of a type that take parameters of the arguments' types, in order of
  /// activation, then of registration; those of nearer graphs first.
  ///
  /// - Throws: What the first factory that fails throws.
  /// - Complexity: O(*n*) in the number of dependencies.
  package func resolveAll<Value, each Argument>(
    _ type: Value.Type, arguments: repeat each Argument
  ) throws -> [Value] {
    let found = findAll(typeBits(type))
    defer { found.unpin() }
    var boxes: [Any] = []
    for argument in repeat each arguments { boxes.append(argument) }
    if found.kind != Found.Kind.nothing {
      return try resolveAll(
        .fromOpaque(found.address), boxes, typeList(repeat (each Argument).self), found.record)
    }
    let looked = lookUp(.type(type), .all)
    return try withExtendedLifetime(looked) {
      try resolveAll(
        .passUnretained(looked.slot), boxes, typeList(repeat (each Argument).self), found.record)
    }
  }

  /// Resolves all candidates of a slot that take arguments of the types.
  private func resolveAll<Value>(
    _ slot: Unmanaged<Slot>, _ arguments: [Any], _ types: [any Any.Type],
    _ record: ThreadRecordPointer
  ) throws -> [Value] {
    let candidates = slot._withUnsafeGuaranteedRef { $0.candidates }
    var values: [Value] = []
    values.reserveCapacity(candidates.count)
    for candidate in candidates where candidate.registration.takes(types) {
      if let cell = candidate.cell, !candidate.registration.scope.isScoped {
        let section = ReadSection.begin(on: record, in: domain)
        let live = live(.passUnretained(cell), typeBits: typeBits(Value.self), record: record)
        if let live {
          let start = live.address.assumingMemoryBound(to: Value.self)
          let value = live.kind == Found.Kind.copy ? start.pointee : start.move()
          section.end()
          values.append(value)
          continue
        }
        section.end()
      }
      if let value: Value = try obtain(candidate, arguments, record, nil) {
        values.append(value)
      } else {
        // It has gone since all were chosen: it is created, and not kept.
        values.append(
          try candidate.registration.make(
            CreationStep(graph: candidate.graph, record: record), arguments, as: Value.self, nil))
      }
    }
    return values
  }
}
