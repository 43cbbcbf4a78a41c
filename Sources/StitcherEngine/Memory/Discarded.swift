/// What was taken out of a cell, to be let go outside every lock.
package struct Discarded: Sendable {
  /// The instance, which readers may still be looking at.
  var instance: Instance?

  /// What has to be done when the instance goes.
  var departure: Departure?

  /// What is being created in the same place, and nobody will find.
  var late: LateArrival?

  /// The arguments for which the instance was made, if its place has ended.
  var arguments: ArgumentValues?

  /// Whether there is nothing to let go.
  var isEmpty: Bool { instance == nil && departure == nil && late == nil && arguments == nil }

  /// Whether an object goes with the instance: nobody else holds it, and it is not torn down
  /// before.
  fileprivate var goesWithItsInstance: Bool {
    departure?.hasTeardown != true && instance?.holdsLastReference == true
  }

  /// Whether the instance has to be torn down, and may go with what holds it if it is kept weakly.
  ///
  /// Nothing of anybody else's runs when that one is released.
  fileprivate var isTornDownIfHeld: Bool {
    guard let departure, departure.hasTeardown else { return false }
    return departure.receipt == nil || instance?.reference != nil
  }

  /// Waits for the readers, then lets go. Runs `deinit`s, `cancel()`s and teardowns.
  ///
  /// - Parameter endings: What has begun for it.
  package consuming func dispose(_ endings: consuming Endings = Endings()) {
    release(waitingForReaders: &endings)
    endings.start()
  }

  /// Waits for the readers, then lets go.
  ///
  /// - Parameter endings: Gets the instance, if it has to be torn down.
  mutating func release(waitingForReaders endings: inout Endings) {
    if instance != nil { Reclamation.waitForReaders() }
    release(&endings)
  }

  /// Lets go of what no reader looks at any more.
  ///
  /// - Parameter endings: Gets the instance, if it has to be torn down.
  mutating func release(_ endings: inout Endings) {
    let (instance, departure, late) = (instance, departure, late)
    self = Discarded()
    if let late { endings.add(late) }
    guard let departure else { return }
    departure.receipt?.cancel()
    if let instance {
      endings.add(released: departure)
      if let ending = departure.ending(of: instance) { endings.add(ending) }
    }
  }
}

extension Cell {
  /// Ends the place, waits for the readers, and lets go of what was in it.
  package func endAndDispose() {
    var endings = Endings()
    endings.begin(emptying: [self])
    [Discarded].end([self], &endings)
    endings.start()
  }
}

extension [Discarded] {
  /// The number from which on the order counts.
  private static var many: Int { 1000 }

  /// Ends places, waits for the readers, and lets go of what was in them.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  static func end(_ cells: [Cell], _ endings: inout Endings) {
    let discarded = cells.end()
    if discarded.allSatisfy(\.isEmpty) { return }
    Reclamation.waitForReaders()
    discarded.release(&endings)
  }

  /// Ends places of which no reader knows, and lets go of what was in them.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  static func end(unread cells: [Cell], _ endings: inout Endings) {
    // A request's graph often has one.
    if cells.count == 1, !cells[0].hasMembers {
      var discarded = cells[0].end()
      discarded.release(&endings)
    } else {
      cells.end().release(&endings)
    }
  }

  /// Waits for the readers, then lets go of everything, and tears down what has to be.
  package consuming func dispose() {
    var endings = Endings()
    dispose(&endings)
    endings.start()
  }

  /// Waits for the readers, then lets go of everything.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  package consuming func dispose(_ endings: inout Endings) {
    if allSatisfy(\.isEmpty) { return }
    Reclamation.waitForReaders()
    release(&endings)
  }

  /// Lets go of what no reader looks at any more.
  ///
  /// What has to be torn down is held first: others may be all that holds what is kept weakly.
  /// Then, of very many instances, those that nobody else holds go, the last one before the others:
  /// instances that hold each other in a chain would else run their `deinit`s within each other,
  /// until the stack is full.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  consuming func release(_ endings: inout Endings) {
    for position in indices where self[position].isTornDownIfHeld {
      self[position].release(&endings)
    }
    if count >= Self.many {
      for position in indices.reversed()
      where self[position].goesWithItsInstance {
        self[position].release(&endings)
      }
    }
    for position in indices where !self[position].isEmpty { self[position].release(&endings) }
  }
}
