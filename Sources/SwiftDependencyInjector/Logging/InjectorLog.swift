internal import StitcherEngine

/// The log of the library, which is printed to the standard error.
package enum InjectorLog {
  /// Whether informational messages are printed. Has no effect while error messages are turned off.
  private static let printsInfo = AtomicBox<Bool>(true)

  /// Whether error messages are printed.
  private static let printsErrors = AtomicBox<Bool>(true)

  /// The object that receives all messages that the current task logs, instead of the standard
  /// error; `nil` by default.
  @TaskLocal package static var capture: Capture?

  /// An object that receives the lines of the log. Its type is a class, since the optimizer loses
  /// the type of a closure in a task-local value.
  package final class Capture: Sendable {
    /// The closure that receives each line of the log.
    let write: @Sendable (String) -> Void

    /// Creates an object that passes the lines of the log to the given closure.
    package init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }
  }

  /// Logs an informational message, unless such messages are turned off.
  static func info(_ text: @autoclosure () -> String) {
    if isInfoWritten { write("::: DEPENDENCY INJECTOR -> \(text())") }
  }

  /// Logs a problem, unless error messages are turned off.
  static func error(_ problem: @autoclosure () -> InjectionProblem) {
    if areErrorsWritten { write(problem()) }
  }

  // The following functions are not inlined, since they would enlarge each caller.

  /// Whether an informational message that is logged now would be written.
  @inline(never) private static var isInfoWritten: Bool {
    let isOn = printsInfo.load(ordering: .relaxed) && printsErrors.load(ordering: .relaxed)
    return isOn || capture != nil
  }

  /// Whether an error message that is logged now would be written.
  @inline(never) private static var areErrorsWritten: Bool {
    printsErrors.load(ordering: .relaxed) || capture != nil
  }

  /// Writes a problem to the log as an error message.
  @inline(never) private static func write(_ problem: InjectionProblem) {
    write("::: DEPENDENCY INJECTOR ERROR: \(problem.name) -> \(problem.message)")
  }

  /// Turns off informational messages; if forced, also error messages.
  static func turnOff(forced: Bool) {
    printsInfo.store(false, ordering: .relaxed)
    if forced { printsErrors.store(false, ordering: .relaxed) }
  }

  /// Turns on informational messages and error messages.
  static func turnOn() {
    printsErrors.store(true, ordering: .relaxed)
    printsInfo.store(true, ordering: .relaxed)
  }

  /// Writes a line of the log to the object that receives the current task's messages or, if there
  /// is none, to the standard error; holds no lock meanwhile.
  @inline(never) private static func write(_ line: String) {
    if let capture { capture.write(line) } else { printError(line) }
  }
}
