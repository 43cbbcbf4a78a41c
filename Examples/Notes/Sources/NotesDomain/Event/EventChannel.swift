/// Carries events from those who cause them to those who listen.
public final class EventChannel: Sendable {
  /// What is called for each event.
  public typealias Listener = @Sendable (Event) -> Void

  /// Who listens, in order of arrival.
  private let listeners = Guarded<[Listener]>([])

  /// Creates a channel to which nobody listens.
  public init() {}

  /// Calls a listener for every event from now on; what was sent before is not repeated.
  public func listen(_ listener: @escaping Listener) {
    listeners.withLock { $0.append(listener) }
  }

  /// Tells all listeners of an event, on this thread, before it returns.
  public func send(_ event: Event) {
    // Outside the lock: a listener may send or listen.
    let current = listeners.withLock { $0 }
    for listener in current { listener(event) }
  }
}
