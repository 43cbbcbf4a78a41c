internal import StitcherEngine

/// What the library prints, to the standard error: there it does not mix with what a program, or
/// what runs its tests, prints.
package enum InjectorLog {
  /// Whether lines of information are printed, if errors are.
  private static let printsInfo = AtomicBox<Bool>(true)

  /// Whether errors are printed.
  private static let printsErrors = AtomicBox<Bool>(true)

  /// Takes the lines of the current task, all of them, instead of the standard error.
  @TaskLocal package static var capture: Capture?

  /// What takes lines: an object, since the optimizer loses the type of a closure in
  /// a task-local value.
  package final class Capture: Sendable {
    /// Takes a line.
    let write: @Sendable (String) -> Void

    /// Keeps a closure.
    package init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }
  }

  /// Prints information, unless that is turned off.
  static func info(_ text: @autoclosure () -> String) {
    if isInfoWritten { write("::: DEPENDENCY INJECTOR -> \(text())") }
  }

  /// Prints a problem, unless that is turned off.
  static func error(_ problem: @autoclosure () -> InjectionProblem) {
    if areErrorsWritten { write(problem()) }
  }

  // Out of line: what follows is long, and would stand wherever something is logged.

  /// Whether lines of information go anywhere.
  @inline(never) private static var isInfoWritten: Bool {
    let isOn = printsInfo.load(ordering: .relaxed) && printsErrors.load(ordering: .relaxed)
    return isOn || capture != nil
  }

  /// Whether errors go anywhere.
  @inline(never) private static var areErrorsWritten: Bool {
    printsErrors.load(ordering: .relaxed) || capture != nil
  }

  /// Prints a problem.
  @inline(never) private static func write(_ problem: InjectionProblem) {
    write("::: DEPENDENCY INJECTOR ERROR: \(problem.name) -> \(problem.message)")
  }

  /// Turns information off, or everything.
  static func turnOff(forced: Bool) {
    printsInfo.store(false, ordering: .relaxed)
    if forced { printsErrors.store(false, ordering: .relaxed) }
  }

  /// Prints information and errors from now on.
  static func turnOn() {
    printsErrors.store(true, ordering: .relaxed)
    printsInfo.store(true, ordering: .relaxed)
  }

  /// Prints a line. No lock is held here.
  @inline(never) private static func write(_ line: String) {
    if let capture { capture.write(line) } else { printError(line) }
  }
}
