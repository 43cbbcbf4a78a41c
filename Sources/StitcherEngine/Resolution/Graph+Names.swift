internal import Synchronization

extension Graph {
  /// Returns the only dependency of a name that takes parameters of the arguments' types.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  package func resolve<Value, each Argument>(
    name: String, as type: Value.Type, arguments: repeat each Argument
  ) throws -> Value {
    let record = ThreadRecord.current
    let word = LookupKey.word(of: name)
    record.beginReading()
    let table = SlotTable(bits: published.load(ordering: .sequentiallyConsistent))
    var candidate = slot(table.find(word))
    while let slot = candidate {
      if slot._withUnsafeGuaranteedRef({ $0.isFound(byName: name) }) {
        let access = access(slot, typeBits: typeBits(type), table: table, record: record)
        return try finish(access, .name(name), arguments: repeat each arguments)
      }
      candidate = slot._withUnsafeGuaranteedRef { $0.next }
    }
    record.endReading()
    return try resolveSlowly(.name(name), arguments: repeat each arguments) { candidates, next in
      next.hasSlot { $0.isFound(byName: name) }
        ? nil : NameSlot(name: name, candidates: candidates, next: next)
    }
  }

  /// Returns the only dependency of a value that takes parameters of the arguments' types.
  ///
  /// The value's `hash(into:)` and `==` run outside every lock.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  package func resolve<Value, Key: Hashable, each Argument>(
    value: Key, as type: Value.Type, arguments: repeat each Argument
  ) throws -> Value {
    let record = ThreadRecord.current
    let word = UInt(bitPattern: value.hashValue) | 1
    var canBeRemembered = true
    record.beginReading()
    let table = SlotTable(bits: published.load(ordering: .sequentiallyConsistent))
    if let first = slot(table.find(word)) {
      let pin = pinned(Access.Kind.slot, table: table, record: record)
      // Without a pin the slots cannot be compared, so the value may be among them.
      canBeRemembered = pin.bits != Access.Kind.nothing
      if canBeRemembered {
        defer { pin.unpin() }
        var candidate: Unmanaged<Slot>? = first
        while let slot = candidate {
          let isMatch = slot._withUnsafeGuaranteedRef { slot in
            slot.kind == .value && slot.keyTypeBits == typeBits(Key.self)
              && unsafeDowncast(slot, to: ValueSlot<Key>.self).value == value
          }
          if isMatch {
            record.beginReading()
            let access = access(slot, typeBits: typeBits(type), table: table, record: record)
            return try finish(
              access, .value(TypedValueKey(value)), arguments: repeat each arguments)
          }
          candidate = slot._withUnsafeGuaranteedRef { $0.next }
        }
      }
    } else {
      record.endReading()
    }
    let key = LookupKey.value(TypedValueKey(value))
    return try resolveSlowly(key, word: word, arguments: repeat each arguments) {
      candidates, next in
      canBeRemembered ? ValueSlot(value: value, candidates: candidates, next: next) : nil
    }
  }

  /// Returns all dependencies of a type that take parameters of the arguments' types, in order of
  /// activation, then of registration.
  ///
  /// - Throws: What the first factory that fails throws.
  /// - Complexity: O(*n*) in the number of dependencies.
  package func resolveAll<Value, each Argument>(
    _ type: Value.Type, arguments: repeat each Argument
  ) throws -> [Value] {
    let record = ThreadRecord.current
    let word = typeBits(type) | 1
    record.beginReading()
    let table = SlotTable(bits: published.load(ordering: .sequentiallyConsistent))
    var candidate = slot(table.find(word))
    while let slot = candidate {
      if slot._withUnsafeGuaranteedRef({ $0.isFound(byAll: typeBits(type)) }) {
        let access = pinned(slot.bits | Access.Kind.slot, table: table, record: record)
        if access.bits == Access.Kind.nothing { break }
        defer { access.unpin() }
        return try slot._withUnsafeGuaranteedRef {
          try resolveAll($0.candidates, arguments: repeat each arguments, record: record)
        }
      }
      candidate = slot._withUnsafeGuaranteedRef { $0.next }
    }
    if candidate == nil { record.endReading() }
    let snapshot = snapshot
    let candidates = snapshot.candidates(for: .type(type))
    remember(word, in: snapshot) { next in
      next.hasSlot { $0.isFound(byAll: typeBits(type)) }
        ? nil : AllSlot(typeBits: typeBits(type), candidates: candidates, next: next)
    }
    return try resolveAll(candidates, arguments: repeat each arguments, record: record)
  }

  /// Resolves all candidates that take the arguments.
  private func resolveAll<Value, each Argument>(
    _ candidates: [Registration], arguments: repeat each Argument, record: ThreadRecordPointer
  ) throws -> [Value] {
    var boxes: [Any] = []
    for argument in repeat each arguments { boxes.append(argument) }
    var values: [Value] = []
    for candidate in candidates where candidate.takes(repeat (each Argument).self) {
      values.append(
        try obtain(candidate, as: Value.self, arguments: boxes, record: record))
    }
    return values
  }

  /// Returns the only dependency of a type, or nil if there is none.
  ///
  /// - Throws: ``ResolutionFailure`` but for a missing registration of the type itself, or what a factory throws.
  package func resolveIfPresent<Value, each Argument>(
    _ type: Value.Type, arguments: repeat each Argument
  ) throws -> Value? {
    do {
      return try resolve(type, arguments: repeat each arguments)
    } catch let failure as ResolutionFailure {
      // A dependency that is missing further in has been thrown by a factory, through the front end's own error.
      if case .missing(.type(let missing)) = failure.reason, missing == type { return nil }
      throw failure
    }
  }
}

extension Graph {
  /// Returns the slot that an entry points to.
  @inline(__always)
  private func slot(_ target: UInt) -> Unmanaged<Slot>? {
    guard target & SlotTable.Target.mask == SlotTable.Target.slot else { return nil }
    return .fromBits(target & ~SlotTable.Target.mask)
  }

  /// Finds the live instance that a slot leads to, or pins the slot. Called in a read section.
  @inline(__always)
  private func access(
    _ slot: Unmanaged<Slot>, typeBits: UInt, table: SlotTable, record: ThreadRecordPointer
  ) -> Access {
    let cellBits = slot._withUnsafeGuaranteedRef { $0.cellBits }
    if cellBits != 0 {
      let access = access(.fromBits(cellBits), typeBits: typeBits, record: record)
      if access.bits != Access.Kind.nothing { return access }
      record.beginReading()
    }
    return pinned(slot.bits | Access.Kind.slot, table: table, record: record)
  }

  /// Looks a name or value up, remembers what it leads to, and resolves it.
  @inline(never)
  private func resolveSlowly<Value, each Argument>(
    _ key: LookupKey, word: UInt? = nil, arguments: repeat each Argument,
    slot: ([Registration], Unmanaged<Slot>?) -> Slot?
  ) throws -> Value {
    let snapshot = snapshot
    let candidates = snapshot.candidates(for: key)
    // What is missing is not remembered: there is no end of names and values.
    if !candidates.isEmpty {
      remember(word ?? key.word, in: snapshot) { next in slot(candidates, next) }
    }
    return try resolve(
      candidates, key: key, arguments: repeat each arguments, record: ThreadRecord.current)
  }

  /// Remembers a slot in front of those with the same word.
  private func remember(
    _ word: UInt, in snapshot: Snapshot, _ make: (Unmanaged<Slot>?) -> Slot?
  ) {
    remember(word, in: snapshot) { first in
      guard let slot = make(first) else { return nil }
      return (Unmanaged.passUnretained(slot).bits | SlotTable.Target.slot, slot)
    }
  }
}
