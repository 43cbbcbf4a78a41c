/// The units of work that a request has made and not yet closed.
///
/// The factory of a unit of work tells it here, so that who answers the request can close what was
/// made, without making one for a request that writes nothing.
final class OpenWork: Sendable {
  /// The units, in the order in which they were made.
  private let state = Guarded<[UnitOfWork]>([])

  /// Counts the instance.
  private let life: Life

  /// Creates an empty list.
  init(counts: Counts) { life = Life(counts) }

  /// Adds a unit that was made.
  func add(_ work: UnitOfWork) { state.withLock { $0.append(work) } }

  /// Commits all that is open.
  func commit() throws {
    while let work = next() { try work.commit() }
  }

  /// Rolls back all that is open.
  ///
  /// - Throws: The first error, after all that.
  func rollBack() throws {
    var first: (any Error)?
    while let work = next() {
      do { try work.rollBack() } catch { first = first ?? error }
    }
    if let first { throw first }
  }

  /// Takes out the unit that was made last.
  private func next() -> UnitOfWork? { state.withLock { $0.popLast() } }
}
