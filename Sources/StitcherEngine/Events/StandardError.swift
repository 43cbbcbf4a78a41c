internal import CStitcherThread

/// Prints a line to the standard error.
///
/// The line does not mix with the program's output.
///
/// - Parameter line: The line, without a line break at its end.
package func printError(_ line: String) { stitcher_print_error(line) }

/// The keys for which ``printOnce(_:for:)`` has already printed a line.
private let printed = Lock(Set<String>())

/// Prints a line to the standard error, unless a line was printed for the same key before.
///
/// When the call returns, the line has been printed, by this or another thread.
///
/// - Parameters:
///   - line: The line, without the library's name.
///   - key: The subject of the line, such as a source location.
package func printOnce(_ line: String, for key: String) {
  printed.withLock { keys in
    if keys.insert(key).inserted { printError("Stitcher: \(line)") }
  }
}
