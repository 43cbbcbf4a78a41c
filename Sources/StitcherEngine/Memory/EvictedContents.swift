/// The contents that were removed from a cell: an instance and its cleanup.
///
/// They are released outside every lock.
package struct EvictedContents: Sendable {
  /// The instance that was removed from the cell; `nil` if there was none.
  ///
  /// Other threads may still be reading it.
  var instance: Instance?

  /// The cleanup that runs for the removed instance: cancel its subscription, tear it down.
  var cleanup: Cleanup?

  /// The creation number of the instance that was removed from the cell.
  ///
  /// It determines the order of the teardowns.
  var number: UInt64 = 0

  /// The teardown batch that waits for the cell's abandoned creation to end; `nil` if there is
  /// none.
  var batch: TeardownBatch?

  /// The arguments for which the removed instance was created; `nil` if the factory takes no
  /// parameters.
  ///
  /// A member cell releases its arguments when it ends.
  var arguments: ArgumentValues?

  /// Whether a running creation was abandoned when the cell was emptied.
  var hadCreation = false

  /// Whether these contents are empty, so that there is nothing to release.
  var isEmpty: Bool { instance == nil && cleanup == nil && batch == nil && arguments == nil }

  /// Whether these contents are released before those without a teardown, because the instance has
  /// one.
  ///
  /// The release of other contents could deallocate an instance that is cached weakly. A strongly
  /// cached instance is included only if it has no subscription, since the cancellation of a
  /// subscription runs foreign code.
  fileprivate var isReleasedFirst: Bool {
    guard let cleanup, cleanup.hasTeardown else { return false }
    return cleanup.unsubscribe == nil || instance?.reference != nil
  }

  /// Waits for readers of the removed contents, releases the contents, and starts the teardowns.
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

  /// Runs the cleanup of the removed instance, and releases what was removed from the cell.
  ///
  /// The caller has waited for readers before.
  ///
  /// - Parameter pendingTeardowns: The list to which the instance is added, if it has a teardown.
  @_optimize(speed) mutating func release(_ pendingTeardowns: inout PendingTeardowns) {
    var contents = EvictedContents()
    swap(&contents, &self)
    defer { contents.batch?.unblock() }
    guard let cleanup = contents.cleanup else { return }
    cleanup.unsubscribe?()
    guard let instance = contents.instance.take() else { return }
    pendingTeardowns.add(released: cleanup)
    guard let evicted = EvictedInstance(instance, cleanup, number: contents.number) else { return }
    if let batch = contents.batch { batch.add(evicted) } else { pendingTeardowns.add(evicted) }
  }
}

extension Cell {
  /// Ends the cell, waits for readers of its contents, and releases the contents.
  func endAndDispose() {
    PendingTeardowns.collect { pendingTeardowns in
      pendingTeardowns.begin(emptying: [self])
      [self].end(&pendingTeardowns).dispose(&pendingTeardowns)
    }
  }
}

extension [EvictedContents] {
  /// Waits until no thread reads the removed contents in this array, and then releases them.
  ///
  /// - Parameter pendingTeardowns: The list to which instances with a teardown are added.
  package consuming func dispose(_ pendingTeardowns: inout PendingTeardowns) {
    if allSatisfy(\.isEmpty) { return }
    Reclamation.waitForReaders()
    release(&pendingTeardowns)
  }

  /// Releases all removed contents in this array. The caller must have waited for readers.
  ///
  /// Instances with a teardown are added to the list first, since the other contents may be the
  /// last owners of weakly cached instances.
  ///
  /// If there are 1000 instances or more, they are released in reverse order of their creation.
  /// Otherwise a chain of instances, in which each factory has injected the next instance, would
  /// run its `deinit`s recursively and overflow the stack. (Instances that get their dependencies
  /// only after their own creation are released like any linked list, recursively.)
  ///
  /// - Parameter pendingTeardowns: The list to which instances with a teardown are added.
  @_optimize(speed) consuming func release(_ pendingTeardowns: inout PendingTeardowns) {
    for position in indices where self[position].isReleasedFirst {
      self[position].release(&pendingTeardowns)
    }
    if allSatisfy(\.isEmpty) { return }
    let order = count < 1000 ? nil : positions(inOrderOf: map(\.number)).reversed() as [Int]
    for index in indices { self[order?[index] ?? index].release(&pendingTeardowns) }
  }
}
