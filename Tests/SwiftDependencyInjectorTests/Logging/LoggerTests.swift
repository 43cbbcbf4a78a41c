import StitcherEngine
import SwiftDependencyInjector
import Testing

/// The printed log lines. The switches belong to the process, so each test has a separate process.
@Suite(.timeLimit(.minutes(20))) struct LoggerTests {
  /// Logs one line of information and one error.
  @Sendable static func log(_ mark: String) {
    let injector = Injector.global
    injector.clear()
    injector.updateDependencyKey(of: Int.self, newKey: mark)
  }

  /// Prints a separator.
  @Sendable static func mark() { printError("---") }

  /// Returns the kinds of the lines that a program printed, in order.
  private func printed(_ result: ExitTest.Result?) -> [String] {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
      .compactMap { line in
        if line.hasPrefix("::: DEPENDENCY INJECTOR -> All registered abstractions") {
          return "info"
        }
        if line.hasPrefix("::: DEPENDENCY INJECTOR ERROR: NotAbstrationFound -> No registered") {
          return "error"
        }
        return line == "---" ? "---" : nil
      }
  }

  @Test func everythingIsPrintedUntilItIsTurnedOff() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      LoggerTests.log("on")
      Injector.global.turnOffLogger()
      LoggerTests.mark()
      LoggerTests.log("unforced")
      Injector.build(context: .custom(name: "other")).turnOffLogger(forced: true)
      LoggerTests.mark()
      LoggerTests.log("forced")
      Injector.global.turnOffLogger(forced: false)
      LoggerTests.mark()
      LoggerTests.log("unforced after forced")
      Injector.global.turnOnLogger()
      LoggerTests.mark()
      LoggerTests.log("on again")
    }
    #expect(
      printed(result) == [
        "info", "error", "---", "error", "---", "---", "---", "info", "error",
      ])
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(!output.contains("DEPENDENCY INJECTOR"), "The standard output is the program's own.")
  }
}
