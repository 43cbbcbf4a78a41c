import StitcherEngine
import Testing

/// Calls that violate a precondition. Each stops the program with a message, or with a bare trap in
/// release builds.
@Suite(.timeLimit(.minutes(20))) struct PreconditionTests {
  /// Expects that a program prints a text as its fatal error, and nothing else on that line.
  private func expect(
    _ result: ExitTest.Result?, _ text: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #if DEBUG
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      let found = output.split(separator: "\n").compactMap { line in
        (line.firstRange(of: "Precondition failed: ") ?? line.firstRange(of: "Fatal error: "))
          .map { String(line[$0.upperBound...]) }
      }
      #expect(found.first == text, "\(output)", sourceLocation: sourceLocation)
    #endif
  }

  @Test func whatKeepsNoInstanceTakesNone() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = EditableRegistry().setInstance(2, of: .type(Int.self) { 1 })
      }, "The registration has no scope that keeps one instance, or it has parameters.")
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = EditableRegistry().setInstance(
          2, of: .type(Int.self, scope: .singleton) { (number: Int) in number })
      }, "The registration has no scope that keeps one instance, or it has parameters.")
  }

  @Test func aLocatorHasAKey() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Locator.keys([])
      }, "A locator has a key.")
  }
}
