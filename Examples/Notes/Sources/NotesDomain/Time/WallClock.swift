import Foundation

/// A clock for the time of day. Its registration has a name, so that tests and the tour can
/// override the clock.
public protocol WallClock: Sendable {
  /// Returns the current time.
  func now() -> Timestamp
}

/// The clock of the system.
public struct SystemClock: WallClock {
  /// Creates the clock.
  public init() {}

  /// Returns the current time of the system.
  public func now() -> Timestamp { Timestamp(Date()) }
}

/// A clock that advances only when `advance(bySeconds:)` is called.
public final class SteppedClock: WallClock {
  /// The current time of the clock.
  private let time: Guarded<Timestamp>

  /// Creates a clock with a time.
  public init(at time: Timestamp) {
    self.time = Guarded(time)
  }

  /// Returns the current time of the clock.
  public func now() -> Timestamp { time.withLock { $0 } }

  /// Advances the clock. Negative seconds move it back.
  public func advance(bySeconds seconds: Int) {
    time.withLock { $0 = $0.advanced(bySeconds: seconds) }
  }
}
