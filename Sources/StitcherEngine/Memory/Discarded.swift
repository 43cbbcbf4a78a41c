/// What was taken out of a cell, to be let go outside every lock.
struct Discarded: Sendable {
  /// The instance, which readers may still be looking at.
  var instance: Instance?

  /// The subscription to the end of the instance's lifetime.
  var subscription: Subscription?

  /// Whether there is nothing to let go.
  var isEmpty: Bool { instance == nil && subscription == nil }

  /// Waits for the readers, then lets go. Runs `deinit`s and `cancel()`s.
  consuming func dispose() {
    if instance != nil { Reclamation.waitForReaders() }
    release()
  }

  /// Lets go of what no reader looks at any more.
  fileprivate mutating func release() {
    subscription?.receipt.cancel()
    self = Discarded()
  }
}

extension [Discarded] {
  /// The number from which on the order counts.
  private static var many: Int { 1000 }

  /// Ends places, waits for the readers, and lets go of what was in them.
  static func end(_ cells: [Cell]) { cells.map { $0.end() }.dispose() }

  /// Ends places of which no reader knows, and lets go of what was in them.
  static func end(unread cells: [Cell]) {
    // A request's graph often has one.
    if cells.count == 1 {
      var discarded = cells[0].end()
      discarded.release()
    } else {
      cells.map { $0.end() }.release()
    }
  }

  /// Waits for the readers, then lets go of everything.
  consuming func dispose() {
    if allSatisfy(\.isEmpty) { return }
    Reclamation.waitForReaders()
    release()
  }

  /// Lets go of what no reader looks at any more.
  ///
  /// Of very many instances, those that nobody else holds go first, the last one before the others:
  /// instances that hold each other in a chain would else run their `deinit`s within each other,
  /// until the stack is full.
  consuming func release() {
    if count >= Self.many {
      for position in indices.reversed()
      where self[position].instance?.holdsLastReference == true {
        self[position].release()
      }
    }
    for position in indices { self[position].release() }
  }
}
