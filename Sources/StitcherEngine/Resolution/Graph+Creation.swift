internal import Synchronization

/// Thrown if a registration has gone out of use since it was chosen. No front end gets to see it.
struct OutOfUse: Error {}

extension Graph {
  /// Returns the instance of a registration as a type: the live one, or a new one.
  ///
  /// - Parameter choosesAgain: Whether the caller chooses again if the registration has gone out of use since it was
  ///   chosen. Else an instance is created, and not kept.
  /// - Throws: What the factory throws, a cycle, a mismatch, or ``OutOfUse``.
  func obtain<Value>(
    _ registration: Registration, as type: Value.Type, arguments: [Any],
    record: ThreadRecordPointer, choosesAgain: Bool = false
  ) throws -> Value {
    guard registration.isStored else {
      return try createUnstored(registration, arguments: arguments, record: record)
    }
    var closed: Cell?
    while true {
      // The cell is another one if an equal registration has handed over its own meanwhile.
      if let cell = registration.cell(), cell !== closed {
        if let value: Value = try read(cell, record: record) { return value }
        switch try join(cell, registration, arguments: arguments, record: record) {
        case .instance(let instance): return try convert(instance)
        case .again: continue
        case .closed: closed = cell
        }
      } else if resumeIfActive(registration) {
        closed = nil
      } else {
        // The registration is not in use any more: nothing is kept. There may be another instance.
        if choosesAgain { throw OutOfUse() }
        return try createUnstored(registration, arguments: arguments, record: record)
      }
    }
  }

  /// Makes sure that a kept registration has an instance.
  func ensure(_ registration: Registration, record: ThreadRecordPointer) throws {
    guard let cell = registration.cell() else { return }
    if let instance = cell.live(record) {
      guard instance.isGone else { return }
      cell.removeGone(instance).dispose()
    }
    _ = try join(cell, registration, arguments: [], record: record)
  }

  /// Returns a live instance as a type, and remembers it as that; nil if there is none.
  func read<Value>(_ cell: Cell, record: ThreadRecordPointer) throws -> Value? {
    guard let head = cell.live(record) else { return nil }
    var instance = head
    while true {
      if instance.typeBits == typeBits(Value.self) {
        if let value: Value = instance.typedValue() { return value }
        cell.removeGone(head).dispose()
        return nil
      }
      let bits = instance.nextBits.load(ordering: .acquiring)
      if bits == 0 { break }
      // The head keeps its chain alive.
      instance = Unmanaged<Instance>.fromBits(bits).takeUnretainedValue()
    }
    guard let any = head.anyValue else {
      cell.removeGone(head).dispose()
      return nil
    }
    let value: Value = try cast(any)
    if let converted = head.converted(to: Value.self) { head.append(converted) }
    return value
  }

  /// What comes of joining a cell.
  private enum Joined {
    /// The new instance, held strongly.
    case instance(Instance)
    /// Another thread was just done, or has made an instance that is its own.
    case again
    /// The cell keeps nothing.
    case closed
  }

  /// Creates the instance of a cell, or waits for the thread that does.
  private func join(
    _ cell: Cell, _ registration: Registration, arguments: [Any], record: ThreadRecordPointer
  ) throws -> Joined {
    precondition(!registration.isAsynchronous, "An asynchronous factory cannot be waited for.")
    let creation = Creation(owner: record, registration: registration)
    var created: Instance?
    var remains = Remains()
    let entry = creation.gate.withLock { result -> CellState.Entry in
      let entry = cell.enter(creation)
      if case .create = entry {
        do {
          let (instance, isKept) = try run(
            creation, in: cell, arguments: arguments, record: record, &remains)
          created = instance
          result = .success(isKept ? instance : nil)
        } catch {
          result = .failure(error)
        }
        creation.isDone.store(true, ordering: .sequentiallyConsistent)
      }
      return entry
    }
    // Foreign code, which must not hold up those who wait for the instance.
    if !remains.isEmpty { remains.dispose() }
    switch entry {
    case .live: return .again
    case .closed: return .closed
    case .wait(let other):
      // Cells of asynchronous registrations are joined elsewhere.
      let other = unsafeDowncast(other, to: Creation.self)
      return try WaitGraph.wait(for: other, record: record).map(Joined.instance) ?? .again
    case .create:
      guard let created else {
        _ = try creation.gate.withLock { $0 }?.get()
        preconditionFailure("A creation ended without a result.")
      }
      if let hook, let any = created.anyValue { registration.run(hook, salt: hookSalt, on: any) }
      return .instance(created)
    }
  }

  /// Runs the factory and publishes the result; says whether the scope keeps such an instance.
  ///
  /// - Parameter remains: Gets what is to be disposed of after the gate.
  private func run(
    _ creation: Creation, in cell: Cell, arguments: [Any], record: ThreadRecordPointer,
    _ remains: inout Remains
  ) throws -> (instance: Instance, isKept: Bool) {
    let registration = creation.registration
    let subscription = subscribe(cell, generation: creation.generation, scope: registration.scope)
    do {
      let isChecking = detectsCycles.load(ordering: .relaxed)
      try record.enter(.passUnretained(registration), graph: bits, isChecking: isChecking)
      defer { record.path.pointee.leave() }
      let instance = try registration.makeInstance(arguments)
      let kept = instance.kept(by: registration.scope)
      remains = cell.finish(creation, with: kept, subscription: subscription)
      return (instance, kept != nil)
    } catch {
      remains = cell.finish(creation, with: nil, subscription: subscription)
      throw error
    }
  }

  /// Has a managed cell reset when its lifetime ends: before the factory runs, so that no end is missed.
  func subscribe(_ cell: Cell, generation: UInt64, scope: Scope) -> Subscription? {
    guard case .managed(let source) = scope else { return nil }
    let cell = cell.reference
    return Subscription(
      source.onLifetimeEnd { cell.object?.reset(generation: generation).dispose() })
  }

  /// Runs a factory without parameters, whose result is not kept and may have to be cast.
  @inline(never)
  func createConverted<Value>(
    _ registration: Unmanaged<Registration>, record: ThreadRecordPointer
  ) throws -> Value {
    try registration._withUnsafeGuaranteedRef {
      if $0.producedBits == typeBits(Value.self) { return try create(registration, record: record) }
      return try createUnstored($0, arguments: [], record: record)
    }
  }

  /// Runs a factory whose result is not kept.
  func createUnstored<Value>(
    _ registration: Registration, arguments: [Any], record: ThreadRecordPointer
  ) throws -> Value {
    let any = try makeAny(registration, arguments: arguments, record: record)
    if let hook { registration.run(hook, salt: hookSalt, on: any) }
    return try cast(any)
  }

  /// Runs a factory with its registration on the path.
  private func makeAny(
    _ registration: Registration, arguments: [Any], record: ThreadRecordPointer
  ) throws -> Any {
    let isChecking = detectsCycles.load(ordering: .relaxed)
    try record.enter(.passUnretained(registration), graph: bits, isChecking: isChecking)
    defer { record.path.pointee.leave() }
    return try registration.makeAny(arguments)
  }

  /// Returns a new instance as a type.
  func convert<Value>(_ instance: Instance) throws -> Value {
    if let value: Value = instance.typedValue() { return value }
    guard let any = instance.anyValue else {
      preconditionFailure("A new instance is held strongly.")
    }
    return try cast(any)
  }

  /// Casts an instance to the requested type.
  ///
  /// - Throws: A mismatch.
  func cast<Value>(_ any: Any) throws -> Value {
    guard let value = any as? Value else {
      throw ResolutionFailure(
        .mismatched(found: type(of: any), expected: Value.self), registrations: [])
    }
    return value
  }
}

extension Instance {
  /// Returns the instance if it is kept as exactly that type, and, if weakly, is alive.
  func typedValue<Value>() -> Value? {
    guard typeBits == StitcherEngine.typeBits(Value.self) else { return nil }
    guard let reference else { return address.assumingMemoryBound(to: Value.self).pointee }
    guard let object = reference.pointee.object else { return nil }
    return withExtendedLifetime(object) { address.assumingMemoryBound(to: Value.self).pointee }
  }

  /// Links the instance as a further type at the end of the chain.
  func append(_ other: Instance) {
    let new = Unmanaged.passRetained(other).bits
    var last = self
    while true {
      let (isDone, actual) = last.nextBits.compareExchange(
        expected: 0, desired: new, ordering: .sequentiallyConsistent)
      if isDone { return }
      last = Unmanaged<Instance>.fromBits(actual).takeUnretainedValue()
      if last.typeBits == other.typeBits {
        Unmanaged<Instance>.fromBits(new).release()
        return
      }
    }
  }
}
