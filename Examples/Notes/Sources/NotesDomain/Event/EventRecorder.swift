public import Stitcher

/// Remembers what happened, from the moment the application starts.
///
/// A channel does not repeat what was sent, so the recorder has to exist before the first event. It
/// is registered as eager: the graph makes it when its container is activated, though nobody has
/// asked for it yet.
public final class EventRecorder: Sendable {
  /// An event and when it was heard of.
  public struct Entry: Hashable, Sendable {
    /// When the event was heard of.
    public let time: Timestamp

    /// What happened.
    public let event: Event
  }

  /// Where events come from.
  private let channel: EventChannel

  /// Tells when an event was heard of.
  private let clock: any WallClock

  /// What was heard so far.
  private let heard = Guarded<[Entry]>([])

  /// Creates a recorder, which listens once ``didInstantiate()`` was called.
  public init(channel: EventChannel, clock: any WallClock) {
    self.channel = channel
    self.clock = clock
  }

  /// All that was heard, in order.
  public var entries: [Entry] { heard.withLock { $0 } }

  /// The events that were heard, in order.
  public var events: [Event] { entries.map(\.event) }

  /// Remembers an event.
  private func record(_ event: Event) {
    let entry = Entry(time: clock.now(), event: event)
    heard.withLock { $0.append(entry) }
  }
}

extension EventRecorder: PostInstantiationAware {
  /// Starts to listen; the graph calls this once, when it has made the recorder.
  public func didInstantiate() {
    channel.listen { [weak self] event in self?.record(event) }
  }
}
