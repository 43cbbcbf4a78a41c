internal import Synchronization

extension Graph {
  /// Returns the only dependency of a name that takes no parameters.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  package func resolve<Value>(name: String, as type: Value.Type) throws -> Value {
    try finish(access(name, typeBits: typeBits(type)), .name(name))
  }

  /// Returns the only dependency of a name that takes parameters of the arguments' types.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  package func resolve<Value, each Argument>(
    name: String, as type: Value.Type, arguments: repeat each Argument
  ) throws -> Value {
    let access = access(name, typeBits: typeBits(type))
    return try finish(access, .name(name), arguments: repeat each arguments)
  }

  /// Finds what a name leads to.
  private func access(_ name: String, typeBits: UInt) -> Access {
    let record = ThreadRecord.current
    let word = LookupKey.word(of: name)
    record.beginReading()
    let table = SlotTable(bits: published.load(ordering: .sequentiallyConsistent))
    var candidate = slot(table.find(word))
    while let slot = candidate {
      if slot._withUnsafeGuaranteedRef({ $0.isFound(byName: name) }) {
        return access(slot, typeBits: typeBits, table: table, record: record)
      }
      candidate = slot._withUnsafeGuaranteedRef { $0.next }
    }
    return nothing(record)
  }

  /// Returns the only dependency of a value that takes no parameters.
  ///
  /// The value's `hash(into:)` and `==` run outside every lock.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  package func resolve<Value, Key: Hashable>(value: Key, as type: Value.Type) throws -> Value {
    let access = access(value, typeBits: typeBits(type))
    return try finish(access, .value(TypedValueKey(value)))
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
    let access = access(value, typeBits: typeBits(type))
    return try finish(access, .value(TypedValueKey(value)), arguments: repeat each arguments)
  }

  /// Finds what a value leads to, as a type.
  package func access<Key: Hashable>(_ value: Key, as type: ObjectIdentifier) -> Access {
    access(value, typeBits: UInt(bitPattern: type))
  }

  /// Finds what a value leads to.
  private func access<Key: Hashable>(_ value: Key, typeBits: UInt) -> Access {
    let record = ThreadRecord.current
    let word = UInt(bitPattern: value.hashValue) | 1
    record.beginReading()
    let table = SlotTable(bits: published.load(ordering: .sequentiallyConsistent))
    guard let first = slot(table.find(word)) else { return nothing(record) }
    let epoch = ReadSection.current(on: record).epoch
    // The snapshot is pinned while the values' own code compares them.
    let pin = pinned(Access.Kind.slot, table: table, record: record)
    if pin.kind == Access.Kind.uncertain { return pin }
    var candidate: Unmanaged<Slot>? = first
    while let slot = candidate {
      let isMatch = slot._withUnsafeGuaranteedRef { slot in
        slot.kind == .value && slot.keyTypeBits == StitcherEngine.typeBits(Key.self)
          && unsafeDowncast(slot, to: ValueSlot<Key>.self).value == value
      }
      if isMatch {
        _ = ReadSection.begin(on: record, since: epoch)
        let access = access(slot, typeBits: typeBits, table: table, record: record)
        // A slot stays pinned by the same pin; a value is read in the section that is open now.
        if access.kind & ~Access.Kind.pinned == Access.Kind.slot {
          return Access(bits: access.bits | pin.bits & Access.Kind.pinned, record: record)
        }
        if pin.bits & Access.Kind.pinned != 0 { record.unpinInSection() }
        return access
      }
      candidate = slot._withUnsafeGuaranteedRef { $0.next }
    }
    pin.unpin()
    return Access(bits: Access.Kind.nothing, record: record)
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
        if access.kind == Access.Kind.uncertain { break }
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

  /// Resolves all candidates that take the arguments. The registrations are pinned or retained.
  private func resolveAll<Value, each Argument>(
    _ candidates: [Registration], arguments: repeat each Argument, record: ThreadRecordPointer
  ) throws -> [Value] {
    var boxes: [Any] = []
    for argument in repeat each arguments { boxes.append(argument) }
    var values: [Value] = []
    values.reserveCapacity(candidates.count)
    for candidate in candidates where candidate.takes(repeat (each Argument).self) {
      let access = access(candidate, typeBits: typeBits(Value.self), record: record)
      switch access.kind {
      case Access.Kind.copy:
        let value = access.address.assumingMemoryBound(to: Value.self).pointee
        access.end()
        values.append(value)
      case Access.Kind.move:
        let value = access.address.assumingMemoryBound(to: Value.self).move()
        access.end()
        values.append(value)
      default:
        values.append(try obtain(candidate, as: Value.self, arguments: boxes, record: record))
      }
    }
    return values
  }

  /// Finds the live instance of a registration.
  private func access(
    _ registration: Registration, typeBits: UInt, record: ThreadRecordPointer
  ) -> Access {
    record.beginReading()
    let bits = registration.cellBits.load(ordering: .sequentiallyConsistent) & ~CellLink.unused
    return bits == 0
      ? nothing(record) : access(.fromBits(bits), typeBits: typeBits, record: record)
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
    // One section for both, since the slot may be freed at the end of it.
    if cellBits != 0,
      let access = liveAccess(.fromBits(cellBits), typeBits: typeBits, record: record)
    {
      return access
    }
    return pinned(slot.bits | Access.Kind.slot, table: table, record: record)
  }

  /// Remembers a slot in front of those with the same word.
  func remember(
    _ word: UInt, in snapshot: Snapshot, _ make: (Unmanaged<Slot>?) -> Slot?
  ) {
    remember(word, in: snapshot) { first in
      guard let slot = make(first) else { return nil }
      return (Unmanaged.passUnretained(slot).bits | SlotTable.Target.slot, slot)
    }
  }
}
