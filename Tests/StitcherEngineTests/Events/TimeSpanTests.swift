import StitcherEngine
import Testing

/// Lengths of time, which exist before `Duration`.
@Suite struct TimeSpanTests {
  static let durations: [Duration] = [
    .zero, .nanoseconds(1), .milliseconds(2.5), .seconds(0.1), .seconds(1.999999999),
    .seconds(-1.5), .nanoseconds(-1), .seconds(Int64.max), .seconds(Int64.min),
  ]

  @Test(arguments: durations) func aDurationIsKept(_ duration: Duration) {
    let span = TimeSpan(duration)
    #expect(span.duration == duration)
    #expect("\(span)" == "\(duration)")
    #expect(abs(span.inSeconds - duration / .seconds(1)) <= abs(span.inSeconds) * 1e-15)
  }

  @Test(arguments: durations, durations)
  func theOrderIsThatOfDurations(_ one: Duration, _ other: Duration) {
    #expect((TimeSpan(one) < TimeSpan(other)) == (one < other))
    #expect((TimeSpan(one) == TimeSpan(other)) == (one == other))
  }

  @Test(arguments: [0, 0.5, 2.5, 3_000_000_000, -0.25])
  func secondsAreThoseOfDurations(_ seconds: Double) {
    #expect(TimeSpan(seconds: seconds) == TimeSpan(.seconds(seconds)))
  }

  @Test func numbersThatAreTooLargeAreTheLongestLength() {
    let longest = TimeSpan(.seconds(Int64.max))
    for seconds in [.infinity, .nan, 1e30] { #expect(TimeSpan(seconds: seconds) == longest) }
    #expect(TimeSpan(seconds: -1e30) == TimeSpan(.seconds(Int64.min)))
  }

  @Test func nanosecondsAreExact() {
    #expect(TimeSpan(nanoseconds: 1_500_000_001).duration == .nanoseconds(1_500_000_001))
    #expect(TimeSpan(nanoseconds: .max).inSeconds > 1.8e10)
    let (one, two) = (TimeSpan(nanoseconds: 1_000_000_001), TimeSpan(nanoseconds: 2_000_000_000))
    #expect(two - one == TimeSpan(nanoseconds: 999_999_999))
    #expect(one - two == TimeSpan(nanoseconds: 0))
  }
}
