public import Stitch

/// A log of the program.
public protocol Logger: Sendable {
  /// Writes a line.
  func log(_ line: String)
}

/// Writes to the standard output.
struct ConsoleLogger: Logger {
  func log(_ line: String) { print(line) }
}

extension DependencyMap {
  private struct LoggerKey: DependencyKey {
    static let dependency: any Logger = ConsoleLogger()
  }

  /// The log of the program.
  public var logger: any Logger {
    get { resolve(key: LoggerKey.self) }
    set { register(key: LoggerKey.self, dependency: newValue) }
  }
}
