/// A value that is made at its first read, once however many threads ask, and that may be set.
///
/// It is a cell without a registry. A factory that needs its own value throws a cycle, also over
/// threads.
package final class LazyValue<Value>: @unchecked Sendable {
  // Safe: constants; the engine guards the cell, and the factory is only called.

  /// How the value is made.
  private let registration: TypedRegistration<Value, Void>

  /// Where it lives.
  private let cell: Cell

  /// Creates an empty one.
  ///
  /// - Parameters:
  ///   - locator: What the path of what is being created calls the value.
  ///   - factory: Makes the value, on the thread that reads first.
  package init(_ locator: Locator, factory: @escaping () throws -> Value) {
    // Safe: see above.
    nonisolated(unsafe) let factory = factory
    // The scope is `.scoped`, not `.singleton`: a singleton must not request a scoped dependency,
    // but the value of a property may.
    registration = TypedRegistration(
      locator: locator, scope: .scoped, location: .unknown
    ) { try factory() }
    cell = Cell(for: registration, isOwn: true)
  }

  /// Returns the value, after making it if there is none.
  ///
  /// - Throws: What the factory throws, which is not kept, or a cycle.
  /// - Complexity: O(1). A value that is there is read without a lock.
  package func get() throws -> Value {
    let record = ThreadRecord.current
    let section = ReadSection.begin(on: record)
    if let found = UnretainedReference(cell).live(typeBits(Value.self), record) {
      return found.take(as: Value.self)
    }
    section.end()
    let candidate = Candidate(
      registration: registration, cell: cell, creator: UnretainedReference(lazyValues), distance: 0)
    // The place of a lazy value does not end.
    return try lazyValues.obtain(candidate, [], record)
  }

  /// Returns the value.
  ///
  /// - Throws: ``NoLazyValue`` if there is none.
  /// - Complexity: O(1). It takes no lock.
  package func present() throws -> Value {
    let record = ThreadRecord.current
    let section = ReadSection.begin(on: record)
    if let found = UnretainedReference(cell).live(typeBits(Value.self), record) {
      return found.take(as: Value.self)
    }
    section.end()
    return try presentAfterMiss(record)
  }

  /// Returns the value, also one that is being set. In a function of its own, since it needs the
  /// metadata of generic types.
  @inline(never)
  private func presentAfterMiss(_ record: ThreadRecordPointer) throws -> Value {
    guard let value: Value = try cell.read(record: record) else { throw NoLazyValue() }
    return value
  }

  /// Sets the value, instead of the one that is there or of one that is being made.
  package func set(_ value: Value) { set(value) { _ in false } }

  // A lazy value keeps strongly held instances of its own type only, so their values can be read
  // without a check.

  /// Sets the value, unless the one that is there is to stay.
  ///
  /// - Parameter isNewer: Whether the value that is there stays; runs no foreign code.
  package func set(_ value: Value, unless isNewer: (Value) -> Bool) {
    var pendingTeardowns = PendingTeardowns()
    cell.replace(with: TypedInstance(value), &pendingTeardowns) { isNewer($0.uncheckedValue()) }?
      .dispose(pendingTeardowns)
  }

  /// Lets go of the value that is there, if a condition holds for it.
  ///
  /// - Parameter isOld: The condition.
  package func clear(where isOld: (Value) -> Bool) {
    guard let instance = cell.live(ThreadRecord.current),
      isOld(instance.uncheckedValue())
    else { return }
    cell.remove(instance).dispose()
  }
}

/// A lazy value is not set.
package struct NoLazyValue: Error {}

/// Runs the factories of all lazy values. Nothing is ever active in it.
let lazyValues: Graph = {
  let graph = Graph()
  // Two values may be called the same; that one waits for itself is found by its cell.
  graph.detectsCycles = false
  return graph
}()
