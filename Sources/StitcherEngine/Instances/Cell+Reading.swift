extension Cell {
  /// Returns the live instance as a type, and remembers it as that, unless the conformance is
  /// isolated to an actor; nil if there is none.
  ///
  /// - Throws: A mismatch.
  package func read<Value>(record: ThreadRecordPointer, locking: Bool = false) throws -> Value? {
    if locking { return try read(kept) }
    let section = ReadSection.begin(on: record)
    if let found = UnretainedReference(self).live(typeBits(Value.self), record) {
      return .some(found.take(as: Value.self))
    }
    section.end()
    return try read(live(record))
  }

  /// Returns the live instance as a type; nil if there is none any more.
  private func read<Value>(_ instance: Instance?) throws -> Value? {
    guard let instance else { return nil }
    if let value: Value = instance.typedValue() { return .some(value) }
    guard let any = instance.anyValue else {
      remove(instance).dispose()
      return nil
    }
    let value: Value = try instance.isCastAtEachRead ? castHere(any) : cast(any)
    if canKeepCast(of: any, to: value), let converted = instance.converted(to: Value.self) {
      add(converted, of: instance)
    }
    return value
  }

  /// Returns the cleanup for when the instance of a creation is evicted. Subscribes a managed
  /// instance to the end of its lifetime before the factory runs, so that no end is missed.
  ///
  /// - Parameters:
  ///   - graph: The graph that creates the instance.
  ///   - isWatched: Whether somebody watches the creation.
  package func makeCleanup(
    of registration: Registration, generation: UInt64, in graph: Graph, isWatched: Bool
  ) -> Cleanup? {
    guard case .managed(let source) = registration.scope else {
      return Cleanup(registration, in: graph, isWatched: isWatched)
    }
    let receipt = ManagedCells.subscribe(reference, generation: generation, to: source)
    if !source.follows() { graph.markStale(until: source) }
    return Cleanup(receipt: receipt, registration, in: graph, isWatched: isWatched)
  }
}
