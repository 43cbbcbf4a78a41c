internal import CStitcherThread

/// Prints a line to the standard error, where it does not mix with what a program prints.
///
/// - Parameter line: The line, without its end.
package func printError(_ line: String) { stitcher_print_error(line) }
