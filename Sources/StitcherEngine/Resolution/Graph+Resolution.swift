internal import Synchronization

extension Graph {
  /// Returns the only dependency of a type that takes no parameters.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1). A live instance is read without a lock.
  package func resolve<Value>(_ type: Value.Type) throws -> Value {
    let access = access(ObjectIdentifier(type))
    return try finish(access, .type(type))
  }

  /// Returns the only dependency of a type, after registering one if there is none.
  ///
  /// - Parameters:
  ///   - make: Makes a registration that is found by the type; no foreign code may run in it.
  ///   - registry: The editable registry that gets it, active in this graph.
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1). A live instance is read without a lock.
  package func resolve<Value>(
    _ type: Value.Type, orInserting make: () -> Registration, into registry: Registry
  ) throws -> Value {
    do {
      return try resolve(type)
    } catch let failure as ResolutionFailure {
      guard case .missing(.type(let missing)) = failure.reason, missing == type else {
        throw failure
      }
    }
    _ = registry.registration(for: .type(type), orInserting: make)
    return try resolve(type)
  }

  /// Does the second half of a resolution without parameters.
  @inline(__always)
  package func finish<Value>(_ access: Access, _ key: @autoclosure () -> LookupKey) throws -> Value
  {
    switch access.kind {
    case Access.Kind.copy:
      defer { access.end() }
      return access.address.assumingMemoryBound(to: Value.self).pointee
    case Access.Kind.move:
      defer { access.end() }
      return access.address.assumingMemoryBound(to: Value.self).move()
    case Access.Kind.make, Access.Kind.make | Access.Kind.pinned:
      defer { access.unpin() }
      return try create(.fromOpaque(access.address), record: access.record)
    case Access.Kind.slot, Access.Kind.slot | Access.Kind.pinned:
      let slot = Unmanaged<Slot>.fromOpaque(access.address)
      if let single = slot._withUnsafeGuaranteedRef({ $0.unstored }),
        single._withUnsafeGuaranteedRef({ $0.parameterTypes.isEmpty })
      {
        defer { access.unpin() }
        return try createConverted(single, record: access.record)
      }
      return try resolve(access, key())
    default:
      return try resolveSlowly(key(), isRemembered: access.kind == Access.Kind.uncertain)
    }
  }

  /// Returns the only dependency of a type that takes parameters of the arguments' types.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(*p*) in the number of arguments.
  package func resolve<Value, each Argument>(
    _ type: Value.Type, arguments: repeat each Argument
  ) throws -> Value {
    let access = access(ObjectIdentifier(type))
    // The common case stands here, not in a function of its own: passing a pack on copies it.
    if access.kind | Access.Kind.pinned == Access.Kind.slot | Access.Kind.pinned {
      let slot = Unmanaged<Slot>.fromOpaque(access.address)
      if let single = slot._withUnsafeGuaranteedRef({ $0.unstored }),
        single._withUnsafeGuaranteedRef({ $0.producedBits }) == typeBits(type)
      {
        var position = 0
        let types = single._withUnsafeGuaranteedRef { $0.parameterTypes }
        for type in repeat (each Argument).self {
          guard position < types.count, types[position] == type else {
            position = -1
            break
          }
          position += 1
        }
        if position == types.count {
          defer { access.unpin() }
          try access.record.enter(
            single, graph: bits, isChecking: detectsCycles.load(ordering: .relaxed))
          let value: Value
          do {
            defer { access.record.path.pointee.leave() }
            // The types of the parameters and of the result were compared.
            value = try unsafeDowncast(
              single.takeUnretainedValue(),
              to: TypedRegistration<Value, repeat each Argument>.self
            ).factory(repeat each arguments)
          }
          if hasHook { offerHook(single, value) }
          return value
        }
      }
    }
    // What takes no parameters is found without a slot; it is what is asked for if there are no arguments.
    if isEmpty(repeat (each Argument).self) { return try finish(access, .type(type)) }
    return try finish(access, .type(type), arguments: repeat each arguments)
  }

  /// Does the second half of a resolution with arguments. Only slots lead to what takes parameters.
  @inline(__always)
  func finish<Value, each Argument>(
    _ access: Access, _ key: @autoclosure () -> LookupKey, arguments: repeat each Argument
  ) throws -> Value {
    switch access.kind {
    case Access.Kind.slot, Access.Kind.slot | Access.Kind.pinned:
      return try resolve(access, key(), arguments: repeat each arguments)
    case Access.Kind.copy where isEmpty(repeat (each Argument).self):
      defer { access.end() }
      return access.address.assumingMemoryBound(to: Value.self).pointee
    case Access.Kind.move where isEmpty(repeat (each Argument).self):
      defer { access.end() }
      return access.address.assumingMemoryBound(to: Value.self).move()
    case Access.Kind.copy:
      access.end()
    case Access.Kind.move:
      // The value is not wanted: its reference is given back.
      let value = access.address.assumingMemoryBound(to: Value.self).move()
      access.end()
      _ = consume value
    case Access.Kind.make, Access.Kind.make | Access.Kind.pinned:
      access.unpin()
    default:
      break
    }
    return try resolveSlowly(
      key(), arguments: repeat each arguments,
      isRemembered: access.kind == Access.Kind.uncertain)
  }

  /// Whether a pack has no elements.
  @inline(__always)
  private func isEmpty<each Argument>(_ types: repeat (each Argument).Type) -> Bool {
    for _ in repeat each types { return false }
    return true
  }

  /// Resolves a slot that an access has pinned.
  package func resolve<Value, each Argument>(
    _ access: Access, _ key: @autoclosure () -> LookupKey, arguments: repeat each Argument
  ) throws -> Value {
    defer { access.unpin() }
    return try Unmanaged<Slot>.fromOpaque(access.address)._withUnsafeGuaranteedRef {
      try resolve(
        $0.candidates, key: key(), arguments: repeat each arguments, record: access.record)
    }
  }

  /// Looks a key up, remembers what it leads to, and resolves it.
  @inline(never)
  package func resolveSlowly<Value, each Argument>(
    _ key: LookupKey, arguments: repeat each Argument, isRemembered: Bool
  ) throws -> Value {
    let candidates = lookUp(key, isRemembered: isRemembered)
    return try resolve(
      candidates, key: key, arguments: repeat each arguments, record: ThreadRecord.current)
  }

  /// Looks the candidates for a key up, and remembers them unless they may be remembered already.
  func lookUp(_ key: LookupKey, isRemembered: Bool) -> [Registration] {
    let snapshot = snapshot
    let candidates = snapshot.candidates(for: key)
    if !isRemembered { remember(candidates, for: key, in: snapshot) }
    return candidates
  }

  /// Returns the only one of the candidates that takes the arguments.
  @inline(__always)
  func resolve<Value, each Argument>(
    _ candidates: [Registration], key: @autoclosure () -> LookupKey,
    arguments: repeat each Argument, record: ThreadRecordPointer
  ) throws -> Value {
    let match = try select(candidates, key(), repeat (each Argument).self)
    if !match.isStored, match.producedBits == typeBits(Value.self) {
      return try create(.passUnretained(match), repeat each arguments, record: record)
    }
    var boxes: [Any] = []
    for argument in repeat each arguments { boxes.append(argument) }
    do {
      return try obtain(
        match, as: Value.self, arguments: boxes, record: record, choosesAgain: true)
    } catch is OutOfUse {
      // The graph has changed, and looks the key up anew.
      return try resolveSlowly(key(), arguments: repeat each arguments, isRemembered: true)
    }
  }

  /// Returns the only one of the candidates that takes arguments of the types.
  @inline(__always)
  func select<each Argument>(
    _ candidates: [Registration], _ key: @autoclosure () -> LookupKey,
    _ types: repeat (each Argument).Type
  ) throws -> Registration {
    var match: Registration?
    for candidate in candidates where candidate.takes(repeat each types) {
      if match != nil { throw multiple(key(), candidates, repeat each types) }
      match = candidate
    }
    guard let match else { throw ResolutionFailure(.missing(key()), registrations: candidates) }
    return match
  }

  /// Runs a factory that takes the arguments and returns the type; the result is not kept.
  @inline(__always)
  func create<Value, each Argument>(
    _ registration: Unmanaged<Registration>, _ arguments: repeat each Argument,
    record: ThreadRecordPointer
  ) throws -> Value {
    let isChecking = detectsCycles.load(ordering: .relaxed)
    try record.enter(registration, graph: bits, isChecking: isChecking)
    let value: Value
    do {
      defer { record.path.pointee.leave() }
      value = try registration._withUnsafeGuaranteedRef {
        // The types of the parameters and of the result were compared.
        try unsafeDowncast($0, to: TypedRegistration<Value, repeat each Argument>.self)
          .factory(repeat each arguments)
      }
    }
    if hasHook { offerHook(registration, value) }
    return value
  }

  /// Calls the hook for a new instance, if its declared type does not rule that out.
  @inline(__always)
  private func offerHook<Value>(_ registration: Unmanaged<Registration>, _ value: Value) {
    let isPlain = registration._withUnsafeGuaranteedRef { registration in
      guard registration.producesObjects else { return registration.isPlainValue(salt: hookSalt) }
      // A class's instance is one reference, so its bits are its address.
      let bits = withUnsafePointer(to: value) { UnsafeRawPointer($0).load(as: UInt.self) }
      return registration.isPlainObject(bits, salt: hookSalt)
    }
    if !isPlain { runHook(registration.takeUnretainedValue(), on: value) }
  }

  /// Calls the hook for a new instance, if its dynamic type wants that.
  @inline(never)
  private func runHook<Value>(_ registration: Registration, on value: Value) {
    if let hook { registration.run(hook, salt: hookSalt, on: value) }
  }

  /// Returns the failure for more than one candidate.
  private func multiple<each Argument>(
    _ key: LookupKey, _ candidates: [Registration], _ types: repeat (each Argument).Type
  ) -> ResolutionFailure {
    ResolutionFailure(
      .multiple(key), registrations: candidates.filter { $0.takes(repeat each types) })
  }

  /// Remembers the candidates for a key.
  private func remember(_ candidates: [Registration], for key: LookupKey, in snapshot: Snapshot) {
    switch key {
    case .type(let type): remember(candidates, for: type, in: snapshot)
    // Names and values that lead to nothing are not remembered: there is no end of them.
    case .name(let name) where !candidates.isEmpty:
      remember(key.word, in: snapshot) { next in
        next.hasSlot { $0.isFound(byName: name) }
          ? nil : NameSlot(name: name, candidates: candidates, next: next)
      }
    case .value(let value) where !candidates.isEmpty:
      // The values are not compared here, so a value may be remembered more than once: by threads that look it up at one
      // time, and if it has changed since. There is no end of the latter.
      remember(value.slotWord, in: snapshot) { next in
        next.slotCount { $0.candidates.first === candidates[0] } < 16
          ? value.slot(candidates: candidates, next: next) : nil
      }
    case .name, .value: break
    }
  }

  /// Remembers the candidates for a type.
  private func remember(
    _ candidates: [Registration], for type: any Any.Type, in snapshot: Snapshot
  ) {
    let word = LookupKey.word(of: type)
    let single = candidates.count == 1 && candidates[0].parameterTypes.isEmpty ? candidates[0] : nil
    let cell = single.flatMap { $0.isStored ? $0.cell() : nil }
    // A registration that is not in use is not remembered: it may be again.
    if let single, single.isStored, cell == nil { return }
    remember(word, in: snapshot) { present in
      if present != nil { return nil }
      if let cell {
        return (Unmanaged.passUnretained(cell).bits | SlotTable.Target.cell, cell)
      }
      if let single, single.producedBits == word {
        return (Unmanaged.passUnretained(single).bits | SlotTable.Target.fresh, single)
      }
      let slot = Slot(kind: .type, keyTypeBits: word, candidates: candidates, next: nil)
      return (Unmanaged.passUnretained(slot).bits | SlotTable.Target.slot, slot)
    }
  }
}

extension Registration {
  /// Whether the factory takes exactly parameters of those types.
  @inline(__always)
  func takes<each Argument>(_ types: repeat (each Argument).Type) -> Bool {
    let own = parameterTypes
    var position = 0
    for type in repeat each types {
      guard position < own.count, own[position] == type else { return false }
      position += 1
    }
    return position == own.count
  }
}
