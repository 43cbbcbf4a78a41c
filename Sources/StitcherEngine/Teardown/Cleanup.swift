/// What is done when an instance is evicted: its subscription is cancelled, it is torn down, and
/// observers are notified. Most cells have no cleanup.
package final class Cleanup: Sendable {
  /// The subscription to the end of the instance's lifetime.
  let receipt: (any LifetimeReceipt)?

  /// The registration of the instance, if it may have a teardown or observers.
  let registration: Registration?

  /// The graph that created the instance, if the instance may have a teardown or observers.
  let graph: GraphReference?

  /// The observers, if there were any when the creation began.
  let observers: GraphEvents?

  /// Creates the cleanup of an instance; nil if there is nothing to do.
  ///
  /// - Parameters:
  ///   - graph: The graph that creates the instance, if it is known.
  ///   - isWatched: Whether the graph has observers.
  init?(
    receipt: (any LifetimeReceipt)? = nil, _ registration: Registration, in graph: Graph?,
    isWatched: Bool
  ) {
    let isNeeded = registration.mayHaveTeardown || isWatched
    if receipt == nil, !isNeeded { return nil }
    self.receipt = receipt
    self.registration = isNeeded ? registration : nil
    self.graph = isNeeded ? graph?.reference : nil
    observers = isWatched ? graph?.events : nil
  }

  /// Whether the instance has to be torn down.
  var hasTeardown: Bool { registration?.hasTeardown == true }

  /// Notifies the observers of the release of the instance.
  func notifyOfRelease() {
    guard let registration else { return }
    observers?.tell(.released(registration.undecorated))
  }
}
