import Foundation
import Synchronization

/// The destination of the application's output.
public protocol Console: Sendable {
  /// The style of emphasized text.
  var style: Style { get }

  /// Writes a line of output.
  func write(_ line: String)

  /// Writes a line of an error.
  func writeError(_ line: String)
}

/// The console of the process: standard output and standard error.
public final class StandardConsole: Console {
  /// The style of emphasized text.
  public let style: Style

  /// Whether writing has failed.
  private let failed = Atomic(false)

  /// Creates the console. The output is colored if the standard output is a terminal with colors.
  public init(environment: [String: String]) {
    let isTerminal = isatty(STDOUT_FILENO) == 1 && environment["TERM"] != "dumb"
    style = Style(isColored: isTerminal && environment["NO_COLOR"] == nil)
  }

  /// Whether output was lost, because a disk is full or a pipe is closed.
  public var hasFailed: Bool { failed.load(ordering: .relaxed) }

  /// Writes a line to standard output.
  public func write(_ line: String) { write(line, to: .standardOutput) }

  /// Writes a line to standard error.
  public func writeError(_ line: String) { write(line, to: .standardError) }

  /// Writes a line. A failure is recorded, and the program continues.
  private func write(_ line: String, to file: FileHandle) {
    do {
      try file.write(contentsOf: Data((line + "\n").utf8))
    } catch {
      failed.store(true, ordering: .relaxed)
    }
  }
}

/// A console that stores its output, without colors.
public final class MemoryConsole: Console {
  /// The output and the errors.
  private let written = Mutex<(output: [String], errors: [String])>(([], []))

  /// The style without emphasis.
  public let style = Style(isColored: false)

  /// Creates an empty console.
  public init() {}

  /// The whole output.
  public var output: String { written.withLock { $0.output.joined(separator: "\n") } }

  /// All errors.
  public var errors: String { written.withLock { $0.errors.joined(separator: "\n") } }

  /// Stores a line of output.
  public func write(_ line: String) { written.withLock { $0.output.append(line) } }

  /// Stores a line of an error.
  public func writeError(_ line: String) { written.withLock { $0.errors.append(line) } }
}
