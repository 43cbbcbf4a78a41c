internal import CStitcherThread

/// Prints a line to the standard error, where it does not mix with what a program prints.
///
/// - Parameter line: The line, without its end.
package func printError(_ line: String) { stitcher_print_error(line) }

/// What was printed once.
private let printed = Lock(Set<String>())

/// Prints a line of the library to the standard error, unless one was printed for the same key.
/// When it returns, the line was printed, whichever thread did so.
///
/// - Parameters:
///   - line: The line, without the library's name.
///   - key: What the line is about, such as a place.
package func printOnce(_ line: String, for key: String) {
  printed.withLock { keys in
    if keys.insert(key).inserted { printError("Stitcher: \(line)") }
  }
}
