extension Cell {
  /// Returns the cell's live instance, cast to the requested type; `nil` if there is no live
  /// instance.
  ///
  /// The cell caches the conversion to the type, unless the conformance is isolated to an actor.
  ///
  /// - Parameters:
  ///   - record: The calling thread's record.
  ///   - locking: Whether the instance is read under the cell's lock instead of in a read section.
  /// - Throws: A mismatch, if a cast fails.
  package func read<Value>(record: ThreadRecordPointer, locking: Bool = false) throws -> Value? {
    if locking { return try read(kept) }
    if let found = UnretainedReference(self).readLive(typeBits(Value.self), record) {
      return .some(found.take(as: Value.self))
    }
    return try read(live(record))
  }

  /// Returns the given cached instance, cast to the requested type; `nil` if its object was
  /// deallocated.
  private func read<Value>(_ instance: Instance?) throws -> Value? {
    guard let instance else { return nil }
    if let value: Value = instance.typedValue() { return .some(value) }
    guard let any = instance.anyValue else {
      remove(instance).dispose()
      return nil
    }
    // Without a stored type, only some executors may use the value as that type.
    let value: Value = try instance.typeBits == 0 ? castHere(any) : cast(any)
    if canKeepCast(of: any, to: value), let converted = instance.converted(to: Value.self) {
      add(converted, of: instance)
    }
    return value
  }

  /// Creates the cleanup that will run when the new instance is evicted from this cell.
  ///
  /// Returns `nil` if the instance needs no cleanup.
  ///
  /// A managed instance is subscribed to the end of its lifetime before the factory runs, so that
  /// the end is not missed.
  ///
  /// - Parameters:
  ///   - registration: The registration of the instance.
  ///   - generation: The cell's generation at the start of the creation.
  ///   - graph: The graph that creates the instance.
  ///   - isWatched: Whether the creation has observers.
  @_optimize(speed) package func makeCleanup(
    of registration: Registration, generation: UInt64, in graph: Graph, isWatched: Bool
  ) -> Cleanup? {
    var unsubscribe: (@Sendable () -> Void)?
    if case .managed(let source) = registration.scope {
      let reference = WeakBox<Cell>()
      reference.refer(to: self)
      // The call may read the state, which ends all lifetimes of the source. So it comes before the
      // new instance joins them.
      _ = source.follows()
      unsubscribe = ManagedCells.subscribe(reference, generation: generation, to: source)
      if !source.follows() { graph.markStale(until: source) }
    }
    return Cleanup(unsubscribe: unsubscribe, registration, in: graph, isWatched: isWatched)
  }
}
