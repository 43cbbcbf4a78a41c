public import Stitcher

/// Records all events from the start of the application.
///
/// A channel does not repeat events, so the recorder must exist before the first event. Its
/// registration is eager: the graph creates the recorder when its container is activated.
public final class EventRecorder: Sendable {
  /// An event and the time of its arrival.
  public struct Entry: Hashable, Sendable {
    /// The time of the event's arrival.
    public let time: Timestamp

    /// The event.
    public let event: Event
  }

  /// The channel of events.
  private let channel: EventChannel

  /// The clock for arrival times.
  private let clock: any WallClock

  /// The recorded events.
  private let heard = Guarded<[Entry]>([])

  /// Creates a recorder, which starts in ``didInstantiate()``.
  public init(channel: EventChannel, clock: any WallClock) {
    self.channel = channel
    self.clock = clock
  }

  /// All recorded entries, in order.
  public var entries: [Entry] { heard.withLock { $0 } }

  /// All recorded events, in order.
  public var events: [Event] { entries.map(\.event) }

  /// Records an event.
  private func record(_ event: Event) {
    let entry = Entry(time: clock.now(), event: event)
    heard.withLock { $0.append(entry) }
  }
}

extension EventRecorder: PostInstantiationAware {
  /// Starts to record. The graph calls this method once, after it has created the recorder.
  public func didInstantiate() {
    channel.listen { [weak self] event in self?.record(event) }
  }
}
