internal import Synchronization

/// The journal of one job.
public final class Journal: Sendable {
  /// The lines that were written.
  private let state = Mutex<[String]>([])

  /// Creates an empty journal.
  public init() {}

  /// The lines, in order.
  public var lines: [String] { state.withLock { $0 } }

  /// Adds a line.
  public func write(_ line: String) { state.withLock { $0.append(line) } }
}
