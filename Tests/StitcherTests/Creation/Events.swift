import StitcherTestSupport

/// What has happened, in order.
final class Events: Sendable {
  private let events = Box<[String]>([])

  /// Adds what has happened.
  func append(_ event: String) { events.change { $0.append(event) } }

  /// All so far.
  var all: [String] { events.value }
}
