/// The log of one request.
final class RequestLog: Sendable {
  /// The prefix of each line.
  private let prefix: String

  /// The lines that were written.
  private let state = Guarded<[String]>([])

  /// Counts the instance.
  private let life: Life

  /// Creates an empty log.
  init(for request: Request, counts: Counts) {
    prefix = "\(request.tenant) \(request.id): "
    life = Life(counts)
  }

  /// The lines, in order.
  var lines: [String] { state.withLock { $0 } }

  /// Adds a line.
  func write(_ text: String) { state.withLock { $0.append(prefix + text) } }
}

/// The destination of the logs. The program registers a sink: see ``DependencyContainer/orders()``.
public protocol LogSink: Sendable {
  /// Stores the lines of a completed request.
  func write(_ lines: [String])
}
