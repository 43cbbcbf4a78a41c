// The first reads of a property share one injection through a cell. The property usually stores the
// value itself, so the cell is empty. The cell stores the value only if each read has to cast it.
extension Cell {
  /// Creates the cell of a property.
  package convenience init(ofProperty: Void) { self.init(for: .nothing, isOwn: true) }

  /// Runs the injection of a property's value, or waits for the thread that runs it.
  ///
  /// A thread runs the injection at once, beside the other one, if it would wait for itself:
  /// because a factory reads the property that injects it, or two threads would wait for each
  /// other. The creation path then finds the cycle.
  ///
  /// - Parameter inject: Injects the value, and keeps it, or asks the cell to keep it.
  /// - Returns: The value; nil if another thread has run an injection, or the cell holds a value,
  ///   so that the property has to be read again.
  /// - Throws: What `inject` throws. Threads that have waited inject again.
  package func injectOnce<Value>(_ inject: (_ isKeptByCell: inout Bool) throws -> Value) throws
    -> Value?
  {
    let record = ThreadRecord.current
    let creation = Creation(.nothing, in: lazyValues, owner: record)
    var outcome: Result<Value, any Error>?
    var discarded = EvictedContents()
    let entry = enter(creation, record) {
      var isKeptByCell = false
      let injected = Result { try inject(&isKeptByCell) }
      let kept = isKeptByCell ? (try? injected.get()).map { TypedInstance($0) } : nil
      discarded = finish(creation, with: kept, cleanup: nil)
      outcome = injected
      return .success(nil)
    }
    if !discarded.isEmpty { discarded.dispose() }
    lazyValues.deliver(record)
    if let outcome { return try outcome.get() }
    guard case .wait(let other) = entry else { return nil }
    do { _ = try WaitGraph.wait(for: other, record: record) } catch {
      var isKeptByCell = false
      return try inject(&isKeptByCell)
    }
    return nil
  }

  /// Enters the cell with a creation of the calling thread. If the cell is empty, a closure creates
  /// the instance while other threads wait at the gate of the creation.
  ///
  /// - Parameter create: Returns the result for the threads that wait.
  func enter(
    _ creation: Creation, _ record: ThreadRecordPointer,
    _ create: () -> Result<Instance?, any Error>
  ) -> CellEntry {
    record.path.pointee.gates += 1
    defer { record.path.pointee.gates -= 1 }
    return creation.gate.withLock { result in
      let entry = enter(creation)
      if case .create = entry {
        result = create()
        creation.markDone()
      }
      return entry
    }
  }

  /// Returns the value that the cell holds for a property, cast on the current executor; nil if it
  /// holds none.
  ///
  /// - Throws: A mismatch, if the value's conformance is isolated to another executor.
  package func propertyValue<Value>() throws -> Value? {
    if !holdsInstance { return nil }
    return try read(record: ThreadRecord.current)
  }

  /// Releases the value that the cell holds for a property.
  package func dropPropertyValue() {
    if let kept { remove(kept).dispose() }
  }
}

extension Creation {
  /// What the creation is called on the path of a cycle; nothing for the injection of a property,
  /// where the registration that is injected stands on the path.
  var locators: [Locator] { registration === Registration.nothing ? [] : [registration.locator] }
}
