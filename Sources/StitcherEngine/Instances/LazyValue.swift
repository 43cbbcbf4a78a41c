/// A value that is created at its first read, unless it was set before.
///
/// It consists of a cell without a registry. If the factory reads the value that it creates, the
/// read throws a cycle, even if several threads are involved.
package final class LazyValue<Value>: @unchecked Sendable {
  // Safe: all properties are constants. The engine synchronizes the cell, and the factory is only
  // called.

  /// The registration that contains the factory of the lazy value.
  private let registration: TypedRegistration<Value, Void>

  /// The cell that stores the lazy value.
  private let cell: Cell

  /// Creates a lazy value that is not set yet.
  ///
  /// - Parameters:
  ///   - locator: The name of the value in error messages about a cycle.
  ///   - factory: Creates the value, on the thread that reads the value first.
  package init(_ locator: Locator, factory: @escaping () throws -> Value) {
    // Safe: see above.
    nonisolated(unsafe) let factory = factory
    // The scope is `.scoped`, not `.singleton`: a singleton must not request a scoped dependency,
    // but the value of a property may.
    registration = ParameterlessRegistration(
      .init(locator: locator, scope: .scoped, location: .unknown)
    ) { try factory() }
    cell = Cell(for: registration, isOwn: true)
  }

  /// Returns the lazy value. If the value is not set, the factory creates it first.
  ///
  /// - Throws: The error of the factory, or a cycle. The next read calls the factory again.
  /// - Complexity: O(1). A value that is set is read without a lock.
  package func get() throws -> Value {
    let record = ThreadRecord.current
    if let found = UnretainedReference(cell).readLive(typeBits(Value.self), record) {
      return found.take(as: Value.self)
    }
    let candidate = Candidate(
      registration: registration, cell: cell, creator: UnretainedReference(lazyValues), distance: 0)
    // The cell of a lazy value never ends.
    return try lazyValues.obtain(candidate, [], record)
  }

  /// Returns the lazy value if it is set; otherwise, throws ``NoLazyValue``.
  ///
  /// - Throws: ``NoLazyValue`` if the value is not set.
  /// - Complexity: O(1). It takes no lock.
  package func present() throws -> Value {
    let record = ThreadRecord.current
    if let found = UnretainedReference(cell).readLive(typeBits(Value.self), record) {
      return found.take(as: Value.self)
    }
    return try presentAfterMiss(record)
  }

  /// Returns the lazy value if it is set, after the fast path has found no value.
  ///
  /// Throws ``NoLazyValue`` if the value is not set.
  ///
  /// Another thread may be setting the value. This is a separate function, because it needs the
  /// metadata of generic types.
  @inline(never)
  private func presentAfterMiss(_ record: ThreadRecordPointer) throws -> Value {
    guard let value: Value = try cell.read(record: record) else { throw NoLazyValue() }
    return value
  }

  // A lazy value stores only strong references to instances of its own type, so they can be read
  // without a check.

  /// Sets the lazy value, unless a closure says that the current value has to stay.
  ///
  /// The result of a running factory is discarded.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isNewer: Whether the given current value stays. The closure may run no foreign code.
  package func set(_ value: Value, unless isNewer: (Value) -> Bool = { _ in false }) {
    var pendingTeardowns = PendingTeardowns()
    cell.replace(with: TypedInstance(value), &pendingTeardowns) { isNewer($0.uncheckedValue()) }?
      .dispose(pendingTeardowns)
  }

  /// Clears the lazy value, if a closure says that the current value is outdated.
  ///
  /// - Parameter isOld: Whether the given current value is released.
  package func clear(where isOld: (Value) -> Bool) {
    guard let instance = cell.live(ThreadRecord.current),
      isOld(instance.uncheckedValue())
    else { return }
    cell.remove(instance).dispose()
  }
}

/// The error which says that a lazy value is not set.
package struct NoLazyValue: Error {}

/// The graph in which the factories of all lazy values run.
///
/// It has no active registries.
let lazyValues: Graph = {
  let graph = Graph()
  // Two lazy values may have the same locator. A cycle of waits is found by the cell instead.
  graph.detectsCycles = false
  return graph
}()
