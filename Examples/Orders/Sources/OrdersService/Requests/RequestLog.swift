/// What happens in one request.
final class RequestLog: Sendable {
  /// What each line begins with.
  private let prefix: String

  /// The lines so far.
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

/// Where the logs of requests go. The program declares one: see ``DependencyContainer/orders()``.
public protocol LogSink: Sendable {
  /// Takes the lines of a request that is over.
  func write(_ lines: [String])
}
