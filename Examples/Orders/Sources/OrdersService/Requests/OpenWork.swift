/// The units of work that a request has created and not yet closed.
///
/// The factory of a unit of work adds the unit to this list. The server can therefore close the
/// created units without creating one for a request that only reads.
final class OpenWork: Sendable {
  /// The units in the order of their creation.
  private let state = Guarded<[UnitOfWork]>([])

  /// Counts the instance.
  private let life: Life

  /// Creates an empty list.
  init(counts: Counts) { life = Life(counts) }

  /// Adds a created unit.
  func add(_ work: UnitOfWork) { state.withLock { $0.append(work) } }

  /// Commits all open units.
  func commit() throws {
    while let work = next() { try work.commit() }
  }

  /// Rolls back all open units.
  ///
  /// - Throws: The first error, after all units were rolled back.
  func rollBack() throws {
    var first: (any Error)?
    while let work = next() {
      do { try work.rollBack() } catch { first = first ?? error }
    }
    if let first { throw first }
  }

  /// Removes and returns the latest unit.
  private func next() -> UnitOfWork? { state.withLock { $0.popLast() } }
}
