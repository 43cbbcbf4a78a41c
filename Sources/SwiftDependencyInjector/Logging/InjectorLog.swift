internal import Synchronization

/// What the library prints.
package enum InjectorLog {
  /// Whether lines of information are printed, if errors are.
  private static let printsInfo = Atomic<Bool>(true)

  /// Whether errors are printed.
  private static let printsErrors = Atomic<Bool>(true)

  /// Takes the lines of the current task instead of the standard output.
  @TaskLocal package static var capture: (@Sendable (String) -> Void)?

  /// Prints information, unless that is turned off.
  static func info(_ text: @autoclosure () -> String) {
    guard printsInfo.load(ordering: .relaxed), printsErrors.load(ordering: .relaxed) else { return }
    write("::: DEPENDENCY INJECTOR -> \(text())")
  }

  /// Prints a problem, unless that is turned off.
  static func error(_ problem: @autoclosure () -> InjectionProblem) {
    guard printsErrors.load(ordering: .relaxed) else { return }
    let problem = problem()
    write("::: DEPENDENCY INJECTOR ERROR: \(problem.name) -> \(problem.message)")
  }

  /// Turns information off, or everything.
  static func turnOff(forced: Bool) {
    printsInfo.store(false, ordering: .relaxed)
    if forced { printsErrors.store(false, ordering: .relaxed) }
  }

  /// Turns everything on.
  static func turnOn() {
    printsErrors.store(true, ordering: .relaxed)
    printsInfo.store(true, ordering: .relaxed)
  }

  /// Prints a line. No lock is held here.
  private static func write(_ line: String) {
    if let capture { capture(line) } else { print(line) }
  }
}
