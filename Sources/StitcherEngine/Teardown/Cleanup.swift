/// The steps that run when an instance is evicted.
///
/// They cancel its subscription, tear it down, and notify observers.
///
/// Most cells have no cleanup.
package final class Cleanup: Sendable {
  /// The subscription to the end of the instance's lifetime; `nil` if there is none.
  ///
  /// `nil` if no source ends the lifetime.
  let receipt: Cancellation?

  /// The registration of the instance.
  ///
  /// `nil` if the instance can have neither a teardown nor observers.
  let registration: Registration?

  /// The graph that has created the instance.
  ///
  /// `nil` if the instance can have neither a teardown nor observers.
  let graph: GraphReference?

  /// The observers that the graph had when the creation began; `nil` if it had none.
  let observers: GraphEvents?

  /// Creates the cleanup of an instance.
  ///
  /// Returns `nil` if the eviction needs no steps.
  ///
  /// - Parameters:
  ///   - receipt: The subscription to the source that ends the instance's lifetime, if there is
  ///     one.
  ///   - registration: The registration of the instance.
  ///   - graph: The graph that creates the instance, if it is known.
  ///   - isWatched: Whether the graph has observers.
  init?(
    receipt: Cancellation? = nil, _ registration: Registration, in graph: Graph?,
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
}
