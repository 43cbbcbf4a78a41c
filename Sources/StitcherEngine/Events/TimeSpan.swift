internal import CStitcherThread

/// A length of time.
///
/// It replaces `Duration`, which exists only from iOS 16 on.
package struct TimeSpan: Hashable, Comparable, Sendable {
  /// The whole seconds of the time span.
  private let seconds: Int64

  /// The rest of the time span in attoseconds, with the same sign as the seconds.
  private let attoseconds: Int64

  /// Creates a time span from a number of nanoseconds.
  package init(nanoseconds: UInt64) {
    seconds = Int64(nanoseconds / 1_000_000_000)
    attoseconds = Int64(nanoseconds % 1_000_000_000) * 1_000_000_000
  }

  /// Creates a time span from a number of seconds.
  ///
  /// Numbers that are too large, and `nan`, become the longest time span.
  package init(seconds: Double) {
    let whole = seconds.rounded(.towardZero)
    self.seconds = Int64(exactly: whole) ?? (seconds < 0 ? .min : .max)
    attoseconds = Int64(exactly: ((seconds - whole) * 1e18).rounded()) ?? 0
  }

  /// Creates a time span from a `Duration`.
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  package init(_ duration: Duration) { (seconds, attoseconds) = duration.components }

  /// The time span as a `Duration`.
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  package var duration: Duration {
    Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
  }

  /// The time span in seconds.
  package var inSeconds: Double { Double(seconds) + Double(attoseconds) * 1e-18 }

  /// Whether the first time span is shorter than the second one.
  package static func < (a: TimeSpan, b: TimeSpan) -> Bool {
    (a.seconds, a.attoseconds) < (b.seconds, b.attoseconds)
  }

  /// The time since the start of the system.
  package static var sinceBoot: TimeSpan { TimeSpan(nanoseconds: stitcher_now()) }

  /// The difference of two time spans; zero if the second one is longer.
  ///
  /// Both are whole numbers of nanoseconds.
  package static func - (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    a < b ? TimeSpan(nanoseconds: 0) : TimeSpan(nanoseconds: a.nanoseconds - b.nanoseconds)
  }

  /// The time span in whole nanoseconds. It must not be negative.
  var nanoseconds: UInt64 { UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000 }

  /// Suspends the current task for this time span.
  ///
  /// Time during which the system sleeps may not count.
  ///
  /// - Throws: `CancellationError`, if the task is cancelled.
  func sleep() async throws {
    try await Task.sleep(nanoseconds: UInt64(max(0, min(inSeconds * 1e9, 4e18))))
  }
}

extension TimeSpan: CustomStringConvertible {
  /// The time span in seconds, printed like a `Duration`: `2.5 seconds`.
  package var description: String { "\(inSeconds) seconds" }

  /// The time span with three digits and a unit, such as `12.3 ms`.
  package var short: String {
    let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]
    for (size, unit) in units where nanoseconds >= size * 0.9995 {
      let value = nanoseconds / size
      let scale: Double = value < 9.995 ? 100 : value < 99.95 ? 10 : 1
      let rounded = (value * scale).rounded() / scale
      return "\(scale == 1 ? "\(Int(rounded))" : "\(rounded)") \(unit)"
    }
    return "\(Int(nanoseconds)) ns"
  }
}
