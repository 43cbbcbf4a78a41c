/// What was taken out of a cell, to be let go outside every lock.
struct Remains: Garbage {
  /// The instance, which readers may still be looking at, or zero.
  var instanceBits: UInt = 0

  /// The subscription to the end of the instance's lifetime.
  var subscription: Subscription?

  /// The domain of the readers that may still be looking at the instance; zero if that is not
  /// known.
  var domain: UInt = 0

  /// Whether there is nothing to let go.
  var isEmpty: Bool { instanceBits == 0 && subscription == nil }

  /// Waits for the readers, then lets go. Runs `deinit`s and `cancel()`s.
  func dispose() {
    if instanceBits != 0 { return Reclamation.retire(self, in: domain) }
    release()
  }

  /// Whether an object goes with this.
  fileprivate var holdsLastReference: Bool {
    instanceBits != 0
      && Unmanaged<Instance>.fromBits(instanceBits)._withUnsafeGuaranteedRef {
        $0.holdsLastReference
      }
  }

  /// Lets go of what no reader looks at any more.
  func release() {
    subscription?.receipt.cancel()
    if instanceBits != 0 { Unmanaged<Instance>.fromBits(instanceBits).release() }
  }
}

extension Remains {
  /// Ends places, and lets go of what was in them.
  static func end(_ cells: [Cell]) {
    if cells.isEmpty { return }
    cells.map { $0.end() }.filter { !$0.isEmpty }.dispose()
  }
}

extension [Remains]: Garbage {
  /// The number from which on the order counts.
  private static var many: Int { 1000 }

  /// Lets go of everything as soon as no reader looks any more.
  func dispose() { if !isEmpty { Reclamation.retire(self, in: domain) } }

  /// The domain of the readers that may still be looking at one of the instances.
  var domain: UInt { allSatisfy { $0.domain == self[0].domain } ? first?.domain ?? 0 : 0 }

  /// Lets go of what no reader looks at any more.
  ///
  /// Of very many instances, those that nobody else holds go first, the last one before the others:
  /// instances that hold each other in a chain would else run their `deinit`s within each other,
  /// until the stack is full.
  package func release() {
    guard count >= Self.many else { return forEach { $0.release() } }
    var isGone = [Bool](repeating: false, count: count)
    for position in indices.reversed() where self[position].holdsLastReference {
      isGone[position] = true
      self[position].release()
    }
    for position in indices where !isGone[position] { self[position].release() }
  }
}
