import SwiftDependencyInjector
import Testing

/// What is printed. The switches are the process's own, so each test has a process.
@Suite(.timeLimit(.minutes(20))) struct LoggerTests {
  /// Makes one line of information and one error.
  @Sendable static func log(_ mark: String) {
    let injector = Injector.global
    injector.clear()
    injector.updateDependencyKey(of: Int.self, newKey: mark)
  }

  /// Which of the two a program printed, in order.
  private func printed(_ result: ExitTest.Result?) -> [String] {
    String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(separator: "\n")
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
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      LoggerTests.log("on")
      Injector.global.turnOffLogger()
      print("---")
      LoggerTests.log("unforced")
      Injector.build(context: .custom(name: "other")).turnOffLogger(forced: true)
      print("---")
      LoggerTests.log("forced")
      Injector.global.turnOffLogger(forced: false)
      print("---")
      LoggerTests.log("unforced after forced")
      Injector.global.turnOnLogger()
      print("---")
      LoggerTests.log("on again")
    }
    #expect(
      printed(result) == [
        "info", "error", "---", "error", "---", "---", "---", "info", "error",
      ])
  }
}
