internal import Synchronization

extension Cell {
  /// Returns the live instance as a type, and remembers it as that; nil if there is none.
  ///
  /// - Throws: A mismatch.
  func read<Value>(record: ThreadRecordPointer) throws -> Value? {
    guard let head = live(record) else { return nil }
    var instance = head
    while true {
      if instance.typeBits == typeBits(Value.self) {
        if let value: Value = instance.typedValue() { return value }
        removeGone(head).dispose()
        return nil
      }
      let bits = instance.nextBits.load(ordering: .acquiring)
      if bits == 0 { break }
      // The head keeps its chain alive.
      instance = Unmanaged<Instance>.fromBits(bits).takeUnretainedValue()
    }
    guard let any = head.anyValue else {
      removeGone(head).dispose()
      return nil
    }
    let value: Value = try cast(any)
    if let converted = head.converted(to: Value.self) { head.append(converted) }
    return value
  }

  /// Has the cell reset when a lifetime ends: before the factory runs, so that no end is missed.
  func subscribe(to scope: Scope, generation: UInt64) -> Subscription? {
    guard case .managed(let source) = scope else { return nil }
    let reference = reference
    return Subscription(
      source.onLifetimeEnd { reference.object?.reset(generation: generation).dispose() })
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
