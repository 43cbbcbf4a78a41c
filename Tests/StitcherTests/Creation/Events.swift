import StitcherTestSupport

/// A log of events, in order.
final class Events: Sendable {
  private let events = Box<[String]>([])

  func append(_ event: String) { events.change { $0.append(event) } }

  var all: [String] { events.value }
}
