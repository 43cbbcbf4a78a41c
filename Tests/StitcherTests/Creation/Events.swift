import StitcherTestSupport
import Synchronization

/// What has happened, in order.
final class Events: Sendable {
  private let events = Mutex<[String]>([])

  /// Adds what has happened.
  func append(_ event: String) { events.withLock { $0.append(event) } }

  /// All so far.
  var all: [String] { events.withLock { $0 } }
}
