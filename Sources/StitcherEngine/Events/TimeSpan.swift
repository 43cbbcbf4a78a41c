internal import CStitcherThread

/// A length of time in whole nanoseconds, for systems without `Duration`, which exists from iOS 16
/// on.
package struct TimeSpan: Hashable, Comparable, Sendable {
  private let nanoseconds: UInt64

  /// Creates a length from a number of nanoseconds.
  package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// Creates a length from a number of seconds. Numbers that are too large, and `nan`, become the
  /// longest length; negative numbers become zero.
  package init(seconds: Double) {
    nanoseconds = seconds < 0 ? 0 : UInt64(exactly: (seconds * 1e9).rounded()) ?? .max
  }

  /// Creates a length from a `Duration`. Durations that are too long become the longest length;
  /// negative durations become zero.
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  package init(_ duration: Duration) {
    let (whole, isTooLong) = UInt64(max(0, duration.components.seconds))
      .multipliedReportingOverflow(by: 1_000_000_000)
    let rest = UInt64(max(0, duration.components.attoseconds)) / 1_000_000_000
    nanoseconds = isTooLong || whole > .max - rest ? .max : whole + rest
  }

  /// The length as a `Duration`.
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  package var duration: Duration {
    Duration(
      secondsComponent: Int64(nanoseconds / 1_000_000_000),
      attosecondsComponent: Int64(nanoseconds % 1_000_000_000) * 1_000_000_000)
  }

  /// The length in seconds.
  package var inSeconds: Double { Double(nanoseconds) / 1e9 }

  /// Whether a length is shorter than another.
  package static func < (a: TimeSpan, b: TimeSpan) -> Bool { a.nanoseconds < b.nanoseconds }

  /// The length of time since the start of the system.
  package static var sinceBoot: TimeSpan { TimeSpan(nanoseconds: stitcher_now()) }

  /// The difference of two lengths; zero if the second one is longer.
  package static func - (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    TimeSpan(nanoseconds: a.nanoseconds - min(a, b).nanoseconds)
  }

  /// Suspends the current task for this length of time.
  ///
  /// - Throws: `CancellationError`, if the task is cancelled.
  func sleep() async throws { try await Task.sleep(nanoseconds: min(nanoseconds, .max / 4)) }
}

extension TimeSpan: CustomStringConvertible {
  /// The length in seconds, in the form in which a `Duration` is printed: `2.5 seconds`.
  package var description: String { "\(inSeconds) seconds" }

  /// The length with three digits and a unit, such as `12.3 ms`.
  package var short: String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]
    for (size, unit) in units where Double(nanoseconds) >= size * 0.9995 {
      let value = Double(nanoseconds) / size
      let scale: Double = value < 9.995 ? 100 : value < 99.95 ? 10 : 1
      let rounded = (value * scale).rounded() / scale
      return "\(scale == 1 ? "\(Int(rounded))" : "\(rounded)") \(unit)"
    }
    return "\(nanoseconds) ns"
  }
}
