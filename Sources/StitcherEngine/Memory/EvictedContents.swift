/// The instance and the cleanup that a change has removed from a cell.
///
/// They are released outside every lock.
package struct EvictedContents: Sendable {
  /// The removed instance, which other threads may still be reading; `nil` if there was none.
  var instance: Instance?

  /// The cleanup that runs when the instance is evicted.
  var cleanup: Cleanup?

  /// The creation number of the removed instance.
  ///
  /// It determines the order of the teardowns.
  var number: UInt64 = 0

  /// The teardown batch that waits for the cell's abandoned creation; `nil` if there is none.
  var batch: TeardownBatch?

  /// The arguments of the removed instance, if they have to be released.
  ///
  /// A cell for one combination of arguments releases them when it ends.
  var arguments: ArgumentValues?

  /// Whether a running creation was abandoned when the cell was emptied.
  var hadCreation = false

  /// Whether there is nothing to release.
  var isEmpty: Bool { instance == nil && cleanup == nil && batch == nil && arguments == nil }

  /// Whether the release of these contents deallocates the instance.
  ///
  /// If so, the instance has no teardown and no other owner.
  fileprivate var holdsLastReference: Bool {
    cleanup?.hasTeardown != true && instance?.holdsLastReference == true
  }

  /// Whether the instance has a teardown, and so is released before instances without a teardown.
  ///
  /// The release of other contents could deallocate an instance that is cached weakly. A strongly
  /// cached instance is included only if it has no subscription, since the cancellation of a
  /// subscription runs foreign code.
  fileprivate var isReleasedFirst: Bool {
    guard let cleanup, cleanup.hasTeardown else { return false }
    return cleanup.receipt == nil || instance?.reference != nil
  }

  /// Waits for readers, releases the contents of the cell, and starts the teardowns.
  ///
  /// Runs `deinit`s, `cancel()`s and teardowns.
  ///
  /// - Parameter pendingTeardowns: The list with the teardowns of the change, which this method
  ///   starts.
  package consuming func dispose(
    _ pendingTeardowns: consuming PendingTeardowns = PendingTeardowns()
  ) {
    if instance != nil { Reclamation.waitForReaders() }
    release(&pendingTeardowns)
    pendingTeardowns.start()
  }

  /// Releases the contents of the cell.
  ///
  /// The caller has waited for readers before.
  ///
  /// - Parameter pendingTeardowns: The list to which the instance is added, if it has a teardown.
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
  /// Ends the cell, waits for readers, and releases the contents of the cell.
  package func endAndDispose() {
    var pendingTeardowns = PendingTeardowns()
    pendingTeardowns.begin(emptying: [self])
    [EvictedContents].end([self], &pendingTeardowns)
    pendingTeardowns.start()
  }
}

extension [EvictedContents] {
  /// The number of evicted instances from which on they are released in a special order.
  private static var many: Int { 1000 }

  /// Ends the given cells, waits for readers, and releases the contents of the cells.
  ///
  /// - Parameter pendingTeardowns: The list to which instances with a teardown are added.
  static func end(_ cells: [Cell], _ pendingTeardowns: inout PendingTeardowns) {
    cells.end(&pendingTeardowns).dispose(&pendingTeardowns)
  }

  /// Ends the given cells, and releases their contents without a wait for readers.
  ///
  /// No other thread may be reading the cells.
  ///
  /// - Parameter pendingTeardowns: The list to which instances with a teardown are added.
  static func end(unread cells: [Cell], _ pendingTeardowns: inout PendingTeardowns) {
    // A fast path: the graph of a request often has a single cell.
    if cells.count == 1, !cells[0].hasMembers {
      var discarded = cells[0].end(&pendingTeardowns)
      discarded.release(&pendingTeardowns)
    } else {
      cells.end(&pendingTeardowns).release(&pendingTeardowns)
    }
  }

  /// Waits for readers, releases all contents, and starts the teardowns.
  package consuming func dispose() {
    var pendingTeardowns = PendingTeardowns()
    dispose(&pendingTeardowns)
    pendingTeardowns.start()
  }

  /// Waits for readers, and then releases all contents.
  ///
  /// - Parameter pendingTeardowns: The list to which instances with a teardown are added.
  package consuming func dispose(_ pendingTeardowns: inout PendingTeardowns) {
    if allSatisfy(\.isEmpty) { return }
    Reclamation.waitForReaders()
    release(&pendingTeardowns)
  }

  /// Releases all contents. The caller has waited for readers before.
  ///
  /// Instances with a teardown are added to the list first, since the other contents may be the
  /// last owners of weakly cached instances.
  ///
  /// If there are very many instances, those without another owner are released next, in reverse
  /// order of their creation. Otherwise a chain of instances, in which each one owns the next,
  /// would run its `deinit`s recursively and overflow the stack.
  ///
  /// - Parameter pendingTeardowns: The list to which instances with a teardown are added.
  consuming func release(_ pendingTeardowns: inout PendingTeardowns) {
    for position in indices where self[position].isReleasedFirst {
      self[position].release(&pendingTeardowns)
    }
    if count >= Self.many {
      for position in indices.reversed()
      where self[position].holdsLastReference {
        self[position].release(&pendingTeardowns)
      }
    }
    for position in indices where !self[position].isEmpty {
      self[position].release(&pendingTeardowns)
    }
  }
}
