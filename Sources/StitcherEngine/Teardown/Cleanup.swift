/// The work to do when an instance is evicted, such as its teardown and the notification of
/// observers.
///
/// Most cells have no cleanup.
package final class Cleanup: Sendable {
  /// Cancels the subscription that evicts the instance at the end of its lifetime.
  ///
  /// `nil` if no source ends the lifetime.
  let unsubscribe: (@Sendable () -> Void)?

  /// The registration of the instance.
  ///
  /// `nil` if the instance can have neither a teardown nor observers.
  let registration: Registration?

  /// The registration's teardown, if there is one and it cannot change; otherwise `nil`.
  ///
  /// With it, an eviction need not read the registration. For very many instances, such reads are
  /// slow.
  private let fixedTeardown: Teardown?

  /// The graph that has created the instance; `nil` if no teardown or observer needs the graph.
  let graph: GraphReference?

  /// The observers of the graph when the creation of the instance began; `nil` if there were none.
  let observers: GraphEvents?

  /// Creates the cleanup for an instance; returns `nil` if its eviction needs no cleanup.
  ///
  /// - Parameters:
  ///   - unsubscribe: Cancels the subscription to the source that ends the instance's lifetime, if
  ///     there is one.
  ///   - registration: The registration of the instance.
  ///   - graph: The graph that creates the instance, if it is known.
  ///   - isWatched: Whether the graph has observers.
  init?(
    unsubscribe: (@Sendable () -> Void)? = nil, _ registration: Registration, in graph: Graph?,
    isWatched: Bool
  ) {
    let isNeeded = registration.mayHaveTeardown || isWatched
    if unsubscribe == nil, !isNeeded { return nil }
    self.unsubscribe = unsubscribe
    self.registration = isNeeded ? registration : nil
    fixedTeardown = registration.attachedTeardown == nil ? registration.declaredTeardown : nil
    self.graph = isNeeded ? graph?.reference : nil
    observers = isWatched ? graph?.events : nil
  }

  /// Whether the instance has to be torn down.
  var hasTeardown: Bool { fixedTeardown != nil || registration?.hasTeardown == true }

  /// The current teardown of the instance; `nil` if there is none.
  ///
  /// Call this getter outside every lock, since a teardown may be released.
  var teardown: Teardown? { fixedTeardown ?? registration?.teardown }
}
