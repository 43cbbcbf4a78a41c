import Foundation
import Synchronization

/// Where the application writes what it has to say.
public protocol Console: Sendable {
  /// How text is emphasized.
  var style: Style { get }

  /// Writes a line of output.
  func write(_ line: String)

  /// Writes a line about an error.
  func writeError(_ line: String)
}

/// The console of the process: standard output and standard error.
public final class StandardConsole: Console {
  /// How text is emphasized.
  public let style: Style

  /// Whether something could not be written.
  private let failed = Atomic(false)

  /// Creates the console, with colors if standard output is a terminal that wants them.
  public init(environment: [String: String]) {
    let isTerminal = isatty(STDOUT_FILENO) == 1 && environment["TERM"] != "dumb"
    style = Style(isColored: isTerminal && environment["NO_COLOR"] == nil)
  }

  /// Whether output was lost, because a disk is full or a reader is gone.
  public var hasFailed: Bool { failed.load(ordering: .relaxed) }

  /// Writes a line to standard output.
  public func write(_ line: String) { write(line, to: .standardOutput) }

  /// Writes a line to standard error.
  public func writeError(_ line: String) { write(line, to: .standardError) }

  /// Writes a line; what cannot be written is lost, and the program goes on to tidy up.
  private func write(_ line: String, to file: FileHandle) {
    do {
      try file.write(contentsOf: Data((line + "\n").utf8))
    } catch {
      failed.store(true, ordering: .relaxed)
    }
  }
}

/// A console that remembers what was written, without colors.
public final class MemoryConsole: Console {
  /// What was written.
  private let written = Mutex<(output: [String], errors: [String])>(([], []))

  /// How text is emphasized: not at all.
  public let style = Style(isColored: false)

  /// Creates a console on which nothing is written.
  public init() {}

  /// All output, line by line.
  public var output: String { written.withLock { $0.output.joined(separator: "\n") } }

  /// All errors, line by line.
  public var errors: String { written.withLock { $0.errors.joined(separator: "\n") } }

  /// Remembers a line of output.
  public func write(_ line: String) { written.withLock { $0.output.append(line) } }

  /// Remembers a line about an error.
  public func writeError(_ line: String) { written.withLock { $0.errors.append(line) } }
}
