import Foundation

/// Tells the time of day; registered by name, so that tests and the tour put another in its place.
public protocol WallClock: Sendable {
  /// Returns the present moment.
  func now() -> Timestamp
}

/// The clock of the system.
public struct SystemClock: WallClock {
  /// Creates the clock.
  public init() {}

  /// Returns the present moment, as the system sees it.
  public func now() -> Timestamp { Timestamp(Date()) }
}

/// A clock that moves only when it is told to.
public final class SteppedClock: WallClock {
  /// Where the clock stands.
  private let time: Guarded<Timestamp>

  /// Creates a clock that stands at a moment.
  public init(at time: Timestamp) {
    self.time = Guarded(time)
  }

  /// Returns the moment at which the clock stands.
  public func now() -> Timestamp { time.withLock { $0 } }

  /// Moves the clock forward, or back if the seconds are negative.
  public func advance(bySeconds seconds: Int) {
    time.withLock { $0 = $0.advanced(bySeconds: seconds) }
  }
}
