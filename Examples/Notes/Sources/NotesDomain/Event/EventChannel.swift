/// A channel for events.
public final class EventChannel: Sendable {
  /// A closure that is called for each event.
  public typealias Listener = @Sendable (Event) -> Void

  /// The listeners, in the order of registration.
  private let listeners = Guarded<[Listener]>([])

  /// Creates a channel without listeners.
  public init() {}

  /// Adds a listener for later events. Earlier events are not repeated.
  public func listen(_ listener: @escaping Listener) {
    listeners.withLock { $0.append(listener) }
  }

  /// Calls all listeners on this thread before it returns.
  public func send(_ event: Event) {
    // The listeners run outside the lock, so that they may send events and add listeners.
    let current = listeners.withLock { $0 }
    for listener in current { listener(event) }
  }
}
