// If several threads read a property for the first time, they share one injection through a cell.
// The property usually stores the value itself, so the cell stays empty. The cell stores the value
// only if each read has to cast it.
extension Cell {
  /// Creates a cell that can store the value of an injected property.
  package convenience init(ofProperty: Void) { self.init(for: .nothing, isOwn: true) }

  /// Injects the value of a property, unless another thread is injecting the value already.
  ///
  /// If another thread is injecting the value, waits for that thread.
  ///
  /// A thread does not wait if the wait would never end: if a factory reads the property that is
  /// being injected, or if two threads would wait for each other. The thread then runs a second
  /// injection, and the creation path reports the cycle.
  ///
  /// - Parameter inject: Injects the value and stores it in the property, or returns the value, so
  ///   that the cell stores it.
  /// - Returns: Whether `inject` was called, which has then returned once without an error. If not,
  ///   another thread has injected the value, or the cell stores it, and the caller has to read the
  ///   property again.
  /// - Throws: The error of `inject`. Other threads that have waited inject the value themselves.
  package func injectOnce(_ inject: () throws -> Instance?) throws -> Bool {
    let record = ThreadRecord.current
    let creation = Creation(.nothing, in: lazyValues, owner: record)
    var failure: (any Error)?
    var discarded = EvictedContents()
    let entry = enter(creation, record) {
      var kept: Instance?
      do { kept = try inject() } catch { failure = error }
      discarded = finish(creation, with: kept, cleanup: nil)
      return .success(nil)
    }
    if !discarded.isEmpty { discarded.dispose() }
    lazyValues.deliver(record)
    if let failure { throw failure }
    guard let entry else { return true }
    guard case .wait(let other) = entry else { return false }
    do { _ = try WaitGraph.wait(for: other, record: record) } catch {
      _ = try inject()
      return true
    }
    return false
  }

  /// Starts a creation if the cell is empty; otherwise, returns the reason why it does not start.
  ///
  /// Returns `nil` if the creation has started.
  ///
  /// If the cell is empty, the closure creates the instance while other threads wait at the
  /// creation's gate.
  ///
  /// - Parameter create: Creates the instance, and returns the result for the threads that wait.
  func enter(
    _ creation: Creation, _ record: ThreadRecordPointer,
    _ create: () -> Result<Instance?, any Error>
  ) -> Outcome? {
    record.path.pointee.gates += 1
    defer { record.path.pointee.gates -= 1 }
    return creation.gate.withLock { result in
      let entry = enter(creation)
      if case nil = entry {
        result = create()
        creation.markDone()
      }
      return entry
    }
  }

  /// Removes the value of an injected property from this cell, and releases the value.
  ///
  /// If a thread is injecting the value at the moment, the cell will not store the result. The
  /// caller of that injection still gets the result.
  package func dropPropertyValue() {
    PendingTeardowns.collect { end(onlyReset: true, &$0).dispose() }
  }
}
