/// The steps that run when an instance is evicted: cancel its subscription, tear it down, and
/// notify observers.
///
/// Most cells have no cleanup.
package final class Cleanup: Sendable {
  /// The subscription to the source that ends the instance's lifetime; `nil` if there is no such
  /// source.
  let receipt: (any LifetimeReceipt)?

  /// The registration of the instance, if it may have a teardown or observers.
  let registration: Registration?

  /// The graph that created the instance, if the instance may have a teardown or observers.
  let graph: GraphReference?

  /// The observers of the graph, if it had any when the creation began.
  let observers: GraphEvents?

  /// Creates the cleanup of an instance; `nil` if its eviction needs no steps.
  ///
  /// - Parameters:
  ///   - receipt: The subscription to the source that ends the instance's lifetime, if there is
  ///     one.
  ///   - registration: The registration of the instance.
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
}
