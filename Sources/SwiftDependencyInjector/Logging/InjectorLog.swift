internal import StitcherEngine

/// The log of the library, printed to the standard error, apart from the program's own output.
package enum InjectorLog {
  /// Whether informational messages are printed, provided that errors are printed as well.
  private static let printsInfo = AtomicBox<Bool>(true)

  /// Whether errors are printed.
  private static let printsErrors = AtomicBox<Bool>(true)

  /// The receiver of all messages of the current task, used instead of the standard error; `nil` by
  /// default.
  @TaskLocal package static var capture: Capture?

  /// A receiver of log lines. The type is a class, since the optimizer loses the type of a closure
  /// in a task-local value.
  package final class Capture: Sendable {
    /// The closure that receives each line.
    let write: @Sendable (String) -> Void

    /// Creates a receiver from a closure.
    package init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }
  }

  /// Logs an informational message, if such messages are turned on.
  static func info(_ text: @autoclosure () -> String) {
    if isInfoWritten { write("::: DEPENDENCY INJECTOR -> \(text())") }
  }

  /// Logs a problem, if errors are turned on.
  static func error(_ problem: @autoclosure () -> InjectionProblem) {
    if areErrorsWritten { write(problem()) }
  }

  // The following functions are not inlined, since they would enlarge each caller.

  /// Whether an informational message would be printed now.
  @inline(never) private static var isInfoWritten: Bool {
    let isOn = printsInfo.load(ordering: .relaxed) && printsErrors.load(ordering: .relaxed)
    return isOn || capture != nil
  }

  /// Whether an error would be printed now.
  @inline(never) private static var areErrorsWritten: Bool {
    printsErrors.load(ordering: .relaxed) || capture != nil
  }

  /// Writes a problem to the log.
  @inline(never) private static func write(_ problem: InjectionProblem) {
    write("::: DEPENDENCY INJECTOR ERROR: \(problem.name) -> \(problem.message)")
  }

  /// Turns off informational messages, or all messages if forced.
  static func turnOff(forced: Bool) {
    printsInfo.store(false, ordering: .relaxed)
    if forced { printsErrors.store(false, ordering: .relaxed) }
  }

  /// Turns informational messages and errors on.
  static func turnOn() {
    printsErrors.store(true, ordering: .relaxed)
    printsInfo.store(true, ordering: .relaxed)
  }

  /// Writes a line to the receiver or the standard error, without holding a lock.
  @inline(never) private static func write(_ line: String) {
    if let capture { capture.write(line) } else { printError(line) }
  }
}
