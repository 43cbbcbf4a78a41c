/// What was taken out of a cell, to be let go outside every lock.
package struct EvictedContents: Sendable {
  /// The instance, which readers may still be looking at.
  var instance: Instance?

  /// What is done when the instance is evicted.
  var cleanup: Cleanup?

  /// The number of the instance's creation.
  var number: UInt64 = 0

  /// The batch that waits for the creation, if its cell was emptied meanwhile.
  var batch: TeardownBatch?

  /// The arguments for which the instance was made, if its place has ended.
  var arguments: ArgumentValues?

  /// Whether a creation was in flight in the cell, which is given up.
  var hadCreation = false

  /// Whether there is nothing to let go.
  var isEmpty: Bool { instance == nil && cleanup == nil && batch == nil && arguments == nil }

  /// Whether an object goes with the instance: nobody else holds it, and it is not torn down
  /// before.
  fileprivate var goesWithItsInstance: Bool {
    cleanup?.hasTeardown != true && instance?.holdsLastReference == true
  }

  /// Whether the instance has to be torn down, and may go with what holds it if it is kept weakly.
  ///
  /// Nothing of anybody else's runs when that one is released.
  fileprivate var isTornDownIfHeld: Bool {
    guard let cleanup, cleanup.hasTeardown else { return false }
    return cleanup.receipt == nil || instance?.reference != nil
  }

  /// Waits for the readers, then lets go. Runs `deinit`s, `cancel()`s and teardowns.
  ///
  /// - Parameter endings: What has begun for it.
  package consuming func dispose(
    _ pendingTeardowns: consuming PendingTeardowns = PendingTeardowns()
  ) {
    release(waitingForReaders: &pendingTeardowns)
    pendingTeardowns.start()
  }

  /// Waits for the readers, then lets go.
  ///
  /// - Parameter endings: Gets the instance, if it has to be torn down.
  mutating func release(waitingForReaders pendingTeardowns: inout PendingTeardowns) {
    if instance != nil { Reclamation.waitForReaders() }
    release(&pendingTeardowns)
  }

  /// Lets go of what no reader looks at any more.
  ///
  /// - Parameter endings: Gets the instance, if it has to be torn down.
  mutating func release(_ pendingTeardowns: inout PendingTeardowns) {
    let (instance, cleanup, number, batch) = (instance, cleanup, number, batch)
    self = EvictedContents()
    defer { batch?.unblock() }
    guard let cleanup else { return }
    cleanup.receipt?.cancel()
    guard let instance else { return }
    pendingTeardowns.add(released: cleanup)
    guard let evicted = EvictedInstance(instance, cleanup, number: number) else { return }
    if let batch { batch.add(evicted) } else { pendingTeardowns.add(evicted) }
  }
}

extension Cell {
  /// Ends the place, waits for the readers, and lets go of what was in it.
  package func endAndDispose() {
    var pendingTeardowns = PendingTeardowns()
    pendingTeardowns.begin(emptying: [self])
    [EvictedContents].end([self], &pendingTeardowns)
    pendingTeardowns.start()
  }
}

extension [EvictedContents] {
  /// The number from which on the order counts.
  private static var many: Int { 1000 }

  /// Ends places, waits for the readers, and lets go of what was in them.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  static func end(_ cells: [Cell], _ pendingTeardowns: inout PendingTeardowns) {
    let discarded = cells.end(&pendingTeardowns)
    if discarded.allSatisfy(\.isEmpty) { return }
    Reclamation.waitForReaders()
    discarded.release(&pendingTeardowns)
  }

  /// Ends places of which no reader knows, and lets go of what was in them.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  static func end(unread cells: [Cell], _ pendingTeardowns: inout PendingTeardowns) {
    // A request's graph often has one.
    if cells.count == 1, !cells[0].hasMembers {
      var discarded = cells[0].end(&pendingTeardowns)
      discarded.release(&pendingTeardowns)
    } else {
      cells.end(&pendingTeardowns).release(&pendingTeardowns)
    }
  }

  /// Waits for the readers, then lets go of everything, and tears down what has to be.
  package consuming func dispose() {
    var pendingTeardowns = PendingTeardowns()
    dispose(&pendingTeardowns)
    pendingTeardowns.start()
  }

  /// Waits for the readers, then lets go of everything.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  package consuming func dispose(_ pendingTeardowns: inout PendingTeardowns) {
    if allSatisfy(\.isEmpty) { return }
    Reclamation.waitForReaders()
    release(&pendingTeardowns)
  }

  /// Lets go of what no reader looks at any more.
  ///
  /// What has to be torn down is held first: others may be all that holds what is kept weakly.
  /// Then, of very many instances, those that nobody else holds go, the last one before the others:
  /// instances that hold each other in a chain would else run their `deinit`s within each other,
  /// until the stack is full.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  consuming func release(_ pendingTeardowns: inout PendingTeardowns) {
    for position in indices where self[position].isTornDownIfHeld {
      self[position].release(&pendingTeardowns)
    }
    if count >= Self.many {
      for position in indices.reversed()
      where self[position].goesWithItsInstance {
        self[position].release(&pendingTeardowns)
      }
    }
    for position in indices where !self[position].isEmpty {
      self[position].release(&pendingTeardowns)
    }
  }
}
